package handlers

import (
	"encoding/gob"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"testing"

	"carteado/handlers/web"
)

// onlookersOf names, in the environment, the server of a process of onlookers.
const onlookersOf = "CARTEADO_TEST_ONLOOKERS_OF"

// Onlookers are clients in a process of their own, so that what is measured in this one
// is the program's.
type onlookers struct {
	b       testing.TB
	orders  *gob.Encoder
	answers *gob.Decoder
}

// An order is a poll that an onlooker sends over a new connection. Without a path it is for
// all of them: to read one answer each, or to hang up.
type order struct {
	Path, Cookie string
	HangUp       bool
}

func newOnlookers(b testing.TB, url string) *onlookers {
	b.Helper()
	process := exec.CommandContext(b.Context(), os.Args[0])
	process.Env = append(os.Environ(), onlookersOf+"="+url)
	process.Stderr = os.Stderr
	in, err := process.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = errors.Join(in.Close(), process.Wait()) })
	return &onlookers{b, gob.NewEncoder(in), gob.NewDecoder(out)}
}

func (w *onlookers) asks(path, cookie string) {
	w.b.Helper()
	if err := w.orders.Encode(order{Path: path, Cookie: cookie}); err != nil {
		w.b.Fatal(err)
	}
}

// answered returns, once each has an answer, how many have no board.
func (w *onlookers) answered() (refused int) {
	w.b.Helper()
	return w.all(order{})
}

func (w *onlookers) hangUp() {
	w.b.Helper()
	w.all(order{HangUp: true})
}

func (w *onlookers) all(o order) (answer int) {
	w.b.Helper()
	if err := errors.Join(w.orders.Encode(o), w.answers.Decode(&answer)); err != nil {
		w.b.Fatal(err)
	}
	return answer
}

// watch is what a process of onlookers does.
func watch(url string) error {
	orders, answers := gob.NewDecoder(os.Stdin), gob.NewEncoder(os.Stdout)
	var wires []wire
	for {
		var o order
		if err := orders.Decode(&o); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if o.Path != "" {
			w, err := dial(url)
			if err != nil {
				return err
			}
			if err := w.asks(o.Path, o.Cookie, "Accept-Encoding: gzip, deflate, br"); err != nil {
				return err
			}
			wires = append(wires, w)
			continue
		}
		refused := 0
		for _, w := range wires {
			if o.HangUp {
				_ = w.Close()
			} else if status, length, err := w.answered(); err != nil || status != http.StatusOK ||
				length < web.MinCompressed {
				refused++
			}
		}
		if o.HangUp {
			wires = nil
		}
		if err := answers.Encode(refused); err != nil {
			return err
		}
	}
}
