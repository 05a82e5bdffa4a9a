package db

import (
	"cmp"
	"context"
	"math"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/live"
	"carteado/db/pg"
	"carteado/engine"
)

// LuckJob works out what the cards of a match that is over gave to each seat. It comes behind reviews, which somebody
// waits for, and shares their only worker.
type LuckJob struct {
	Match int64 `json:"match"`
}

// Kind names the job in the queue.
func (LuckJob) Kind() string { return "luck" }

// queueLuck queues it in the transaction that ends a match which counts.
func queueLuck(ctx context.Context, tx *pg.Tx, match int64) error {
	return tx.AddJobs(ctx, river.InsertManyParams{Args: LuckJob{match},
		InsertOpts: &river.InsertOpts{Queue: ReviewQueue, Priority: lowestPriority}})
}

// OldLuckJob works out the luck of matches that nobody asked it of when they ended, as of those that ended before there
// was such a thing. It comes behind everything else.
type OldLuckJob struct{}

// Kind names the job in the queue.
func (OldLuckJob) Kind() string { return "old_luck" }

// QueueOldLuck queues it, unless it is under way.
func (s *Store) QueueOldLuck(ctx context.Context) error {
	return s.InTx(ctx, "queue old luck", func(ctx context.Context, tx *pg.Tx) error {
		return tx.AddJobsOnce(ctx, river.InsertManyParams{Args: OldLuckJob{}, InsertOpts: &river.InsertOpts{
			Queue: ReviewQueue, Priority: lowestPriority, UniqueOpts: pg.OnceInQueue}})
	})
}

// lookedThrough is how many results WithoutLuck looks at.
const lookedThrough = 500

// WithoutLuck is the last match below another, 0 for all, that is counted, has rounds, and has no luck. Below is where
// to go on, 0 for nowhere: with match 0 it has looked at many that have luck, or no rounds.
func (s *Store) WithoutLuck(ctx context.Context, from int64) (match, below int64, err error) {
	err = s.Read(ctx, "match without luck", func(ctx context.Context, conn *pgxpool.Conn) error {
		match, below = 0, 0
		rows, err := conn.Query(ctx, `SELECT match_id, NOT EXISTS (SELECT FROM luck WHERE match_id = c.match_id)
				AND EXISTS (SELECT FROM rounds WHERE match_id = c.match_id)
			FROM (SELECT match_id FROM counted WHERE match_id < $1 ORDER BY match_id DESC LIMIT $2) c
			ORDER BY match_id DESC`, cmp.Or(from, math.MaxInt64), lookedThrough)
		if err != nil {
			return err
		}
		var id int64
		var lacks bool
		_, err = pgx.ForEachRow(rows, []any{&id, &lacks}, func() error {
			if match == 0 {
				below = id
			}
			if match == 0 && lacks {
				match = id
			}
			return nil
		})
		return err
	})
	return match, below, err
}

// A DealtMatch is the deals of a match that is over.
type DealtMatch struct {
	Club   int64
	Game   engine.Game
	Rounds []int // numbers
	Deals  []engine.Setup
}

// Deals are those of the rounds that were played to their end while nobody had left: ErrNotFound for a match that
// goes on, ErrOtherRules, ErrKeyLost. No move is read. A round that was broken off has a deal too, but no points to
// set its luck against, and after it nobody plays the cards of the player who left.
func (s *Store) Deals(ctx context.Context, job LuckJob) (d DealtMatch, err error) {
	err = s.Read(ctx, "deals", func(ctx context.Context, conn *pgxpool.Conn) error {
		d = DealtMatch{}
		var p live.MatchPosition
		var options engine.Options
		var seats int
		if err := conn.QueryRow(ctx, `SELECT m.club_id, t.game, t.options, m.rules_version,
				(SELECT count(*) FROM match_seats WHERE match_id = m.id), `+live.ShuffledSQL+`
			FROM matches m JOIN tables t ON t.id = m.table_id WHERE m.id = $1 AND m.status = 'over'`, job.Match).
			Scan(append([]any{&d.Club, &p.Game, &options, &p.Rules, &seats}, p.Columns()...)...); err != nil {
			return err
		}
		if d.Game, err = s.GameBy(p.Game, p.Rules); err != nil {
			return err
		}
		from, err := s.SourceOf(job.Match, &p.Shuffled)
		if err != nil {
			return err
		}
		rows, err := conn.Query(ctx, `SELECT number, dealer FROM rounds r WHERE match_id = $1
			AND NOT EXISTS (SELECT FROM moves WHERE match_id = r.match_id AND version <= r.version AND move = $2)
			ORDER BY number`, job.Match, engine.VerbLeave)
		if err != nil {
			return err
		}
		var number int
		var dealer engine.Seat
		_, err = pgx.ForEachRow(rows, []any{&number, &dealer}, func() error {
			d.Rounds = append(d.Rounds, number)
			d.Deals = append(d.Deals, engine.Setup{Seats: seats, Dealer: dealer, Options: options,
				Seed: from.Derive("round", number)})
			return nil
		})
		return err
	})
	return d, err
}
