package live

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
)

// The tables of a duplicate round play the same deals: their matches have one secret, to which the club has committed
// by a number of its own, and nothing that players add. So a player who knew what another table has played would know
// the cards to come. Such a table is held from its opening on: base.SeesSQL shows it to nobody but those who sit
// there, whatever their role. A match that is played to its end there does not end for the program, neither its
// result nor its secret is published, until all tables of the round are released together.

// SharedDeals is what the matches of a duplicate round have in common.
type SharedDeals struct {
	Number     int64 // that the commitment names
	Secret     engine.Seed
	Commitment string
	Made       time.Time
}

// SharedOf reads it: base.ErrStale for a round that has none, or none any more.
func (s *Tables) SharedOf(ctx context.Context, night int64, round int) (*SharedDeals, error) {
	var v SharedDeals
	err := s.InTx(ctx, "shared deals", func(ctx context.Context, tx *pg.Tx) error {
		var sealed []byte
		err := tx.QueryRow(ctx, `SELECT match_id, secret, commitment, made_at FROM duplicates
			WHERE night_id = $1 AND round = $2 AND released_at IS NULL`, night, round).
			Scan(&v.Number, &sealed, &v.Commitment, &v.Made)
		if errors.Is(err, pgx.ErrNoRows) {
			return base.ErrStale
		}
		if err == nil {
			v.Secret, err = s.Keys.Unseal(v.Number, sealed)
		}
		return err
	})
	return &v, err
}

// sealFor is the seal of a match with the shared secret, under its own number.
func (v *SharedDeals) sealFor(s *Tables, own seal) (seal, error) {
	sealed, err := s.Keys.Seal(own.Match, v.Secret)
	own.Secret, own.Commitment, own.Made, own.DealtAs = StoredSecret{Sealed: sealed}, v.Commitment, v.Made, &v.Number
	return own, err
}

// ReleaseJob releases the tables of a round once all have been played.
type ReleaseJob struct {
	Night int64 `json:"night"`
	Round int   `json:"round"`
}

// Kind names the job in the queue.
func (ReleaseJob) Kind() string { return "release" }

// hold keeps the end of a match back whose table is held, and reports that it did.
func (s *Tables) hold(ctx context.Context, tx *pg.Tx, p *MatchPosition, match *engine.Match, outcome engine.Outcome) (
	held bool, err error) {
	if match.Options().Duplicates() == 0 {
		return false, nil
	}
	var job ReleaseJob
	err = tx.QueryRow(ctx, `SELECT d.night_id, d.round FROM tables t JOIN draw_tables d ON d.table_id = t.id
		WHERE t.id = $1 AND t.held`, p.Table).Scan(&job.Night, &job.Round)
	if errors.Is(err, pgx.ErrNoRows) || errors.Is(err, base.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	tx.Last.Queue(expireOffers, p.Match)
	tx.Last.Queue(`DELETE FROM plans WHERE match_id = $1`, p.Match)
	tx.Last.Queue(`UPDATE matches SET held_at = clock_timestamp(), outcome = $2 WHERE id = $1`, p.Match, outcome)
	return true, tx.AddJobs(ctx, river.InsertManyParams{Args: job})
}

// ReleaseRounds releases the rounds whose last table has gone by another way than the end of its match: it was closed,
// or nobody came to it.
func (s *Tables) ReleaseRounds(ctx context.Context) error {
	var held []ReleaseJob
	err := s.Read(ctx, "held rounds", func(ctx context.Context, conn *pgxpool.Conn) (err error) {
		held, err = pg.All[ReleaseJob](ctx, conn, `SELECT night_id AS night, round FROM duplicates
			WHERE released_at IS NULL ORDER BY 1, 2`)
		return err
	})
	for _, round := range held {
		err = errors.Join(err, s.ReleaseRound(ctx, round))
	}
	return err
}

// ReleaseRound does what a job is for.
func (s *Tables) ReleaseRound(ctx context.Context, job ReleaseJob) error {
	return s.InTx(ctx, "release round", func(ctx context.Context, tx *pg.Tx) error {
		var held bool
		err := tx.QueryRow(ctx, `SELECT true FROM duplicates WHERE night_id = $1 AND round = $2 AND released_at IS NULL
			FOR UPDATE`, job.Night, job.Round).Scan(&held)
		if errors.Is(err, pgx.ErrNoRows) || errors.Is(err, base.ErrNotFound) {
			return nil // it is another round, or released
		}
		if err != nil {
			return err
		}
		// Nobody sits down, and so nothing is dealt, between the look and the release.
		tx.Do(ctx, `SELECT FROM tables WHERE id IN (SELECT table_id FROM draw_tables WHERE night_id = $1 AND round = $2)
			ORDER BY id FOR UPDATE`, job.Night, job.Round)
		var playing bool
		if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM draw_tables d LEFT JOIN tables t ON t.id = d.table_id
				LEFT JOIN LATERAL (SELECT status, held_at FROM matches WHERE table_id = t.id ORDER BY id LIMIT 1) m
					ON true
				JOIN draws w ON w.night_id = d.night_id AND w.number = d.round
			WHERE d.night_id = $1 AND d.round = $2 AND NOT d.paper AND CASE WHEN t.id IS NULL
				THEN NOT EXISTS (SELECT FROM draw_seats s JOIN arrivals r ON r.id = s.arrival_id
					WHERE r.player_id IS NULL AND s.night_id = d.night_id AND s.round = d.round
						AND s.number = d.number) -- it is opened later
				WHEN coalesce(m.status, 'waiting') = 'waiting' AND w.over_at IS NOT NULL THEN false -- nobody came to it
				ELSE t.status <> 'closed' AND m.status <> 'over' AND m.held_at IS NULL END)`, job.Night, job.Round).
			Scan(&playing); err != nil || playing {
			return err
		}
		closeUndealt(ctx, tx, job)
		return s.ReleaseIn(ctx, tx, job)
	})
}

// closeUndealt closes the tables of a round to which nobody has come: their matches would be dealt from a secret that
// everybody can read once it is released.
func closeUndealt(ctx context.Context, tx *pg.Tx, job ReleaseJob) {
	tx.Do(ctx, `WITH gone AS (UPDATE tables SET status = 'closed' WHERE held AND status = 'open' AND id IN (
				SELECT table_id FROM draw_tables WHERE night_id = $1 AND round = $2) RETURNING id),
			forgotten AS (DELETE FROM seals USING gone WHERE table_id = gone.id)
		UPDATE draw_tables SET closed = 'void' WHERE closed IS NULL AND table_id IN (SELECT id FROM gone)`, job.Night,
		job.Round)
}

// ReleaseIn shows the tables of a round to the club, ends the matches that were held, and lets the others go on as at
// any table; nothing more is dealt there by their secret. Done again, it does nothing.
func (s *Tables) ReleaseIn(ctx context.Context, tx *pg.Tx, job ReleaseJob) error {
	var one bool
	err := tx.QueryRow(ctx, `UPDATE duplicates SET released_at = clock_timestamp(), secret = NULL
		WHERE night_id = $1 AND round = $2 AND released_at IS NULL RETURNING true`, job.Night, job.Round).Scan(&one)
	if errors.Is(err, pgx.ErrNoRows) || errors.Is(err, base.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	tables, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `UPDATE tables SET held = false, version = version + 1
		WHERE held AND id IN (SELECT table_id FROM draw_tables WHERE night_id = $1 AND round = $2) RETURNING id`,
		job.Night, job.Round)
	if err != nil {
		return err
	}
	matches, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `SELECT id FROM matches WHERE table_id = ANY ($1)
		AND held_at IS NOT NULL AND status = 'playing' ORDER BY id`, tables)
	if err != nil {
		return err
	}
	for _, match := range matches {
		if err := s.endHeld(ctx, tx, match); err != nil {
			return err
		}
	}
	for _, table := range tables {
		Notify(tx, table)
	}
	return tx.Err()
}

// endHeld ends a match that was held.
func (s *Tables) endHeld(ctx context.Context, tx *pg.Tx, id int64) error {
	p, err := LockPosition(ctx, tx, id)
	if err != nil {
		return err
	}
	match, err := s.LoadMatch(ctx, tx, &p)
	if errors.Is(err, base.ErrOtherRules) || errors.Is(err, base.ErrKeyLost) {
		return s.AbandonMatch(ctx, tx, &p)
	}
	if err == nil {
		err = s.OpenKey(p.Match, &p.Shuffled)
	}
	if err != nil {
		return err
	}
	outcome, over := match.Outcome()
	if !over {
		return nil
	}
	return s.end(ctx, tx, &p, engine.Nobody, outcome)
}
