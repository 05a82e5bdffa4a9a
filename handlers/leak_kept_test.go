package handlers

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
)

// A move of the seat's own player, of the clock or of a bot that keeps the seat tells what the rules of the game
// tell, to the players they tell it, and the log names no card.
func TestNoLeakOfKeptSeats(t *testing.T) {
	for _, game := range games.All() {
		info := game.Rules.Info()
		t.Run(info.Key, func(t *testing.T) {
			t.Parallel()
			c := newCrowd(t, game)
			c.timed()
			makers := []string{"", live.MadeByClock, live.MadeByBot}
			made := map[string]int{}
			var state []byte
			for n, tables := 0, 1; n < 24 && tables < 6; n++ {
				// A round can be over after few moves, and the match with it: then another table is opened.
				if c.text(`SELECT status FROM matches WHERE id = $1`) != "playing" || c.stored().Between() {
					c.timed()
					tables++
				}
				before := c.stored()
				state = c.state()
				c.movesAs(makers[n%len(makers)], before)
				for maker := range c.toldAs(before) {
					made[maker]++
				}
			}
			for _, maker := range makers {
				if made[maker] < 3 {
					t.Errorf("%d moves were made by %q", made[maker], maker)
				}
			}
			if once(t, game.Rules) {
				var cards []string
				for _, found := range quotedCard.FindAllStringSubmatch(string(state), -1) {
					cards = append(cards, found[1])
				}
				if card := named(c.log.String(), cards); card != "" || len(cards) < 20 {
					t.Errorf("the log tells of %q", card)
				}
			}
		})
	}
}

// timed opens a table with a clock, as the one that is running.
func (c *crowd) timed() {
	c.t.Helper()
	table, err := c.Store.OpenTable(c.t.Context(), c.clubID, c.players["Bento"], live.NewTable{
		Game: c.GameInfos[0].Key, Pace: "relaxed 1200", Contribution: c.adds("Bento"),
		Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: c.players["Célia"]}}})
	c.must(err)
	c.must(c.Store.JoinTable(c.t.Context(), c.clubID, table.Number, c.players["Célia"], live.Contribution{}))
	c.tables["running"], c.matches["running"] = table.Number, c.board(table.Number, "Bento").Table.Match
}

// movesAs has somebody make the next move of the running match.
func (c *crowd) movesAs(maker string, match *engine.Match) {
	c.t.Helper()
	ctx, seat, id := c.t.Context(), match.ToMove()[0], c.matches["running"]
	c.sql(`UPDATE matches SET clock = clock || jsonb_build_object('seats', (SELECT jsonb_agg(s || jsonb_build_object(
			'kept', n = $2 + 1 AND $3 = 'bot', 'missed', 0, 'out', false,
			'due', now() + CASE WHEN n = $2 + 1 AND $3 = 'clock' THEN interval '-1 hour' ELSE '1 day' END) ORDER BY n)
		FROM jsonb_array_elements(clock->'seats') WITH ORDINALITY AS e (s, n))) WHERE id = $1`, id, seat, maker)
	c.forget()
	likes := func(view engine.MatchView, legal []engine.Move) engine.Move {
		rates := c.offered[0].Rules.(engine.Rater).Rate(view.Round, legal)
		return legal[slices.Index(rates, slices.Max(rates))]
	}
	switch maker {
	case live.MadeByClock:
		c.must(c.Store.KeepTime(ctx, live.Tick{Match: id, Version: match.Version()}))
	case live.MadeByBot:
		c.must(c.Store.PlayBot(ctx, live.DueMove{Match: id, Version: match.Version(), Seat: seat},
			func(_, _ string, sight bot.Sight) engine.Move { return likes(sight.View, sight.Legal) }))
	default:
		board := c.board(c.tables["running"], "Bento")
		for name, player := range c.players {
			if player == board.Table.Seats[seat].Player {
				c.plays(board.Table.Number, name, likes(match.View(seat), match.Legal(seat, nil)))
			}
		}
	}
}

// toldAs compares what moves since a position have told with what the rules tell, and says by whom they were made.
func (c *crowd) toldAs(match *engine.Match) map[string]bool {
	c.t.Helper()
	rows, err := c.past().Query(c.t.Context(), `SELECT seat, move, events, coalesce(made, '') FROM moves
		WHERE match_id = $1 AND version > $2 ORDER BY version`, c.matches["running"], match.Version())
	c.must(err)
	defer rows.Close()
	key, makers := c.key(), map[string]bool{}
	for rows.Next() {
		var seat engine.Seat
		var move, made string
		var events json.RawMessage
		c.must(rows.Scan(&seat, &move, &events, &made))
		move, err = key.OpenText(keys.Move, move)
		c.must(err)
		told, err := key.OpenJSON(keys.Events, events)
		c.must(err)
		parsed, err := engine.ParseMove(move)
		c.must(err)
		ruled, err := match.Repeat(seat, parsed)
		c.must(err)
		want, err := json.Marshal(ruled)
		c.must(err)
		if fmt.Sprint(plainJSON(told)) != fmt.Sprint(plainJSON(want)) {
			c.t.Errorf("a move made by %q tells\n%s\nand by the rules\n%s", made, told, want)
		}
		makers[made] = true
	}
	c.must(rows.Err())
	return makers
}

func plainJSON(data []byte) (value any) {
	_ = json.Unmarshal(data, &value)
	return value
}

// state is the position of the running match.
func (c *crowd) state() []byte {
	c.t.Helper()
	state, err := c.key().OpenJSON(keys.Position, []byte(c.text(`SELECT state::text FROM matches WHERE id = $1`)))
	c.must(err)
	return state
}
