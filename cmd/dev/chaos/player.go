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
)

const (
	pause = 20 * time.Millisecond // before a request is sent again
	rest  = 50 * time.Millisecond // between two looks
)

var client = http.Client{Timeout: patience, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

// play makes moves, one after the other, until blowing ends and the last one is
// acknowledged. Each is sent twice at the same time, to any instance.
func (h *history) play(blowing, ctx context.Context) {
	for blowing.Err() == nil {
		board, err := h.store.Board(ctx, h.club.ID, h.table, h.players[0])
		if err != nil || len(board.View.ToMove) == 0 {
			time.Sleep(pause) // the database is away
			continue
		}
		seat := board.View.ToMove[0]
		mine, err := h.store.Board(ctx, h.club.ID, h.table, h.players[seat])
		if err != nil || len(mine.Legal) == 0 {
			continue
		}
		r := request{key: rand.Text(), version: mine.View.Version}
		form := url.Values{
			"match": {strconv.FormatInt(mine.Table.Match, 10)}, "version": {strconv.Itoa(r.version)}, "idem": {r.key},
			"move": {mine.Legal[r.version%len(mine.Legal)].String()}, "game": {game},
		}
		began := time.Now()
		var twice sync.WaitGroup
		for range 2 {
			twice.Go(func() {
				if err := h.send(ctx, h.tokens[seat], form); err != nil {
					h.fails(fmt.Errorf("table %d: %s: %w", h.table, form.Encode(), err))
				}
			})
		}
		twice.Wait()
		h.note(h.client, r, began, answer{})
		h.moves++
	}
}

// send posts a move until it is acknowledged.
func (h *history) send(ctx context.Context, token string, form url.Values) error {
	for end := time.Now().Add(patience); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(pause) {
		status, _, err := h.ask(ctx, http.MethodPost, "/moves", token, form.Encode())
		switch {
		case err != nil, status == http.StatusServiceUnavailable, status == http.StatusTooManyRequests: // nobody knows
		case status == http.StatusSeeOther:
			return nil
		default:
			return fmt.Errorf("is answered %d", status)
		}
	}
	return fmt.Errorf("is never acknowledged")
}

var shownAt = regexp.MustCompile(`/poll\?at=\w+\.\d+\.\d+\.(\d+)`)

// look reads the page of the table again and again.
func (h *history) look(blowing, ctx context.Context) {
	for ; blowing.Err() == nil; time.Sleep(rest) {
		began := time.Now()
		status, page, err := h.ask(ctx, http.MethodGet, "", h.tokens[0], "")
		if err != nil || status != http.StatusOK {
			continue
		}
		shown := shownAt.FindStringSubmatch(page)
		if shown == nil {
			h.fails(fmt.Errorf("table %d: no position on the page", h.table))
			return
		}
		version, _ := strconv.Atoi(shown[1]) // digits
		h.note(h.client+1, request{}, began, answer{version: version})
		h.counts("looks", 1)
	}
}

// ask sends a request to one of the instances.
func (h *history) ask(ctx context.Context, method, path, token, body string) (status int, page string, err error) {
	address := fmt.Sprintf("http://%s/clubs/%s/tables/%d%s", h.sites[mathrand.IntN(instances)].address, h.club.Slug, h.table, path)
	req, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	req.AddCookie(&http.Cookie{Name: "carteado", Value: token})
	answer, err := client.Do(req)
	if err != nil {
		return 0, "", err
	}
	text, err := io.ReadAll(answer.Body)
	_ = answer.Body.Close()
	return answer.StatusCode, string(text), err
}
