package pg

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// The program works by a role that owns nothing. It can drop nothing, switch no trigger off, and change no row of a
// table whose rows are only ever inserted; nor can a mistake of the program, or somebody who makes it say something
// else. The role that owns the tables migrates them and restores backups, and gives the other its rights whenever the
// program starts, because migrations make tables. Its password follows from the owner's, so that several programs
// agree on it and no file has to be kept.

// A host who may make no roles, or wants none made, gives the program two: see Grant.

// A login is a role by which a program works.
type login struct {
	user, password string
	made           bool // by the program
}

// Restrict makes the role that owns nothing, or gives it its rights anew, and has the connections from now on work by
// it. ErrOneRole: the owner may make no roles, or the server does not let the new one in; then they work by that of the
// owner.
func (d *DB) Restrict(ctx context.Context, owner string, log *slog.Logger) error {
	return Retry(ctx, log, func() error {
		role, err := restrict(ctx, owner)
		if err != nil {
			return err
		}
		d.login.Store(&role)
		d.pool.Reset()
		err = d.pool.Ping(ctx)
		var refused *pgconn.PgError
		if errors.As(err, &refused) && !cutOff(err) {
			d.login.Store(nil)
			return Because(ErrOneRole, refused) // by pg_hba.conf
		}
		return err
	})
}

// ErrOneRole says that one role owns the tables and works with them.
var ErrOneRole = errors.New("the program's role owns the tables")

func restrict(ctx context.Context, owner string) (role login, err error) {
	conn, err := Connect(ctx, owner)
	if err != nil {
		return role, err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	var may bool
	if err := conn.QueryRow(ctx, `SELECT left(current_database(), 59) || '_app', rolsuper OR rolcreaterole FROM pg_roles
		WHERE rolname = current_user`).Scan(&role.user, &may); err != nil {
		return role, err
	}
	if !may {
		return role, ErrOneRole
	}
	role.made = true
	if password := conn.Config().Password; password != "" {
		mac := hmac.New(sha256.New, []byte(password))
		_, _ = mac.Write([]byte("carteado " + role.user)) // a hash does not fail
		role.password = hex.EncodeToString(mac.Sum(nil))
	}
	return role, pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return role.grant(ctx, tx) })
}

// Grant gives a role that is there the rights that the program needs, where the tables belong to the owner.
func Grant(ctx context.Context, owner, url string, log *slog.Logger) error {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return err
	}
	return Retry(ctx, log, func() (err error) {
		conn, err := Connect(ctx, owner)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
		return pgx.BeginFunc(ctx, conn, func(tx pgx.Tx) error { return login{user: config.User}.grant(ctx, tx) })
	})
}

// grant makes the role unless it is there, and gives it what the program needs.
func (l login) grant(ctx context.Context, tx pgx.Tx) error {
	user := pgx.Identifier{l.user}.Sanitize()
	var statements strings.Builder
	// Programs that start together do this one after the other.
	if _, err := tx.Exec(ctx, `SELECT pg_advisory_xact_lock($1)`, grantLock); err != nil {
		return err
	}
	var there bool
	if err := tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1)`, l.user).Scan(&there); err != nil {
		return err
	}
	if l.made {
		verb, password := "CREATE", "NULL"
		if there {
			verb = "ALTER"
		}
		if l.password != "" {
			password = "'" + l.password + "'" // hexadecimal
		}
		fmt.Fprintf(&statements, `%s ROLE %s LOGIN NOINHERIT NOCREATEDB NOCREATEROLE PASSWORD %s;`, verb, user, password)
	}
	fmt.Fprintf(&statements, `GRANT USAGE ON SCHEMA public TO %[1]s;
		REVOKE ALL ON ALL TABLES IN SCHEMA public FROM %[1]s;
		GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO %[1]s;
		GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO %[1]s;
		REVOKE INSERT, UPDATE, DELETE ON goose_db_version, river_migration FROM %[1]s;`, user)
	rows, err := tx.Query(ctx, insertOnlySQL)
	if err != nil {
		return err
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	for _, table := range tables {
		fmt.Fprintf(&statements, "REVOKE UPDATE, DELETE ON %s FROM %s;", table, user)
	}
	_, err = tx.Exec(ctx, statements.String())
	return err
}

// insertOnlySQL selects the tables with a trigger that refuses every UPDATE and DELETE.
const insertOnlySQL = `SELECT t.tgrelid::regclass::text FROM pg_trigger t
	WHERE t.tgfoid = 'refuse_change'::regproc AND t.tgtype & 24 = 24 AND t.tgattr = '' AND NOT t.tgisinternal ORDER BY 1`

// grantLock is any number that nobody else uses.
const grantLock = 0x6361727467

// as is the role of a connection that is made.
func (d *DB) as(_ context.Context, config *pgx.ConnConfig) error {
	if l := d.login.Load(); l != nil {
		config.User, config.Password = l.user, l.password
	}
	return nil
}

// ConnConfig is for a connection beside the pool.
func (d *DB) ConnConfig(ctx context.Context) (*pgx.ConnConfig, error) {
	config := d.pool.Config().ConnConfig
	return config, d.as(ctx, config)
}

// OwnsTables reports that the program's role owns what it works with, or may do anything.
func OwnsTables(ctx context.Context, q Querier) (owns bool, err error) {
	err = q.QueryRow(ctx, `SELECT rolsuper OR pg_has_role(c.relowner, 'MEMBER') FROM pg_class c, pg_roles r
		WHERE c.oid = 'public.moves'::regclass AND r.rolname = current_user`).Scan(&owns)
	return owns, err
}
