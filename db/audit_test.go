package db_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/keys"
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
			if broken := c.verified(t); !slices.Equal(broken, []clubs.BrokenChain{{Club: c.id, Place: forge.place,
				Why: clubs.NotFollowing}}) {
				t.Errorf("broken at %+v", broken)
			}
		})
	}
}

func TestAuditIsReadByOwners(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
	_, err := c.CreateSession(ctx, c.celia, "hash", base.TokenHash{1}, "browser", base.TokenHash{}, accounts.ByPassword)
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

// recompute gives a chain new places and hashes, with the database's own function, as its owner can.
const recompute = `DO $$ DECLARE e audit; before bytea := '\x'; n int := 0; BEGIN
	FOR e IN SELECT * FROM audit WHERE club_id = 1 ORDER BY place LOOP
		n := n + 1;
		UPDATE audit SET place = n WHERE id = e.id RETURNING * INTO e;
		e.hash := audit_hash(before, e);
		UPDATE audit SET hash = e.hash WHERE id = e.id;
		before := e.hash;
	END LOOP;
END $$`

// What the owner of the database does to the log shows, whatever else they do there, by what was signed.
func TestSignedHeads(t *testing.T) {
	t.Parallel()
	const (
		change = `UPDATE audit SET details = '{"x": 1}' WHERE club_id = 1 AND place = 2`
		remove = `DELETE FROM audit WHERE club_id = 1 AND place = 2`
		forget = `DELETE FROM audit_heads`
		claim  = `CREATE OR REPLACE FUNCTION audit_hash(before bytea, entry audit) RETURNS bytea LANGUAGE sql STABLE
			AS 'SELECT coalesce(entry.hash, sha256($$x$$))'`
		forged = `UPDATE audit_heads SET signature = sha512('x') WHERE club_id = 1`
	)
	for name, forge := range map[string]struct {
		statements []string
		why        []string
	}{
		"nothing":                           {nil, nil},
		"changed, and computed anew":        {[]string{change, recompute}, []string{clubs.NotKept, clubs.NotPaper, clubs.NotSigned}},
		"taken out, and computed anew":      {[]string{remove, recompute}, []string{clubs.NotKept, clubs.NotPaper, clubs.NotSigned}},
		"changed, with the heads taken out": {[]string{change, recompute, forget}, []string{clubs.NotKept, clubs.NotPaper}},
		"changed, by another function":      {[]string{change, claim}, []string{clubs.NotFollowing}},
		"a false signature":                 {[]string{forged}, []string{clubs.NotValid}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := found(t)
			ctx, dir := t.Context(), t.TempDir()
			c = c.elsewhere(t, dir)
			signed, err := c.SignHeads(ctx)
			must(t, err)
			again, err := c.SignHeads(ctx)
			must(t, err)
			page, err := c.AuditOf(ctx, c.id, c.celia, clubs.AuditRange{})
			must(t, err)
			if signed != 1 || again != 0 || page.Signed == nil || !page.Signed.Holds() {
				t.Fatalf("%d heads are signed, then %d; a member sees %v", signed, again, page.Signed)
			}
			letter, _, err := c.HeadOf(ctx, c.slug)
			must(t, err)
			head, err := clubs.ParsePaperHead(letter)
			must(t, err)
			must(t, c.exec(t, `ALTER TABLE audit DISABLE TRIGGER USER; ALTER TABLE audit_heads DISABLE TRIGGER USER`))
			for _, statement := range forge.statements {
				must(t, c.exec(t, statement))
			}
			must(t, c.exec(t, `ALTER TABLE audit ENABLE TRIGGER USER`))
			// The log goes on, and its heads are signed as ever.
			must(t, c.exec(t, `INSERT INTO audit (club_id, action) VALUES (1, 'x'), (1, 'x')`))
			_, err = c.SignHeads(ctx)
			must(t, err)
			broken, err := c.VerifyAudit(ctx, head)
			must(t, err)
			var why []string
			for _, b := range broken {
				if b.Club != c.id {
					t.Errorf("another chain is broken: %+v", b)
				}
				why = append(why, b.Why)
			}
			slices.Sort(why)
			slices.Sort(forge.why)
			if !slices.Equal(why, forge.why) {
				t.Errorf("found %+v, want %q", broken, forge.why)
			}
		})
	}
}

// A signature by another key shows.
func TestHeadsOfAnotherKey(t *testing.T) {
	t.Parallel()
	c := found(t).elsewhere(t, t.TempDir())
	_, err := c.SignHeads(t.Context())
	must(t, err)
	broken, err := c.elsewhere(t, t.TempDir()).VerifyAudit(t.Context())
	must(t, err)
	if len(broken) != 1 || broken[0].Why != clubs.NotOurKey {
		t.Errorf("found %+v", broken)
	}
}

// A backup that was restored is older than what was signed since, until somebody says so; the log says it, too, and is
// kept from then on as before.
func TestAnOlderBackupIsAccepted(t *testing.T) {
	t.Parallel()
	c := found(t).elsewhere(t, t.TempDir())
	ctx := t.Context()
	signs := func() {
		t.Helper()
		must(t, c.exec(t, `INSERT INTO audit (club_id, action) VALUES (1, 'x'), (NULL, 'x')`))
		_, err := c.SignHeads(ctx)
		must(t, err)
	}
	// rewinds takes away what was written since the club was founded, as an older backup would.
	rewinds := func(places int) {
		t.Helper()
		must(t, c.exec(t, `ALTER TABLE audit DISABLE TRIGGER USER; ALTER TABLE audit_heads DISABLE TRIGGER USER`))
		must(t, c.exec(t, `DELETE FROM audit WHERE club_id = 1 AND place > $1`, places))
		must(t, c.exec(t, `DELETE FROM audit_heads WHERE club_id = 1 AND place > $1`, places))
		must(t, c.exec(t, `ALTER TABLE audit ENABLE TRIGGER USER; ALTER TABLE audit_heads ENABLE TRIGGER USER`))
	}
	broken := func(why ...string) {
		t.Helper()
		var found []string
		for _, b := range c.verified(t) {
			found = append(found, b.Why)
		}
		if !slices.Equal(found, why) {
			t.Errorf("found %q, want %q", found, why)
		}
	}
	accepts := func(want int) {
		t.Helper()
		gone, err := c.AcceptRestore(ctx)
		must(t, err)
		if len(gone) != want {
			t.Errorf("%v are gone, want %d", gone, want)
		}
	}
	founded := c.count(t, `SELECT max(place) FROM audit WHERE club_id = 1`)
	signs()
	accepts(0)
	rewinds(founded)
	signs()
	broken(clubs.NotKept)
	accepts(1)
	broken()
	page, err := c.AuditOf(ctx, c.id, c.ana, clubs.AuditRange{})
	must(t, err)
	if e := page.Entries[0]; e.Action != "backup_restored" || e.Details["number"] != float64(founded+1) ||
		len(e.Details["name"].(string)) != 16 {
		t.Errorf("the owner reads %+v", e)
	}
	accepts(0)
	signs()
	rewinds(founded + 1)
	broken(clubs.NotKept)
	// A club that the backup does not know is gone with its log; that of the house says so.
	must(t, c.Signer.Keep([]keys.Head{{Club: 77, Place: 3, Hash: make([]byte, 32), At: time.Unix(0, 0).UTC(),
		Key: make([]byte, 32), Signature: make([]byte, 64)}}))
	accepts(2)
	broken()
	if n := c.count(t, `SELECT count(*) FROM audit WHERE club_id IS NULL AND action = 'backup_restored'`); n != 1 {
		t.Errorf("%d entries of the house", n)
	}
}
