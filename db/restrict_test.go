package db_test

import (
	"errors"
	"log/slog"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

// The role by which the program works plays whole matches, and can neither drop anything, nor switch off what keeps
// rows, nor change what is only added to. Its rights are given anew at each start.
func TestTheRoleOwnsNothing(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	owner := c.Pool().Config().ConnString()
	for range 2 {
		store, err := db.Open(ctx, db.Config{URL: owner, Games: []engine.Game{toy.Game{}}, Timeout: dbtest.Timeout})
		must(t, err)
		t.Cleanup(store.Close)
		must(t, store.Restrict(ctx, owner, slog.New(slog.DiscardHandler)))
		c.Store = store
	}
	table := c.table(t, engine.Options{"turns": "1", "target": "15"})
	c.playOut(t, table)
	_, err := c.SignHeads(ctx)
	must(t, err)
	owns, err := pg.OwnsTables(ctx, c.Pool())
	must(t, err)
	if owns {
		t.Error("the program owns the tables")
	}
	must(t, c.DeleteAccount(ctx, c.celia))
	for _, statement := range []string{
		`UPDATE moves SET move = 'x'`, `DELETE FROM moves`, `TRUNCATE moves CASCADE`, `DROP TABLE moves CASCADE`,
		`ALTER TABLE moves DISABLE TRIGGER ALL`, `ALTER TABLE audit DISABLE TRIGGER audit_insert_only`,
		`UPDATE audit SET details = '{}'`, `DELETE FROM audit`, `DELETE FROM audit_heads`, `UPDATE rounds SET number = 9`,
		`DELETE FROM corrections`, `SELECT set_config('carteado.delete', '1', false); DELETE FROM audit`,
		`SET session_replication_role = replica`, `DROP FUNCTION audit_hash CASCADE`,
		`CREATE OR REPLACE FUNCTION audit_hash(before bytea, entry audit) RETURNS bytea LANGUAGE sql AS 'SELECT before'`,
		`CREATE TABLE mine ()`, `UPDATE goose_db_version SET version_id = 0`, `DROP DATABASE postgres`,
		`CREATE ROLE other`, `ALTER TABLE moves OWNER TO CURRENT_USER`, `DROP TRIGGER chain_audit ON audit`,
	} {
		var refusal *pgconn.PgError
		if err := c.exec(t, statement); !errors.As(err, &refusal) || refusal.Code != "42501" {
			t.Errorf("%s: %v", statement, err)
		}
	}
}
