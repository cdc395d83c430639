package souvenir

import (
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"strings"
	"time"
)

// Erasure says what is to be erased: everything of a user, or of it a
// conversation, a site, or what was said or heard in a span of time.
type Erasure struct {
	User         string    `json:"user,omitempty" doc:"Whose memory it is. May be left out when the key or the server's configuration names one."`
	Conversation string    `json:"conversation,omitempty" doc:"Only this conversation and what came of it."`
	Site         string    `json:"site,omitempty" doc:"Only what was said and learnt on this site, such as example.org."`
	Since        time.Time `json:"since,omitzero" doc:"Only what was said or heard from then on."`
	Until        time.Time `json:"until,omitzero" doc:"Only what was said or heard before."`
	DryRun       bool      `json:"dry_run,omitempty" doc:"Count only; nothing is erased."`
}

// Kind is what kind of thing is erased: user, conversation, site or span.
func (e Erasure) Kind() string {
	switch {
	case e.Conversation != "":
		return "conversation"
	case e.Site != "":
		return "site"
	case !e.Since.IsZero() || !e.Until.IsZero():
		return "span"
	}
	return "user"
}

// Validate refuses what is not one thing.
func (e Erasure) Validate() error {
	span := !e.Since.IsZero() || !e.Until.IsZero()
	kinds := 0
	for _, named := range []bool{e.Conversation != "", e.Site != "", span} {
		if named {
			kinds++
		}
	}
	switch {
	case kinds > 1:
		return Errorf(Invalid, "Name a conversation, a site or a span of time, and only one of them.")
	case span && !e.Until.IsZero() && !e.Since.Before(e.Until):
		return Errorf(Invalid, "since must be before until.")
	case e.Site != "" && SiteOf(e.Site) == "":
		return Errorf(Invalid, "%q is no site; write it like example.org.", e.Site)
	}
	return CheckText("site", e.Site)
}

// SiteOf is the host of an address, in lower case; empty if it has none.
func SiteOf(address string) string {
	address = strings.TrimSpace(address)
	if !strings.Contains(address, "://") {
		address = "//" + address
	}
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
}

// Receipt proves that something was erased: what kind of thing, when, by whom,
// and how many rows of each table. It says none of it in words: user,
// conversation and site are digests that only the key's database can make again.
type Receipt struct {
	ID           string           `json:"id"`
	What         string           `json:"what" enum:"user,conversation,site,span"`
	User         string           `json:"user" doc:"Digest of the user's id."`
	Conversation string           `json:"conversation,omitempty" doc:"Digest of the conversation's id."`
	Site         string           `json:"site,omitempty" doc:"Digest of the site."`
	Since        *time.Time       `json:"since,omitempty"`
	Until        *time.Time       `json:"until,omitempty"`
	By           string           `json:"by"`
	At           time.Time        `json:"at"`
	DryRun       bool             `json:"dry_run" doc:"Nothing was erased, only counted; such a receipt is not signed."`
	Database     string           `json:"database"`
	Erased       map[string]int64 `json:"erased" doc:"Rows taken out, by table."`
	Cleaned      map[string]int64 `json:"cleaned" doc:"Rows that stay, without what they had of it, by table."`
	Left         map[string]int64 `json:"left" doc:"What a second look still found, by table; normally nothing."`
	Rewritten    bool             `json:"rewritten" doc:"The files of the database were written anew, so that no bytes of it remain in them."`
	Note         string           `json:"note,omitempty" doc:"Why they were not."`
	PublicKey    string           `json:"public_key,omitempty"`
	Signature    string           `json:"signature,omitempty" doc:"Ed25519, of this object without the signature."`
}

// Rows are all that were erased.
func (r Receipt) Rows() (n int64) {
	for _, rows := range r.Erased {
		n += rows
	}
	return n
}

// Digest is a text as a receipt holds it: whoever has the key can tell whether
// it is this text, and nobody can tell what it is.
func Digest(key ed25519.PrivateKey, kind, text string) string {
	mac := hmac.New(sha256.New, key.Seed())
	mac.Write([]byte(kind + "\x00" + text))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}

// Signed is the receipt with the signature of a key.
func (r Receipt) Signed(key ed25519.PrivateKey) Receipt {
	r.PublicKey = base64.StdEncoding.EncodeToString(key.Public().(ed25519.PublicKey))
	r.Signature = ""
	r.Signature = base64.StdEncoding.EncodeToString(ed25519.Sign(key, r.bytes()))
	return r
}

// Check reports a receipt that was changed since it was signed, or never was.
func (r Receipt) Check() error {
	if r.Signature == "" {
		return Errorf(Invalid, "The receipt is not signed.")
	}
	public, err := base64.StdEncoding.DecodeString(r.PublicKey)
	if err != nil || len(public) != ed25519.PublicKeySize {
		return Errorf(Invalid, "The receipt's public key cannot be read.")
	}
	signature, err := base64.StdEncoding.DecodeString(r.Signature)
	r.Signature = ""
	if err != nil || !ed25519.Verify(public, r.bytes(), signature) {
		return Errorf(Invalid, "The receipt was changed since it was signed.")
	}
	return nil
}

// bytes are what is signed. JSON writes fields in one order and maps sorted.
func (r Receipt) bytes() []byte {
	text, _ := json.Marshal(r) // it has nothing that cannot be written
	return text
}

// Verification says whether a receipt is genuine.
type Verification struct {
	Valid  bool   `json:"valid"`
	Ours   bool   `json:"ours" doc:"It was signed by this database's key."`
	About  *bool  `json:"about,omitempty" doc:"Whether it is about the user who was named, if one was."`
	Reason string `json:"reason,omitempty"`
}

// VerifyReceipt asks whether a receipt is genuine, and about whom.
type VerifyReceipt struct {
	Receipt Receipt `json:"receipt"`
	User    string  `json:"user,omitempty" doc:"Is it about this user?"`
}
