package table

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/handlers/web"
	tablepage "carteado/views/page/table"
)

// Advice is thought out while its player waits, as long as the Master thinks at a table, by one core for all. Asked
// again in the same position it is the same. How often somebody may ask is counted by each program for itself: what
// it protects is the core.
const (
	toAdvise   = 150 * time.Millisecond
	asks       = 20 // answers at once, and then one every three seconds
	asksEvery  = 3 * time.Second
	maxAskers  = 1000 // players who are remembered
	maxAdvises = 200_000
)

// errOften refuses more advice for a while.
var errOften = errors.New("advice asked for too often")

// An advisor thinks about one position at a time.
type advisor struct {
	core chan struct{}

	mu     sync.Mutex
	askers map[int64]*asker
}

// An asker is a player who asks for advice, with the last answer.
type asker struct {
	limit   *rate.Limiter
	match   int64
	version int
	advice  *bot.Advice
}

func newAdvisor() *advisor {
	return &advisor{core: make(chan struct{}, 1), askers: map[int64]*asker{}}
}

// by is a player who asks.
func (a *advisor) by(player int64) *asker {
	if len(a.askers) >= maxAskers {
		a.askers = map[int64]*asker{}
	}
	if a.askers[player] == nil {
		a.askers[player] = &asker{limit: rate.NewLimiter(rate.Every(asksEvery), asks)}
	}
	return a.askers[player]
}

// advise answers a question of a player; nil where there is nothing to say. errOften, and base.ErrUnavailable where
// others ask meanwhile.
func (a *advisor) advise(ctx context.Context, player int64, game engine.Game, q live.AdvicePosition) (
	*bot.Advice, error) {
	a.mu.Lock()
	by := a.by(player)
	if by.match == q.Match && by.version == q.Version {
		defer a.mu.Unlock()
		return by.advice, nil
	}
	often := !by.limit.Allow()
	a.mu.Unlock()
	if often {
		return nil, errOften
	}
	select {
	case a.core <- struct{}{}:
	case <-ctx.Done():
		return nil, base.ErrUnavailable
	}
	defer func() { <-a.core }()
	until := time.Now().Add(toAdvise)
	advice, given := bot.Advise(game, q.Sight, bot.Budget{Playouts: maxAdvises,
		Stop: func() bool { return time.Now().After(until) }})
	if !given {
		return nil, nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	by.match, by.version, by.advice = q.Match, q.Version, &advice
	return &advice, nil
}

// Advise shows the board with what the Master would do, or says why it does not. Where others may move meanwhile, as
// before a round of Palace, and have, the Master is asked again.
func (w *Wing) Advise(r *web.Request) error {
	match, err := r.Match()
	if err != nil {
		return err
	}
	const tries = 3
	var (
		try    attempt
		status int
		board  live.Board
	)
	for range tries {
		var version int
		if try, status, version, err = w.hint(r, match); err != nil {
			return err
		}
		if board, err = w.board(r); err != nil {
			return err
		}
		if try.hint == nil || board.View.Version == version {
			break
		}
		try.hint = nil // it is of a position that is gone
	}
	if r.HTMX() {
		if try.fault != "" {
			status = http.StatusConflict // which htmx shows
		}
		return w.tableFragment(r, status, tablepage.KindBoard, board, try)
	}
	return w.tablePage(r, status, board, try)
}

// hint asks the Master once, in the position of a version.
func (w *Wing) hint(r *web.Request, match int64) (try attempt, status, version int, err error) {
	status = http.StatusOK
	q, err := w.Store.PositionForAdvice(r.Ctx(), r.Club.ID, r.Table(), r.Player(), match)
	if err == nil {
		try.hint, err = w.advisor.advise(r.Ctx(), r.Player(), w.GamesByKey[q.Game].Rules, q)
	}
	switch {
	case errors.Is(err, base.ErrStale):
		status, try.fault = http.StatusConflict, "hints_turn"
	case errors.Is(err, base.ErrCounts):
		status, try.fault = http.StatusForbidden, web.FaultOf(err).Key
	case errors.Is(err, errOften):
		status, try.fault = http.StatusTooManyRequests, "hints_often"
	case err != nil:
		return try, 0, 0, err
	case try.hint == nil:
		try.fault = "hints_none"
	}
	return try, status, q.Version, nil
}
