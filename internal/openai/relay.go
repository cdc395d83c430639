package openai

import (
	"errors"
	"io"
	"net/http"
	"net/url"
)

// errTold means that the caller was told what went wrong.
var errTold = errors.New("the upstream did not answer")

// pass sends a chat and passes the answer on as it comes. The ear hears it too.
func (x *exchange) pass(w http.ResponseWriter, body []byte, ear *ear) error {
	answer, err := x.ask(body)
	if err != nil {
		return x.tell(w, err)
	}
	defer answer.Body.Close()
	x.safe()
	ear.begin(answer)
	return relay(w, answer, ear.hear)
}

// tell says that an upstream cannot be reached, without the secrets that people put
// into addresses.
func (p *Proxy) tell(w http.ResponseWriter, err error) error {
	why := err.Error()
	if u, ok := errors.AsType[*url.Error](err); ok {
		why = u.Err.Error()
	}
	p.log.Warn("upstream not reached", "error", why)
	refuse(w, http.StatusBadGateway, "The upstream cannot be reached: "+why)
	return errTold
}

// relay passes an answer on, each piece as it comes.
func relay(w http.ResponseWriter, answer *http.Response, heard func([]byte)) error {
	head(w.Header(), answer.Header)
	w.WriteHeader(answer.StatusCode)
	flush := http.NewResponseController(w).Flush
	buffer := make([]byte, 16<<10)
	for {
		n, err := answer.Body.Read(buffer)
		if n > 0 {
			if _, err := w.Write(buffer[:n]); err != nil {
				return err
			}
			flush()
			heard(buffer[:n])
		}
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// head copies what an upstream says about its answer, but for what concerns the
// connection to it.
func head(to, from http.Header) {
	for name, values := range from {
		switch name {
		case "Connection", "Keep-Alive", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade":
		default:
			to[name] = values
		}
	}
}

func deaf([]byte) {}
