package db_test

import "testing"

// A score book about which nobody decides goes with its names after a day; one that was kept stays.
func TestOldDraftsGo(t *testing.T) {
	t.Parallel()
	c := found(t)
	must(t, c.exec(t, `INSERT INTO imports (club_id, by_id, name, wish, file, made_at, kept_at, kept_by)
		SELECT $1, $2::bigint, 'book', '{}', CASE WHEN kept IS NULL THEN ''::bytea END, now() - age, kept,
			CASE WHEN kept IS NOT NULL THEN $2::bigint END
		FROM (VALUES (interval '25 hours', NULL), (interval '23 hours', NULL), (interval '25 hours', now()))
			AS v (age, kept)`, c.id, c.ana))
	must(t, c.DropOldFiles(t.Context()))
	if n := c.count(t, `SELECT count(*) FROM imports WHERE kept_at IS NULL`); n != 1 {
		t.Errorf("%d drafts are left", n)
	}
	if n := c.count(t, `SELECT count(*) FROM imports WHERE kept_at IS NOT NULL`); n != 1 {
		t.Errorf("%d books are left", n)
	}
}

// Where somebody lives, and when they sleep, is forgotten with the account.
func TestDeletedAccountsHaveNoHours(t *testing.T) {
	t.Parallel()
	c := found(t)
	const hours = `SELECT count(*) FROM players WHERE id = $1 AND (zone <> '' OR quiet_from <> quiet_till)`
	must(t, c.exec(t, `UPDATE players SET zone = 'America/Manaus', quiet_from = 60, quiet_till = 420 WHERE id = $1`,
		c.bento))
	if c.count(t, hours, c.bento) != 1 {
		t.Fatal("no hours were set")
	}
	must(t, c.DeleteAccount(t.Context(), c.bento))
	if c.count(t, hours, c.bento) != 0 {
		t.Error("they are left")
	}
}
