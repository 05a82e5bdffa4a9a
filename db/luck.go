package db

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

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

// A DealtMatch is the deals of a match that is over.
type DealtMatch struct {
	Club   int64
	Game   engine.Game
	Rounds []int // numbers
	Deals  []engine.Setup
}

// Deals are those of the rounds that were played to their end while nobody had left: ErrNotFound for a match that goes
// on, ErrOtherRules, ErrKeyLost. No move is read.
func (s *Store) Deals(ctx context.Context, job LuckJob) (d DealtMatch, err error) {
	err = s.Read(ctx, "deals", func(ctx context.Context, conn *pgxpool.Conn) error {
		d = DealtMatch{}
		var p position
		var options engine.Options
		var seats int
		if err := conn.QueryRow(ctx, `SELECT m.club_id, t.game, t.options, m.rules_version,
				(SELECT count(*) FROM match_seats WHERE match_id = m.id), `+shuffledSQL+`
			FROM matches m JOIN tables t ON t.id = m.table_id WHERE m.id = $1 AND m.status = 'over'`, job.Match).
			Scan(append([]any{&d.Club, &p.Game, &options, &p.Rules, &seats}, p.columns()...)...); err != nil {
			return err
		}
		if d.Game, err = s.gameBy(p.Game, p.Rules); err != nil {
			return err
		}
		from, err := s.source(job.Match, &p.shuffled)
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
