package db

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/engine/role"
)

// A CorrectionKind says how a result counts otherwise than it was played.
type CorrectionKind string

// A result is void, counts with other places, or again as it was played.
const (
	CorrectVoid    CorrectionKind = "void"
	CorrectPlaces  CorrectionKind = "places"
	CorrectRestore CorrectionKind = "restore"
)

// corrected are the corrections' names in the audit log.
var corrected = map[CorrectionKind]string{
	CorrectVoid: "result_void", CorrectPlaces: "result_places", CorrectRestore: "result_restore",
}

// A Correction is one entry about a match's result; the last one holds.
type Correction struct {
	Kind   CorrectionKind
	Places []int // by seat, where places are corrected
	Reason string
	By     int64
	Name   string // "" where the account is gone
	At     time.Time
}

// Correct adds an entry to a match that is over; the match stays as it is.
// ErrForbidden, ErrStale while it is being played, ErrNotFound, ErrPlaces. The
// same as the last entry is a button pressed twice.
func (s *Store) Correct(ctx context.Context, club, by, match int64, c Correction) error {
	return s.inTx(ctx, "correct", func(ctx context.Context, tx *txn) error {
		if err := may(ctx, tx, club, by, role.Correct); err != nil {
			return err
		}
		var status MatchStatus
		var seats int
		var reach Reach
		if err := tx.QueryRow(ctx, `
			SELECT m.status, (SELECT count(*) FROM match_seats WHERE match_id = m.id), t.reach
			FROM matches m JOIN tables t ON t.id = m.table_id
			WHERE m.club_id = $1 AND m.id = $2 FOR UPDATE OF m`, club, match).Scan(&status, &seats, &reach); err != nil {
			return err
		}
		if status != MatchOver {
			return ErrStale
		}
		if c.Kind == CorrectPlaces && !validPlaces(c.Places, seats) {
			return ErrPlaces
		}
		if c.Kind != CorrectPlaces {
			c.Places = nil
		}
		var again bool
		if err := tx.QueryRow(ctx, `
			SELECT coalesce((SELECT kind = $2 AND places IS NOT DISTINCT FROM $3 AND reason = $4 AND created_by = $5
				FROM corrections WHERE match_id = $1 ORDER BY id DESC LIMIT 1), false)`,
			match, c.Kind, c.Places, c.Reason, by).Scan(&again); err != nil || again {
			return err
		}
		if _, err := tx.Exec(ctx, `
			INSERT INTO corrections (match_id, kind, places, reason, created_by) VALUES ($1, $2, $3, $4, $5)`,
			match, c.Kind, c.Places, c.Reason, by); err != nil {
			return err
		}
		action, about := corrected[c.Kind], aboutTable(reach, details{"match": match, "reason": c.Reason})
		if err := note(ctx, tx, club, by, action, about); err != nil {
			return err
		}
		return s.queueStandings(ctx, tx, match)
	})
}

// validPlaces reports that places are such as a match can have: somebody is
// first, and equal places leave out those behind them.
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
func (s *Store) Corrections(ctx context.Context, club, viewer, match int64) (list []Correction, err error) {
	err = s.read(ctx, "corrections", func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = all[Correction](ctx, conn, `
			SELECT c.kind, c.places, c.reason, c.created_by AS by, coalesce(p.name, '') AS name, c.created_at AS at
			FROM corrections c
			JOIN matches m ON m.id = c.match_id
			JOIN tables t ON t.id = m.table_id
			JOIN members v ON v.club_id = m.club_id AND v.player_id = $2 AND `+sees+`
			JOIN players p ON p.id = c.created_by
			WHERE m.club_id = $1 AND m.id = $3 ORDER BY c.id`, club, viewer, match)
		return err
	})
	return list, err
}
