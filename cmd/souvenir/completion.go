package main

import (
	_ "embed"
	"fmt"
	"io"
)

// The scripts only carry words: what can follow is asked of the program itself.
var (
	//go:embed completions/souvenir.bash
	bashScript string
	//go:embed completions/souvenir.zsh
	zshScript string
	//go:embed completions/souvenir.fish
	fishScript string
)

type completion struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Your shell: bash, zsh or fish."`
}

// Run prints the script.
func (c *completion) Run(g *globals) error {
	script := map[string]string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}[c.Shell]
	return g.show(struct {
		Shell  string `json:"shell"`
		Script string `json:"script"`
	}{c.Shell, script}, func(w io.Writer) { fmt.Fprint(w, script) })
}

// Help says where to put it.
func (completion) Help() string {
	return `To try it, or from ~/.bashrc or ~/.zshrc:

    source <(souvenir completion bash)
    source <(souvenir completion zsh)

For fish:

    souvenir completion fish > ~/.config/fish/completions/souvenir.fish`
}
