package config

import (
	"net"
	"path/filepath"
)

// derive fills in what follows from other settings or from the machine.
func (c *Config) derive() Faults {
	if c.Server.URL == "" {
		c.Server.URL = "http://" + reachable(c.Listen)
	}
	if c.DB != "" {
		c.DB = c.place(c.DB)
		return nil
	}
	dir, err := c.source.world.dataDir()
	if err != nil {
		return Faults{{"db", "there is no data directory, because " + err.Error() + "; say where to keep the data with SOUVENIR_DB"}}
	}
	c.DB = filepath.Join(dir, "souvenir.db")
	return nil
}

// place makes a path absolute, so that it means the same from every directory.
func (c *Config) place(db string) string {
	if isPostgres(db) || db == ":memory:" {
		return db
	}
	db = c.source.world.expand(db)
	if o := c.Origin("db"); o.Source == File && !filepath.IsAbs(db) {
		db = filepath.Join(filepath.Dir(o.Name), db)
	}
	if absolute, err := filepath.Abs(db); err == nil {
		return absolute
	}
	return db
}

// reachable is the address to call a listener by: one on all interfaces is called
// on this machine's own.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
