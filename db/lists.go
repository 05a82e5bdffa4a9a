package db

import (
	"context"
	"errors"
	"strconv"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine/standing"
)

// Lists are what a club can be exported as, each a table.
var Lists = []string{"members", "matches", "standings"}

// ListColumns are the headings of each list. A heading is a word for programs, and stays what it is; a page explains
// it.
var ListColumns = map[string][]string{
	"members": {"number", "name", "role", "suspended", "joined_at", "seen_at", "matches", "wins"},
	"matches": {"match", "table", "game", "started_at", "ended_at", "how", "seat", "player", "name", "bot", "total",
		"place", "reach", "result", "shuffle", "commitment", "secret", "contribution", "contributed", "levels",
		"practice"},
	"standings": {"season", "name", "starts_at", "ends_at", "place", "player", "player_name", "points", "played", "won",
		"drawn", "lost", "dropped"},
}

// ExportMembers hands over a club's members, headings first, to a member who may export.
// Like every export it is noted before it begins, and an error after the first row
// says that it is not whole.
func (s *Store) ExportMembers(ctx context.Context, club, by int64, take Row, again Again) error {
	return s.exportClub(ctx, club, by, "members", again, func(ctx context.Context, tx pgx.Tx) error {
		list, err := pg.All[clubs.MemberLine](ctx, tx, clubs.MemberLinesSQL+` WHERE m.club_id = $1
			ORDER BY m.player_id`, club)
		if err != nil {
			return err
		}
		base.InNameOrder(list, func(m clubs.MemberLine) string { return m.Name })
		err = take(ListColumns["members"])
		for _, m := range list {
			if err != nil {
				break
			}
			err = take([]string{
				strconv.FormatInt(m.Player, 10), m.Name, string(m.Role), strconv.FormatBool(m.Suspended),
				base.Stamp(m.JoinedAt), base.Stamp(m.SeenAt), strconv.Itoa(m.Matches), strconv.Itoa(m.Wins),
			})
		}
		return err
	})
}

// ExportMatches hands over a club's matches that are over, a row for each seat. Those
// with the reach "club" count for the standings, but for those whose result is
// closed or void: they give nobody a place.
func (s *Store) ExportMatches(ctx context.Context, club, by int64, take Row, again Again) error {
	return s.exportClub(ctx, club, by, "matches", again, func(ctx context.Context, tx pgx.Tx) error {
		err := take(ListColumns["matches"])
		if err != nil {
			return err
		}
		fields := make([]string, len(ListColumns["matches"]))
		into := make([]any, len(fields))
		for i := range fields {
			into[i] = &fields[i]
		}
		return each(ctx, tx, into, func() error { return take(fields) }, `
			SELECT m.id::text, t.number::text, t.game, to_char(m.started_at AT TIME ZONE 'UTC',
				'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
				to_char(m.ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), m.outcome->>'how', s.seat::text,
				coalesce(s.player_id::text, ''), coalesce(p.name, ''), coalesce(`+base.LevelSQL+`, ''), m.totals[s.seat + 1]::text,
				CASE WHEN m.outcome->>'how' = 'closed' OR k.kind = 'void' OR t.practice THEN ''
					WHEN k.kind = 'places' THEN k.places[s.seat + 1]::text ELSE m.outcome->'placing'->>s.seat::int END,
				t.reach,
				CASE WHEN m.outcome->>'how' = 'closed' THEN 'closed' WHEN k.kind = 'void' THEN 'void'
					WHEN k.kind = 'places' THEN 'corrected' ELSE 'played' END,
				m.shuffle_version, m.commitment, coalesce(encode(m.seed, 'hex'), ''), coalesce(s.contribution, ''),
					coalesce(s.contribution_how, ''),
				concat_ws(' ', '1:' || s.bot, (SELECT string_agg(n || ':' || substr(kind, 7), ' ' ORDER BY number)
					FROM asides WHERE match_id = m.id AND seat = s.seat AND kind LIKE 'level.%')),
				t.practice::text
			FROM matches m
			JOIN tables t ON t.id = m.table_id
			JOIN match_seats s ON s.match_id = m.id
			LEFT JOIN players p ON p.id = s.player_id
			LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) k
				ON true
			WHERE m.club_id = $1 AND m.status = 'over' ORDER BY m.ended_at, m.id, s.seat`, club)
	})
}

// ExportStandings hands over the places of all of a club's seasons.
func (s *Store) ExportStandings(ctx context.Context, club, by int64, take Row, again Again) error {
	return s.exportClub(ctx, club, by, "standings", again, func(ctx context.Context, tx pgx.Tx) error {
		err := take(ListColumns["standings"])
		if err != nil {
			return err
		}
		seasons, err := results.SelectSeasons(ctx, tx, club)
		if err != nil {
			return err
		}
		for _, season := range seasons {
			var lines []standing.Line
			if err := tx.QueryRow(ctx, `SELECT list FROM standings WHERE season_id = $1`, season.ID).
				Scan(&lines); err != nil && !errors.Is(err, pgx.ErrNoRows) { // of a club brought in they come soon
				return err
			}
			called, err := results.PlayersIn(ctx, tx, lines)
			if err != nil {
				return err
			}
			for _, l := range lines {
				row := []string{strconv.FormatInt(season.ID, 10), season.Name, base.Stamp(season.StartsAt),
					base.Stamp(season.EndsAt),
					strconv.Itoa(l.Place), strconv.FormatInt(l.Player, 10), called[l.Player].Name}
				for _, n := range []int{l.Points, l.Played, l.Won, l.Drawn, l.Lost, l.Dropped} {
					row = append(row, strconv.Itoa(n))
				}
				if err := take(row); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
