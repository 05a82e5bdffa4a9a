package db_test

import (
	"context"
	"slices"
	"testing"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/engine/role"
)

func (c club) verified(t *testing.T) []clubs.BrokenChain {
	t.Helper()
	broken, err := c.VerifyAudit(t.Context())
	must(t, err)
	return broken
}

func TestAuditChain(t *testing.T) {
	t.Parallel()
	c := found(t)
	c.table(t, nil)
	if broken := c.verified(t); len(broken) > 0 {
		t.Errorf("an honest log is broken at %+v", broken)
	}
	places := c.count(t, `SELECT max(place) FROM audit WHERE club_id = $1`, c.id)
	if n := c.count(t, `SELECT count(*) FROM audit WHERE club_id = $1`, c.id); n != places {
		t.Errorf("%d entries in %d places", n, places)
	}
}

// Entries that are changed or taken out show, in their own chain alone.
func TestForgedAudit(t *testing.T) {
	t.Parallel()
	for name, forge := range map[string]struct {
		statement string
		place     int
	}{
		"the action": {`UPDATE audit SET action = 'nothing' WHERE club_id = $1 AND place = 2`, 2},
		"who did it": {`UPDATE audit SET player_id = NULL WHERE club_id = $1 AND place = 2`, 2},
		"when":       {`UPDATE audit SET at = at + interval '1 microsecond' WHERE club_id = $1 AND place = 2`, 2},
		"details":    {`UPDATE audit SET details = '{"table": 99}' WHERE club_id = $1 AND place = 2`, 2},
		"taken out":  {`DELETE FROM audit WHERE club_id = $1 AND place = 2`, 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			c.table(t, nil)
			_, err := c.Pool().Exec(ctx, `ALTER TABLE audit DISABLE TRIGGER USER`)
			must(t, err)
			_, err = c.Pool().Exec(ctx, forge.statement, c.id)
			must(t, err)
			if broken := c.verified(t); !slices.Equal(broken, []clubs.BrokenChain{{Club: c.id, Place: forge.place}}) {
				t.Errorf("broken at %+v", broken)
			}
		})
	}
}

func TestAuditIsReadByOwners(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	_, err := c.CreateSession(ctx, c.celia, "hash", base.TokenHash{1}, "browser", base.TokenHash{})
	must(t, err)
	page, err := c.AuditOf(ctx, c.id, c.ana, clubs.AuditRange{})
	must(t, err)
	var actions []string
	for _, e := range page.Entries {
		actions = append(actions, e.Action)
	}
	if !page.Whole || page.Newer+page.Older != 0 || page.Head == "" || !slices.Contains(actions, "role_changed") ||
		!slices.Contains(actions, "signed_in") {
		t.Errorf("the owner reads %v of %+v", actions, page)
	}
	if e := page.Entries[slices.Index(actions, "role_changed")]; e.Name != "Ana" || e.AboutName != "Bento" ||
		e.Details["to"] != "host" {
		t.Errorf("entry %+v", e)
	}
	page, err = c.AuditOf(ctx, c.id, c.celia, clubs.AuditRange{})
	must(t, err)
	if page.Whole || len(page.Entries) > 0 {
		t.Errorf("a member reads %+v", page)
	}
	_, err = c.AuditOf(ctx, c.id, c.davi, clubs.AuditRange{})
	refused(t, err, base.ErrNotFound)
}

// Pages of the log follow each other, there and back, and miss nothing where many
// entries between are of other clubs' members.
func TestPagesOfTheLog(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	for _, entry := range []struct {
		player, club int64
		n            int
	}{{c.ana, c.id, 70}, {c.bento, 0, 40}, {c.davi, 0, 2300}, {c.celia, 0, 30}, {c.ana, c.id, 45}} {
		must(t, c.exec(t, `INSERT INTO audit (club_id, player_id, action) SELECT nullif($1, 0), $2, 'x'
			FROM generate_series(1, $3)`, entry.club, entry.player, entry.n))
	}
	rows, err := c.Pool().Query(ctx, `SELECT id FROM audit WHERE club_id = $1 OR club_id IS NULL AND player_id <> $2
		ORDER BY id DESC`, c.id, c.davi)
	must(t, err)
	want, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	must(t, err)
	var forth, back []int64
	page, err := c.AuditOf(ctx, c.id, c.ana, clubs.AuditRange{})
	must(t, err)
	for {
		for _, e := range page.Entries {
			forth = append(forth, e.ID)
		}
		if page.Older == 0 {
			break
		}
		page, err = c.AuditOf(ctx, c.id, c.ana, clubs.AuditRange{Before: page.Older})
		must(t, err)
	}
	if !slices.Equal(forth, want) {
		t.Errorf("%d entries forth, want %d", len(forth), len(want))
	}
	for page.Newer != 0 {
		page, err = c.AuditOf(ctx, c.id, c.ana, clubs.AuditRange{After: page.Newer})
		must(t, err)
		for _, e := range page.Entries {
			back = append(back, e.ID)
		}
	}
	slices.Sort(back)
	back = slices.Compact(back)
	if first, err := c.AuditOf(ctx, c.id, c.ana, clubs.AuditRange{}); err != nil || page.Newer != 0 ||
		page.Entries[0].ID != first.Entries[0].ID || len(back) < len(want)-50 {
		t.Errorf("back came %d entries, %v", len(back), err)
	}
}

func TestAuditIsInsertOnly(t *testing.T) {
	t.Parallel()
	c := found(t)
	for _, sql := range []string{`UPDATE audit SET action = ''`, `DELETE FROM audit`, `TRUNCATE audit`} {
		if _, err := c.Pool().Exec(context.Background(), sql); err == nil {
			t.Errorf("%s was allowed", sql)
		}
	}
}
