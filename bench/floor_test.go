package bench

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"sync"
)

// serveFloor answers every request as soon as its body is safe in a file, and
// does nothing else with it.
func serveFloor(file string) {
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		log.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("The floor is ready at http://%s\n", l.Addr())
	log.Fatal(http.Serve(l, &floor{file: f}))
}

type floor struct {
	mu   sync.Mutex
	file *os.File
}

func (f *floor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		err = f.keep(body)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusAccepted)
	io.WriteString(w, `{"conversation": "", "messages": []}`)
}

func (f *floor) keep(body []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, err := f.file.Write(body); err != nil {
		return err
	}
	return f.file.Sync()
}
