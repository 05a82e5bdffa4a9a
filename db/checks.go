package db

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/proof"
)

// ErrFeigned is returned for a match that is not as it was played.
var ErrFeigned = errors.New("not as it was played")

const rfc3339 = `'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'`

// recordSQL are the columns of a match's record.
const recordSQL = `m.id, coalesce(m.dealt_as, m.id), t.game, m.rules_version, t.options, m.shuffle_version,
	m.commitment, to_char(coalesce(m.sealed_at, m.created_at) AT TIME ZONE 'UTC', ` + rfc3339 + `), m.seed, m.secret,
	(SELECT json_agg(json_build_object('name', coalesce(p.name, 'player ' || s.player_id, ''),
		'bot', coalesce(` + base.LevelSQL + `, ''),
		'contribution', coalesce(s.contribution, ''), 'how', coalesce(s.contribution_how, ''),
		'at', coalesce(to_char(s.contribution_at AT TIME ZONE 'UTC', ` + rfc3339 + `), '')) ORDER BY s.seat)
		FROM match_seats s LEFT JOIN players p ON p.id = s.player_id WHERE s.match_id = m.id),
	(SELECT coalesce(json_agg(json_build_object('seat', seat, 'move', move, 'made', coalesce(made, ''))
		ORDER BY version), '[]') FROM moves WHERE match_id = m.id), m.totals, m.outcome,
	(SELECT name FROM clubs WHERE id = m.club_id), t.number, t.practice,
	coalesce(to_char(m.started_at AT TIME ZONE 'UTC', ` + rfc3339 + `), ''),
	coalesce(to_char(m.ended_at AT TIME ZONE 'UTC', ` + rfc3339 + `), '')`

// selectRecord reads everything from which a match follows. The secret of a match that goes on is in it: a caller
// that hands it out has to ask for a match that is over.
func selectRecord(ctx context.Context, q pg.Querier, ring *keys.Ring, where string, args ...any) (
	r proof.Record, err error) {
	r.Format = proof.Format
	var id int64
	var secret live.StoredSecret
	err = q.QueryRow(ctx, `SELECT `+recordSQL+` FROM matches m JOIN tables t ON t.id = m.table_id
		WHERE `+where, args...).
		Scan(&id, &r.Match, &r.Game, &r.Rules, &r.Options, &r.Shuffle, &r.Commitment, &r.Sealed, &secret.Plain,
			&secret.Sealed, &r.Seats, &r.Moves, &r.Totals, &r.Outcome,
			&r.Club, &r.Table, &r.Practice, &r.Started, &r.Ended)
	if err != nil {
		return r, err
	}
	key, err := secret.Open(ring, id)
	if err != nil {
		return r, err
	}
	r.Secret = key.Secret.Hex()
	for i := range r.Moves {
		if r.Moves[i].Move, err = key.OpenText(keys.Move, r.Moves[i].Move); err != nil {
			return r, err
		}
	}
	r.Rounds, err = results.SelectScores(ctx, q, id)
	return r, err
}

// Record returns everything that proves a match that is over, signed, with its score sheet, to a player who may see
// that: ErrNotFound while it goes on.
func (s *Store) Record(ctx context.Context, club, id, viewer int64) (r proof.Record, sheet results.Sheet, err error) {
	err = s.Read(ctx, "record", func(ctx context.Context, conn *pgxpool.Conn) error {
		sheet, err = results.SelectSheet(ctx, conn, club, id, viewer)
		if err != nil {
			return err
		}
		if sheet.Status != base.MatchOver {
			return base.ErrNotFound
		}
		if r, err = selectRecord(ctx, conn, s.Keys, `m.id = $1 AND m.status = 'over'`, id); err != nil {
			return err
		}
		return s.signRecord(&r)
	})
	return r, sheet, err
}

// signRecord says in a record that it comes from this house.
func (s *Store) signRecord(r *proof.Record) error {
	text, err := r.ToSign()
	if err != nil {
		return err
	}
	key, sign, err := s.Signer.SignText([]byte(text))
	r.Signature = &proof.Signature{Key: key, Sign: sign}
	return err
}

// Verified counts the matches that were played again from their secrets, contributions and moves.
type Verified struct {
	Matches, Moves int
	Older          int // matches under rules that this program does not play, of which only the commitment was checked
	Closed         int // matches whose key is not here
}

// VerifyAll proves every match that was dealt as an exported one is proved, and compares position, totals and outcome
// with those that are stored. It tells progress, if it is given, how many of how many it has looked at. It goes through
// all of the database.
func (s *Store) VerifyAll(ctx context.Context, progress func(done, of int)) (v Verified, err error) {
	ids, err := pg.Collect(ctx, s.Pool(), pgx.RowTo[int64],
		`SELECT id FROM matches WHERE status <> 'waiting' ORDER BY id`)
	if err != nil {
		return v, err
	}
	for n, id := range ids {
		moves, err := s.verify(ctx, id, s.games)
		switch {
		case errors.Is(err, proof.ErrRules):
			v.Older++
		case errors.Is(err, base.ErrKeyLost):
			v.Closed++
		case err != nil:
			return v, fmt.Errorf("match %d: %w", id, err)
		default:
			v.Matches++
			v.Moves += moves
		}
		if progress != nil {
			progress(n+1, len(ids))
		}
	}
	return v, nil
}

// verify proves one match, in one state of the database: moves may be made meanwhile.
func (s *Store) verify(ctx context.Context, id int64, games []engine.Game) (moves int, err error) {
	tx, err := s.Pool().BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return 0, err
	}
	defer func() { _ = tx.Rollback(context.WithoutCancel(ctx)) }() // it has only read
	r, err := selectRecord(ctx, tx, s.Keys, `m.id = $1`, id)
	if err != nil {
		return 0, err
	}
	match, err := r.Prove(games)
	if errors.Is(err, proof.ErrRules) {
		if fault := r.Committed(); fault != nil {
			return 0, pg.Because(ErrFeigned, fault)
		}
		return 0, err
	}
	if err != nil {
		return 0, pg.Because(ErrFeigned, err)
	}
	return len(r.Moves), s.sameAsStored(ctx, tx, id, match)
}

// sameAsStored compares a match that was played again with its row, which keeps no
// position once it is over.
func (s *Store) sameAsStored(ctx context.Context, q pg.Querier, id int64, match *engine.Match) error {
	outcome, over := match.Outcome()
	var ended *engine.Outcome
	if over {
		ended = &outcome
	}
	p := live.MatchPosition{Match: id}
	var version, totals, result bool
	err := q.QueryRow(ctx, `
		SELECT m.version = $2, m.totals = $3, m.outcome IS NOT DISTINCT FROM $4::jsonb, m.status, m.version, t.game,
			m.rules_version, `+live.ShuffledSQL+`, m.state
		FROM matches m JOIN tables t ON t.id = m.table_id WHERE m.id = $1`, id, match.Version(), match.Totals(), ended).
		Scan(append(append([]any{&version, &totals, &result, &p.Status, &p.Version, &p.Game, &p.Rules}, p.Columns()...),
			&p.State)...)
	if err != nil {
		return err
	}
	same := p.Status == base.MatchOver
	if !same {
		kept, err := s.LoadMatch(ctx, q, &p)
		if err != nil {
			return err
		}
		stored, err := kept.MarshalJSON()
		if err != nil {
			return err
		}
		again, err := match.MarshalJSON()
		if err != nil {
			return err
		}
		same = bytes.Equal(stored, again)
	}
	if !(version && same && totals && result) {
		err = fmt.Errorf("%w: its moves lead elsewhere (number of moves %t, position %t, totals %t, outcome %t)",
			ErrFeigned, version, same, totals, result)
	}
	return err
}
