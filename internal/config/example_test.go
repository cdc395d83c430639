package config_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/souvenir-memory/souvenir/internal/config"
)

func ExampleLoad() {
	c, err := config.Load(config.Options{
		Environ: []string{"HOME=/home/ada", "SOUVENIR_LLM_MODEL=qwen3:8b"},
		Flags:   map[string]string{"listen": ":8008"},
		OS:      "linux",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Listen, "from", c.Origin("listen"))
	fmt.Println(c.LLM.Model, "from", c.Origin("llm.model"))
	fmt.Println(c.Warnings()[0])
	// Output:
	// :8008 from flag --listen
	// qwen3:8b from environment SOUVENIR_LLM_MODEL
	// llm.model is set but llm.endpoint is not; the model is used when both are
}

func ExampleSet() {
	dir, err := os.MkdirTemp("", "souvenir")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "souvenir.yaml")
	fmt.Println(config.Set(file, "memory_extraction_queue_limit", "100"))
	fmt.Println(config.Set(file, "queue.limit", "many"))
	fmt.Println(config.Set(file, "queue.limit", "100"))
	content, _ := os.ReadFile(file)
	fmt.Print(string(content))
	// Output:
	// memory_extraction_queue_limit is called queue.limit here
	// queue.limit is "many"; it must be a whole number, 0 or more
	// <nil>
	// queue:
	//   limit: 100
}
