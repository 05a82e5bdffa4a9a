package results

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// The kinds of corrections: a result is void, counts with other places, or counts
// again as it was played.
const (
	CorrectVoid    = "void"
	CorrectPlaces  = "places"
	CorrectRestore = "restore"
)

// corrected are the corrections' names in the audit log.
var corrected = map[string]string{
	CorrectVoid: "result_void", CorrectPlaces: "result_places", CorrectRestore: "result_restore",
}

// A Correction is one entry about a match's result; the last one holds.
type Correction struct {
	Kind   string // of the three
	Places []int  // by seat, where places are corrected
	Reason string
	By     int64
	Name   string // "" where the account is gone
	At     time.Time
}

// ErrPlaces refuses corrected places that no match can have.
var ErrPlaces = errors.New("impossible places")

// Correct adds an entry to a match that is over, or that was played with real cards at a game night; the match stays as
// it is. base.ErrForbidden, base.ErrStale while it is being played, or not confirmed, base.ErrNotFound, ErrPlaces. An
// entry equal to the last one is a button pressed twice, and not written.
func (s *Results) Correct(ctx context.Context, club, by, match int64, c Correction) error {
	return s.InTxAs(ctx, "correct", club, by, role.Correct, func(ctx context.Context, tx *pg.Tx) error {
		var status base.MatchStatus
		var seats int
		var invited bool
		err := tx.QueryRow(ctx, `
			SELECT m.status, (SELECT count(*) FROM match_seats WHERE match_id = m.id), t.reach = 'invited'
			FROM matches m JOIN tables t ON t.id = m.table_id
			WHERE m.club_id = $1 AND m.id = $2 FOR UPDATE OF m`, club, match).Scan(&status, &seats, &invited)
		if errors.Is(err, pgx.ErrNoRows) {
			return correctRecorded(ctx, tx, club, by, match, c)
		}
		if err != nil {
			return err
		}
		if status != base.MatchOver {
			return pg.ErrStale
		}
		if again, err := insertCorrection(ctx, tx, "match_id", by, match, seats, &c); err != nil || again {
			return err
		}
		action, about := corrected[c.Kind], base.AboutTable(invited, base.Details{"match": match, "reason": c.Reason})
		if err := base.Note(ctx, tx, club, by, action, about); err != nil {
			return err
		}
		if err := QueueStandings(ctx, tx, match); err != nil {
			return err
		}
		if err := QueueCount(ctx, tx, club, true); err != nil {
			return err
		}
		return QueueRatings(ctx, tx, club, match)
	})
}

// insertCorrection writes an entry about a locked match, by the column that names it, or reports that it is the last
// one again.
func insertCorrection(ctx context.Context, tx *pg.Tx, column string, by, match int64, seats int, c *Correction) (
	again bool, err error) {
	if c.Kind != CorrectPlaces {
		c.Places = nil
	} else if !validPlaces(c.Places, seats) {
		return false, ErrPlaces
	}
	err = tx.QueryRow(ctx, `
		SELECT coalesce((SELECT kind = $2 AND places IS NOT DISTINCT FROM $3 AND reason = $4 AND created_by = $5
			FROM corrections WHERE `+column+` = $1 ORDER BY id DESC LIMIT 1), false)`, match, c.Kind, c.Places, c.Reason,
		by).Scan(&again)
	if err == nil && !again {
		tx.Do(ctx, `INSERT INTO corrections (`+column+`, kind, places, reason, created_by) VALUES ($1, $2, $3, $4, $5)`,
			match, c.Kind, c.Places, c.Reason, by)
	}
	return again, err
}

// validPlaces reports that a match can end with these places: somebody is first,
// and tied players leave out the places behind them.
func validPlaces(places []int, seats int) bool {
	if len(places) != seats {
		return false
	}
	for _, place := range places {
		before := 1
		for _, other := range places {
			if other < place {
				before++
			}
		}
		if place != before {
			return false
		}
	}
	return true
}

// Corrections lists the entries about a match, oldest first, to a member.
func (s *Results) Corrections(ctx context.Context, club, viewer, match int64) (list []Correction, err error) {
	err = s.Read(ctx, "corrections", func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.All[Correction](ctx, conn, `
			SELECT c.kind, c.places, c.reason, c.created_by AS by, coalesce(p.name, '') AS name, c.created_at AS at
			FROM corrections c
			JOIN matches m ON m.id = c.match_id
			JOIN tables t ON t.id = m.table_id
			JOIN members v ON v.club_id = m.club_id AND v.player_id = $2 AND `+base.SeesSQL+`
			JOIN players p ON p.id = c.created_by
			WHERE m.club_id = $1 AND m.id = $3 ORDER BY c.id`, club, viewer, match)
		return err
	})
	return list, err
}
