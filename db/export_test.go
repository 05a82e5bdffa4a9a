package db_test

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/role"
	"carteado/engine/standing"
)

func TestExports(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	leave := c.input(t, 1, c.ana, "leave")
	leave.Move = engine.Move{Verb: engine.VerbLeave}
	_, err := c.Play(ctx, leave)
	must(t, err)
	exported := func(export func(context.Context, int64, int64, db.Row, db.Again) error) (rows [][]string) {
		t.Helper()
		must(t, export(ctx, c.id, c.ana, func(fields []string) error {
			rows = append(rows, slices.Clone(fields))
			return nil
		}, nil))
		return rows
	}
	members := exported(c.ExportMembers)
	if len(members) != 4 || members[1][1] != "Ana" || members[1][6] != "1" || members[2][7] != "1" {
		t.Errorf("members %v", members)
	}
	matches := exported(c.ExportMatches)
	if len(matches) != 3 || matches[1][8] != "Ana" || matches[1][11] != "2" || matches[2][11] != "1" {
		t.Errorf("matches %v", matches)
	}
	c.season(t, -time.Hour, time.Hour)
	if standings := exported(c.ExportStandings); len(standings) != 3 {
		t.Errorf("standings %v", standings)
	}
	must(t, c.exec(t, `DELETE FROM standings`)) // as of a club that was brought in a moment ago
	if standings := exported(c.ExportStandings); len(standings) != 1 {
		t.Errorf("standings that are not computed: %v", standings)
	}
	must(t, c.exec(t, `UPDATE matches SET outcome = outcome || '{"how": "closed"}'`))
	matches = exported(c.ExportMatches)
	if len(matches) != 3 || matches[1][11] != "" || matches[2][11] != "" || matches[1][13] != "closed" {
		t.Errorf("of a closed match: %v", matches)
	}
	if n := c.count(t, `SELECT count(*) FROM audit WHERE action = 'exported' AND player_id = $1`, c.ana); n != 5 {
		t.Errorf("%d exports are noted", n)
	}
	refused(t, c.ExportMembers(ctx, c.id, c.bento, nil, nil), base.ErrForbidden)
	refused(t, c.ExportMatches(ctx, c.id, c.davi, nil, nil), base.ErrNotFound)
	refused(t, c.ExportMatches(ctx, c.id, c.ana, func([]string) error { return io.ErrShortWrite }, nil),
		io.ErrShortWrite)
}

// An account's export holds what its player wrote, and no words of others at the same table.
func TestTheExportHoldsNoWordsOfOthers(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	match := c.board(t, 1, c.ana).Table.Match
	must(t, c.exec(t, `UPDATE clubs SET messages = true`))
	words := map[int64]string{c.ana: "ana wrote this", c.bento: "bento wrote that"}
	for player, text := range words {
		must(t, c.Say(ctx, live.Phrase{Club: c.id, Table: 1, Match: match, Player: player, ID: live.OwnWords,
			Words: text}))
	}
	for reader := range words {
		var data bytes.Buffer
		must(t, c.ExportOf(ctx, reader, &data, nil))
		for writer, text := range words {
			if strings.Contains(data.String(), text) != (reader == writer) {
				t.Errorf("of player %d: is %q in the export of player %d", writer, text, reader)
			}
		}
	}
}

// The export holds whatever the schema keeps about a player.
func TestTheExportIsWhole(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	export := func(player int64) map[string]json.RawMessage {
		var data bytes.Buffer
		must(t, c.ExportOf(ctx, player, &data, nil))
		var parts map[string]json.RawMessage
		must(t, json.Unmarshal(data.Bytes(), &parts))
		return parts
	}
	rows, err := c.Pool().Query(ctx, `
		SELECT conrelid::regclass || '.' || (SELECT attname FROM pg_attribute WHERE attrelid = conrelid
			AND attnum = conkey[1])
		FROM pg_constraint WHERE confrelid = 'players'::regclass
			AND conname <> 'mutes_muted_id_fkey' ORDER BY 1`) // the one who is muted is not told by whom
	must(t, err)
	columns, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	if len(columns) != len(keptIn) {
		t.Errorf("the schema names players in %v", columns)
	}
	c.table(t, nil)
	_, err = c.PlanNight(ctx, c.id, c.ana, nightPlan(time.Now().Add(time.Hour)), clock.Once, "")
	must(t, err)
	_, err = c.FoundSeason(ctx, c.id, c.ana, results.Season{Name: "S", StartsAt: time.Now(), EndsAt: time.Now().
		Add(time.Hour), Charter: standing.Standard()})
	must(t, err)
	_, err = c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour})
	must(t, err)
	for _, column := range columns {
		part, table := keptIn[column], strings.Split(column, ".")[0]
		if part == "" {
			t.Errorf("%s is in no part", column)
			continue
		}
		player := int64(c.count(t, `INSERT INTO players (name, password_hash) VALUES ($1, 'hash')
			RETURNING id`, column))
		before := export(player)
		if err := c.exec(t, cmp.Or(rowOf[column], rowOf[table]), player); err != nil {
			t.Fatalf("%s: %v", column, err)
		}
		after := export(player)
		if string(after[part]) == string(before[part]) || table == "audit" && !strings.Contains(string(after[part]),
			`"action":"x"`) {
			t.Errorf("%s is not in %q: %s", column, part, after[part])
		}
	}
	var account map[string]any
	must(t, json.Unmarshal(export(c.davi)["account"], &account))
	// All of the account but the hash, when it was deleted, and what a placeholder has.
	if n := c.count(t, `SELECT count(*) FROM pg_attribute WHERE attrelid = 'players'::regclass AND attnum > 0
		AND NOT attisdropped`); len(account) != n-4 {
		t.Errorf("%d of %d columns of the account: %v", len(account), n, account)
	}
	if n := c.count(t, `SELECT count(*) FROM audit WHERE action = 'exported' AND player_id = $1
		AND details->>'what' = 'account'`, c.davi); n == 0 {
		t.Error("the export is not noted")
	}
}

// keptIn says in which part of a player's export each column is that names a
// player.
var keptIn = map[string]string{
	"seals.player_id":       "seals",
	"amendments.created_by": "amendments", "announcements.player_id": "announcements",
	"audit.player_id": "log", "audit.about": "log_about",
	"corrections.created_by": "corrections", "invitations.created_by": "invitations",
	"join_requests.player_id": "requests", "match_seats.player_id": "matches", "memberships.player_id": "memberships",
	"memberships.suspended_by": "suspensions",
	"password_links.player_id": "links", "password_links.created_by": "links",
	"seasons.created_by": "seasons", "sessions.link_by": "link_sessions", "browsers.player_id": "browsers",
	"passkeys.player_id": "passkeys", "recovery_codes.player_id": "recovery_codes",
	"account_events.player_id": "account_events",
	"watches.player_id":        "watches", "forms.player_id": "forms",
	"notices.player_id": "notices", "notices.by_id": "notices", "callings.player_id": "callings",
	"devices.player_id": "devices",
	"lessons.player_id": "lessons", "reviews.player_id": "reviews",
	"nights.created_by": "nights", "night_series.created_by": "night_series", "night_answers.player_id": "nights",
	"draws.drawn_by": "draws", "sheets.by_id": "sheets", "sheets.confirmed_by": "sheets",
	"arrivals.player_id": "arrivals", "arrivals.by_id": "arrivals", "arrivals.claimant_id": "arrivals",
	"calendars.player_id":     "calendar",
	"competitions.created_by": "competitions", "competitors.player_id": "competitions",
	"competition_amendments.created_by": "competition_amendments",
	"competition_rounds.drawn_by":       "competition_rounds", "competition_seats.player_id": "competition_tables",
	"appointments.player_id": "appointments",
	"holidays.player_id":     "holidays", "notes.player_id": "notes", "plans.player_id": "plans",
	"choices.player_id":     "choices",
	"daily_plays.player_id": "daily",
	"mutes.player_id":       "mutes",
	"names.player_id":       "names",
	"sessions.player_id":    "sessions", "table_presets.created_by": "presets",
	"tables.host_id": "tables", "tables.closed_by": "tables", "seats.player_id": "tables", "seats.invited_id": "tables",
	"table_guests.player_id": "tables",
	"results.player_id":      "results", "tallies.player_id": "records", "ratings.player_id": "ratings",
	"encounters.player_id": "encounters", "encounters.rival_id": "encounters", "counted.player_id": "counted",
	"numbers.player_id": "numbers", "bests.player_id": "bests", "season_times.player_id": "season_times",
	"rated.player_id": "rated",
	"yearbooks.by_id": "yearbooks", "club_files.by_id": "club_files",
	"brought_clubs.by_id": "brought_clubs",
	"transfers.by_id":     "transfers", "placeholders.player_id": "transfers", "players.claimed_by": "transfers",
	"invitations.placeholder_id": "invitations",
	"imports.by_id":              "imports", "imports.kept_by": "imports", "imports.taken_back_by": "imports",
	"recorded_seats.player_id": "recorded_matches",
}

// rowOf makes a row for each column that names a player, as scant as it may be: what it says is up to the queries.
var rowOf = map[string]string{
	"amendments": `INSERT INTO amendments (season_id, charter, reason, created_by) SELECT id, charter, 'x', $1
		FROM seasons`,
	"announcements": `INSERT INTO announcements (club_id, player_id, body) SELECT id, $1, 'x' FROM clubs`,
	"audit.about": `INSERT INTO audit (player_id, about, action) SELECT id, $1, 'x' FROM players
		WHERE name = 'Ana'`,
	"audit": `INSERT INTO audit (player_id, action) VALUES ($1, 'x')`,
	"corrections": `INSERT INTO corrections (match_id, kind, reason, created_by) SELECT id, 'void', 'x', $1
		FROM matches`,
	"invitations": `INSERT INTO invitations (club_id, token, role, created_by, uses, expires_at)
		SELECT id, 'x', 'member', $1, 1, now() FROM clubs`,
	"join_requests": `INSERT INTO join_requests (club_id, player_id, invitation_id) SELECT club_id, $1, min(id)
		FROM invitations GROUP BY club_id`,
	"match_seats": `INSERT INTO match_seats (match_id, seat, player_id) SELECT id, 3, $1 FROM matches`,
	"memberships": `INSERT INTO memberships (club_id, player_id, role) SELECT id, $1, 'member' FROM clubs`,
	"seasons": `INSERT INTO seasons (club_id, name, starts_at, ends_at, charter, created_by)
		SELECT id, 'x', now(), now() + interval '1 day', '{}', $1 FROM clubs`,
	"passkeys":       `INSERT INTO passkeys (player_id, name, credential_id, credential) VALUES ($1, 'x', 'x', '{}')`,
	"recovery_codes": `INSERT INTO recovery_codes (player_id, hash) VALUES ($1, 'x')`,
	"account_events": `INSERT INTO account_events (player_id, what, network, agent) VALUES ($1, 'x', '', '')`,
	"browsers":       `INSERT INTO browsers (player_id, token_hash) VALUES ($1, sha256('x'))`,
	"watches":        `INSERT INTO watches (table_id, player_id) SELECT id, $1 FROM tables`,
	"forms":          `INSERT INTO forms (player_id, idem) VALUES ($1, 'x')`,
	"notices":        `INSERT INTO notices (player_id, club_id, kind, key) SELECT $1, id, 'news', 'x' FROM clubs`,
	"notices.by_id": `INSERT INTO notices (player_id, by_id, club_id, kind, key) SELECT p.id, $1, c.id, 'news', 'y'
		FROM clubs c, players p WHERE p.name = 'Ana'`,
	"callings": `INSERT INTO callings (player_id) VALUES ($1)`,
	"devices": `WITH s AS (INSERT INTO sessions (player_id, token_hash, user_agent) VALUES ($1, sha256('d'), 'x')
		RETURNING id)
		INSERT INTO devices (player_id, session_id, endpoint, p256dh, auth)
			SELECT $1, id, 'x', decode(repeat('00', 65), 'hex'), decode(repeat('00', 16), 'hex') FROM s`,
	"names": `INSERT INTO names (player_id, name) VALUES ($1, 'x')`,
	"seals": `INSERT INTO seals (match_id, player_id, shuffle_version, seed, commitment)
		SELECT nextval('match_ids'), $1, 'x', sha256('x'), 'x'`,
	"mutes": `INSERT INTO mutes (player_id, muted_id) SELECT $1, id FROM players WHERE name = 'Ana'`,
	"daily_plays": `INSERT INTO daily_plays (club_id, day, game, player_id, rules, moves)
		SELECT id, now(), 'toy', $1, 1, '{}' FROM clubs`,
	"nights": `INSERT INTO nights (club_id, planned_at, name, starts_at, ends_at, answers_until, place, address, says,
		games, places, created_by)
		SELECT id, now(), 'x', now(), now() + interval '1 hour', now(), '', '', '', '{}', 0, $1 FROM clubs`,
	"night_series": `INSERT INTO night_series (club_id, recurs, created_by) SELECT id, 'weekly', $1 FROM clubs`,
	"night_answers": `INSERT INTO night_answers (night_id, player_id, answer) SELECT min(id), $1, 'no'
		FROM nights`,
	"arrivals":       `INSERT INTO arrivals (night_id, player_id) SELECT min(id), $1 FROM nights`,
	"arrivals.by_id": `INSERT INTO arrivals (night_id, name, by_id) SELECT min(id), 'x', $1 FROM nights`,
	"arrivals.claimant_id": `INSERT INTO arrivals (night_id, name, claimant_id) SELECT min(id), 'y', $1
		FROM nights`,
	"draws": `INSERT INTO draws (night_id, number, game, level, lot, minutes, screens, drawn_by)
		SELECT min(id), 1, 'toy', '', 1, 20, false, $1 FROM nights`,
	"sheets": `WITH n AS (SELECT min(id) AS id FROM nights), d AS (INSERT INTO draws (night_id, number, game, level,
			lot, minutes, screens, drawn_by) SELECT id, 2, 'toy', '', 1, 20, false, $1 FROM n),
		t AS (INSERT INTO draw_tables (night_id, round, number, reasons) SELECT id, 2, 1, '[]' FROM n)
		INSERT INTO sheets (night_id, round, number, written, by_id) SELECT id, 2, 1, '[]', $1 FROM n`,
	"sheets.confirmed_by": `WITH n AS (SELECT min(id) AS id FROM nights), r AS (INSERT INTO recorded_matches
			(night_id, club_id, line, game, ended_at, timed, label, counts)
			SELECT n.id, c.id, 0, 'toy', now(), true, 'x', true FROM n, clubs c RETURNING id),
		d AS (INSERT INTO draws (night_id, number, game, level, lot, minutes, screens, drawn_by)
			SELECT n.id, 3, 'toy', '', 1, 20, false, p.id FROM n, players p WHERE p.name = 'Ana'),
		t AS (INSERT INTO draw_tables (night_id, round, number, reasons) SELECT id, 3, 1, '[]' FROM n)
		INSERT INTO sheets (night_id, round, number, written, by_id, match_id, confirmed_at, confirmed_by)
		SELECT n.id, 3, 1, '[]', p.id, r.id, now(), $1 FROM n, r, players p WHERE p.name = 'Ana'`,
	"competitions": `INSERT INTO competitions (club_id, name, charter, created_by) SELECT id, 'x', '{}', $1 FROM clubs`,
	"competition_amendments": `WITH c AS (INSERT INTO competitions (club_id, name, charter, created_by)
			SELECT c.id, 'x', '{}', p.id FROM clubs c, players p WHERE p.name = 'Ana' RETURNING id)
		INSERT INTO competition_amendments (competition_id, charter, reason, created_by) SELECT id, '{}', 'x', $1 FROM c`,
	"competitors": `WITH c AS (INSERT INTO competitions (club_id, name, charter, created_by)
			SELECT c.id, 'x', '{}', p.id FROM clubs c, players p WHERE p.name = 'Ana' RETURNING id)
		INSERT INTO competitors (competition_id, player_id, seed) SELECT id, $1, 1 FROM c`,
	"competition_rounds": `WITH c AS (INSERT INTO competitions (club_id, name, charter, created_by)
			SELECT c.id, 'x', '{}', p.id FROM clubs c, players p WHERE p.name = 'Ana' RETURNING id)
		INSERT INTO competition_rounds (competition_id, number, lot, drawn_by) SELECT id, 1, 1, $1 FROM c`,
	"competition_seats": `WITH c AS (INSERT INTO competitions (club_id, name, charter, created_by)
			SELECT c.id, 'x', '{}', p.id FROM clubs c, players p WHERE p.name = 'Ana' RETURNING id, created_by),
		r AS (INSERT INTO competition_rounds (competition_id, number, lot, drawn_by)
			SELECT id, 1, 1, created_by FROM c)
		INSERT INTO competition_seats (competition_id, round, number, seat, player_id) SELECT id, 1, 0, 0, $1 FROM c`,
	"appointments": `WITH c AS (INSERT INTO competitions (club_id, name, charter, created_by)
			SELECT c.id, 'x', '{}', p.id FROM clubs c, players p WHERE p.name = 'Ana' RETURNING id, created_by),
		r AS (INSERT INTO competition_rounds (competition_id, number, lot, drawn_by)
			SELECT id, 1, 1, created_by FROM c),
		t AS (INSERT INTO competition_tables (competition_id, round, number, reasons) SELECT id, 1, 1, '[]' FROM c)
		INSERT INTO appointments (competition_id, round, number, player_id, at) SELECT id, 1, 1, $1, now() FROM c`,
	"calendars": `INSERT INTO calendars (player_id, token) VALUES ($1, 'x')`,
	"choices":   `INSERT INTO choices (player_id, game, form) VALUES ($1, 'toy', 'x')`,
	"reviews":   `INSERT INTO reviews (match_id, player_id) SELECT min(id), $1 FROM matches`,
	"lessons":   `INSERT INTO lessons (player_id, game, steps) VALUES ($1, 'toy', '{x}')`,
	"notes":     `INSERT INTO notes (match_id, player_id, text) SELECT id, $1, 'x' FROM matches`,
	"plans": `INSERT INTO plans (match_id, player_id, number, moves, version)
		SELECT id, $1, 1, '{draw @stock}', 0 FROM matches`,
	"holidays": `INSERT INTO holidays (player_id, begins, ends) VALUES ($1, now(), now())`,
	"sessions": `INSERT INTO sessions (player_id, token_hash, user_agent) VALUES ($1, sha256('x'), 'x')`,
	"table_presets": `INSERT INTO table_presets (club_id, name, game, seats, options, created_by)
		SELECT id, 'x', 'toy', 2, '{}', $1 FROM clubs`,
	"table_guests":   `INSERT INTO table_guests (table_id, player_id) SELECT id, $1 FROM tables`,
	"tables.host_id": `UPDATE tables SET host_id = $1`,
	"seats":          `INSERT INTO seats (table_id, seat, player_id) SELECT id, 4, $1 FROM tables`,
	"password_links": `INSERT INTO password_links (token_hash, player_id, created_by, expires_at)
		SELECT sha256('y'), $1, id, now() FROM players WHERE name = 'Ana'`,

	"results": `INSERT INTO results (club_id, player_id, ended_at, match_id, game, open)
		SELECT club_id, $1, now(), id, 'toy', true FROM matches`,
	"tallies": `INSERT INTO tallies SELECT id, $1, 'toy', 1, 1, 1 FROM clubs`,
	"encounters": `INSERT INTO encounters SELECT c.id, pair.a, pair.b, 'toy', 1, 1, 0
		FROM clubs c, players q, LATERAL (VALUES ($1, q.id), (q.id, $1)) AS pair (a, b) WHERE q.name = 'Ana'`,
	"counted": `INSERT INTO counted SELECT id, $1, 2, 3, '{}' FROM matches`,
	"numbers": `INSERT INTO numbers SELECT id, $1, 'toy', '{}' FROM clubs`,
	"bests": `INSERT INTO bests SELECT club_id, 'toy', 'low', 1 + count(*) OVER (), 3, id, now(), $1 FROM matches
		LIMIT 1`,
	"season_times": `INSERT INTO season_times SELECT id, club_id, 'toy', 'low', $1, 3 FROM seasons`,
	"ratings":      `INSERT INTO ratings SELECT id, $1, 'toy', 1, 25, 8 FROM clubs`,
	"rated":        `INSERT INTO rated SELECT club_id, 'toy', id, now(), $1, row_number() OVER (), 25, 8, 26, 7 FROM matches`,
	"imports":      `INSERT INTO imports (club_id, by_id, name, wish, file) SELECT id, $1, 'x', '{}', 'x' FROM clubs`,
	"imports.kept_by": `INSERT INTO imports (club_id, by_id, name, wish, kept_at, kept_by)
		SELECT c.id, p.id, 'x', '{}', now(), $1 FROM clubs c, players p WHERE p.name = 'Ana'`,
	"imports.taken_back_by": `INSERT INTO imports (club_id, by_id, name, wish, kept_at, taken_back_at, taken_back_by)
		SELECT c.id, p.id, 'x', '{}', now(), now(), $1 FROM clubs c, players p WHERE p.name = 'Ana'`,
	"transfers": `INSERT INTO transfers (club_id, number, slug, written_at, by_id) SELECT id, 1, 'x', now(), $1
		FROM clubs`,
	"placeholders": `WITH t AS (INSERT INTO transfers (club_id, number, slug, written_at)
		SELECT id, 1, 'x', now() FROM clubs RETURNING id)
		INSERT INTO placeholders (transfer_id, number, player_id, role) SELECT id, 1, $1, '' FROM t`,
	"players.claimed_by": `INSERT INTO players (name, password_hash, placeholder, claimed_by)
		VALUES ('Fábio', '', true, $1)`,
	"invitations.placeholder_id": `INSERT INTO invitations (club_id, token, role, created_by, uses, expires_at,
		placeholder_id) SELECT c.id, 'y', 'member', p.id, 1, now(), $1 FROM clubs c, players p
		WHERE p.name = 'Ana'`,
	"brought_clubs": `INSERT INTO brought_clubs (by_id, name, owner) VALUES ($1, 'x', 'x')`,
	"club_files":    `INSERT INTO club_files (club_id, by_id) SELECT id, $1 FROM clubs`,
	"yearbooks":     `INSERT INTO yearbooks (club_id, by_id) SELECT id, $1 FROM clubs`,
	"recorded_seats": `WITH m AS (INSERT INTO recorded_matches (import_id, club_id, line, game, ended_at, timed, label,
			counts) SELECT i.id, i.club_id, 2, 'toy', now(), false, '', true FROM imports i LIMIT 1 RETURNING id)
		INSERT INTO recorded_seats (match_id, seat, player_id, place) SELECT id, 0, $1, 1 FROM m`,
	"sessions.link_by": `INSERT INTO sessions (player_id, token_hash, user_agent, link_by)
		SELECT id, sha256('w'), 'x', $1 FROM players WHERE name = 'Ana'`,
	"memberships.suspended_by": `UPDATE memberships SET suspended_by = $1, suspended_at = now()
		WHERE role = 'member'`,
	"tables.closed_by": `UPDATE tables SET closed_by = $1`,
	"seats.invited_id": `INSERT INTO seats (table_id, seat, invited_id) SELECT id, 3, $1 FROM tables`,
	"password_links.created_by": `INSERT INTO password_links (token_hash, player_id, created_by, expires_at)
		SELECT sha256('z'), id, $1, now() FROM players WHERE name = 'Ana'`,
}
