package golden

import (
	"database/sql"
	"slices"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
	"github.com/souvenir-memory/souvenir/internal/store"
	"github.com/souvenir-memory/souvenir/internal/store/storetest"
)

// Requirements that no case is about, and no package alone can hold.

// C-005, C-090, C-128
func TestACharactersOwnModelIsAsked(t *testing.T) {
	t.Parallel()
	h, model := asking(t, usual, llmtest.Say("[]"), llmtest.Say("[]"))
	if _, err := h.PutAgent(t.Context(), "nova", souvenir.AgentEdit{Name: "Nova", Model: "qwen2.5:14b-instruct", Temperature: new(0.4)}); err != nil {
		t.Fatal(err)
	}
	for i, agent := range []string{"nova", "somebody"} {
		said := talk("ann", "companion", "I like tea")
		said.Agent = agent
		h.remember(t, agent, said)
		wantModel, wantTemperature := "qwen2.5:14b-instruct", 0.4
		if agent != "nova" {
			wantModel, wantTemperature = "scripted", 0.1
		}
		if asked := model.Chats()[i]; asked.Model != wantModel || *asked.Temperature != wantTemperature {
			t.Errorf("for %s, %s was asked at %v, want %s at %v", agent, asked.Model, *asked.Temperature, wantModel, wantTemperature)
		}
	}
}

// C-107
func TestMemoriesOfACharacterStayWithIt(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		h := open(t, db, plan{settings: usual})
		h.state(t, souvenir.Statement{User: "ann", Agent: "nova", Content: "User owns a zebra"})
		h.state(t, souvenir.Statement{User: "ann", Agent: "orion", Content: "User feeds a zebra"})
		r, err := h.Recall(t.Context(), souvenir.Query{User: "ann", Agent: "nova", Query: "zebra"})
		if err != nil || len(r.Memories) != 1 || r.Memories[0].Agent != "nova" {
			t.Errorf("nova recalls %+v, %v, want its own alone", r.Memories, err)
		}
	})
}

// S-008
func TestSQLiteWritesAhead(t *testing.T) {
	t.Parallel()
	file := storetest.SQLite(t)
	storetest.Open(t, file)
	db, err := sql.Open("sqlite", "file:"+file)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var mode string
	if err := db.QueryRow("pragma journal_mode").Scan(&mode); err != nil || mode != "wal" {
		t.Errorf("journal mode %q, %v, want wal", mode, err)
	}
}

func TestWordsTurnedRoundWait(t *testing.T) {
	t.Parallel()
	h, _ := asking(t, usual, llmtest.Say(`{"memories":[{"content":"User is allergic to nuts","scope":"user_global","tags":["health"]},{"content":"User lives in Rome","scope":"user_global","tags":["home"]}]}`))
	h.remember(t, "c", talk("ann", "scoped", "I'm not allergic to nuts, that was my brother. I live in Rome."))
	if all := h.memories(t, "ann", souvenir.Active); len(all) != 1 || all[0].Content != "User lives in Rome" {
		t.Errorf("active: %+v, want the home alone", all)
	}
	if all := h.memories(t, "ann", souvenir.Waiting); len(all) != 1 || all[0].Content != "User is allergic to nuts" {
		t.Errorf("waiting: %+v, want the allergy that was denied", all)
	}
}

func TestACorrectionIsHeardInTheNextMessage(t *testing.T) {
	t.Parallel()
	storetest.Each(t, func(t *testing.T, db *store.Store) {
		h := open(t, db, plan{settings: usual})
		h.remember(t, "c", talk("ann", "rules", "I live in Oslo and I love skiing"))
		h.remember(t, "elsewhere", talk("ann", "rules", "no wait, I meant Paris"))
		next := talk("ann", "rules", "no wait, I meant Bergen")
		next.Messages[0].ID = "later"
		h.remember(t, "c", next)
		var got []string
		for _, m := range h.memories(t, "ann", souvenir.Active) {
			got = append(got, m.Content)
		}
		slices.Sort(got)
		if want := []string{"User lives in Bergen", "User loves skiing"}; !slices.Equal(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
