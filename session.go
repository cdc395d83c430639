package souvenir

// SignIn asks to be let in with a key from now on.
type SignIn struct {
	Key string `json:"key" minLength:"1" maxLength:"512" doc:"The secret of an API key."`
}

// Session says who somebody is.
type Session struct {
	NeedsKey bool     `json:"needs_key" doc:"Whether a key is needed to come in."`
	SignedIn bool     `json:"signed_in" doc:"Whether the caller is let in."`
	Name     string   `json:"name,omitempty" doc:"The name of the key."`
	Tenant   string   `json:"tenant,omitempty"`
	User     string   `json:"user,omitempty" doc:"Whose memory it is when a request does not say."`
	Users    []string `json:"users,omitempty" doc:"Whom the caller may act for; none means the user, or everybody for an admin."`
	Admin    bool     `json:"admin" doc:"May act for every user of the tenant and operate the server."`
}
