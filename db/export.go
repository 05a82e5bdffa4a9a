package db

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/db/pg"
	"carteado/engine/role"
)

// An export goes from the database to the reader row by row, for as long as the reader
// takes it, and holds a connection meanwhile: there are few at the same time, and one of
// a player.
const (
	ExportTime    = 2 * time.Minute
	exportsAtOnce = 2
)

// A Row takes one row of an export.
type Row func(fields []string) error

// An Again is asked, when all of an export has been handed over, whether to hand it over
// once more, from the same state of the database. It may be nil.
type Again func() bool

// exportClub runs an export for a member who may export.
func (s *Store) exportClub(ctx context.Context, club, by int64, what string, again Again,
	do func(context.Context, pgx.Tx) error) error {
	return s.export(ctx, club, by, what, again, func(ctx context.Context, tx *pg.Tx) error {
		return base.May(ctx, tx, club, by, role.Export)
	}, do)
}

// export notes an export and then runs it on one state of the database. It is never tried
// again after an error, because what it has handed over is gone.
func (s *Store) export(ctx context.Context, club, by int64, what string, again Again,
	allowed func(context.Context, *pg.Tx) error, do func(context.Context, pgx.Tx) error) error {
	if _, under := s.exporting.LoadOrStore(by, true); under {
		return fmt.Errorf("export %s: another is under way: %w", what, base.ErrUnavailable)
	}
	defer s.exporting.Delete(by)
	if err := s.Enter(ctx, s.exports); err != nil {
		return fmt.Errorf("export %s: %w", what, err)
	}
	defer s.exports.Release(1)
	err := s.InTx(ctx, "export "+what, func(ctx context.Context, tx *pg.Tx) error {
		if err := allowed(ctx, tx); err != nil {
			return err
		}
		if err := s.mayExport(ctx, tx, by); err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "exported", base.Details{"what": what})
	})
	if err != nil {
		return err
	}
	return s.ReadSnapshot(ctx, "export "+what, ExportTime, func(ctx context.Context, tx pgx.Tx) (err error) {
		for more := true; more; more = err == nil && again != nil && again() {
			err = do(ctx, tx)
		}
		return err
	})
}

// each reads the rows of a query one by one into the same variables.
func each(ctx context.Context, q pg.Querier, into []any, take func() error, sql string, args ...any) error {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, into, take)
	return err
}

// ownParts are the parts of an export about the player p beside the account
// itself: each a query with a row for every line. Secrets are left out, other players are only numbers.
var ownParts = []struct{ name, query string }{
	{"names", `SELECT name, until FROM names WHERE player_id = p.id ORDER BY until`},
	{"sessions", `SELECT user_agent, created_at, seen_at FROM sessions WHERE player_id = p.id ORDER BY id`},
	{"links", `SELECT l.player_id AS for_player, l.created_by AS made_by, l.created_at, l.expires_at, l.used_at
		FROM password_links l WHERE p.id IN (l.player_id, l.created_by) ORDER BY l.created_at`},
	{"link_sessions", `SELECT s.player_id AS for_player, s.created_at, s.link_until FROM sessions s
		WHERE s.link_by = p.id ORDER BY s.id`},
	{"browsers", `SELECT since, seen_at FROM browsers WHERE player_id = p.id ORDER BY since`},
	{"passkeys", `SELECT name, created_at, used_at FROM passkeys WHERE player_id = p.id ORDER BY id`},
	{"recovery_codes", `SELECT used_at FROM recovery_codes WHERE player_id = p.id ORDER BY used_at`},
	{"account_events", `SELECT at, what, network, agent FROM account_events WHERE player_id = p.id ORDER BY id`},
	{"watches", `SELECT table_id AS "table", at FROM watches WHERE player_id = p.id ORDER BY table_id`},
	{"notices", `SELECT c.slug AS club, n.kind, t.number AS "table", n.match_id AS match, n.at,
		CASE WHEN n.player_id = p.id THEN n.read_at END AS read_at, n.player_id = p.id AS to_you,
		n.by_id = p.id AS by_you
		FROM notices n JOIN clubs c ON c.id = n.club_id LEFT JOIN tables t ON t.id = n.table_id
			WHERE p.id IN (n.player_id, n.by_id) ORDER BY n.id`},
	{"callings", `SELECT push, mail, daily, brief, address, asked_address, mail_after, asked_at
		FROM callings WHERE player_id = p.id`},
	{"devices", `SELECT endpoint, made_at, told_at FROM devices WHERE player_id = p.id ORDER BY id`},
	{"holidays", `SELECT begins, ends FROM holidays WHERE player_id = p.id ORDER BY begins`},
	{"notes", `SELECT match_id AS match, text, changed_at FROM notes WHERE player_id = p.id ORDER BY match_id`},
	{"lessons", `SELECT game, steps, changed_at FROM lessons WHERE player_id = p.id ORDER BY game`},
	{"daily", `SELECT c.slug AS club, d.day, d.game, s.match_id AS match, d.moves, d.score, d.began_at, d.ended_at
		FROM daily_plays d JOIN clubs c ON c.id = d.club_id LEFT JOIN daily_deals s
			ON (s.club_id, s.day, s.game) = (d.club_id, d.day, d.game) WHERE d.player_id = p.id ORDER BY d.day, d.game`},
	{"reviews", `SELECT match_id AS match, asked_at, done_at, shared, found FROM reviews WHERE player_id = p.id
		ORDER BY match_id`},
	{"choices", `SELECT game, form, changed_at FROM choices WHERE player_id = p.id ORDER BY game`},
	{"seals", `SELECT match_id AS match, commitment, made_at FROM seals WHERE player_id = p.id`},
	{"plans", `SELECT match_id AS match, number, shows, moves, made_at FROM plans
		WHERE player_id = p.id ORDER BY match_id, number`},
	{"mutes", `SELECT muted_id AS player FROM mutes WHERE player_id = p.id ORDER BY muted_id`},
	{"forms", `SELECT made, at FROM forms WHERE player_id = p.id ORDER BY at`},
	{"memberships", `SELECT c.slug AS club, c.name, m.role, m.joined_at, rating_hidden, suspended_at, suspended_until,
		suspended_reason FROM memberships m JOIN clubs c ON c.id = m.club_id WHERE m.player_id = p.id ORDER BY c.id`},
	{"suspensions", `SELECT c.slug AS club, m.player_id AS player, m.suspended_at, m.suspended_until, m.suspended_reason
		FROM memberships m JOIN clubs c ON c.id = m.club_id WHERE m.suspended_by = p.id ORDER BY c.id, m.player_id`},
	{"requests", `SELECT c.name AS club, r.created_at FROM join_requests r JOIN clubs c ON c.id = r.club_id
		WHERE r.player_id = p.id ORDER BY c.id`},
	{"invitations", `SELECT c.slug AS club, i.role, i.label, i.approval, i.uses, i.used, i.created_at, i.expires_at,
		i.revoked_at FROM invitations i JOIN clubs c ON c.id = i.club_id
			WHERE p.id IN (i.created_by, i.placeholder_id) ORDER BY i.id`},
	{"announcements", `SELECT c.slug AS club, a.body, a.created_at, a.changed_at, a.pinned_at, a.hidden_at
		FROM announcements a JOIN clubs c ON c.id = a.club_id WHERE a.player_id = p.id ORDER BY a.id`},
	{"presets", `SELECT c.slug AS club, t.name, t.game, t.seats, t.options, t.created_at
		FROM table_presets t JOIN clubs c ON c.id = t.club_id WHERE t.created_by = p.id ORDER BY t.id`},
	{"tables", `SELECT c.slug AS club, t.number AS "table", t.game, t.options, t.opened_at, t.reach,
		t.host_id = p.id AS opened_by_you, t.practice, g.player_id IS NOT NULL AS guest,
			s.seat, s.contribution, s.contribution_how, s.contribution_at, s.invited_id IS NOT NULL AS seat_kept,
			t.closed_by IS NOT DISTINCT FROM p.id AS closed_by_you, CASE
				WHEN t.closed_by = p.id THEN t.closed_reason END AS reason
		FROM tables t JOIN clubs c ON c.id = t.club_id
		LEFT JOIN seats s ON s.table_id = t.id AND p.id IN (s.player_id, s.invited_id)
		LEFT JOIN table_guests g ON g.table_id = t.id AND g.player_id = p.id
		WHERE p.id IN (t.host_id, t.closed_by) OR s.seat IS NOT NULL OR g.player_id IS NOT NULL ORDER BY t.id`},
	{"nights", `SELECT c.slug AS club, n.name, n.starts_at, n.ends_at, n.place, n.says, n.created_by = p.id AS by_you,
		a.answer, a.arrives_at, a.placed, a.since AS answered_at
		FROM nights n JOIN clubs c ON c.id = n.club_id
		LEFT JOIN night_answers a ON a.night_id = n.id AND a.player_id = p.id
			WHERE n.created_by = p.id OR a.player_id = p.id ORDER BY n.id`},
	{"night_series", `SELECT c.slug AS club, s.recurs, s.created_at, s.ended_at
		FROM night_series s JOIN clubs c ON c.id = s.club_id WHERE s.created_by = p.id ORDER BY s.id`},
	{"arrivals", `SELECT c.slug AS club, n.name AS night, r.player_id IS NOT DISTINCT FROM p.id AS you,
		r.by_id IS NOT DISTINCT FROM p.id AS noted_by_you, r.claimant_id IS NOT DISTINCT FROM p.id AS claimed_by_you,
		r.came_at, r.left_at
		FROM arrivals r JOIN nights n ON n.id = r.night_id JOIN clubs c ON c.id = n.club_id
			WHERE p.id IN (r.player_id, r.by_id, r.claimant_id) ORDER BY r.id`},
	{"draws", `SELECT c.slug AS club, n.name AS night, d.number AS round, d.game, d.drawn_at
		FROM draws d JOIN nights n ON n.id = d.night_id JOIN clubs c ON c.id = n.club_id
			WHERE d.drawn_by = p.id ORDER BY d.night_id, d.number`},
	{"sittings", `SELECT c.slug AS club, n.name AS night, s.round, s.number AS "table", s.seat, s.place
		FROM draw_seats s JOIN arrivals r ON r.id = s.arrival_id JOIN nights n ON n.id = s.night_id
		JOIN clubs c ON c.id = n.club_id WHERE r.player_id = p.id ORDER BY s.night_id, s.round`},
	{"competitions", `SELECT c.slug AS club, k.name, k.created_at, k.created_by = p.id AS by_you, e.seed, e.from_round,
		e.left_round, e.entered_at
		FROM competitions k JOIN clubs c ON c.id = k.club_id
		LEFT JOIN competitors e ON e.competition_id = k.id AND e.player_id = p.id
			WHERE k.created_by = p.id OR e.player_id = p.id ORDER BY k.id`},
	{"competition_amendments", `SELECT c.slug AS club, k.name AS competition, a.charter, a.due_at, a.reason, a.created_at
		FROM competition_amendments a JOIN competitions k ON k.id = a.competition_id JOIN clubs c ON c.id = k.club_id
			WHERE a.created_by = p.id ORDER BY a.id`},
	{"competition_rounds", `SELECT c.slug AS club, k.name AS competition, r.number AS round, r.drawn_at
		FROM competition_rounds r JOIN competitions k ON k.id = r.competition_id JOIN clubs c ON c.id = k.club_id
			WHERE r.drawn_by = p.id ORDER BY k.id, r.number`},
	{"competition_tables", `SELECT c.slug AS club, k.name AS competition, s.round, s.number AS "table", s.seat, s.place
		FROM competition_seats s JOIN competitions k ON k.id = s.competition_id JOIN clubs c ON c.id = k.club_id
			WHERE s.player_id = p.id ORDER BY k.id, s.round`},
	{"appointments", `SELECT c.slug AS club, k.name AS competition, a.round, a.number AS "table", a.at, a.named_at
		FROM appointments a JOIN competitions k ON k.id = a.competition_id JOIN clubs c ON c.id = k.club_id
			WHERE a.player_id = p.id ORDER BY k.id, a.round`},
	{"calendar", `SELECT made_at FROM calendars WHERE player_id = p.id`},
	{"seasons", `SELECT c.slug AS club, s.name, s.starts_at, s.ends_at, s.charter, s.created_at
		FROM seasons s JOIN clubs c ON c.id = s.club_id WHERE s.created_by = p.id ORDER BY s.id`},
	{"amendments", `SELECT c.slug AS club, s.name AS season, a.charter, a.reason, a.created_at
		FROM amendments a JOIN seasons s ON s.id = a.season_id JOIN clubs c ON c.id = s.club_id
			WHERE a.created_by = p.id ORDER BY a.id`},
	{"imports", `SELECT c.slug AS club, i.name, i.by_id = p.id AS brought_by_you, i.made_at, i.wish, i.kept_at,
		i.kept_by IS NOT DISTINCT FROM p.id AS kept_by_you, i.counts, i.matches, i.taken_back_at,
		i.taken_back_by IS NOT DISTINCT FROM p.id AS taken_back_by_you
		FROM imports i JOIN clubs c ON c.id = i.club_id WHERE p.id IN (i.by_id, i.kept_by, i.taken_back_by)
			ORDER BY i.id`},
	{"transfers", `SELECT c.slug AS club, t.made_at, h.number AS number_there, k.name AS called_there
		FROM players k LEFT JOIN placeholders h ON h.player_id = k.id LEFT JOIN transfers t ON t.id = h.transfer_id
		LEFT JOIN clubs c ON c.id = t.club_id WHERE k.claimed_by = p.id OR k.id = p.id AND h.number IS NOT NULL
		UNION ALL SELECT c.slug, t.made_at, NULL, NULL FROM transfers t JOIN clubs c ON c.id = t.club_id
			WHERE t.by_id = p.id
		ORDER BY made_at, number_there`},
	{"yearbooks", `SELECT c.slug AS club, s.name AS season, y.asked_at, y.ready_at, y.size FROM yearbooks y
		JOIN clubs c ON c.id = y.club_id LEFT JOIN seasons s ON s.id = y.season_id WHERE y.by_id = p.id
			ORDER BY y.id`},
	{"club_files", `SELECT c.slug AS club, f.asked_at, f.ready_at, f.size FROM club_files f JOIN clubs c
		ON c.id = f.club_id WHERE f.by_id = p.id ORDER BY f.id`},
	{"brought_clubs", `SELECT b.name, b.made_at, b.size, b.owner, b.slug, b.called, c.slug AS club FROM brought_clubs b
		LEFT JOIN clubs c ON c.id = b.club_id WHERE b.by_id = p.id ORDER BY b.id`},
	{"sheets", `SELECT c.slug AS club, n.name AS night, s.round, s.number AS "table", s.match_id AS match,
			CASE WHEN s.by_id = p.id THEN s.written END AS written,
			CASE WHEN s.by_id = p.id THEN s.written_at END AS written_at,
			CASE WHEN s.confirmed_by = p.id THEN s.confirmed_at END AS confirmed_at
		FROM sheets s JOIN nights n ON n.id = s.night_id JOIN clubs c ON c.id = n.club_id
			WHERE p.id IN (s.by_id, s.confirmed_by) ORDER BY s.night_id, s.round, s.number`},
	{"recorded_matches", `SELECT m.id AS number, c.slug AS club, m.game, m.ended_at, m.label, m.counts, s.seat, s.points,
		s.place FROM recorded_seats s JOIN recorded_matches m ON m.id = s.match_id JOIN clubs c ON c.id = m.club_id
			WHERE s.player_id = p.id ORDER BY m.id`},
	{"corrections", `SELECT c.slug AS club, coalesce(k.match_id, k.recorded_id) AS match, k.kind, k.places, k.reason,
			k.created_at
		FROM corrections k LEFT JOIN matches m ON m.id = k.match_id LEFT JOIN recorded_matches o ON o.id = k.recorded_id
		JOIN clubs c ON c.id = coalesce(m.club_id, o.club_id)
			WHERE k.created_by = p.id ORDER BY k.id`},
	{"matches", `SELECT m.id AS number, c.slug AS club, t.number AS "table", t.game, t.options, own.seat, m.status,
			m.totals, m.outcome, own.contribution, own.contribution_how, own.contribution_at, m.commitment,
			m.started_at, m.ended_at,
			(SELECT coalesce(json_agg(json_build_object('version', v.version, 'move', v.move, 'at', v.at)
			ORDER BY v.version), '[]')
				FROM moves v WHERE v.match_id = m.id AND v.seat = own.seat) AS moves,
			(SELECT coalesce(json_agg(json_build_object('version', a.version, 'what', a.kind, 'words', w.text,
				'at', a.at) ORDER BY a.number), '[]')
				FROM asides a LEFT JOIN messages w USING (match_id, number) WHERE a.match_id = m.id
					AND a.seat = own.seat) AS asides
		FROM match_seats own JOIN matches m ON m.id = own.match_id JOIN tables t ON t.id = m.table_id
			JOIN clubs c ON c.id = m.club_id
		WHERE own.player_id = p.id ORDER BY m.id`},
	{"results", `SELECT c.slug AS club, r.match_id AS match, r.placed, r.place AS counts_as
		FROM results r JOIN clubs c ON c.id = r.club_id WHERE r.player_id = p.id ORDER BY r.match_id`},
	{"records", `SELECT c.slug AS club, k.game, k.ended, k.matches, k.wins
		FROM tallies k JOIN clubs c ON c.id = k.club_id WHERE k.player_id = p.id ORDER BY c.id, k.game`},
	{"encounters", `SELECT c.slug AS club, k.rival_id AS player, k.game, k.matches, k.won, k.lost
		FROM encounters k JOIN clubs c ON c.id = k.club_id WHERE k.player_id = p.id ORDER BY c.id, k.rival_id, k.game`},
	{"counted", `SELECT k.match_id AS match, k.seats, k.score, k.features
		FROM counted k WHERE k.player_id = p.id ORDER BY k.match_id`},
	{"numbers", `SELECT c.slug AS club, k.game, k.list
		FROM numbers k JOIN clubs c ON c.id = k.club_id WHERE k.player_id = p.id ORDER BY c.id, k.game`},
	{"bests", `SELECT c.slug AS club, k.game, k.name, k.number, k.value, k.match_id AS match, k.ended_at
		FROM bests k JOIN clubs c ON c.id = k.club_id WHERE k.player_id = p.id
		ORDER BY c.id, k.game, k.name, k.number`},
	{"season_times", `SELECT s.name AS season, k.game, k.name, k.times
		FROM season_times k JOIN seasons s ON s.id = k.season_id WHERE k.player_id = p.id
		ORDER BY s.id, k.game, k.name`},
	{"ratings", `SELECT c.slug AS club, r.game, r.matches, r.mu, r.sigma
		FROM ratings r JOIN clubs c ON c.id = r.club_id WHERE r.player_id = p.id ORDER BY c.id, r.game`},
	{"rated", `SELECT c.slug AS club, r.game, r.match_id AS match, r.number, r.mu_before, r.sigma_before, r.mu, r.sigma
		FROM rated r JOIN clubs c ON c.id = r.club_id WHERE r.player_id = p.id ORDER BY c.id, r.game, r.number`},
	{"standings", `SELECT c.slug AS club, s.name AS season, line
		FROM standings g JOIN seasons s ON s.id = g.season_id JOIN clubs c
			ON c.id = s.club_id, jsonb_array_elements(g.list) line
		WHERE (line->'player')::bigint = p.id ORDER BY s.id`},
	{"log", `SELECT a.action, a.details, a.at, a.about AS about_player FROM audit a WHERE a.player_id = p.id
		ORDER BY a.id`},
	{"log_about", `SELECT a.action, a.details, a.at, a.player_id AS by_player FROM audit a WHERE a.about = p.id
		ORDER BY a.id`},
}

// ExportOf writes all data about a player, as JSON. Of matches that are running it holds their own
// moves only.
func (s *Store) ExportOf(ctx context.Context, player int64, out io.Writer, again Again) error {
	nobody := func(context.Context, *pg.Tx) error { return nil }
	return s.export(ctx, 0, player, "account", again, nobody, func(ctx context.Context, tx pgx.Tx) error {
		var line []byte
		err := tx.QueryRow(ctx, `SELECT json_build_object('number', p.id, 'name', p.name, 'email', p.email, 'language',
			p.lang, 'zone', p.zone, 'quiet_from', p.quiet_from, 'quiet_till', p.quiet_till, 'theme', p.theme,
			'deck', p.deck, 'card_index', p.card_index, 'hand_sort', p.hand_sort, 'face', p.face, 'outside',
			p.outside, 'site_owner', p.site_owner, 'passkeys_only', p.passkeys_only, 'created_at', p.created_at,
			'seen_at', p.seen_at)
			FROM players p WHERE p.id = $1`, player).Scan(&line)
		secrets := map[int64]live.StoredSecret{}
		if err == nil {
			secrets, err = secretsOf(ctx, tx, player)
		}
		if err == nil {
			_, err = fmt.Fprintf(out, "{\"account\": %s", line)
		}
		for _, part := range ownParts {
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(out, ",\n%q: [", part.name)
			between := ""
			if err == nil {
				err = each(ctx, tx, []any{&line}, func() error {
					line, err := s.openLine(line, sealedParts[part.name], secrets)
					if err != nil {
						return err
					}
					_, err = fmt.Fprintf(out, "%s\n%s", between, line)
					between = ","
					return err
				}, `SELECT to_json(line) FROM players p, LATERAL (`+part.query+`) line WHERE p.id = $1`, player)
			}
			if err == nil {
				_, err = io.WriteString(out, "]")
			}
		}
		if err == nil {
			_, err = io.WriteString(out, "}\n")
		}
		return err
	})
}

// sealedParts are the parts of which something is encrypted in the database.
var sealedParts = map[string]keys.Kind{"matches": keys.Move, "notes": keys.Note, "plans": keys.Plan,
	"daily": keys.Move}

// secretsOf are the secrets of a player's matches and deals of the day.
func secretsOf(ctx context.Context, q pg.Querier, player int64) (map[int64]live.StoredSecret, error) {
	secrets := map[int64]live.StoredSecret{}
	var match int64
	var secret live.StoredSecret
	return secrets, each(ctx, q, []any{&match, &secret.Plain, &secret.Sealed}, func() error {
		secrets[match] = live.StoredSecret{Plain: slices.Clone(secret.Plain), Sealed: slices.Clone(secret.Sealed)}
		return nil
	}, `SELECT m.id, m.seed, m.secret FROM match_seats s JOIN matches m ON m.id = s.match_id
		WHERE s.player_id = $1
	UNION ALL SELECT d.match_id, NULL, d.secret FROM daily_plays p JOIN daily_deals d USING (club_id, day, game)
		WHERE p.player_id = $1`, player)
}

// openLine decrypts what is encrypted in a line of a part; what nobody can read any more stays, and what a player has
// typed that only looks like it.
func (s *Store) openLine(line []byte, kind keys.Kind, secrets map[int64]live.StoredSecret) ([]byte, error) {
	if kind == "" || !keys.Sealed.Match(line) {
		return line, nil
	}
	var of struct{ Match, Number int64 } // a match's own line has its number
	if err := json.Unmarshal(line, &of); err != nil {
		return nil, err
	}
	id := cmp.Or(of.Match, of.Number)
	key, err := secrets[id].Open(s.Keys, id)
	if err != nil {
		return line, live.SkipLost(err)
	}
	return keys.Sealed.ReplaceAllFunc(line, func(quoted []byte) []byte {
		plain, failed := key.OpenText(kind, string(quoted[1:len(quoted)-1]))
		if failed != nil {
			return quoted
		}
		var text bytes.Buffer
		as := json.NewEncoder(&text)
		as.SetEscapeHTML(false) // as PostgreSQL writes it
		err = errors.Join(err, as.Encode(plain))
		return bytes.TrimSpace(text.Bytes())
	}), err
}

// mayExport checks the quota of exports.
func (s *Store) mayExport(ctx context.Context, tx *pg.Tx, player int64) error {
	return s.Quota(ctx, tx, "exports", 1,
		`audit WHERE player_id = $1 AND action = 'exported' AND at > now() - interval '1 hour'`, player)
}
