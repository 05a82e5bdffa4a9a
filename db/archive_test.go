package db_test

import (
	"cmp"
	"context"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/role"
	"carteado/engine/standing"
)

// A club is archived when nothing in it waits for its end. Then nothing begins there, by whatever way, and what comes
// again and again passes it by and goes on elsewhere.
func TestNothingBeginsInAnArchivedClub(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	number := c.table(t, nil)
	refused(t, c.Archive(ctx, c.id, c.ana), base.ErrUnfinished)
	refused(t, c.Archive(ctx, c.id, c.bento), base.ErrForbidden)
	must(t, c.exec(t, `UPDATE tables SET status = 'closed' WHERE number = $1`, number))
	plan := nightPlan(time.Now().Add(24 * time.Hour))
	night, err := c.PlanNight(ctx, c.id, c.ana, plan, clock.Weekly, "")
	must(t, err)
	refused(t, c.Archive(ctx, c.id, c.ana), base.ErrUnfinished)
	must(t, c.CallOff(ctx, c.id, c.ana, night, "archive", false))
	must(t, c.exec(t, `UPDATE nights SET called_off_at = now()`))
	must(t, c.exec(t, `WITH k AS (INSERT INTO competitions (club_id, name, charter, created_by) SELECT $1, 'x', '{}', $2
		RETURNING id) INSERT INTO competition_rounds (competition_id, number, lot, drawn_by, due_at)
		SELECT id, 1, 1, $2, now() FROM k`, c.id, c.ana))
	refused(t, c.Archive(ctx, c.id, c.ana), base.ErrUnfinished)
	must(t, c.exec(t, `UPDATE competitions SET over_at = now()`))
	must(t, c.Archive(ctx, c.id, c.ana))
	refused(t, c.Archive(ctx, c.id, c.ana), base.ErrStale)

	invitation := clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour}
	_, invites := c.CreateInvitation(ctx, c.id, c.ana, invitation)
	_, opens := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy",
		Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	_, plans := c.PlanNight(ctx, c.id, c.ana, plan, clock.Once, "")
	_, announces := c.Announce(ctx, c.id, c.ana, "Hear, hear", "")
	_, founds := c.FoundSeason(ctx, c.id, c.ana, results.Season{Name: "S", StartsAt: time.Now(),
		EndsAt: time.Now().Add(time.Hour), Charter: standing.Standard()})
	for what, err := range map[string]error{"an invitation": invites, "a table": opens, "a night": plans,
		"an announcement": announces, "a season": founds} {
		if refused(t, err, base.ErrArchived); err == nil {
			t.Errorf("%s begins", what)
		}
	}

	other, err := c.FoundClub(ctx, c.ana, clubs.NewClub{Name: "Other", Lang: "en", TimeZone: "UTC"})
	must(t, err)
	_, err = c.PlanNight(ctx, other.ID, c.ana, plan, clock.Weekly, "")
	must(t, err)
	must(t, c.exec(t, `DELETE FROM nights WHERE planned_at > now() + interval '8 days'`))
	must(t, c.PlanNights(ctx))
	must(t, c.CloseRounds(ctx))
	const planned = `SELECT count(*) FROM nights WHERE club_id = $1 AND planned_at > now() + interval '8 days'`
	if here, there := c.count(t, planned, c.id), c.count(t, planned, other.ID); here != 0 || there == 0 {
		t.Errorf("%d nights are planned in the archived club, %d in the other", here, there)
	}
	if n := c.count(t, `SELECT count(*) FROM competition_rounds WHERE closed_at IS NOT NULL`); n != 0 {
		t.Error("a round of the archived club was closed")
	}

	must(t, c.LeaveClub(ctx, c.id, c.bento))
	must(t, c.ExportOf(ctx, c.celia, io.Discard, nil))
	must(t, c.DeleteAccount(ctx, c.celia))
	must(t, c.Reopen(ctx, c.id, c.ana))
	refused(t, c.Reopen(ctx, c.id, c.ana), base.ErrStale)
	_, err = c.CreateInvitation(ctx, c.id, c.ana, invitation)
	must(t, err)
}

// A club that is deleted takes all that is its own along and nothing else, whatever the schema keeps: of each table the
// rows that hang on the club are gone, and all others are as they were. A program may end between any two steps, and
// works by the role that owns nothing.
func TestADeletedClubTakesItsOwnAlong(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	owner := c.Pool().Config().ConnString()
	c.lively(t)
	refused(t, c.AskDeletion(ctx, c.id, c.bento), base.ErrForbidden)
	refused(t, c.AskDeletion(ctx, c.id, c.ana), base.ErrUnfinished)
	for _, column := range slices.Sorted(maps.Keys(rowOf)) {
		player := c.count(t, `INSERT INTO players (name, password_hash) VALUES ($1, 'hash') RETURNING id`, column)
		if err := c.exec(t, rowOf[column], player); err != nil {
			t.Fatalf("%s: %v", column, err)
		}
	}
	other, err := c.FoundClub(ctx, c.ana, clubs.NewClub{Name: "Other", Lang: "en", TimeZone: "UTC"})
	must(t, err)
	must(t, c.exec(t, `INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'member'), ($1, $3, 'member')`,
		other.ID, c.bento, c.celia))
	neighbour := c
	neighbour.id, neighbour.slug = other.ID, other.Slug
	neighbour.lively(t)
	_, err = c.SignHeads(ctx)
	must(t, err)
	for _, sql := range moreRows {
		must(t, c.exec(t, strings.NewReplacer("$club", strconv.FormatInt(c.id, 10), "$player",
			strconv.FormatInt(c.bento, 10)).Replace(sql)))
	}
	must(t, c.exec(t, `UPDATE tables SET status = 'closed'`))
	must(t, c.exec(t, `UPDATE nights SET called_off_at = now()`))
	must(t, c.exec(t, `UPDATE competitions SET over_at = now()`))

	must(t, c.AskDeletion(ctx, c.id, c.ana))
	refused(t, c.AskDeletion(ctx, c.id, c.ana), base.ErrStale)
	refused(t, c.Reopen(ctx, c.id, c.ana), base.ErrStale)
	stays := func(why string) {
		t.Helper()
		must(t, c.QueueDeletions(ctx))
		more, err := c.DeleteClubPart(ctx, c.id, 1)
		must(t, err)
		if n := c.count(t, `SELECT count(*) FROM memberships WHERE club_id = $1`, c.id); more || n == 0 || c.count(t,
			`SELECT count(*) FROM river_job WHERE kind = 'club_deletion'`) != 0 {
			t.Fatalf("%s, and the club goes", why)
		}
	}
	stays("the day has not come")
	must(t, c.exec(t, `UPDATE clubs SET delete_at = now() WHERE id = $1`, c.id))
	stays("there is no last export")
	for _, account := range []string{"is still there", "is deleted, and the file is written anew"} {
		last := int64(c.count(t, `SELECT id FROM club_files WHERE last`))
		must(t, c.WriteClubFile(ctx, last, func(_ context.Context, _ pgx.Tx, _ string, out io.Writer,
			_ func(done, total int) error) error {
			_, err := out.Write([]byte("all of it"))
			return err
		}))
		stays("the last export can be fetched for a moment only, and an account " + account)
		if account == "is still there" {
			must(t, c.DeleteAccount(ctx, c.celia))
			must(t, c.QueueDeletions(ctx))
		}
	}
	must(t, c.exec(t, `UPDATE club_files SET ready_at = now() - interval '3 days' WHERE last`))
	must(t, c.QueueDeletions(ctx))
	if n := c.count(t, `SELECT count(*) FROM river_job WHERE kind = 'club_deletion'`); n != 1 {
		t.Errorf("%d deletions are queued", n)
	}

	rows, before := c.apart(t)
	steps := 0
	for more := true; more; steps++ {
		store, err := db.Open(ctx, db.Config{URL: owner, Games: []engine.Game{c.game}, Timeout: dbtest.Timeout})
		must(t, err)
		must(t, store.Restrict(ctx, owner, slog.New(slog.DiscardHandler)))
		if more, err = store.DeleteClubPart(ctx, c.id, 1); err != nil {
			t.Fatal(err)
		}
		store.Close()
		_, err = c.ClubFor(ctx, c.slug, c.ana)
		refused(t, err, base.ErrNotFound)
		refused(t, c.KeepClub(ctx, c.id, c.ana), base.ErrNotFound)
	}
	if steps < 3 {
		t.Errorf("deleted in %d steps", steps)
	}
	for table, after := range rows("") {
		added := strings.TrimPrefix(after, before[table])
		if !strings.HasPrefix(after, before[table]) || added != "" && table != "audit" ||
			strings.Count(added, "club_deleted") != strings.Count(added, "\n") {
			t.Errorf("of %s stays\n%s\nwant\n%s", table, after, before[table])
		}
	}
	if n := c.count(t, `SELECT count(*) FROM audit WHERE club_id IS NULL AND player_id IS NULL
		AND action = 'club_deleted' AND details = jsonb_build_object('club', $1::bigint, 'name', 'Clube do Baralho',
			'slug', 'clube-do-baralho', 'by', $2::bigint)`, c.id, c.ana); n != 1 {
		t.Errorf("the house notes the deletion %d times", n)
	}
	more, err := c.DeleteClubPart(ctx, c.id, 1)
	must(t, err)
	if more {
		t.Error("a club that is gone goes on")
	}
	broken, err := c.VerifyAudit(ctx)
	must(t, err)
	if len(broken) > 0 {
		t.Errorf("the log is broken: %v", broken)
	}
	_, err = c.ClubFor(ctx, other.Slug, c.ana)
	must(t, err)
}

// moreRows are of what names no player; most are made for every club.
var moreRows = []string{
	`WITH p AS (INSERT INTO players (name, password_hash, placeholder) VALUES ('Stranger', '', true) RETURNING id),
		t AS (INSERT INTO transfers (club_id, number, slug, written_at) VALUES ($club, 9, 'x', now()) RETURNING id),
		a AS (INSERT INTO former_audit (transfer_id, number, action, details, at) SELECT id, 1, 'x', '{}', now()
			FROM t),
		h AS (INSERT INTO former_heads (transfer_id, place, hash, at, key, signature) SELECT id, 1, sha256('x'), now(),
			sha256('x'), sha256('x') || sha256('y') FROM t)
	INSERT INTO placeholders (transfer_id, number, player_id, role) SELECT t.id, 2, p.id, 'member' FROM p, t`,
	`INSERT INTO mailed (hash, invitation_id, refused) SELECT sha256('x'), min(id), true FROM invitations
		WHERE club_id = $club`,
	`INSERT INTO webhooks (club_id, host, sealed, kinds) SELECT id, 'x', 'x', '{}' FROM clubs`,
	`INSERT INTO daily_deals (club_id, day, game, match_id, secret) SELECT id, now(), 'toy', nextval('match_ids'),
		decode(repeat('00', 68), 'hex') FROM clubs`,
	`INSERT INTO duplicates (night_id, round, match_id, secret, commitment) SELECT night_id, number, nextval('match_ids'),
		decode(repeat('00', 68), 'hex'), 'x' FROM draws`,
	`INSERT INTO club_file_parts (file_id, number, data) SELECT id, 0, 'x' FROM club_files`,
	`INSERT INTO yearbook_parts (yearbook_id, number, data) SELECT id, 0, 'x' FROM yearbooks`,
	`INSERT INTO brought_clubs (by_id, name, owner, club_id) SELECT $player, 'x', 'x', id FROM clubs`,
	`INSERT INTO brought_club_parts (brought_id, number, data) SELECT id, 0, 'x' FROM brought_clubs`,
	`INSERT INTO standings (season_id, list) SELECT id, '[{}]' FROM seasons ON CONFLICT DO NOTHING`,
	`INSERT INTO tellings (notice_id, device_id) SELECT id, 1 FROM notices`,
	`INSERT INTO notices (player_id, club_id, kind, key, table_id, match_id) SELECT $player, club_id, 'over', 'm' || id,
		table_id, id FROM matches`,
	`INSERT INTO luck (match_id, round, points, errors) SELECT id, 1, '{}', '{}' FROM matches
		ON CONFLICT DO NOTHING`,
	`INSERT INTO away (match_id, seat, moves, by_bot) SELECT id, 0, 1, 1 FROM matches
		ON CONFLICT DO NOTHING`,
	`INSERT INTO asides (match_id, number, version, seat, kind) SELECT id, 99, 0, 0, 'x' FROM matches`,
	`INSERT INTO messages (match_id, number, text) SELECT match_id, number, 'x' FROM asides`,
	`INSERT INTO offers (match_id, kind, seat, version, yes) SELECT id, 'end', 0, 0, '{}' FROM matches`,
	`INSERT INTO hands (match_id, seat, round, cards) SELECT match_id, seat, 1, 'x' FROM match_seats
		ON CONFLICT DO NOTHING`,
	`INSERT INTO uncounted (match_id, club_id) SELECT id, club_id FROM matches ON CONFLICT DO NOTHING`,
	`INSERT INTO draw_seats (night_id, round, number, seat, arrival_id) SELECT d.night_id, d.number, 1, 0, a.id
		FROM draws d
		JOIN arrivals a USING (night_id) WHERE a.name = '' AND d.number = 1 LIMIT 1`,
}

// lively is a club in which something is played and planned.
func (c club) lively(t *testing.T) {
	t.Helper()
	c.playOut(t, c.table(t, engine.Options{"turns": "1", "target": "15"}))
	c.table(t, nil)
	ctx, now := t.Context(), time.Now()
	_, err := c.PlanNight(ctx, c.id, c.ana, nightPlan(now.Add(24*time.Hour)), clock.Weekly, "")
	must(t, err)
	_, err = c.FoundSeason(ctx, c.id, c.ana, results.Season{Name: "S", StartsAt: now, EndsAt: now.Add(time.Hour),
		Charter: standing.Standard()})
	must(t, err)
	_, err = c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour})
	must(t, err)
	_, err = c.Announce(ctx, c.id, c.ana, "Hear, hear", "")
	must(t, err)
}

// apart returns what reads the rows of each table, and the rows that do not hang on the club. Which those are is found
// from the foreign keys, row by row. There must be a row of each table that can have any.
func (c club) apart(t *testing.T) (read func(where string) map[string]string, rest map[string]string) {
	t.Helper()
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, c.Pool().Config().ConnString())
	must(t, err)
	t.Cleanup(func() { must(t, conn.Close(context.WithoutCancel(ctx))) })
	run := func(sql string, args ...any) int64 {
		t.Helper()
		tag, err := conn.Exec(ctx, sql, args...)
		must(t, err)
		return tag.RowsAffected()
	}
	joins, err := collect(ctx, conn, `SELECT format('INSERT INTO own SELECT DISTINCT %1$L, o.ctid FROM %1$s o JOIN %2$s p
			ON %3$s JOIN own w ON w.of = %2$L AND w.at = p.ctid WHERE NOT EXISTS (SELECT FROM own WHERE of = %1$L
			AND at = o.ctid)', c.conrelid::regclass, c.confrelid::regclass, string_agg(format('o.%I = p.%I', a.attname,
			b.attname), ' AND '))
		FROM pg_constraint c, unnest(c.conkey, c.confkey) AS k (own, other), pg_attribute a, pg_attribute b
		WHERE c.contype = 'f' AND c.conrelid NOT IN ('players'::regclass, 'mailed'::regclass)
			AND a.attrelid = c.conrelid AND a.attnum = k.own AND b.attrelid = c.confrelid AND b.attnum = k.other
			AND c.confrelid <> 'players'::regclass
		GROUP BY c.oid, c.conrelid, c.confrelid`)
	must(t, err)
	run(`CREATE TEMP TABLE own AS SELECT 'clubs' AS of, ctid AS at FROM clubs WHERE id = $1
		UNION ALL SELECT 'players', ctid FROM players WHERE name = 'Stranger'`, c.id)
	for more := int64(1); more > 0; {
		more = 0
		for _, join := range joins {
			more += run(join)
		}
	}
	tables, err := collect(ctx, conn, `SELECT relname FROM pg_class WHERE relkind = 'r' AND relname NOT LIKE 'river%'
		AND relnamespace = 'public'::regnamespace ORDER BY 1`)
	must(t, err)
	without, err := collect(ctx, conn, `WITH RECURSIVE below AS (SELECT 'clubs'::regclass::oid AS own UNION
			SELECT c.conrelid FROM below b JOIN pg_constraint c ON c.confrelid = b.own AND c.contype = 'f')
		SELECT own::regclass::text FROM below WHERE own <> 'mailed'::regclass
			AND NOT EXISTS (SELECT FROM own o WHERE o.of = below.own::regclass::text)`)
	must(t, err)
	if len(without) > 0 {
		t.Errorf("nothing of the club is in %v", without)
	}
	columns := map[string]string{"mailed": "(hash, refused)", "clubs": "(o.id, o.name)"}
	read = func(where string) map[string]string {
		rows := map[string]string{}
		for _, table := range tables {
			list, err := collect(ctx, conn, `SELECT `+cmp.Or(columns[table], "o")+`::text FROM `+table+` o `+
				strings.ReplaceAll(where, "$table", table)+` ORDER BY o.ctid`)
			must(t, err)
			for _, row := range list {
				rows[table] += row + "\n"
			}
		}
		return rows
	}
	return read, read(`WHERE NOT EXISTS (SELECT FROM own WHERE of = '$table' AND at = o.ctid)`)
}
