package live

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/bot"
)

// A DueMove is a move that the program makes for a seat: that of a bot, also of one that keeps a player's seat, of a
// player who has left, or of one who may have planned it. The program that made it due makes it, as soon as that
// is committed. A job of the queue makes those that nobody made: the moves that the
// program forgot when it ended, and with the transaction itself those of players
// who have left, which no row of a match shows.
type DueMove struct {
	Match   int64       `json:"match"`
	Version int         `json:"version"` // the position it is about
	Seat    engine.Seat `json:"seat"`
}

// Kind names the job in the queue.
func (DueMove) Kind() string { return "bot_move" }

// OnBotMove lets tell know of every move that a commit of this program makes due.
// It must not wait.
func (s *Tables) OnBotMove(tell func(DueMove)) { s.botMove.Store(&tell) }

// OnTurn lets tell know of every turn of a player that a commit of this program begins, planned or not, so that no move
// takes longer where there is a plan. It must not wait.
func (s *Tables) OnTurn(tell func(DueMove)) { s.turn.Store(&tell) }

// dueBots finds the seats whose turn has begun with this position: those without a player, also that of one whose
// player has just left, and those whose players may have planned it. With again, those are found, too,
// whose turn began earlier and still lasts: a bot has just taken over, or the match goes on after a halt.
func (s *Tables) dueBots(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match, again bool) error {
	var left []river.InsertManyParams
	for _, seat := range match.ToMove() {
		due := DueMove{Match: p.Match, Version: match.Version(), Seat: seat}
		if !p.isBot(seat) && !match.HasLeft(seat) && !p.BotKeeps(seat) {
			if again || match.Fresh(seat) == match.Version() {
				tx.OnCommit(func() { tell(&s.turn, due) })
			}
			continue
		}
		if match.Fresh(seat) != match.Version() && !again {
			continue
		}
		if p.Clock.Stands() && !match.HasLeft(seat) {
			continue
		}
		tx.OnCommit(func() { tell(&s.botMove, due) })
		if match.HasLeft(seat) {
			left = append(left, river.InsertManyParams{Args: due})
		}
	}
	return tx.AddJobs(ctx, left...)
}

// tell tells of a move that a transaction has made due, or may have.
func tell(whom *atomic.Pointer[func(DueMove)], due DueMove) {
	if tell := whom.Load(); tell != nil {
		(*tell)(due)
	}
}

// OverdueMoves are the moves of bots that nobody has made for some time, and those of seats whose players have planned
// them.
func (s *Tables) OverdueMoves(ctx context.Context, since time.Duration) (due []DueMove, err error) {
	err = s.Read(ctx, "overdue bots", func(ctx context.Context, conn *pgxpool.Conn) error {
		due, err = pg.All[DueMove](ctx, conn, `
			SELECT m.id AS match, m.version, s.seat FROM matches m JOIN match_seats s ON s.match_id = m.id
			WHERE m.status = 'playing' AND s.seat = ANY (m.to_move) AND m.clock->>'paused' IS NULL
				AND m.changed_at <= clock_timestamp() - $1::interval
				AND (s.bot IS NOT NULL OR (m.clock->'seats'->s.seat::int->>'kept')::boolean
					OR EXISTS (SELECT FROM plans WHERE match_id = m.id AND player_id = s.player_id))
			ORDER BY m.id, s.seat`, since)
		return err
	})
	return due, err
}

// QueueBots makes jobs of moves, unless there are such jobs already.
func (s *Tables) QueueBots(ctx context.Context, due []DueMove) error {
	if len(due) == 0 {
		return nil
	}
	var jobs []river.InsertManyParams
	for _, move := range due {
		jobs = append(jobs, river.InsertManyParams{Args: move, InsertOpts: &river.InsertOpts{
			UniqueOpts: pg.OnceInQueue}})
	}
	return s.InTx(ctx, "queue bots", func(ctx context.Context, tx *pg.Tx) error { return tx.AddJobsOnce(ctx, jobs...) })
}

// PlayBot makes a bot's move, or the automatic one for a player who has left. Of a seat that has its player it makes
// the moves that the player has planned. It has no effect when there are none, when the position has moved on, or
// when the match's rules are not played any more, so that it may run any number of times, in any number of programs.
// The choice is made outside of any transaction, from what the seat may know. A choice that is not legal is an error,
// and nothing is changed.
func (s *Tables) PlayBot(ctx context.Context, due DueMove,
	choose func(game, level string, sight bot.Sight) engine.Move) error {
	game, level, sight, err := s.sight(ctx, due)
	planned := errors.Is(err, errObsolete) // or nobody's turn
	if planned {
		err = s.playPlans(ctx, due)
	}
	if errors.Is(err, errObsolete) || errors.Is(err, base.ErrNotFound) || errors.Is(err, base.ErrOtherRules) ||
		errors.Is(err, base.ErrKeyLost) {
		return nil
	}
	if err != nil || planned {
		return err
	}
	move := choose(game, level, sight)
	err = s.InTx(ctx, "play bot", func(ctx context.Context, tx *pg.Tx) error {
		p, m, _, _, err := s.botPosition(ctx, tx, due, "NULL", `FOR UPDATE OF m`)
		if err != nil {
			return err
		}
		switch {
		case m.HasLeft(due.Seat):
			move = m.Auto(due.Seat)
		case p.BotKeeps(due.Seat):
			p.Made = MadeByBot
		}
		p.Plain = true
		return s.Advance(ctx, tx, &p, m, due.Seat, move, fmt.Sprintf("%s%d %d", BotKey, due.Seat, due.Version))
	})
	if errors.Is(err, errObsolete) {
		return nil
	}
	return err
}

// errObsolete says that a bot's job is about a position that is gone.
var errObsolete = errors.New("position has moved on")

// botPosition returns the match of a bot's move and the bot's level, "" where a
// player sat: errObsolete when the seat has its player or the position is gone. A column more
// may be asked for.
func (s *Tables) botPosition(ctx context.Context, q pg.Querier, due DueMove, more, lock string) (
	p MatchPosition, m *engine.Match, level string, made []string, err error) {
	err = q.QueryRow(ctx, `
		SELECT `+PositionColumns+`, coalesce(`+base.LevelSQL+`, ''), `+more+`::text[]
		FROM matches m JOIN tables t ON t.id = m.table_id JOIN match_seats s ON s.match_id = m.id
		WHERE m.id = $1 AND s.seat = $2 `+lock, due.Match, due.Seat).Scan(append(p.Fields(), &level, &made)...)
	if err != nil {
		return p, nil, "", nil, err
	}
	if p.Status != base.MatchPlaying {
		return p, nil, "", nil, errObsolete
	}
	if m, err = s.LoadMatch(ctx, q, &p); err != nil {
		return p, nil, "", nil, err
	}
	if p.BotKeeps(due.Seat) {
		level = bot.Club
	}
	if (level == "" || p.Clock.Stands()) && !m.HasLeft(due.Seat) || due.Version < m.Fresh(due.Seat) ||
		due.Version > p.Version || !slices.Contains(m.ToMove(), due.Seat) {
		return p, nil, "", nil, errObsolete
	}
	return p, m, level, made, nil
}

// madeInRoundSQL are the moves since the deal of the round, each with its seat, and perhaps the last
// one or two before it.
const madeInRoundSQL = `(SELECT array_agg(seat || ' ' || move ORDER BY version) FROM moves WHERE match_id = m.id
	AND version <= m.version
	AND version > (SELECT coalesce(max(version), 0) FROM moves WHERE match_id = m.id AND move = 'next'))`

// changeLevel changes how well a bot plays in the rounds to come of a table's match, and in its next ones: ErrStale
// but between two rounds. The bot's seat in the match stays as it was dealt to; the change is an aside.
func (s *Tables) changeLevel(ctx context.Context, tx *pg.Tx, t TableView, by int64, seat engine.Seat,
	level string) error {
	p, err := lockRunning(ctx, tx, t.Club, t.Number, by)
	if err != nil {
		return err
	}
	if p.Status != base.MatchPlaying {
		return base.ErrStale
	}
	match, err := s.LoadMatch(ctx, tx, &p)
	switch {
	case err != nil:
		return err
	case !match.Between():
		return base.ErrStale
	case t.Seats[seat].Bot == level:
		return nil
	}
	tx.Do(ctx, `UPDATE seats SET bot = $3 WHERE table_id = $1 AND seat = $2`, t.ID, seat, level)
	s.aside(ctx, tx, &p, seat, AsideKind(base.Level+level), match.Number()+1)
	return nil
}

// sight holds all that the bot on a seat may know.
func (s *Tables) sight(ctx context.Context, due DueMove) (game, level string, sight bot.Sight, err error) {
	err = s.Read(ctx, "bot's sight", func(ctx context.Context, conn *pgxpool.Conn) error {
		p, m, l, made, err := s.botPosition(ctx, conn, due, madeInRoundSQL, "")
		if err != nil {
			return err
		}
		game, level = p.Game, l
		sight, err = s.sightOf(&p, m, due.Seat, made)
		return err
	})
	return game, level, sight, err
}

// courseOf plays the moves of a round again, as a seat saw them. A round that cannot be played
// again has no course, and is judged by its view alone.
func courseOf(m *engine.Match, from engine.Source, viewer engine.Seat, made []string) (course engine.Course) {
	round, err := m.Game().Deal(engine.Setup{
		Seats: m.Seats(), Dealer: m.Dealer(), Options: m.Options(), Seed: from.Derive("round", m.Number()),
	})
	if err != nil || m.Between() {
		return course
	}
	leaver, leaves := round.(engine.Leaver)
	for s := range engine.Seat(m.Seats()) { // those who had left before the deal
		if leaves && m.HasLeft(s) && !slices.Contains(made, fmt.Sprintf("%d %s", s, engine.VerbLeave)) {
			leaver.Leave(s)
		}
	}
	course.Dealt = round.View(viewer)
	for _, made := range withoutUndone(made) {
		seat, text, _ := strings.Cut(made, " ")
		s, err := strconv.Atoi(seat)
		if err != nil {
			return engine.Course{}
		}
		if text == engine.VerbLeave || text == engine.VerbNext {
			if leaves && text == engine.VerbLeave {
				leaver.Leave(engine.Seat(s))
			}
			continue
		}
		move, err := engine.ParseMove(text)
		if err != nil {
			return engine.Course{}
		}
		events, err := engine.Play(round, engine.Seat(s), move)
		if err != nil {
			return engine.Course{}
		}
		course.See(events, viewer)
	}
	if !storedAlike(round, m.Round()) {
		return engine.Course{}
	}
	return course
}

// storedAlike reports that two rounds are the same. One that was stored and read need not be equal in memory to one
// that was played.
func storedAlike(a, b engine.Round) bool {
	one, err := json.Marshal(a)
	other, fault := json.Marshal(b)
	return err == nil && fault == nil && bytes.Equal(one, other)
}

// withoutUndone leaves out moves that were taken back.
func withoutUndone(made []string) (kept []string) {
	for _, move := range made {
		if strings.HasSuffix(move, " "+engine.VerbUndo) {
			kept = kept[:max(0, len(kept)-1)]
		} else {
			kept = append(kept, move)
		}
	}
	return kept
}
