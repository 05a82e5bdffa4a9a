package handlers

import (
	"context"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/views/link"
	"carteado/views/table"
)

// In each game a player plans a move on a page without a script, by pressing what a button of the page says. When the
// turn comes, the program plays it.
func TestPlansInEveryGame(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Rules.Info().Key, func(t *testing.T) {
			t.Parallel()
			e := newEvening(t, game)
			e.exchanged(game)
			waits, moves := "Bento", "Célia"
			if e.board(1, "Bento").View.MyTurn() {
				waits, moves = moves, waits
			}
			b, address := e.as(waits), link.Plans(e.club, 1)
			if page := b.get(link.Table(e.club, 1)); !strings.Contains(page.body, address) {
				t.Error("the table does not lead to the plans")
			}
			page := b.get(address).want(http.StatusOK)
			board := e.board(1, waits)
			may := table.PlanningOf(game, &table.Props{View: board.View})
			for _, move := range may.Moves {
				if !strings.Contains(page.body, `value="`+strings.ReplaceAll(move, ">", "&gt;")+`"`) {
					t.Errorf("no button says %q", move)
				}
			}
			match := strconv.FormatInt(board.Table.Match, 10)
			form := url.Values{"match": {match}, "shows": {""}, "move": {may.Moves[0]}, "card": may.Cards[:1]}
			page = b.post(address, form).want(http.StatusOK)
			steps := all(page.doc(), "input", "name", "step")
			if len(steps) != 1 {
				t.Fatalf("%d steps are in the form", len(steps))
			}
			step, _ := attr(steps[0], "value")
			b.post(address, url.Values{"match": {match}, "step": {step}, "do": {"keep"}}).want(http.StatusSeeOther)
			page = b.get(address)
			if !strings.Contains(page.body, "hatever the others do") || !strings.Contains(page.body, `name="remove"`) {
				t.Error("the plan is not on the page")
			}
			if other := e.as(moves).get(address); strings.Contains(other.body, `name="remove"`) {
				t.Error("it is on the page of the other player")
			}
			before := e.board(1, moves)
			for e.board(1, moves).View.MyTurn() {
				now := e.board(1, moves)
				rates := game.Rules.(engine.Rater).Rate(now.View.Round, now.Legal)
				best := 0
				for i := range rates {
					if rates[i] > rates[best] {
						best = i
					}
				}
				e.plays(1, moves, now.Legal[best])
			}
			never := func(string, string, bot.Sight) engine.Move { t.Error("a bot is asked"); return engine.Move{} }
			due, err := e.Store.OverdueMoves(context.Background(), 0)
			if err != nil || len(due) != 1 {
				t.Fatalf("due are %v, %v after position %s", due, err, before.Table.At)
			}
			turn := e.board(1, waits)
			move, err := engine.ParseMove(step)
			if err != nil {
				t.Fatal(err)
			}
			legal := false
			for _, m := range turn.Legal {
				legal = legal || m == move
			}
			if err := e.Store.PlayBot(t.Context(), due[0], never); err != nil {
				t.Fatal(err)
			}
			after := e.board(1, waits)
			if made := after.View.Version > turn.View.Version; made != legal {
				t.Errorf("%s was legal: %v, and was made: %v", step, legal, made)
			}
			if left, err := e.Store.PlansOf(t.Context(), board.Table.Match, e.players[waits]); err != nil ||
				len(left) != 0 {
				t.Errorf("left are %v, %v", left, err)
			}
		})
	}
}

// exchanged ends the phase of a game in which all players choose at the same time.
func (e *evening) exchanged(game table.Game) {
	e.t.Helper()
	for len(table.PlanningOf(game, &table.Props{View: e.board(1, "Bento").View}).Moves) == 0 {
		for _, name := range []string{"Bento", "Célia"} {
			if b := e.board(1, name); b.View.MyTurn() {
				e.plays(1, name, b.Legal[len(b.Legal)-1])
			}
		}
	}
}

// Pages of others are the same, byte for byte, with a plan and without.
func TestPlansAreOnNoPageOfOthers(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	now := time.Now()
	e.Now = func() time.Time { return now } // for what a page says of times
	waits, moves := "Bento", "Célia"
	if e.board(1, "Bento").View.MyTurn() {
		waits, moves = moves, waits
	}
	match := e.board(1, waits).Table.Match
	addresses := []string{
		link.Table(e.club, 1), link.Plans(e.club, 1), link.Match(e.club, match), link.Poll(e.club, 1, "board.0.0.0"),
		link.Club(e.club), link.Notices, link.Matches(e.club), link.Note(e.club, match),
	}
	look := func(name string) (pages []string) {
		e.as(name).get(addresses[0])
		for _, address := range addresses {
			pages = append(pages, impersonal(e.as(name).get(address)))
		}
		return pages
	}
	viewers := []string{moves, "Ana", "Davi"}
	before := map[string][]string{}
	for _, name := range viewers {
		look(name) // a spectator comes
	}
	for _, name := range viewers {
		before[name] = look(name)
	}
	plan := live.Plan{Moves: []string{"draw @stock"}}
	if err := e.Store.AddPlan(t.Context(), e.clubID, match, e.players[waits], plan); err != nil {
		t.Fatal(err)
	}
	for _, name := range viewers {
		for i, page := range look(name) {
			if page != before[name][i] {
				t.Errorf("%s can tell at %s", name, addresses[i])
			}
		}
	}
}
