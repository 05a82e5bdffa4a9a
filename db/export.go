package db

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/engine/role"
	"carteado/engine/standing"
)

// ExportMembers returns a club's members as rows of text, headings first, to who
// may export; the export is noted.
func (s *Store) ExportMembers(ctx context.Context, club, by int64) (rows [][]string, err error) {
	err = s.exported(ctx, club, by, "members", func(ctx context.Context, tx *txn) error {
		list, err := all[MemberLine](ctx, tx, memberLines+` WHERE m.club_id = $1 AND $2 ORDER BY m.player_id`, club, true)
		if err != nil {
			return err
		}
		inNameOrder(list, func(m MemberLine) string { return m.Name })
		rows = [][]string{{"number", "name", "email", "role", "suspended", "joined_at", "seen_at", "matches", "wins"}}
		for _, m := range list {
			rows = append(rows, []string{
				strconv.FormatInt(m.Player, 10), m.Name, m.Email, string(m.Role), strconv.FormatBool(m.Suspended),
				stamp(m.JoinedAt), stamp(m.SeenAt), strconv.Itoa(m.Matches), strconv.Itoa(m.Wins),
			})
		}
		return nil
	})
	return rows, err
}

// ExportMatches returns a club's matches that are over, a row for each seat. Those
// with the reach "club" count for the standings.
func (s *Store) ExportMatches(ctx context.Context, club, by int64) (rows [][]string, err error) {
	err = s.exported(ctx, club, by, "matches", func(ctx context.Context, tx *txn) error {
		found, err := tx.Query(ctx, `
			SELECT m.id::text, t.number::text, t.game, to_char(m.started_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
				to_char(m.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), m.outcome->>'how', s.seat::text,
				coalesce(s.player_id::text, ''), coalesce(p.name, ''), coalesce(s.bot, ''), m.totals[s.seat + 1]::text, m.outcome->'placing'->>s.seat::int, t.reach
			FROM matches m
			JOIN tables t ON t.id = m.table_id
			JOIN match_seats s ON s.match_id = m.id
			LEFT JOIN players p ON p.id = s.player_id
			WHERE m.club_id = $1 AND m.status = 'over' ORDER BY m.id, s.seat`, club)
		if err != nil {
			return err
		}
		rows, err = pgx.CollectRows(found, func(row pgx.CollectableRow) ([]string, error) {
			fields := make([]string, 13)
			into := make([]any, len(fields))
			for i := range fields {
				into[i] = &fields[i]
			}
			return fields, row.Scan(into...)
		})
		rows = append([][]string{{"match", "table", "game", "started_at", "ended_at", "how", "seat", "player", "name", "bot", "total", "place", "reach"}}, rows...)
		return err
	})
	return rows, err
}

// exported runs an export for who may, and notes it.
func (s *Store) exported(ctx context.Context, club, by int64, what string, do func(context.Context, *txn) error) error {
	return s.inTx(ctx, "export "+what, func(ctx context.Context, tx *txn) error {
		if err := may(ctx, tx, club, by, role.Export); err != nil {
			return err
		}
		if err := do(ctx, tx); err != nil {
			return err
		}
		return note(ctx, tx, club, by, "exported", details{"what": what})
	})
}

// stamp writes a time, and nothing for none.
func stamp(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// ExportStandings returns the places of all of a club's seasons.
func (s *Store) ExportStandings(ctx context.Context, club, by int64) (rows [][]string, err error) {
	err = s.exported(ctx, club, by, "standings", func(ctx context.Context, tx *txn) error {
		rows = [][]string{{"season", "name", "starts_at", "ends_at", "place", "player", "player_name", "points", "played", "won", "drawn", "lost", "dropped"}}
		seasons, err := selectSeasons(ctx, tx, club)
		if err != nil {
			return err
		}
		for _, season := range seasons {
			var lines []standing.Line
			if err := tx.QueryRow(ctx, `SELECT list FROM standings WHERE season_id = $1`, season.ID).Scan(&lines); err != nil {
				return err
			}
			called, err := names(ctx, tx, lines)
			if err != nil {
				return err
			}
			for _, l := range lines {
				row := []string{strconv.FormatInt(season.ID, 10), season.Name, stamp(season.StartsAt), stamp(season.EndsAt),
					strconv.Itoa(l.Place), strconv.FormatInt(l.Player, 10), called[l.Player]}
				for _, n := range []int{l.Points, l.Played, l.Won, l.Drawn, l.Lost, l.Dropped} {
					row = append(row, strconv.Itoa(n))
				}
				rows = append(rows, row)
			}
		}
		return nil
	})
	return rows, err
}
