package backup

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"carteado/db/pg"
)

// takePlace moves what was restored into the schema public, which stays with its owner, its rights
// and its extensions; only the club that was there goes. A role that might read a table of that
// club, or columns of it, may read the new one.
func takePlace(ctx context.Context, tx pgx.Tx, replace bool) error {
	var clubs bool
	err := tx.QueryRow(ctx, `SELECT to_regclass('public.clubs') IS NOT NULL`).Scan(&clubs)
	if err == nil && clubs { // somebody may be founding a club
		_, err = tx.Exec(ctx, `LOCK TABLE public.clubs IN ACCESS EXCLUSIVE MODE`)
	}
	if err == nil {
		err = mayFill(ctx, tx, replace)
	}
	if err != nil {
		return err
	}
	before, err := things(ctx, tx, "public")
	if err != nil {
		return err
	}
	after, err := things(ctx, tx, restoreSchema)
	if err == nil && clubs {
		err = othersAmong(ctx, tx, before, after)
	}
	if err != nil {
		return err
	}
	rights, err := grants(ctx, tx)
	if err != nil {
		return err
	}
	statements := []string{`CREATE SCHEMA IF NOT EXISTS public`}
	for _, it := range before {
		statements = append(statements, fmt.Sprintf("DROP %s IF EXISTS %s CASCADE", it.Kind, it.Name))
	}
	for _, it := range after {
		statements = append(statements, fmt.Sprintf("ALTER %s %s SET SCHEMA public", it.Kind, it.Name))
	}
	statements = append(statements, rights...)
	statements = append(statements, `DROP SCHEMA `+restoreSchema) // fails if anything was not moved
	_, err = tx.Exec(ctx, strings.Join(statements, ";"))
	return err
}

// othersAmong refuses to drop what somebody else made beside the club's tables: all that
// the new schema lacks, where the club's is of the same version, but for the queue's.
func othersAmong(ctx context.Context, q pg.Querier, there, ours []thing) error {
	var same bool
	err := q.QueryRow(ctx, `SELECT (SELECT max(version_id) FROM public.goose_db_version WHERE is_applied)
		IS NOT DISTINCT FROM (SELECT max(version_id) FROM `+restoreSchema+`.goose_db_version WHERE is_applied)`).
		Scan(&same)
	if err != nil || !same {
		return err
	}
	for _, it := range there {
		if !strings.HasPrefix(it.Name, "public.river_") &&
			!slices.Contains(ours, thing{it.Kind, strings.ReplaceAll(it.Name, "public.", restoreSchema+".")}) {
			return fmt.Errorf("%w: the %s %s; move it into a schema of its own", ErrNotOurs, it.Kind, it.Name)
		}
	}
	return nil
}

// grants are the statements that give others the rights again that they have on single
// tables, their columns and sequences.
func grants(ctx context.Context, q pg.Querier) ([]string, error) {
	rows, err := q.Query(ctx, `SELECT format('GRANT %s ON %spublic.%I TO %s%s',
		g.privilege_type || coalesce(' (' || quote_ident(g.attname) || ')', ''),
			CASE c.relkind WHEN 'S' THEN 'SEQUENCE ' ELSE '' END, c.relname,
			CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END, CASE
				WHEN g.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END)
		FROM pg_class c, LATERAL (
			SELECT NULL AS attname, a.* FROM aclexplode(c.relacl) a
			UNION ALL SELECT n.attname, a.* FROM pg_attribute n, aclexplode(n.attacl) a WHERE n.attrelid = c.oid
				AND EXISTS (
				SELECT FROM pg_attribute o WHERE o.attrelid = to_regclass(format($1 || '.%I', c.relname))
					AND o.attname = n.attname AND NOT o.attisdropped)) g
		WHERE c.relnamespace = to_regnamespace('public') AND g.grantee <> c.relowner
			AND to_regclass(format($1 || '.%I', c.relname)) IS NOT NULL`, restoreSchema)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}

// A thing is a table, a function, a type or whatever else a schema holds, in SQL's words.
type thing struct{ Kind, Name string }

// things are what stands in a schema by itself: not extensions and what is theirs, nor what
// comes and goes with something else, as an index does with its table. Functions
// come first, as their names hold the names of types.
func things(ctx context.Context, q pg.Querier, schema string) ([]thing, error) {
	rows, err := q.Query(ctx, `SELECT o.type, o.identity FROM pg_depend d, pg_identify_object(d.classid, d.objid, 0) o
		WHERE d.refclassid = 'pg_namespace'::regclass AND d.refobjid = to_regnamespace($1) AND d.deptype = 'n'
			AND d.classid <> 'pg_extension'::regclass
			AND NOT EXISTS (SELECT FROM pg_depend p WHERE p.classid = d.classid AND p.objid = d.objid
				AND p.deptype IN ('e', 'a', 'i'))
		ORDER BY d.classid <> 'pg_proc'::regclass, 2`, schema)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[thing])
}

// mayFill refuses a database with a club, unless told to replace it, and one that is
// not ours.
func mayFill(ctx context.Context, q pg.Querier, replace bool) error {
	there, err := things(ctx, q, "public")
	if err != nil {
		return err
	}
	var ours, clubs bool
	err = q.QueryRow(ctx, `SELECT to_regclass('public.goose_db_version') IS NOT NULL
		AND to_regclass('public.clubs') IS NOT NULL`).Scan(&ours)
	if err == nil && ours {
		err = q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM public.clubs)`).Scan(&clubs)
	}
	switch {
	case err != nil:
		return err
	case clubs && !replace:
		return ErrHoldsClub
	case len(there) > 0 && !ours:
		return fmt.Errorf("%w: the %s %s", ErrNotOurs, there[0].Kind, there[0].Name)
	}
	return nil
}
