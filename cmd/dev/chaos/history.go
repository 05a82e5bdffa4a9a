package chaos

import (
	"context"
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/anishathalye/porcupine"
	"github.com/jackc/pgx/v5"

	"carteado/db/live"
	"carteado/engine"
)

// A request makes a move, asks for the number of moves or, at the end, for all their
// keys.
type request struct {
	key     string // of a move's form; "" for a look
	version int    // that the form named
}

// An answer is the reply to a request; empty for an acknowledged move.
type answer struct {
	refused bool // the move, as one that names an old position
	version int
	all     []string // the keys of the moves that are kept; nil but in the end
}

// model is a match as everybody must see it: a move counts once, at the version that it
// named, every later read shows all moves acknowledged before it, and no move is
// refused but for one that came before it.
var model = porcupine.Model{
	Init: func() any { return "" },
	Step: func(state, in, out any) (bool, any) {
		r, said := in.(request), out.(answer)
		moves := strings.Fields(state.(string))
		switch {
		case r.key == "" && said.all != nil:
			return slices.Equal(moves, said.all), state
		case r.key == "":
			return len(moves) == said.version, state
		case said.refused:
			return r.version < len(moves) && !slices.Contains(moves, r.key), state
		case slices.Contains(moves, r.key):
			return true, state // it came again
		}
		return r.version == len(moves), strings.Join(append(moves, r.key), " ")
	},
	DescribeOperation: func(in, out any) string { return fmt.Sprintf("%+v: %+v", in, out) },
}

// checkWithin bounds the search for an order in which a history makes sense.
const checkWithin = time.Minute

// check says what is wrong with the history of a match.
func check(history []porcupine.Operation) error {
	if result := porcupine.CheckOperationsTimeout(model, history, checkWithin); result != porcupine.Ok {
		return fmt.Errorf("%d requests have no order in which their answers are right: %s", len(history), result)
	}
	return nil
}

// A history is the list of requests about a match with their answers.
type history struct {
	*storm
	table, client int
	moves         int             // acknowledged
	old           map[string]form // the last of each seat and kind of move

	mu  sync.Mutex
	all []porcupine.Operation
}

func (h *history) note(client int, in request, call time.Time, out answer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, porcupine.Operation{ClientId: h.client + client, Input: in, Output: out,
		Call: int64(call.Sub(h.began)), Return: int64(time.Since(h.began))}) // whatever the clock on the wall does
}

// end compares what was said with what is kept, and that with the seed.
func (h *history) end(ctx context.Context) error {
	began := time.Now()
	kept := []string{}
	if err := insist(ctx, func() (err error) { kept, err = h.kept(ctx); return err }); err != nil {
		return err
	}
	h.note(0, request{}, began, answer{version: len(kept), all: kept})
	if len(kept) != h.moves {
		return fmt.Errorf("%d moves are kept, %d were acknowledged", len(kept), h.moves)
	}
	if err := check(h.all); err != nil {
		return err
	}
	return h.prove(ctx)
}

// prove ends the match and plays it again from its seed and moves.
func (h *history) prove(ctx context.Context) error {
	key := rand.Text()
	return insist(ctx, func() error {
		board, _, err := h.board(ctx)
		if err != nil {
			return err
		}
		match, steps := board.Table.Match, board.View.Version
		if board.View.Outcome == nil {
			played, err := h.store.Play(ctx, live.PlayInput{
				Club: h.club.ID, Table: h.table, Match: match, Player: h.players[0], Version: steps, Idem: key,
				Move: engine.Move{Verb: engine.VerbLeave},
			})
			if err != nil {
				return err
			}
			steps = played.Version
		}
		_, err = h.store.Replay(ctx, h.club.ID, match, steps, h.players[0])
		return err
	})
}

// kept are the keys of a table's moves, in order.
func (h *history) kept(ctx context.Context) ([]string, error) {
	conn, err := pgx.Connect(ctx, h.url)
	if err != nil {
		return nil, err
	}
	defer func() { _ = conn.Close(ctx) }()
	rows, err := conn.Query(ctx, `SELECT v.idem FROM moves v JOIN matches m ON m.id = v.match_id JOIN tables t
		ON t.id = m.table_id
		WHERE t.club_id = $1 AND t.number = $2 ORDER BY v.version`, h.club.ID, h.table)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
