package chaos

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"testing"
)

// half is an answer whose body breaks off.
const half = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf a page"

// Behind a web server a request that is cut off is a fault, whether it has no answer or half of one. Where instances
// are killed it is none.
func TestARequestThatIsCutOffIsAFault(t *testing.T) {
	for _, said := range []string{"", half} {
		door, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer door.Close()
		go func() {
			for {
				in, err := door.Accept()
				if err != nil {
					return
				}
				_, _ = http.ReadRequest(bufio.NewReader(in))
				_, _ = in.Write([]byte(said))
				_ = in.Close()
			}
		}()
		for _, before := range []*front{nil, {door: door}} {
			h := &history{storm: newStorm(t.Context(), Options{})}
			h.front, h.sites = before, [instances]*site{{address: door.Addr().String()}, {}}
			_, _, err := h.ask(t.Context(), 0, http.MethodGet, "", "token", "", false)
			if faults := len(h.wrong); err == nil || (faults == 1) != (before != nil) {
				t.Errorf("answered %.20q behind a web server (%v): %v, %v", said, before != nil, err, h.wrong)
			}
		}
	}
}

// What an interrupted run leaves undone is no fault. The run says that it was interrupted, and what it had found.
func TestAnInterruptedRunInventsNoFaults(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	h := &history{storm: newStorm(ctx, Options{}), moves: 1}
	found := errors.New("found before")
	h.fails(found)
	interrupt()
	h.press(ctx, 1, form{move: "draw @stock"})
	h.shows(ctx, 0)
	h.ends(ctx, h)
	if len(h.wrong) != 1 {
		t.Errorf("faults are %v", h.wrong)
	}
	if err := h.verdict(); !errors.Is(err, context.Canceled) || !errors.Is(err, found) {
		t.Errorf("the run ends with %v", err)
	}
}
