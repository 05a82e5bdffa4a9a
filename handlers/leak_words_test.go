package handlers

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"carteado/cmd/carteado/games"
	"carteado/db/dbtest"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/shuffle"
	"carteado/handlers/web"
)

// quotedCard is a card of one pack as positions and views write it.
var quotedCard = regexp.MustCompile(`"([2-9TJQKA][CDHS])"`)

// Where each card is there once, it is in one place: what only hidden places hold is named to
// nobody, in no answer, no refusal and no line of the log. A pack that has a card twice gives no
// canaries, since the other one may lie open. Its game is held to TestNoLeakBetweenWorlds alone.
func TestNoLeakInWords(t *testing.T) {
	for _, game := range games.All() {
		info := game.Rules.Info()
		if !once(t, game.Rules) {
			t.Logf("%s has cards that are there more than once: no canaries", info.Key)
			continue
		}
		t.Run(info.Key, func(t *testing.T) {
			t.Parallel()
			c := newCrowd(t, game)
			chance := shuffle.NewChance(engine.Seed{}.Derive("canary", 1))
			for whole := false; !whole; { // a round that ends, as by a knock, shows cards that the next one hides
				watch := c.dealt(info.MinSeats)
				number := c.stored().Number()
				for range 10 {
					c.step(watch, chance)
				}
				whole = c.stored().Number() == number && !c.stored().Between()
			}
			for _, viewer := range append([]string{"Célia"}, roles...) {
				canaries := c.canaries(viewer)
				if len(canaries) < 20 {
					t.Fatalf("only %d cards are hidden from %s", len(canaries), viewer)
				}
				for what, answer := range c.answers(viewer) {
					if card := named(answer, canaries); card != "" {
						t.Errorf("%s is told of %s by %s", viewer, card, what)
					}
				}
				// A canary that sings is heard: in an attribute, by name and in words.
				for _, song := range []string{`<i data-was="` + canaries[0] + `">`, `"discard ` + canaries[0] + `"`,
					inWords(canaries[0])} {
					if named(song, canaries) == "" {
						t.Errorf("%s is not heard", song)
					}
				}
			}
			var everywhere []string // no place in the log for any card
			for _, found := range quotedCard.FindAllStringSubmatch(c.text(`SELECT state::text FROM matches
				WHERE id = $1`), -1) {
				everywhere = append(everywhere, found[1])
			}
			c.refused(everywhere)
			c.botMoves()
			if card := named(c.log.String(), everywhere); card != "" || c.log.String() == "" {
				t.Errorf("the log tells of %q", card)
			}
		})
	}
}

// once reports that each card of a game's smallest table is there once.
func once(t *testing.T, game engine.Game) bool {
	t.Helper()
	match, err := engine.NewMatch(game, game.Info().MinSeats, nil, engine.Seed{})
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(match)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, found := range quotedCard.FindAllStringSubmatch(string(data), -1) {
		if seen[found[1]] {
			return false
		}
		seen[found[1]] = true
	}
	return len(seen) > 0
}

// A stored position that does not load is an error for the log, which names no card
// of it, whatever is wrong.
func TestNoLeakInErrorsOfLoading(t *testing.T) {
	t.Parallel()
	anyCard := regexp.MustCompile(`"((?:[2-9TJQKA][CDHS])|[1-9JR]|10)"`)
	for _, game := range games.Rules() {
		match, err := engine.NewMatch(game, game.Info().MinSeats, nil, engine.Seed{})
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(match)
		if err != nil {
			t.Fatal(err)
		}
		refused := 0
		for _, at := range anyCard.FindAllIndex(data, -1) {
			card := string(data[at[0]+1 : at[1]-1])
			for _, wrong := range []string{`"` + card + ` ` + card + `"`, `"` + card + `?"`, `["` + card + `"]`,
				`"` + card + `","` + card + `"`} {
				damaged := slices.Concat(data[:at[0]], []byte(wrong), data[at[1]:])
				_, err := engine.LoadMatch(game, engine.Seed{}, damaged)
				if err == nil {
					continue
				}
				refused++
				before := string(data[at[0]-5 : at[0]]) // of the position, where a short name may stand in any sentence
				if len(card) == 2 && card != "10" && named(err.Error(), []string{card}) != "" ||
					strings.Contains(err.Error(), before) {
					t.Errorf("%s: %s in place of a card: %v", game.Info().Key, wrong, err)
				}
			}
		}
		if refused < 100 {
			t.Errorf("%s: only %d damaged positions were refused", game.Info().Key, refused)
		}
	}
}

// refused posts moves that are refused and that name cards, the player's own among
// them.
func (c *crowd) refused(cards []string) {
	c.t.Helper()
	path := fmt.Sprintf("/clubs/%s/tables/%d/moves", c.club, c.tables["running"])
	form := url.Values{"match": {fmt.Sprint(c.matches["running"])}, "game": {c.offered[0].Rules.Info().Key}}
	for _, card := range cards {
		for _, move := range []string{"swap " + card, "meld " + card, "burn " + card, card} { // of no game, or too few
			form["idem"], form["move"], form["version"] = []string{web.NewIdem()}, []string{move}, []string{"10"}
			c.in("Bento").post(path, form).want(http.StatusUnprocessableEntity)
		}
	}
}

// botMoves lets a bot make its move.
func (c *crowd) botMoves() {
	c.t.Helper()
	number := c.open("Bento", live.SeatChoice{Kind: live.SeatBot, Level: bot.Club}).Number
	c.runs()
	dbtest.Await(c.t, "a move of the bot", func() bool {
		board := c.board(number, "Bento")
		if len(board.Legal) > 0 {
			c.plays(number, "Bento", board.Legal[0])
		}
		return slices.ContainsFunc(board.Log, func(e live.LogEntry) bool { return e.Seat == 1 })
	})
}

func (c *crowd) text(query string) (text string) {
	c.t.Helper()
	c.must(c.past().QueryRow(c.t.Context(), query, c.matches["running"]).Scan(&text))
	return text
}

// canaries are the cards of the running match that nobody has shown its viewer: by
// the rules of the game and what its moves have told, not by what the site says.
func (c *crowd) canaries(viewer string) (hidden []string) {
	c.t.Helper()
	shown := ""
	if !slices.Contains(append(outsiders, "nobody"), viewer) {
		seat := map[string]engine.Seat{"Bento": 0, "Célia": 1}[viewer]
		if viewer != "Bento" && viewer != "Célia" {
			seat = engine.Spectator
		}
		match := c.stored()
		var moves []json.RawMessage
		c.must(json.Unmarshal([]byte(c.text(`SELECT json_agg(events)::text FROM moves WHERE match_id = $1`)), &moves))
		var told, all []engine.Event
		for _, stored := range moves {
			plain, err := c.key().OpenJSON(keys.Events, stored)
			c.must(err)
			var events []engine.Event
			c.must(json.Unmarshal(plain, &events))
			all = append(all, events...)
		}
		for _, event := range all {
			if e, saw := event.For(seat); saw {
				told = append(told, e)
			}
		}
		data, err := json.Marshal([]any{match.View(seat), match.Legal(seat, nil), told})
		c.must(err)
		shown = string(data)
	}
	for _, found := range quotedCard.FindAllStringSubmatch(string(c.state()), -1) {
		if !strings.Contains(shown, found[1]) && !slices.Contains(hidden, found[1]) {
			hidden = append(hidden, found[1])
		}
	}
	return hidden
}

// specimens are the pages that show cards of their own, the same to everybody.
var specimens = []string{"/rules", "/rules/:game", "/clubs/:club/tables/:table/rules", "/clubs/:club/tables/new",
	"/clubs/:club/nights/:night/pack",
	"/lessons/:game", "/lessons/:game/:lesson", "/settings", "/favicon.ico"}

// answers is what a viewer gets on every page, and for moves that are refused.
func (c *crowd) answers(viewer string) map[string]string {
	c.t.Helper()
	b, answers := c.in(viewer), map[string]string{}
	keep := func(what string, got *reply) { answers[what] = fmt.Sprint(got.Header) + got.body }
	for _, r := range c.routes() {
		if r.method == http.MethodGet && !slices.Contains(specimens, r.path) {
			keep(r.path, b.get(c.address(r, "running")))
		}
	}
	for name, version := range map[string]string{"an illegal move": "10", "a stale move": "0",
		"a move of the future": "99"} {
		keep(name, b.post("/clubs/"+c.club+"/tables/"+fmt.Sprint(c.tables["running"])+"/moves", url.Values{
			"match": {fmt.Sprint(c.matches["running"])}, "version": {version}, "idem": {web.NewIdem()},
			"move": {"next"},
			"game": {c.offered[0].Rules.Info().Key},
		}))
	}
	return answers
}

// named is a card that a text names, by its two letters or in words; "" for none.
func named(text string, cards []string) string {
	letter := func(i int) bool {
		return i >= 0 && i < len(text) && (unicode.IsLetter(rune(text[i])) || unicode.IsDigit(rune(text[i])) ||
			text[i] == '_' || text[i] == '-')
	}
	for i := 1; i < len(text); i++ {
		if strings.IndexByte("CDHS", text[i]) >= 0 && !letter(i-2) && !letter(i+1) &&
			slices.Contains(cards, text[i-1:i+1]) {
			return text[i-1 : i+1]
		}
	}
	words := strings.ToLower(text)
	for _, card := range cards {
		if strings.Contains(words, inWords(card)) {
			return card
		}
	}
	return ""
}

// inWords is a card as pages in English say it.
func inWords(card string) string {
	suits := map[byte]string{'C': "clubs", 'D': "diamonds", 'H': "hearts", 'S': "spades"}
	ranks := map[byte]string{'A': "ace", 'T': "ten", 'J': "jack", 'Q': "queen", 'K': "king"}
	for i, rank := range []string{"two", "three", "four", "five", "six", "seven", "eight", "nine"} {
		ranks[byte('2'+i)] = rank
	}
	return ranks[card[0]] + " of " + suits[card[1]]
}
