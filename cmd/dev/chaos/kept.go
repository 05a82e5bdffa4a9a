package chaos

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"carteado/cmd/dev/markup"
	"carteado/engine/standing"
)

// What an evening has left is read past the club, by the rows of matches and moves, and compared with what people were
// told.

// A keptSeat is where somebody sits in a round of a night.
type keptSeat struct {
	Round, Number int
	Player        int64
	Table         int64 // the club's; 0: none
	Matches       int   // at that table, in which they have a seat
	Place         int   // 0: none
}

// A line is what the page of the night says of somebody.
type line struct{ won, tenths int }

// A keptEvening is all that is left of an evening.
type keptEvening struct {
	moves  map[string]int // rows of people's moves, by keyOf
	seats  []keptSeat
	opened int              // tables of the club
	names  map[int64]string // of players
	lines  map[string]line  // as the page says, by name
}

// faults says what is not as it was acknowledged, for an evening of so many people and rounds.
func (k keptEvening) faults(acked map[string]bool, people, rounds int) (list []string) {
	fault := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	for _, key := range slices.Sorted(maps.Keys(acked)) {
		if k.moves[key] != 1 {
			fault("the move %s was acknowledged and is kept %d times", key, k.moves[key])
		}
	}
	for _, key := range slices.Sorted(maps.Keys(k.moves)) {
		if !acked[key] {
			fault("the move %s is kept and was never acknowledged", key)
		}
	}
	type place struct{ round, number int }
	tables, places, sits := map[int64]place{}, map[place][]keptSeat{}, map[[2]int64]int{}
	for _, s := range k.seats {
		at := place{s.Round, s.Number}
		places[at] = append(places[at], s)
		sits[[2]int64{int64(s.Round), s.Player}]++
		switch before, known := tables[s.Table]; {
		case s.Table == 0 || s.Matches != 1:
			fault("round %d, table %d: %s has %d matches at the club's table", s.Round, s.Number, k.names[s.Player],
				s.Matches)
		case known && before != at:
			fault("round %d, table %d is played where table %d of round %d is", s.Round, s.Number, before.number,
				before.round)
		}
		tables[s.Table] = at
	}
	for who, n := range sits {
		if n != 1 {
			fault("round %d: %s sits at %d tables", who[0], k.names[who[1]], n)
		}
	}
	if want := rounds * people / Seats; len(places) != want || k.opened != want || len(sits) != rounds*people {
		fault("%d tables were drawn and %d opened for %d people, want %d for %d", len(places), k.opened, len(sits),
			want, rounds*people)
	}
	var sittings []standing.Sitting
	for _, at := range slices.SortedFunc(maps.Keys(places), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.round, b.round), cmp.Compare(a.number, b.number))
	}) {
		var sitting standing.Sitting
		for _, s := range places[at] {
			sitting.Players, sitting.Placing = append(sitting.Players, s.Player), append(sitting.Placing, s.Place)
		}
		if slices.Contains(sitting.Placing, 0) {
			if sitting.Placing = nil; at.round < rounds {
				fault("round %d, table %d has no result", at.round, at.number)
			}
		}
		sittings = append(sittings, sitting)
	}
	if len(k.lines) != people {
		fault("%d people stand in the standings, want %d", len(k.lines), people)
	}
	for _, want := range standing.Evening(sittings) {
		if got, sum := k.lines[k.names[want.Player]], (line{want.Won, want.Tenths}); got != sum {
			fault("the standings say %+v of %s, the results sum up to %+v", got, k.names[want.Player], sum)
		}
	}
	return list
}

// proves compares what is left with what people were told, and plays each match again from its seed and moves.
func (n *night) proves(ctx context.Context) {
	kept, matches, err := n.left(ctx)
	if err != nil {
		n.fails(err)
		return
	}
	for _, fault := range kept.faults(n.acked, n.People, n.Rounds) {
		n.fails(fmt.Errorf("%s", fault))
	}
	for _, m := range matches {
		if _, err := n.store.Replay(ctx, m.Club, m.ID, m.Version, m.Player); err != nil {
			n.fails(fmt.Errorf("match %d: %w", m.ID, err))
		}
	}
}

// A keptMatch is one that can be played again.
type keptMatch struct {
	Club, ID, Player int64
	Version          int
}

func (n *night) left(ctx context.Context) (k keptEvening, matches []keptMatch, err error) {
	conn, err := pgx.Connect(ctx, n.url)
	if err != nil {
		return k, nil, err
	}
	defer func() { _ = conn.Close(ctx) }()
	k.moves, k.names = map[string]int{}, map[int64]string{}
	rows, err := conn.Query(ctx, `SELECT match_id || ' ' || idem FROM moves
		WHERE made IS NULL AND seat >= 0`)
	if err != nil {
		return k, nil, err
	}
	keys, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return k, nil, err
	}
	for _, key := range keys {
		k.moves[key]++
	}
	rows, err = conn.Query(ctx, `SELECT s.round, s.number, r.player_id, coalesce(t.table_id, 0),
			(SELECT count(*) FROM matches m JOIN match_seats q ON q.match_id = m.id AND q.player_id = r.player_id
			WHERE m.table_id = t.table_id),
			coalesce(s.place, (SELECT (m.outcome->'placing'->>q.seat::int)::int FROM matches m
				JOIN match_seats q ON q.match_id = m.id AND q.player_id = r.player_id
				WHERE m.table_id = t.table_id AND m.outcome->>'how' <> 'closed'), 0)
		FROM draw_seats s JOIN arrivals r ON r.id = s.arrival_id
		LEFT JOIN draw_tables t ON t.night_id = s.night_id AND t.round = s.round AND t.number = s.number
		ORDER BY s.round, s.number, s.seat`)
	if err != nil {
		return k, nil, err
	}
	if k.seats, err = pgx.CollectRows(rows, pgx.RowToStructByPos[keptSeat]); err != nil {
		return k, nil, err
	}
	rows, err = conn.Query(ctx, `SELECT id, name FROM players`)
	if err != nil {
		return k, nil, err
	}
	var id int64
	var name string
	if _, err = pgx.ForEachRow(rows, []any{&id, &name}, func() error { k.names[id] = name; return nil }); err != nil {
		return k, nil, err
	}
	if err := conn.QueryRow(ctx, `SELECT count(*) FROM tables`).Scan(&k.opened); err != nil {
		return k, nil, err
	}
	rows, err = conn.Query(ctx, `SELECT t.club_id, m.id, (SELECT min(player_id) FROM match_seats WHERE match_id = m.id),
			m.version FROM matches m JOIN tables t ON t.id = m.table_id WHERE m.status = 'over' ORDER BY m.id`)
	if err != nil {
		return k, nil, err
	}
	if matches, err = pgx.CollectRows(rows, pgx.RowToStructByPos[keptMatch]); err != nil {
		return k, nil, err
	}
	shown, err := n.phones[0].get(ctx, n.path+"/draws")
	if err == nil {
		k.lines, err = shown.lines()
	}
	return k, matches, err
}

// lines reads the standings from the page of a night.
func (g page) lines() (map[string]line, error) {
	lines := map[string]line{}
	for _, row := range markup.Find(g.doc, "tr", "", "") {
		heads, cells := markup.Find(row, "th", "scope", "row"), markup.Find(row, "td", "", "")
		if len(heads) != 1 || len(cells) != 3 {
			continue
		}
		won, err := strconv.Atoi(markup.Text(cells[1]))
		points, err2 := strconv.ParseFloat(strings.ReplaceAll(markup.Text(cells[2]), ",", "."), 64)
		if err != nil || err2 != nil {
			return nil, fmt.Errorf("the standings say %s", markup.Text(row))
		}
		lines[markup.Text(heads[0])] = line{won, int(math.Round(10 * points))}
	}
	return lines, nil
}
