package db_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

// An answer is what a move at a table was answered.
type answer struct {
	live.Played
	err error
}

// openings are the first moves of so many matches, each at a table of its own, and the store
// remembers them all.
func (c club) openings(t *testing.T, n int) (list []live.PlayInput) {
	t.Helper()
	for range n {
		table := c.table(t, inTurn)
		_, err := c.Play(t.Context(), c.input(t, table, c.mover(t, table), "opening"))
		must(t, err)
		list = append(list, c.input(t, table, c.mover(t, table), "key"))
	}
	return list
}

// atOnce makes moves of which all but the first have to wait, and then have one transaction
// for themselves; but for those apart, that are never made with others. There is a single connection for all of them,
// in their order, until more are released. The last player waits as long as the context says.
func (c club) atOnce(t *testing.T, ctx context.Context, list []live.PlayInput, apart ...int) (
	answers []chan answer, release func()) {
	t.Helper()
	c.BatchSecondAt(math.MaxInt)
	answers, held := c.queued(t, ctx, list, apart...)
	held[0].Release()
	release = sync.OnceFunc(func() {
		for _, conn := range held[1:] {
			conn.Release()
		}
	})
	t.Cleanup(release)
	return answers, release
}

// queued makes moves in their order, for which there is no connection yet: all are held. Those apart
// are never made with others. The last player waits as long as the context says.
func (c club) queued(t *testing.T, ctx context.Context, list []live.PlayInput, apart ...int) (
	answers []chan answer, held []*pgxpool.Conn) {
	t.Helper()
	for range c.Pool().Config().MaxConns {
		conn, err := c.Pool().Acquire(t.Context())
		must(t, err)
		held = append(held, conn)
	}
	joined := 0
	for i, in := range list {
		made := make(chan answer, 1)
		answers = append(answers, made)
		go func() {
			defer func() {
				if broken := recover(); broken != nil {
					made <- answer{err: fmt.Errorf("panic: %v", broken)}
				}
			}()
			playing := t.Context()
			if i == len(list)-1 {
				playing = ctx
			}
			played, err := c.Play(playing, in)
			made <- answer{played, err}
		}()
		if !slices.Contains(apart, i) {
			joined++
		}
		for c.Vitals().Batched < joined {
			runtime.Gosched()
		}
	}
	return answers, held
}

// locked holds what a statement locks, by a connection of its own, until unlock.
func (c club) locked(t *testing.T, lock string) (unlock func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), c.Pool().Config().ConnString())
	must(t, err)
	_, err = conn.Exec(t.Context(), "BEGIN; "+lock)
	must(t, err)
	return func() { must(t, conn.Close(t.Context())) }
}

// While a transaction runs another one begins when enough moves wait, and a third never.
func TestSecondTransaction(t *testing.T) {
	t.Parallel()
	c := found(t)
	for _, tc := range []struct{ moves, running int }{{4, 1}, {5, 2}, {14, 2}} {
		list := c.openings(t, tc.moves)
		answers, held := c.queued(t, t.Context(), list)
		if n := c.Vitals().Batches; n != tc.running {
			t.Errorf("%d moves have %d transactions, want %d", tc.moves, n, tc.running)
		}
		for _, conn := range held {
			conn.Release()
		}
		var matches []int64
		for i, made := range answers {
			a := dbtest.Receive(t, "a move to be made", made)
			must(t, a.err)
			matches = append(matches, list[i].Match)
		}
		const made = `SELECT count(DISTINCT xmin::text) FROM moves WHERE match_id = ANY ($1) AND version = 2`
		if n := c.count(t, made, matches[1:min(5, len(matches))]); n != 1 {
			t.Errorf("of %d moves those that waited were made in %d transactions, want 1", tc.moves, n)
		}
		for c.Vitals().Batches > 0 {
			runtime.Gosched()
		}
	}
}

// Each of many moves has the answer that it would have alone.
func TestMovesTogether(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	const first, plain, also, illegal, changed, locked, over, gone, once, twice = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
	list := c.openings(t, twice)
	list[illegal].Move = engine.Move{Verb: "fly"}
	_, err := c.Pool().Exec(ctx, `UPDATE matches SET asides = asides WHERE id = $1`, list[changed].Match)
	must(t, err)
	list[over].Move = engine.Move{Verb: engine.VerbLeave}
	list[gone].Session = 1 << 40
	list = append(list, list[once])

	unlock := c.locked(t, fmt.Sprintf(`SELECT FROM matches WHERE id = %d FOR UPDATE`, list[locked].Match))
	answers, release := c.atOnce(t, ctx, list, illegal, over)
	if a := dbtest.Receive(t, "the first move to be made", answers[once]); a.err != nil || a.Again { // by the one connection, before its like has its turn
		t.Errorf("a move that comes twice: %+v, %v", a.Played, a.err)
	}
	release()
	for i, made := range answers {
		if i == locked || i == once {
			continue
		}
		a := dbtest.Receive(t, "a move to be made", made)
		switch i {
		case illegal:
			if !errors.As(a.err, new(*engine.Illegal)) {
				t.Errorf("illegal: %+v", a)
			}
		case gone:
			refused(t, a.err, base.ErrNotFound)
		case twice:
			if a.err != nil || !a.Again {
				t.Errorf("the second of a move that comes twice: %+v, %v", a.Played, a.err)
			}
		default:
			must(t, a.err)
			if board := c.board(t, list[i].Table, c.ana); i != over &&
				(a.Again || a.Version != 2 || a.Change.At != board.Table.At || board.View.Version != 2) {
				t.Errorf("%d: %+v, board at %s", i, a, board.Table.At)
			}
		}
	}
	for i, want := range map[int]int{also: 1, over: 2} {
		if made := c.count(t, `SELECT count(DISTINCT xmin::text) FROM moves WHERE match_id = ANY ($1)
			AND version = 2`, []int64{list[plain].Match, list[i].Match}); made != want {
			t.Errorf("a plain move and move %d were made in %d transactions, want %d", i, made, want)
		}
	}
	unlock()
	a := dbtest.Receive(t, "the locked move to be made", answers[locked])
	must(t, a.err)
	if made, want := c.count(t, `SELECT count(*) FROM moves WHERE version = 2`), len(list)-3; made != want {
		t.Errorf("%d moves are kept, want %d", made, want)
	}
}

// Where one move fails the others are made, and so where their transaction is broken off.
func TestAMoveFailsAlone(t *testing.T) {
	t.Parallel()
	c := foundOn(t, dbtest.Store(t, brittle{}), brittle{})
	list := c.openings(t, 4)
	fails, breaks := len(list)-3, len(list)-2
	_, err := c.Pool().Exec(t.Context(), fmt.Sprintf(`
		CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'planted'; END $$;
		CREATE TRIGGER planted BEFORE INSERT ON moves FOR EACH ROW WHEN (NEW.match_id = %d)
			EXECUTE FUNCTION planted()`, list[fails].Match))
	must(t, err)
	for name, bad := range map[string]struct {
		move  int
		edit  func(*live.PlayInput)
		apart []int
	}{
		"a statement":                 {fails, func(*live.PlayInput) {}, nil},
		"the program":                 {breaks, func(in *live.PlayInput) { in.Move.Verb = "break" }, []int{1}},
		"a key that another form had": {breaks, func(in *live.PlayInput) { in.Idem = "opening" }, nil},
	} {
		var asked []live.PlayInput
		for i, in := range list {
			in.Idem = name
			if i == bad.move {
				bad.edit(&in)
			}
			if i == 0 || i == len(list)-1 || i == bad.move {
				asked = append(asked, in)
			}
		}
		answers, release := c.atOnce(t, t.Context(), asked, bad.apart...)
		release()
		for i, made := range answers {
			a, fails := dbtest.Receive(t, "a move to end", made), i == 1
			if (a.err != nil || a.Again) != fails || errors.Is(a.err, base.ErrUnavailable) {
				t.Errorf("%s fails: move %d: %+v, %v", name, i, a.Played, a.err)
			}
		}
		if made := c.count(t, `SELECT count(*) FROM moves WHERE idem = $1`, name); made != len(asked)-1 {
			t.Errorf("%s fails: %d moves are kept, want %d", name, made, len(asked)-1)
		}
		for i := range list {
			list[i] = c.input(t, list[i].Table, c.mover(t, list[i].Table), "")
		}
	}
}

// Moves whose COMMIT is lost are each found by their keys, or made anew.
func TestCommitOfManyLost(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		loss loss
		kept bool
	}{"before the server had it": {before, false}, "after the server had it": {after, true}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, network := foundLossy(t)
			list := c.openings(t, 5)
			looking := make([]live.Admission, len(list))
			for i, in := range list {
				var err error
				looking[i], err = c.Admit(t.Context(), c.id, in.Table, c.ana)
				must(t, err)
				_, err = c.See(t.Context(), looking[i])
				must(t, err)
			}
			network.pass.Store(1)
			network.next.Store(int32(tc.loss))
			answers, release := c.atOnce(t, t.Context(), list)
			release()
			for i, made := range answers {
				a := dbtest.Receive(t, "a move to be made", made)
				must(t, a.err)
				if a.Version != 2 || a.Again != (tc.kept && i > 0) {
					t.Errorf("move %d: %+v", i, a.Played)
				}
				now, err := c.See(t.Context(), looking[i])
				must(t, err)
				if board, err := now.For(looking[i]); err != nil || board.Table.Version != 2 {
					t.Errorf("move %d is answered, and its table shows move %d (%v)", i, board.Table.Version, err)
				}
			}
			if network.next.Load() != int32(none) {
				t.Error("no COMMIT was lost")
			}
			if n := c.count(t, `SELECT count(*) FROM moves WHERE idem = 'key'`); n != len(list) {
				t.Errorf("%d moves in the end, want %d", n, len(list))
			}
		})
	}
}

// A player who goes away stops nobody else's move.
func TestWhoGoesStopsNobody(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	list := c.openings(t, 4)
	looking, err := c.Admit(ctx, c.id, list[len(list)-1].Table, c.ana)
	must(t, err)
	before, err := c.See(ctx, looking)
	must(t, err)
	_, err = c.Pool().Exec(ctx, fmt.Sprintf(`
		CREATE FUNCTION planted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END $$;
		CREATE TRIGGER planted BEFORE INSERT ON moves FOR EACH ROW WHEN (NEW.match_id = %d)
			EXECUTE FUNCTION planted()`, list[len(list)-2].Match))
	must(t, err)
	unlock := c.locked(t, `SELECT pg_advisory_xact_lock(1)`)
	leaving, leave := context.WithCancel(ctx)
	answers, release := c.atOnce(t, leaving, list)
	release()
	c.waits(t, 1)
	leave()
	refused(t, (<-answers[len(list)-1]).err, base.ErrUnavailable)
	unlock()
	for _, made := range answers[:len(list)-1] {
		must(t, (<-made).err)
	}
	if made := c.count(t, `SELECT count(*) FROM moves WHERE idem = 'key'`); made != len(list) {
		t.Errorf("%d moves are kept, want %d", made, len(list))
	}
	if now, err := c.See(ctx, looking); err != nil || now == before || now.At() == before.At() {
		t.Errorf("those who look at the table are still shown %s (%v)", before.At(), err)
	}
}

// brittle is a game that has one move too many.
type brittle struct{ toy.Game }

func (brittle) Deal(s engine.Setup) (engine.Round, error) {
	r, err := toy.Game{}.Deal(s)
	return glass{r}, err
}

func (brittle) Load(data []byte) (engine.Round, error) {
	r, err := toy.Game{}.Load(data)
	return glass{r}, err
}

type glass struct{ engine.Round }

func (g glass) MarshalJSON() ([]byte, error) { return json.Marshal(g.Round) }

func (g glass) CopyInto(other engine.Round) engine.Round {
	room, _ := other.(glass)
	return glass{g.Round.CopyInto(room.Round)}
}

func (g glass) Breaks(s engine.Seat, m *engine.Move) string {
	if m.Verb == "break" {
		panic("planted")
	}
	return g.Round.Breaks(s, m)
}
