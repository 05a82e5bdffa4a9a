package clubs

import (
	"cmp"
	"context"
	"encoding/hex"
	"errors"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/pg"
	"carteado/engine/role"
)

// An AuditEntry says who did something, and to whom.
type AuditEntry struct {
	ID        int64
	At        time.Time
	Player    int64  // the member; 0 for the command line
	Name      string // "" where the account is gone
	Then      string // what the member was called then; "" for their name of today
	About     int64  // to whom; 0 for nobody
	AboutName string
	AboutThen string
	Action    string
	Details   map[string]any
}

// An AuditPage is one page of a club's log.
type AuditPage struct {
	Entries []AuditEntry // newest first
	Newer   int64        // the entry ahead of which the page before ends; 0 on the first page
	Older   int64        // the entry behind which the next page begins; 0 on the last
	Whole   bool         // the viewer reads all of it, not only what concerns results
	Head    string       // hash of the chain's last entry, hexadecimal; "" for an empty chain
	Signed  *keys.Head   // the last that was signed; nil where none is yet
	Former  []FormerLog  // of houses that the club came from, the last first
}

// A FormerLog is the log of a club in a house that it came from, which is kept as it was written.
type FormerLog struct {
	ID      int64
	Slug    string    // there
	Written time.Time // the file that brought it
	Head    string    // place and hash of its last signed head; "" where none was
}

// An AuditRange is where a page of the log begins: behind the entry Before, or it
// ends ahead of the entry After. The zero range is the first page.
type AuditRange struct{ Before, After int64 }

// auditPerPage is the length of a full page of the log.
const auditPerPage = 50

// auditOfResultsSQL are the actions about results, which every member may read.
const auditOfResultsSQL = `('table_closed_by_host', 'result_void', 'result_places', 'result_restore',
	'season_founded', 'season_amended')`

// accountsWalked bounds how many entries about accounts, of whichever club's
// members, a page of the log looks at.
const accountsWalked = 1000

// auditWords turns a query for older entries into one for newer entries.
func auditWords(newer bool) *strings.Replacer {
	if newer {
		return strings.NewReplacer("{beyond}", ">", "{order}", "ASC", "{within}", "<=", "{last}", "max(id)", "{end}",
			strconv.Itoa(math.MaxInt64))
	}
	return strings.NewReplacer("{beyond}", "<", "{order}", "DESC", "{within}", ">=", "{last}", "min(id)", "{end}", "0")
}

// auditHorizonSQL is the last entry that a page next to the entry $1 may look at: with
// {end} for all of them.
const auditHorizonSQL = `
	SELECT CASE WHEN count(*) = $2 THEN {last} ELSE {end} END
	FROM (SELECT id FROM audit WHERE club_id IS NULL AND id {beyond} $1 ORDER BY id {order} LIMIT $2) walked`

// auditWholeSQL selects at most $3 entries of the log of the club $1 next to the entry
// $2 and within the horizon $4, with what members did to their accounts.
const auditWholeSQL = `
	SELECT id FROM (
		(SELECT id FROM audit WHERE club_id = $1 AND id {beyond} $2 AND id {within} $4 ORDER BY id {order} LIMIT $3)
		UNION ALL
		(SELECT id FROM audit WHERE club_id IS NULL AND id {beyond} $2 AND id {within} $4
			AND EXISTS (SELECT FROM memberships WHERE club_id = $1 AND player_id IN (audit.player_id, audit.about))
			ORDER BY id {order} LIMIT $3)
	) entries ORDER BY id {order} LIMIT $3`

// auditResultsSQL selects the same of what concerns results.
const auditResultsSQL = `
	SELECT id FROM audit WHERE club_id = $1 AND id {beyond} $2 AND id {within} $4
		AND action IN ` + auditOfResultsSQL + ` AND NOT details ? 'private'
	ORDER BY id {order} LIMIT $3`

// AuditOf returns a page of a club's log to a member. The cost does not grow with the
// log.
func (s *Clubs) AuditOf(ctx context.Context, club, viewer int64, at AuditRange) (p AuditPage, err error) {
	err = s.Read(ctx, "audit", func(ctx context.Context, conn *pgxpool.Conn) error {
		p = AuditPage{}
		switch err := base.May(ctx, conn, club, viewer, role.Audit); {
		case err == nil:
			p.Whole = true
		case !errors.Is(err, base.ErrForbidden) && !errors.Is(err, base.ErrHostPasskey):
			return err
		}
		if err := p.read(ctx, conn, club, at); err != nil {
			return err
		}
		if at.After != 0 && p.Newer == 0 { // the first page, which is as long as any
			if err := p.read(ctx, conn, club, AuditRange{}); err != nil {
				return err
			}
		}
		var head []byte
		err := conn.QueryRow(ctx, `SELECT hash FROM audit WHERE coalesce(club_id, 0) = $1 AND place IS NOT NULL
			ORDER BY place DESC LIMIT 1`, club).Scan(&head)
		if errors.Is(err, pgx.ErrNoRows) {
			err = nil
		}
		p.Head = hex.EncodeToString(head)
		if err == nil {
			p.Former, err = pg.All[FormerLog](ctx, conn, `SELECT t.id, t.slug, t.written_at AS written, coalesce((
				SELECT place || ':' || encode(hash, 'hex') FROM former_heads WHERE transfer_id = t.id
				ORDER BY place DESC LIMIT 1), '') AS head FROM transfers t WHERE t.club_id = $1
				ORDER BY t.id DESC`, club)
		}
		if err == nil {
			p.Signed, err = base.SelectHead(ctx, conn, club)
		}
		return err
	})
	return p, err
}

// FormerAudit is a page of a club's log in a house that it came from, behind the entry before, 0: the first. It is for
// those who read all of the log; its numbers of matches are of that house. base.ErrNotFound where the club has no such
// log.
func (s *Clubs) FormerAudit(ctx context.Context, club, viewer, former, before int64) (
	p AuditPage, of FormerLog, err error) {
	err = s.ReadAs(ctx, "former audit", club, viewer, role.Audit, func(ctx context.Context, conn *pgxpool.Conn) error {
		p, of = AuditPage{Whole: true}, FormerLog{ID: former}
		err := conn.QueryRow(ctx, `SELECT slug, written_at FROM transfers WHERE club_id = $1 AND id = $2`, club,
			former).Scan(&of.Slug, &of.Written)
		if err != nil {
			return err
		}
		p.Entries, err = pg.All[AuditEntry](ctx, conn, `
			SELECT a.number AS id, a.at, coalesce(p.id, 0) AS player, coalesce(p.name, '') AS name,
				coalesce(q.id, 0) AS about, coalesce(q.name, '') AS about_name, a.action, a.details, '' AS "then",
				'' AS about_then
			FROM former_audit a
			LEFT JOIN placeholders h ON h.transfer_id = a.transfer_id AND h.number = a.player
			LEFT JOIN players p ON p.id = h.player_id
			LEFT JOIN placeholders k ON k.transfer_id = a.transfer_id AND k.number = a.about
			LEFT JOIN players q ON q.id = k.player_id
			WHERE a.transfer_id = $1 AND a.number < $2 ORDER BY a.number DESC LIMIT $3`, former,
			cmp.Or(before, math.MaxInt64), auditPerPage+1)
		if err == nil && len(p.Entries) > auditPerPage {
			p.Entries = p.Entries[:auditPerPage]
			p.Older = p.Entries[auditPerPage-1].ID
		}
		return err
	})
	return p, of, err
}

// knewThenSQL is the condition that the club $1 knew a player at the time of an entry: what
// somebody was called before they came is nobody's business there.
func knewThenSQL(row string) string {
	return `(a.club_id IS NOT NULL OR a.at >= (SELECT joined_at FROM memberships WHERE club_id = $1 AND player_id = ` +
		row + `.id))`
}

// read fills in the entries, and where the pages beside them go on.
func (p *AuditPage) read(ctx context.Context, q pg.Querier, club int64, at AuditRange) (err error) {
	words := auditWords(at.After != 0)
	from := cmp.Or(at.After, at.Before, math.MaxInt64)
	ids, horizon, end := auditResultsSQL, int64(0), int64(0)
	if at.After != 0 {
		horizon, end = math.MaxInt64, math.MaxInt64
	}
	if p.Whole {
		ids = auditWholeSQL
		if err := q.QueryRow(ctx, words.Replace(auditHorizonSQL), from, accountsWalked).Scan(&horizon); err != nil {
			return err
		}
	}
	p.Entries, err = pg.All[AuditEntry](ctx, q, `
		SELECT a.id, a.at, coalesce(a.player_id, 0) AS player, coalesce(p.name, '') AS name,
			coalesce(a.about, 0) AS about, coalesce(q.name, '') AS about_name, a.action, a.details,
			CASE WHEN `+knewThenSQL("p")+` THEN `+base.NameThenSQL("p", "a.at")+` ELSE '' END AS "then",
			CASE WHEN `+knewThenSQL("q")+` THEN `+base.NameThenSQL("q", "a.at")+` ELSE '' END AS about_then
		FROM audit a
		LEFT JOIN players p ON p.id = a.player_id
		LEFT JOIN players q ON q.id = a.about
		WHERE a.id IN (`+words.Replace(ids)+`) ORDER BY a.id DESC`, club, from, auditPerPage+1, horizon)
	if err != nil {
		return err
	}
	full := len(p.Entries) > auditPerPage
	switch {
	case full && at.After != 0:
		p.Entries = p.Entries[1:]
	case full:
		p.Entries = p.Entries[:auditPerPage]
	}
	first, last := from, from // of the page
	if n := len(p.Entries); n > 0 {
		first, last = p.Entries[0].ID, p.Entries[n-1].ID
	}
	p.Newer, p.Older = 0, 0
	switch goesOn := full || horizon != end; {
	case at.After != 0:
		p.Older = last
		if p.Newer = first; !full {
			p.Newer = horizon
		}
		if !goesOn {
			p.Newer = 0
		}
	default:
		if at.Before != 0 {
			p.Newer = first
		}
		if p.Older = last; !full {
			p.Older = horizon
		}
		if !goesOn {
			p.Older = 0
		}
	}
	return nil
}
