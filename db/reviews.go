package db

import (
	"context"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/bot"
)

// ReviewJob works a review out. It comes after everything else but LuckJob, and one at a time: it takes a minute at
// most, and nobody's move waits for it.
type ReviewJob struct {
	Match  int64 `json:"match"`
	Player int64 `json:"player"`
}

// Kind names the job in the queue.
func (ReviewJob) Kind() string { return "review" }

// ReviewQueue is a queue of its own, with one worker.
const ReviewQueue = "reviews"

// lowestPriority is River's.
const (
	lowestPriority = 4
	reviewPriority = 3
)

// A Review is what the Master says of a player's own moves, or how far it is.
type Review struct {
	results.Sheet
	Player    int64
	Asked     bool
	Looked    int // decisions so far, of Decisions, which is 0 before it has begun
	Decisions int
	Shared    bool
	Found     *bot.Review    // nil until it is done
	Better    []engine.Scene // what the seat saw at each of Found.Better; none under rules that are not played here
	Right     []engine.Scene // at each of Found.Right
}

// underwaySQL is true of a review that is done, or that somebody may still work at: one whose job was given up while
// the database was away is asked for again after a day.
const underwaySQL = `(done_at IS NOT NULL OR asked_at > now() - interval '1 day')`

// reviewable is the match of a review: ErrNotFound for who may not see it, ErrUnfinished while it goes on, ErrNotPlayed
// for a player without a seat in it.
func reviewable(ctx context.Context, q pg.Querier, club, match, player, viewer int64) (sheet results.Sheet,
	seat engine.Seat, err error) {
	if sheet, err = results.SelectSheet(ctx, q, club, match, viewer); err != nil {
		return sheet, seat, err
	}
	at := slices.IndexFunc(sheet.Seats, func(s base.Seat) bool { return s.Player == player })
	switch {
	case sheet.Status == base.MatchWaiting:
		return sheet, seat, base.ErrNotFound
	case at < 0:
		return sheet, seat, base.ErrNotPlayed
	case sheet.Status != base.MatchOver:
		return sheet, seat, base.ErrUnfinished
	}
	return sheet, sheet.Seats[at].Seat, nil
}

// AskReview has the Master look at a player's moves in a match. Asked for again it is the same review. ErrReviewing
// while another of the player is under way, ErrOtherRules, and the refusals of reviewable.
func (s *Store) AskReview(ctx context.Context, club, match, player int64) error {
	return s.InTx(ctx, "ask for a review", func(ctx context.Context, tx *pg.Tx) error {
		sheet, _, err := reviewable(ctx, tx, club, match, player, player)
		if err != nil {
			return err
		}
		if _, err := s.GameBy(sheet.Game, sheet.Rules); err != nil {
			return err
		}
		if _, err := live.KeyOf(sheet); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM reviews WHERE player_id = $1 AND NOT `+underwaySQL, player); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `INSERT INTO reviews (match_id, player_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
			match, player); err != nil {
			return err
		}
		var asked, done bool // by a statement of its own, which sees what came first
		if err := tx.QueryRow(ctx, `SELECT count(*) > 0, count(done_at) > 0 FROM reviews WHERE match_id = $1
			AND player_id = $2`, match, player).Scan(&asked, &done); err != nil || done {
			return err
		}
		if !asked {
			return base.ErrReviewing
		}
		return tx.AddJobsOnce(ctx, river.InsertManyParams{Args: ReviewJob{match, player},
			InsertOpts: &river.InsertOpts{Queue: ReviewQueue, Priority: reviewPriority, UniqueOpts: pg.OnceInQueue}})
	})
}

// ShareReview lets everybody who may see the match read a player's review, or the player alone.
func (s *Store) ShareReview(ctx context.Context, club, match, player int64, shared bool) error {
	return s.InTx(ctx, "share a review", func(ctx context.Context, tx *pg.Tx) error {
		if _, _, err := reviewable(ctx, tx, club, match, player, player); err != nil {
			return err
		}
		return tx.Change(ctx, base.ErrNotFound, `UPDATE reviews SET shared = $3 WHERE match_id = $1 AND player_id = $2
			AND done_at IS NOT NULL`, match, player, shared)
	})
}

// ReviewOf is a player's review of a match, as a member may see it: ErrNotFound for another's that is not shared, or
// not done.
func (s *Store) ReviewOf(ctx context.Context, club, match, player, viewer int64) (r Review, err error) {
	err = s.Read(ctx, "review", func(ctx context.Context, conn *pgxpool.Conn) error {
		var seat engine.Seat
		r.Player = player
		if r.Sheet, seat, err = reviewable(ctx, conn, club, match, player, viewer); err != nil {
			if player != viewer {
				return base.ErrNotFound
			}
			return err
		}
		err := conn.QueryRow(ctx, `SELECT true, looked, decisions, shared, found FROM reviews
			WHERE match_id = $1 AND player_id = $2 AND (player_id = $3 OR shared)
				AND `+underwaySQL, match, player, viewer).
			Scan(&r.Asked, &r.Looked, &r.Decisions, &r.Shared, &r.Found)
		if errors.Is(err, pgx.ErrNoRows) && player == viewer {
			return nil
		}
		if err != nil || r.Found == nil {
			return err
		}
		if r.Better, err = s.seenAt(ctx, conn, r.Sheet, seat, r.Found.Better); err == nil {
			r.Right, err = s.seenAt(ctx, conn, r.Sheet, seat, r.Found.Right)
		}
		if errors.Is(err, base.ErrOtherRules) {
			return nil
		}
		return err
	})
	return r, err
}

// seenAt is what a seat saw at decisions.
func (s *Store) seenAt(ctx context.Context, q pg.Querier, sheet results.Sheet, seat engine.Seat,
	list []bot.Decision) (scenes []engine.Scene, err error) {
	if len(list) == 0 {
		return nil, nil
	}
	key, err := live.KeyOf(sheet)
	if err != nil {
		return nil, err
	}
	moves, err := live.SelectMoves(ctx, q, sheet.ID, key)
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		match, err := s.Rebuild(sheet, key, moves[:min(d.Step, len(moves))])
		if err != nil {
			return nil, err
		}
		scenes = append(scenes, engine.SceneOf(match, seat, nil))
	}
	return scenes, nil
}

// Decisions are those that a review is about, with the game: ErrNotFound where nobody waits for it any more,
// ErrOtherRules, ErrKeyLost.
func (s *Store) Decisions(ctx context.Context, job ReviewJob) (game engine.Game, past []bot.Past, err error) {
	err = s.Read(ctx, "decisions", func(ctx context.Context, conn *pgxpool.Conn) error {
		var club int64
		err := conn.QueryRow(ctx, `SELECT m.club_id FROM reviews r JOIN matches m ON m.id = r.match_id
			WHERE r.match_id = $1 AND r.player_id = $2 AND r.done_at IS NULL`, job.Match, job.Player).Scan(&club)
		if err != nil {
			return err
		}
		sheet, seat, err := reviewable(ctx, conn, club, job.Match, job.Player, job.Player)
		if err != nil {
			return err
		}
		key, err := live.KeyOf(sheet)
		if err != nil {
			return err
		}
		moves, err := live.SelectMoves(ctx, conn, job.Match, key)
		if err != nil {
			return err
		}
		match, err := s.Rebuild(sheet, key, nil)
		if err != nil {
			return err
		}
		played := make([]bot.Played, len(moves))
		for i, m := range moves {
			played[i] = bot.Played{Made: engine.Made{Seat: m.Seat, Move: m.Move}, Own: m.Made == ""}
		}
		game = match.Game()
		past, err = bot.PastOf(match, seat, played, key.Secret.Derive("review", int(seat)))
		return err
	})
	return game, past, err
}

// NoteReview keeps how far a review is.
func (s *Store) NoteReview(ctx context.Context, job ReviewJob, looked, decisions int) error {
	return s.InTx(ctx, "note review", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE reviews SET looked = $3, decisions = $4 WHERE match_id = $1 AND player_id = $2
			AND done_at IS NULL`, job.Match, job.Player, looked, decisions)
		return tx.Err()
	})
}

// SaveReview keeps what a review says, once.
func (s *Store) SaveReview(ctx context.Context, job ReviewJob, found bot.Review) error {
	return s.InTx(ctx, "save review", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE reviews SET found = $3, done_at = clock_timestamp() WHERE match_id = $1 AND player_id = $2
			AND done_at IS NULL`, job.Match, job.Player, found)
		return tx.Err()
	})
}

// DropReview gives up a review that cannot be worked out, so that its player may ask for it again.
func (s *Store) DropReview(ctx context.Context, job ReviewJob) error {
	return s.InTx(ctx, "drop review", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM reviews WHERE match_id = $1 AND player_id = $2 AND done_at IS NULL`, job.Match,
			job.Player)
		return tx.Err()
	})
}
