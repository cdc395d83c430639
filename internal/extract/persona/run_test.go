package persona

import (
	"strings"
	"testing"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/extract"
	"github.com/souvenir-memory/souvenir/internal/llm/llmtest"
)

const wedding = `{
  "summary": "孙子小明告诉我他五月二号结婚，我很高兴。我下周三要去复查血压。",
  "topicSummary": "孙子婚礼",
  "keyTopics": ["婚礼", "健康"],
  "facts": [{"content": "小明五月二号在杭州办婚礼", "evidence": "我五月二号结婚，在杭州办酒席"}, "下周三去医院复查血压"],
  "emotionalJourney": {"start": "平静", "peak": "惊喜", "end": "期待"},
  "memorableMoments": [{"content": "听到孙子要结婚", "importance": 0.95, "emotionTag": "开心/感动", "reason": "盼了很久", "evidence": "太好了！"}],
  "pendingTopics": [{"topic": "血压复查", "context": "下周三去医院", "suggestedFollowUp": "复查结果怎么样？", "urgency": "高"}],
  "personalityFiltered": {"retentionScore": 0.92, "likelyToRecall": ["婚礼"], "likelyToForget": ["酒席细节"], "forgetReason": "细节太多"},
  "tags": ["家庭", "健康"],
  "messageCount": 24
}`

const operation = `{
  "summary": "I told Ann that my knee operation is now on 12 May. She will drive me.",
  "topicSummary": "Knee operation",
  "keyTopics": ["health"],
  "facts": [{"content": "Henry's knee operation is on 12 May", "evidence": "my knee operation to 12 May"}],
  "emotionalJourney": {"start": "matter-of-fact", "peak": "relieved", "end": "calm"},
  "memorableMoments": [],
  "pendingTopics": [{"topic": "Knee operation", "context": "12 May", "suggestedFollowUp": "How did it go?", "urgency": "High"}],
  "personalityFiltered": {"retentionScore": 0.8, "likelyToRecall": ["the date"], "likelyToForget": [], "forgetReason": ""},
  "tags": ["health"]
}`

func TestAConversationInChinese(t *testing.T) {
	s := llmtest.New(t, llmtest.Call(wedding))
	r, d := run(t, visit(), extract.Kit{Model: client(t, s)})
	if len(r.Candidates) != 3 || r.Episodes[0].Pending || d.TopicSummary != "孙子婚礼" || d.MessageCount != 2 || !d.HasRoleCard {
		t.Errorf("%s\n%s", pretty(r), pretty(d))
	}
	e, c := r.Episodes[0], r.Candidates[0]
	if e.User != "wang" || e.Agent != "xiaoming" || e.Conversation != "c1" || e.Style != "persona" || !e.CreatedAt.Equal(now) {
		t.Errorf("episode %+v", e)
	}
	if c.Style != "persona" || c.User != "wang" || !c.SaidAt.Equal(visit().Messages[0].At) {
		t.Errorf("candidate %+v", c)
	}
	asked := s.Chats()[0]
	if *asked.Temperature != 0.3 || asked.MaxTokens != 2000 || !strings.Contains(asked.User(), "2. 王奶奶[2026/2/15 14:31:05]: 太好了！") || !strings.Contains(asked.User(), "孙子") {
		t.Errorf("asked %+v", asked)
	}
}

func TestAConversationInEnglish(t *testing.T) {
	s := llmtest.New(t, llmtest.Say("<think>Henry would care about {the date}.</think>\n```json\n"+operation+"\n```"))
	r, d := run(t, phoneCall(), extract.Kit{Model: client(t, s)})
	if d.TopicSummary != "Knee opera" || len(r.Candidates) != 1 || r.Candidates[0].Language != "en" || d.PendingTopics[0].Urgency != souvenir.HighUrgency {
		t.Errorf("%s\n%s", pretty(r), pretty(d))
	}
	if asked := s.Chats()[0]; !strings.Contains(asked.User(), "1. Henry: The doctor moved") || !strings.Contains(asked.User(), "daughter") {
		t.Errorf("asked %s", asked.User())
	}
}

func TestAReplyThatCannotBeReadIsAskedForOnceMore(t *testing.T) {
	for name, first := range map[string]string{"malformed": `I would keep the wedding.`, "empty": "", "of another shape": `{"memories": []}`, "only thoughts": "<think>hm"} {
		s := llmtest.New(t, llmtest.Say(first), llmtest.Say(wedding))
		r, d := run(t, visit(), extract.Kit{Model: client(t, s)})
		if len(r.Asked) != 2 || d.NeedsProcessing || d.TopicSummary != "孙子婚礼" {
			t.Errorf("%s: asked %d times, %s", name, len(r.Asked), pretty(d))
		}
	}
}

func TestAReplyThatCannotBeReadTwiceWaits(t *testing.T) {
	for name, bad := range map[string]string{"malformed": `{"summary`, "empty": "", "of another shape": `{"memories": []}`, "only thoughts": "<think>hm"} {
		for _, w := range []souvenir.Window{visit(), phoneCall()} {
			r, d := run(t, w, extract.Kit{Model: model(t, bad, bad)})
			if !r.Episodes[0].Pending || !NeedsProcessing(d) || len(r.Candidates) != 0 || len(d.Raw.Messages) != 2 || len(r.Asked) != 2 {
				t.Errorf("%s: %s", name, pretty(d))
			}
		}
	}
}

func TestABrokenOffReplyKeepsWhatIsWhole(t *testing.T) {
	half := wedding[:strings.Index(wedding, `"memorableMoments"`)]
	_, d := run(t, visit(), extract.Kit{Model: model(t, half)})
	if d.NeedsProcessing || len(d.Facts) != 2 || d.EmotionalJourney.Peak != "惊喜" || d.PersonalityFiltered.RetentionScore != 0.7 {
		t.Errorf("%s", pretty(d))
	}
}

func TestAModelThatIsAwayFailsTheWindow(t *testing.T) {
	s := llmtest.New(t, llmtest.Status(503, "later"))
	_, err := extract.Run(t.Context(), style(t), extract.Kit{Model: client(t, s), Tuning: extract.Tuning{AskAlways: true}}, visit())
	if souvenir.CodeOf(err) != souvenir.Unavailable {
		t.Errorf("%v", err)
	}
}

func TestWithoutACardNobodyIsAskedAndNothingIsLost(t *testing.T) {
	for name, card := range map[string]*souvenir.RoleCard{"no card": nil, "no core layer": {Language: "zh"}} {
		w := visit()
		w.Card = card
		w.Messages = append(w.Messages, souvenir.Message{ID: "m3", Role: souvenir.System, Content: "not read"})
		r, d := run(t, w, extract.Kit{}) // not even a model
		if !r.Episodes[0].Pending || d.HasRoleCard || d.MessageCount != 2 || len(d.Raw.Messages) != 2 || d.Raw.Partner != "小明" || len(r.Candidates) != 0 {
			t.Errorf("%s: %s", name, pretty(d))
		}
	}
}
