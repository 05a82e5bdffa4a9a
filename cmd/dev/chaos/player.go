package chaos

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"carteado/db/live"
)

const (
	pause = 20 * time.Millisecond // before a request is sent again
	rest  = 50 * time.Millisecond // between two looks
)

var client = http.Client{Timeout: timeout, CheckRedirect: func(*http.Request, []*http.Request) error {
	return http.ErrUseLastResponse
}}

// A form is a player's board in a window, with the move that is pressed in it.
type form struct {
	seat    int
	match   int64
	version int
	move    string
}

// play makes moves, one after the other, until blowing ends and the last one is
// acknowledged, or the table has seen enough. Each is sent twice at the same time, to
// any instance; now and then another window of the player's presses another move, or
// one that stood there in an earlier turn. Of all windows one is right.
func (h *history) play(blowing, ctx context.Context) {
	for blowing.Err() == nil && h.moves < perTable {
		board, legal, err := h.board(ctx)
		if err != nil {
			time.Sleep(pause) // the database is away
			continue
		}
		if len(legal) == 0 {
			return // the match is over
		}
		now := form{int(board.View.Seat), board.Table.Match, board.View.Version, legal[board.View.Version%len(legal)]}
		verb, _, _ := strings.Cut(now.move, " ")
		kind := fmt.Sprint(now.seat, verb)
		other, is := h.old[kind]
		if now.version%3 == 0 {
			other, is = now, true
			other.move = legal[(now.version+1)%len(legal)]
		}
		var windows sync.WaitGroup
		windows.Go(func() { h.press(ctx, 1, now) })
		if is && now.version%3 != 1 {
			windows.Go(func() { h.press(ctx, 2, other) })
		}
		windows.Wait()
		h.old[kind] = now
	}
}

// board is the table for the player who is to move, with the moves that they have.
func (h *history) board(ctx context.Context) (live.Board, []string, error) {
	board, err := h.store.Board(ctx, h.club.ID, h.table, h.players[0])
	if err == nil && len(board.View.ToMove) > 0 {
		board, err = h.store.Board(ctx, h.club.ID, h.table, h.players[board.View.ToMove[0]])
	}
	var legal []string
	for _, move := range board.Legal {
		legal = append(legal, move.String())
	}
	return board, legal, err
}

// press sends a form twice at the same time, and notes what became of it.
func (h *history) press(ctx context.Context, client int, f form) {
	r := request{key: rand.Text(), version: f.version}
	began := time.Now()
	var said [2]bool
	var twice sync.WaitGroup
	for i := range said {
		twice.Go(func() {
			accepted, err := h.send(ctx, f, r.key, 2*client+i)
			if err != nil {
				h.fails(fmt.Errorf("table %d: %s at %d: %w", h.table, f.move, f.version, err))
			}
			said[i] = accepted
		})
	}
	twice.Wait()
	if said[0] != said[1] && ctx.Err() == nil {
		h.fails(fmt.Errorf("table %d: %s at %d is accepted and refused", h.table, f.move, f.version))
	}
	h.note(2*client, r, began, answer{refused: !said[0]})
	if said[0] {
		h.played()
	}
}

func (h *history) played() {
	h.mu.Lock()
	h.moves++
	h.mu.Unlock()
	select {
	case h.acknowledged <- struct{}{}:
	default: // nobody counts
	}
}

// send posts a move until it is accepted or refused. Half of the time it is a script
// that asks, and is shown a board or, at a round's end, led on without a word.
func (h *history) send(ctx context.Context, f form, key string, client int) (accepted bool, err error) {
	fields := url.Values{
		"match": {strconv.FormatInt(f.match, 10)}, "version": {strconv.Itoa(f.version)}, "idem": {key},
		"move": {f.move}, "game": {game},
	}
	script := mathrand.N(2) == 0
	for end := time.Now().Add(timeout); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(pause) {
		began := time.Now()
		site := mathrand.IntN(instances)
		status, page, err := h.ask(ctx, site, http.MethodPost, "/moves", h.tokens[f.seat], fields.Encode(), script)
		switch {
		case err != nil, status == http.StatusServiceUnavailable, status == http.StatusTooManyRequests: // nobody knows
			continue
		case status == http.StatusNoContent:
			script = false
			continue
		case status == http.StatusOK, status == http.StatusSeeOther:
			accepted = true
		case status != http.StatusConflict && status != http.StatusUnprocessableEntity:
			// stale, or against the rules by now
			return false, fmt.Errorf("is answered %d", status)
		}
		if version, is := shown(page); is {
			h.note(client, request{}, began, answer{version: version})
		}
		if accepted && f.version%3 == 2 && h.front == nil { // which does not say who answers
			h.remembers(ctx, site, f.version+1)
		}
		return accepted, nil
	}
	return false, fmt.Errorf("is never answered")
}

// remembers sees that an instance which has acknowledged a move knows it by itself: what
// it had in memory is old, before the database tells it so.
func (h *history) remembers(ctx context.Context, site, version int) {
	if seen := h.poll(ctx, site, h.tokens[1]); seen >= 0 && seen < version {
		h.fails(fmt.Errorf("table %d: instance %d has acknowledged move %d and shows %d", h.table, site, version, seen))
	}
}

var shownAt = regexp.MustCompile(`/poll\?at=\w+\.\d+\.\d+\.(\d+)`)

// shown is the version that a page shows.
func shown(page string) (version int, is bool) {
	if at := shownAt.FindStringSubmatch(page); at != nil {
		version, _ = strconv.Atoi(at[1]) // digits
		return version, true
	}
	return 0, false
}

// look reads the page of the table again and again. Polls, too, so that instances have
// something in memory that can become old: what they say is judged by settle.
func (h *history) look(watching, ctx context.Context) {
	const polled = 20 // a session's polls are limited
	for n := 0; watching.Err() == nil; time.Sleep(rest) {
		if n++; n%polled == 0 {
			h.poll(ctx, n/polled%instances, h.tokens[0])
		}
		began := time.Now()
		status, page, err := h.ask(ctx, mathrand.IntN(instances), http.MethodGet, "", h.tokens[0], "", false)
		if err != nil || status != http.StatusOK {
			continue
		}
		version, is := shown(page)
		if !is {
			h.fails(fmt.Errorf("table %d: no position on the page", h.table))
			return
		}
		h.note(1, request{}, began, answer{version: version})
		h.counts("looks", 1)
	}
}

// poll asks an instance as a very old page does; -1 for no answer.
func (h *history) poll(ctx context.Context, site int, token string) (version int) {
	for _, kind := range []string{"board", "recap"} { // the other one is led on
		_, page, err := h.ask(ctx, site, http.MethodGet, "/poll?at="+kind+".0.0.0", token, "", true)
		if version, is := shown(page); err == nil && is {
			return version
		}
	}
	return -1
}

// ask sends a request to an instance.
func (h *history) ask(ctx context.Context, site int, method, path, token, body string, script bool) (
	status int, page string, err error) {
	host := h.sites[site].address
	if h.front != nil {
		host = h.front.door.Addr().String()
	}
	address := fmt.Sprintf("http://%s/clubs/%s/tables/%d%s", host, h.club.Slug, h.table, path)
	req, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	if script {
		req.Header.Set("HX-Request", "true")
	}
	req.AddCookie(&http.Cookie{Name: "carteado", Value: token})
	answer, err := client.Do(req)
	if err != nil {
		return 0, "", h.cutOff(method, path, err)
	}
	text, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	if h.front != nil {
		h.counts("requests", 1)
		if answer.StatusCode >= http.StatusInternalServerError {
			h.fails(fmt.Errorf("%s %s is answered %s: %.80s", method, path, answer.Status, text))
		}
	}
	return answer.StatusCode, string(text), h.cutOff(method, path, err)
}

// cutOff returns the error of a request. Behind a web server it is a fault: there every request has a whole answer.
func (h *history) cutOff(method, path string, err error) error {
	if err != nil && h.front != nil {
		h.fails(fmt.Errorf("%s %s has no whole answer: %w", method, path, err))
	}
	return err
}
