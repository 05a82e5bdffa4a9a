package base

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/keys"
	"carteado/db/pg"
)

// Details are the parameters of an audit entry: ids and keys, never a secret.
type Details map[string]any

// Note writes an audit entry in the transaction that it is about. Club 0 is no
// club, for what players do to their own account. A trigger of the database gives the entry its place and the hash of
// the chain (chain_audit in migrations/schema.txt), which clubs.VerifyAudit computes again.
func Note(ctx context.Context, tx *pg.Tx, club, player int64, action string, d Details) error {
	return NoteAbout(ctx, tx, club, player, 0, action, d)
}

// NoteAbout is Note for what somebody did to another player; 0 stands for
// nobody: the command line has no account.
func NoteAbout(ctx context.Context, tx *pg.Tx, club, player, about int64, action string, d Details) error {
	if d == nil {
		d = Details{}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO audit (club_id, player_id, about, action, details)
		VALUES (nullif($1, 0), nullif($2, 0), nullif($3, 0), $4, $5)`, club, player, about, action, d)
	return err
}

// AboutTable marks an audit entry as private when it is about a table for those
// invited.
func AboutTable(invited bool, d Details) Details {
	if invited {
		d["private"] = true
	}
	return d
}

// Stamp writes a time, and "" for the zero time.
func Stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// SignHeads signs the last entry of each club's log, and of the entries of no club, if it is not signed yet. A copy
// of the signed head is kept outside of the database, unless the one that is kept there has gone from the log: that is
// what shows that the log was written anew. After a restore somebody has to say so: see clubs.AcceptRestore.
func (d *DB) SignHeads(ctx context.Context) (signed int, err error) {
	kept, err := d.Signer.Kept()
	if err != nil {
		return 0, err
	}
	var heads []keys.Head
	err = d.InTx(ctx, "sign heads", func(ctx context.Context, tx *pg.Tx) error {
		heads, err = pg.Collect(ctx, tx, func(row pgx.CollectableRow) (h keys.Head, err error) {
			return h, row.Scan(&h.Club, &h.Place, &h.Hash, &h.At)
		}, `
			SELECT c.id, a.place, a.hash, date_trunc('second', clock_timestamp())
			FROM (SELECT id FROM clubs UNION ALL SELECT 0) c, LATERAL (
				SELECT place, hash FROM audit WHERE coalesce(club_id, 0) = c.id AND place IS NOT NULL
				ORDER BY place DESC LIMIT 1) a
			WHERE NOT EXISTS (SELECT FROM audit_heads h WHERE coalesce(h.club_id, 0) = c.id AND h.place >= a.place)
			ORDER BY c.id`)
		if err != nil {
			return err
		}
		for i := range heads {
			h := &heads[i]
			if err := d.Signer.Sign(h); err != nil {
				return err
			}
			tx.Do(ctx, `INSERT INTO audit_heads (club_id, place, hash, at, key, signature)
				VALUES (nullif($1, 0), $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`, h.Club, h.Place, h.Hash, h.At,
				[]byte(h.Key), h.Signature)
		}
		for _, k := range kept {
			stands, err := Stands(ctx, tx, k)
			if err != nil {
				return err
			}
			if !stands {
				heads = slices.DeleteFunc(heads, func(h keys.Head) bool { return h.Club == k.Club })
			}
		}
		return tx.Err()
	})
	if err != nil {
		return 0, err
	}
	return len(heads), d.Signer.Keep(heads)
}

// Stands reports that the log has the entry that a head is of.
func Stands(ctx context.Context, q pg.Querier, h keys.Head) (stands bool, err error) {
	err = q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM audit WHERE coalesce(club_id, 0) = $1 AND place = $2
		AND hash = $3)`, h.Club, h.Place, h.Hash).Scan(&stands)
	return stands, err
}

// SelectHead returns the last signed head of a club's log; nil where there is none yet.
func SelectHead(ctx context.Context, q pg.Querier, club int64) (*keys.Head, error) {
	var h keys.Head
	err := q.QueryRow(ctx, `SELECT coalesce(club_id, 0), place, hash, at, key, signature FROM audit_heads
		WHERE coalesce(club_id, 0) = $1 ORDER BY place DESC LIMIT 1`, club).
		Scan(&h.Club, &h.Place, &h.Hash, &h.At, (*[]byte)(&h.Key), &h.Signature)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, nil
	}
	return &h, err
}
