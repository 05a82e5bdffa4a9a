package db

import (
	"context"
	"encoding/hex"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/engine/role"
)

// details are the parameters of an audit entry: ids and keys, never a secret.
type details map[string]any

// note writes an audit entry in the transaction that it is about. Club 0 is no
// club, for what players do to their own account.
func note(ctx context.Context, tx *txn, club, player int64, action string, d details) error {
	return noteAbout(ctx, tx, club, player, 0, action, d)
}

// noteAbout is note for what somebody did to another player; 0 stands for
// nobody: the command line has no account.
func noteAbout(ctx context.Context, tx *txn, club, player, about int64, action string, d details) error {
	if d == nil {
		d = details{}
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO audit (club_id, player_id, about, action, details)
		VALUES (nullif($1, 0), nullif($2, 0), nullif($3, 0), $4, $5)`, club, player, about, action, d)
	return err
}

// An AuditEntry says who did something, and to whom.
type AuditEntry struct {
	ID        int64
	At        time.Time
	Player    int64  // who did it; 0 for the command line
	Name      string // "" where the account is gone
	About     int64  // to whom; 0 for nobody
	AboutName string
	Action    string
	Details   map[string]any
}

// An AuditPage is one page of a club's log.
type AuditPage struct {
	Entries []AuditEntry // newest first
	Page    int          // from 1
	Pages   int          // at least 1
	Whole   bool         // the viewer reads all of it, not only what concerns results
	Head    string       // hash of the chain's last entry, hexadecimal; "" for an empty chain
}

// auditPerPage is the length of a full page of the log.
const auditPerPage = 50

// auditOfResults are the actions about results, which every member may read.
const auditOfResults = `('table_closed_by_host', 'result_void', 'result_places', 'result_restore', 'season_founded', 'season_amended')`

// auditSeen is the part of the log of the club $1 that a viewer may read: all of
// it if $2, with what members did to their accounts, or what concerns results.
const auditSeen = `
	FROM audit a
	LEFT JOIN players p ON p.id = a.player_id
	LEFT JOIN players q ON q.id = a.about
	WHERE a.club_id = $1 AND ($2 OR a.action IN ` + auditOfResults + ` AND NOT a.details ? 'private')
		OR $2 AND a.club_id IS NULL AND EXISTS (SELECT FROM memberships WHERE club_id = $1 AND player_id IN (a.player_id, a.about))`

// AuditOf returns a page of a club's log to a member. A page beyond the last is
// the last.
func (s *Store) AuditOf(ctx context.Context, club, viewer int64, page int) (p AuditPage, err error) {
	err = s.read(ctx, "audit", func(ctx context.Context, conn *pgxpool.Conn) error {
		switch err := may(ctx, conn, club, viewer, role.Audit); {
		case err == nil:
			p.Whole = true
		case !errors.Is(err, ErrForbidden):
			return err
		}
		var count int
		if err := conn.QueryRow(ctx, `SELECT count(*) `+auditSeen, club, p.Whole).Scan(&count); err != nil {
			return err
		}
		p.Pages = max(1, (count+auditPerPage-1)/auditPerPage)
		p.Page = min(max(page, 1), p.Pages)
		p.Entries, err = all[AuditEntry](ctx, conn, `
			SELECT a.id, a.at, coalesce(a.player_id, 0) AS player, coalesce(p.name, '') AS name,
				coalesce(a.about, 0) AS about, coalesce(q.name, '') AS about_name, a.action, a.details
			`+auditSeen+` ORDER BY a.id DESC LIMIT $3 OFFSET $4`, club, p.Whole, auditPerPage, (p.Page-1)*auditPerPage)
		if err != nil {
			return err
		}
		var head []byte
		err := conn.QueryRow(ctx, `SELECT hash FROM audit WHERE coalesce(club_id, 0) = $1 AND place IS NOT NULL ORDER BY place DESC LIMIT 1`, club).Scan(&head)
		if errors.Is(err, pgx.ErrNoRows) {
			err = nil
		}
		p.Head = hex.EncodeToString(head)
		return err
	})
	return p, err
}

// A BrokenChain is the first place of a chain of audit entries that does not
// follow from what stands before it.
type BrokenChain struct {
	Club  int64 // 0: the entries of no club
	Place int
}

// VerifyAudit looks for entries that were changed, put in or taken out. Entries
// cut off the end of a chain are seen only by comparing its head with one that
// somebody kept.
func (s *Store) VerifyAudit(ctx context.Context) (broken []BrokenChain, err error) {
	err = s.read(ctx, "verify audit", func(ctx context.Context, conn *pgxpool.Conn) error {
		broken, err = all[BrokenChain](ctx, conn, `
			WITH chain AS (
				SELECT a, lag(a.hash) OVER w AS before, coalesce(lag(a.place) OVER w, 0) AS last
				FROM audit a WHERE a.place IS NOT NULL
				WINDOW w AS (PARTITION BY coalesce(a.club_id, 0) ORDER BY a.place)
			)
			SELECT coalesce((a).club_id, 0) AS club, min((a).place) AS place FROM chain
			WHERE (a).place <> last + 1 OR (a).hash IS DISTINCT FROM audit_hash(coalesce(before, '\x'), a)
			GROUP BY 1 ORDER BY 1`)
		return err
	})
	return broken, err
}
