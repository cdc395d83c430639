package store

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/souvenir-memory/souvenir"
	"github.com/souvenir-memory/souvenir/internal/words"
)

// owner is the word that marks a user's texts in the full-text index.
func owner(tenant, user string) string {
	sum := sha256.Sum256([]byte(tenant + "\x00" + user))
	return "o" + hex.EncodeToString(sum[:10])
}

// document is a text as the full-text index takes it, and the row it belongs to.
type document struct {
	n           int64
	owner, body string
}

// turn is a message as it is found: by who spoke and by what was said.
func (d dialect) turn(tenant, user string, m souvenir.Message) document {
	owner, body := d.document(owner(tenant, user), words.Index(m.Name+" "+m.Content))
	return document{owner: owner, body: body}
}

func sqliteDocument(owner string, words []string) (string, string) {
	return owner, strings.Join(ascii(words), " ")
}

func sqliteMatch(owner string, words []string) []any {
	return []any{"owner:" + owner + " AND body:(" + strings.Join(ascii(words), " OR ") + ")"}
}

// ascii writes words of other scripts as hexadecimal, so that SQLite's idea of
// a letter, which is older than ours, has no say in what a word is. The quotes
// keep a word such as "or" from being an operator.
func ascii(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w
		if strings.ContainsFunc(w, func(r rune) bool { return r >= 0x80 }) {
			out[i] = "x" + hex.EncodeToString([]byte(w))
		}
		out[i] = `"` + out[i] + `"`
	}
	return out
}

// PostgreSQL is given finished tsvector and tsquery text: its own parser, whose
// letters depend on the server's locale, never sees our words.
func postgresDocument(owner string, words []string) (string, string) {
	const maxPosition, maxPositions = 16383, 255
	at := map[string][]string{}
	var order []string
	for i, w := range words {
		if _, seen := at[w]; !seen {
			order = append(order, w)
		}
		if len(at[w]) < maxPositions {
			at[w] = append(at[w], strconv.Itoa(min(i+1, maxPosition)))
		}
	}
	var b strings.Builder
	for _, w := range order {
		fmt.Fprintf(&b, "%s:%s ", lexeme(w), strings.Join(at[w], ","))
	}
	return lexeme(owner), b.String()
}

// postgresMatch gives the query to filter by and the one to rank by, in which the
// owner has no part.
func postgresMatch(owner string, words []string) []any {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = lexeme(w)
	}
	either := strings.Join(quoted, " | ")
	return []any{lexeme(owner) + " & (" + either + ")", either}
}

var lexemes = strings.NewReplacer("'", "''", `\`, `\\`)

func lexeme(w string) string { return "'" + lexemes.Replace(w) + "'" }
