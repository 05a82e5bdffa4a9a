package db_test

import (
	"testing"

	"carteado/db/base"
	"carteado/db/clubs"
)

func TestRename(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	first := c.board(t, 1, c.bento).Table.Match
	then := func(match int64, want string) {
		t.Helper()
		sheet, err := c.Match(ctx, c.id, match, c.ana)
		must(t, err)
		if got := sheet.Seats[1]; got.Player != c.bento || got.Then != want {
			t.Errorf("at the match %+v, want then %q", got, want)
		}
	}
	then(first, "")
	for name, why := range map[string]error{"ANA": base.ErrTaken, "Аna": base.ErrLookalike} {
		refused(t, c.Rename(ctx, c.bento, name), why)
	}
	must(t, c.Rename(ctx, c.bento, "Benê"))
	must(t, c.Rename(ctx, c.bento, "Benê")) // the form came twice
	refused(t, c.Rename(ctx, c.bento, "Tito"), base.ErrRenamed)
	then(first, "Bento")
	c.table(t, nil)
	then(c.board(t, 2, c.bento).Table.Match, "")
	if account, err := c.PlayerByName(ctx, "Benê"); err != nil || account.ID != c.bento {
		t.Errorf("%+v, %v", account, err)
	}
	_, err := c.PlayerByName(ctx, "Bento")
	refused(t, err, base.ErrNotFound)
	if n := c.count(t, `SELECT count(*) FROM audit WHERE action = 'name_changed'
		AND details::text LIKE '%Ben%'`); n != 0 {
		t.Error("the log holds a name that nobody can take out again")
	}

	// The log says it where the club knew the old name: Eva's is older than her membership.
	eva := int64(c.count(t, `INSERT INTO players (name, password_hash) VALUES ('Eva', 'hash') RETURNING id`))
	must(t, c.Rename(ctx, eva, "Evita"))
	must(t, c.exec(t, `INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'member')`, c.id, eva))
	log, err := c.AuditOf(ctx, c.id, c.ana, clubs.AuditRange{})
	must(t, err)
	said := map[string]string{}
	for _, e := range log.Entries {
		if e.Action == "name_changed" {
			said[e.Name] = e.Then
		}
	}
	if said["Benê"] != "Bento" || len(said) > 1 && said["Evita"] != "" {
		t.Errorf("the log says %v", said)
	}

	// The old name waits for its player, and then for anybody.
	for _, late := range []struct {
		days int
		want error
	}{{29, base.ErrLookalike}, {179, base.ErrLookalike}, {181, nil}} {
		must(t, c.exec(t, `UPDATE names SET until = now() - make_interval(days => $1)`, late.days))
		if err := c.Rename(ctx, c.davi, "Bento"); late.want != nil {
			refused(t, err, late.want)
		} else {
			must(t, err)
		}
	}
	refused(t, c.Rename(ctx, c.bento, "Bento"), base.ErrTaken)
	must(t, c.Rename(ctx, c.bento, "Tito"))
	must(t, c.DeleteAccount(ctx, c.bento))
	if n := c.count(t, `SELECT count(*) FROM names WHERE player_id = $1`, c.bento); n != 0 {
		t.Error("a deleted account has left its old names")
	}
	then(first, "")
}
