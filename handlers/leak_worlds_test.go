package handlers

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"carteado/cmd/carteado/games"
	"carteado/db/dbtest"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/conform"
	"carteado/engine/shuffle"
	"carteado/handlers/web"
	"carteado/views/link"
)

// Two matches that differ only in what a viewer cannot know answer alike, to the
// last byte and header, on every page and for every role; but for the date and
// the request's id.
func TestNoLeakBetweenWorlds(t *testing.T) {
	for _, game := range games.All() {
		info := game.Rules.Info()
		t.Run(info.Key, func(t *testing.T) {
			t.Parallel()
			c := newCrowd(t, game)
			c.secretly(info.MinSeats, 12, append([]string{"Célia"}, roles...), c.routes())
			if more := min(info.MaxSeats, 4); more > info.MinSeats {
				ofTable := slices.DeleteFunc(c.routes(), func(r route) bool {
					return !strings.Contains(r.path, ":table") && r.path != "/clubs/:club"
				})
				third := fmt.Sprintf("player 3 of %d", more)
				c.secretly(more, 30, []string{"Célia", "Bento", third, "Gina", "Davi"}, ofTable)
			}
		})
	}
}

// secretly plays some moves, the last perhaps by the first seat and not seen whole by others, and lets viewers look at
// two matches.
func (c *crowd) secretly(seats, moves int, viewers []string, routes []route) {
	c.t.Helper()
	watch := c.movedSecretly(seats, moves)
	for watch == nil {
		watch = c.movedSecretly(seats, moves)
	}
	for _, viewer := range viewers {
		for _, fault := range c.tells(watch, viewer, routes) {
			c.t.Errorf("%d seats, %s", seats, fault)
		}
	}
	c.hearsAll(watch, "Bento", "Gina")
}

// movedSecretly plays those moves at a new table: nil for a round that ends meanwhile, as by a knock, which shows all.
func (c *crowd) movedSecretly(seats, moves int) *conform.Worlds {
	c.t.Helper()
	watch := c.dealt(seats)
	chance := shuffle.NewChance(engine.Seed{}.Derive("hidden", seats))
	const more = 12 // in which the first seat moves in secret, where the game has such moves
	for n := 0; n < moves || n < moves+more && !c.firstMovedInSecret(); n++ {
		if n%4 == 0 {
			c.stepTogether(watch, chance)
		} else {
			c.step(watch, chance)
		}
		if match := c.stored(); match.Between() || len(match.ToMove()) == 0 {
			return nil
		}
	}
	return watch
}

// hearsAll checks that a header that depends on all cards is found, for each of the viewers.
func (c *crowd) hearsAll(watch *conform.Worlds, viewers ...string) {
	c.t.Helper()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Cards", c.stateHash())
		c.Handler().ServeHTTP(w, r)
	}))
	defer web.Close()
	right := c.url
	defer func() { c.url = right }()
	board := slices.DeleteFunc(c.routes(), func(r route) bool { return r.path != "/clubs/:club/tables/:table" })
	for _, viewer := range viewers {
		c.in(viewer)
		c.url = web.URL
		if len(c.tells(watch, viewer, board)) == 0 {
			c.t.Errorf("a header over all cards is not found, for %s", viewer)
		}
		c.url = right
	}
}

// firstMovedInSecret reports that the last move was the first seat's, and that others did not see all of it.
func (c *crowd) firstMovedInSecret() bool {
	c.t.Helper()
	log := c.board(c.tables["running"], "Bento").Log
	last := log[len(log)-1]
	return last.Seat == 0 && slices.ContainsFunc(last.Events, func(e engine.Event) bool {
		return e.Seat == 0 && (!e.Open || len(e.Secret) > 0)
	})
}

// tells compares what a viewer gets in the match as it is with what they get in
// another that differs in what they cannot know: cards, the seed, and what others
// were told.
func (c *crowd) tells(watch *conform.Worlds, viewer string, routes []route) (faults []string) {
	c.t.Helper()
	c.in(viewer)
	look := func() map[string]string {
		pages := map[string]string{}
		c.forget() // the cards may have been exchanged behind its back
		c.waitTogether()
		for _, r := range routes {
			if r.method == http.MethodGet {
				pages[r.path] = impersonal(c.in(viewer).get(c.address(r, "running")))
				pages["script "+r.path] = impersonal(c.in(viewer).get(c.address(r, "running"), fromScript...))
			}
		}
		return pages
	}
	for again := range 2 { // time passes between two looks: what differs by that differs only once
		before := look()
		restore := c.exchange(watch, viewer)
		after := look()
		restore()
		faults = nil
		for path, page := range before {
			if after[path] != page {
				faults = append(faults, fmt.Sprintf("%s can tell at %s (look %d): %s", viewer, path, again+1,
					difference(page, after[path])))
			}
		}
		if len(faults) == 0 {
			break
		}
	}
	return faults
}

// waitTogether lets everybody who may see the running table poll it, so that what
// is shared by those who wait was made for others than the viewer.
func (c *crowd) waitTogether() {
	c.t.Helper()
	poll := slices.DeleteFunc(c.routes(), func(r route) bool { return !strings.HasSuffix(r.path, "/poll") })[0]
	for _, name := range append(c.seated(), "Gina", "Davi") {
		c.in(name).get(c.address(poll, "running"), fromScript...).want(http.StatusOK)
	}
}

// seated are the players of the running table, the last seat first: what they are shown is drawn before it is drawn for
// watchers.
func (c *crowd) seated() (names []string) {
	c.t.Helper()
	for _, seat := range slices.Backward(c.board(c.tables["running"], "Bento").Table.Seats) {
		for name, id := range c.players {
			if id == seat.Player {
				names = append(names, name)
			}
		}
	}
	return names
}

// dealt opens a table whose players are Bento, Célia and others, as the one that
// is running.
func (c *crowd) dealt(seats int) *conform.Worlds {
	c.t.Helper()
	var choices []live.SeatChoice
	for seat := 1; seat < seats; seat++ {
		name := "Célia"
		if seat > 1 {
			name = fmt.Sprintf("player %d of %d", seat, seats)
		}
		if c.players[name] == 0 {
			c.players[name] = c.id(`INSERT INTO players (name, password_hash) VALUES ($1, 'none') RETURNING id`, name)
			c.sql(`INSERT INTO memberships (club_id, player_id, role)
				VALUES ($1, $2, 'member')`, c.clubID, c.players[name])
		}
		choices = append(choices, live.SeatChoice{Kind: live.SeatMember, Player: c.players[name]})
	}
	number := c.open("Bento", choices...).Number
	for _, choice := range choices {
		c.must(c.Store.JoinTable(c.t.Context(), c.clubID, number, choice.Player, live.Contribution{}))
	}
	c.tables["running"], c.matches["running"] = number, c.board(number, "Bento").Table.Match
	c.must(c.Store.Mute(c.t.Context(), c.clubID, number, c.players["Célia"], 0, true))
	return conform.Follow(c.stored(), shuffle.NewChance(engine.Seed{}))
}

// step makes a move by chance.
func (c *crowd) step(watch *conform.Worlds, chance engine.Chance) {
	c.t.Helper()
	match := c.stored()
	waited := match.ToMove()
	if len(waited) == 0 {
		c.t.Fatal("the match is over")
	}
	legal := match.Legal(waited[0], nil)
	table := c.board(c.tables["running"], "Bento").Table
	_, err := c.Store.Play(c.t.Context(), live.PlayInput{
		Club: c.clubID, Table: table.Number, Match: table.Match, Player: table.Seats[waited[0]].Player,
		Idem: web.NewIdem(), Move: legal[chance.Below(len(legal))], Version: match.Version(),
	})
	c.must(err)
	watch.Observe(c.stored())
}

// stepTogether makes a move while others wait: each of them is answered from what the
// program remembers, and as if it had forgotten all and read the table.
func (c *crowd) stepTogether(watch *conform.Worlds, chance engine.Chance) {
	c.t.Helper()
	match := c.stored()
	if !match.Secret() && len(c.board(c.tables["running"], "Bento").Asides) == 0 { // Célia has muted it
		c.must(c.Store.Say(c.t.Context(), live.Phrase{Club: c.clubID, Table: c.tables["running"],
			Match: c.matches["running"], Player: c.players["Bento"], ID: "nice", Idem: web.NewIdem()}))
	}
	c.forget() // moves were made behind its back
	c.waitTogether()
	poll := slices.DeleteFunc(c.routes(), func(r route) bool { return !strings.HasSuffix(r.path, "/poll") })[0]
	look := func() (answers []string) {
		for _, name := range []string{"Bento", "Célia", "Gina"} {
			answers = append(answers, impersonal(c.in(name).get(c.address(poll, "running"), fromScript...)))
		}
		return answers
	}
	look() // they show what was before the move
	seat := match.ToMove()[0]
	legal := match.Legal(seat, nil)
	board := c.board(c.tables["running"], "Bento")
	for name, id := range c.players {
		if id == board.Table.Seats[seat].Player {
			c.in(name).post(link.Moves(c.club, board.Table.Number), url.Values{
				"match": {strconv.FormatInt(board.Table.Match, 10)}, "version": {strconv.Itoa(match.Version())},
				"game": {board.Table.Game}, "idem": {web.NewIdem()}, "move": {legal[chance.Below(len(legal))].String()},
			}, fromScript...)
		}
	}
	watch.Observe(c.stored())
	if now := c.board(c.tables["running"], "Bento").Table; !c.Store.Waiters.Current(
		live.Position{Topic: live.Topic{Table: now.ID}, At: now.At}) {
		c.t.Fatal("the move is not remembered")
	}
	remembered := look()
	c.forget()
	for n, read := range look() {
		if remembered[n] != read {
			c.t.Errorf("after a move viewer %d is shown something else than is read: %s", n,
				difference(remembered[n], read))
		}
	}
}

// key opens the rows of the running match.
func (c *crowd) key() *keys.Match {
	c.t.Helper()
	return dbtest.Key(c.t, c.past(), c.matches["running"])
}

// stored is the running match.
func (c *crowd) stored() *engine.Match {
	c.t.Helper()
	key, match := c.kept(c.matches["running"])
	rows, err := c.past().Query(c.t.Context(), `SELECT seat, move FROM moves WHERE match_id = $1 AND version > $2
		ORDER BY version`, c.matches["running"], match.Version())
	c.must(err)
	var (
		seat    engine.Seat
		written string
	)
	_, err = pgx.ForEachRow(rows, []any{&seat, &written}, func() error {
		text, err := key.OpenText(keys.Move, written)
		c.must(err)
		move, err := engine.ParseMove(text)
		if err == nil {
			_, err = match.Repeat(seat, move)
		}
		return err
	})
	c.must(err)
	return match
}

func (c *crowd) stateHash() string {
	data, err := json.Marshal(c.stored())
	c.must(err)
	return fmt.Sprintf("%x", sha256.Sum256(data))
}

// A kept row is a move's events.
type kept struct {
	version int
	events  []engine.Event
}

// exchange gives the running match other cards where a viewer cannot look.
func (c *crowd) exchange(watch *conform.Worlds, viewer string) (restore func()) {
	c.t.Helper()
	seat := engine.Spectator
	if slices.Contains(c.seated(), viewer) {
		seat = c.board(c.tables["running"], viewer).Table.Mine
	}
	other, to, err := watch.Another(seat, engine.Seed{})
	c.must(err)
	if other == nil {
		c.t.Fatalf("nothing is hidden from %s", viewer)
	}
	dbtest.InPlain(c.t, c.past(), c.matches["running"])
	ctx, match := c.t.Context(), c.matches["running"]
	var state, seed []byte
	c.must(c.past().QueryRow(ctx, `SELECT state, seed FROM matches WHERE id = $1`, match).Scan(&state, &seed))
	rows, err := c.past().Query(ctx, `SELECT version, events FROM moves WHERE match_id = $1
		AND version > $2`, match, watch.Begun())
	c.must(err)
	var was, is []kept
	for rows.Next() {
		var row kept
		c.must(rows.Scan(&row.version, &row.events))
		was = append(was, row)
		row.events = slices.Clone(row.events)
		for i, event := range row.events {
			row.events[i] = untold(event, seat, to)
		}
		is = append(is, row)
	}
	c.must(rows.Err())
	changed, err := json.Marshal(other)
	c.must(err)
	otherSeed := sha256.Sum256(seed)
	c.rewrite(changed, otherSeed[:], is)
	return func() { c.rewrite(state, seed, was) }
}

// untold is an event with other cards where it did not tell a viewer of them.
func untold(e engine.Event, viewer engine.Seat, to map[card.Card]card.Card) engine.Event {
	other := func(c card.Card) card.Card {
		if to[c] != card.Unknown {
			return to[c]
		}
		return c
	}
	if e.Seat == viewer && viewer != engine.Spectator {
		return e
	}
	e.Cards, e.Secret = slices.Clone(e.Cards), slices.Clone(e.Secret)
	for i, c := range e.Secret {
		e.Secret[i] = other(c)
	}
	for i, w := range e.Cards {
		if !e.Open {
			e.Cards[i].Card = other(w.Card)
		}
	}
	return e
}

// rewrite puts a position and its moves in the place of the running match's, past
// the triggers that keep moves as they were made.
func (c *crowd) rewrite(state, seed []byte, moves []kept) {
	c.t.Helper()
	ctx, match := c.t.Context(), c.matches["running"]
	tx, err := c.past().Begin(ctx)
	c.must(err)
	defer func() { _ = tx.Rollback(ctx) }() // after the commit it does nothing
	_, err = tx.Exec(ctx, `SET LOCAL session_replication_role = replica`)
	c.must(err)
	_, err = tx.Exec(ctx, `UPDATE matches SET state = $2, seed = $3, secret = NULL WHERE id = $1`, match, string(state), seed)
	c.must(err)
	for _, row := range moves {
		_, err = tx.Exec(ctx, `UPDATE moves SET events = $3 WHERE match_id = $1
			AND version = $2`, match, row.version, row.events)
		c.must(err)
	}
	c.must(tx.Commit(ctx))
	c.forget() // what is remembered is of the other world, in which the next move may be none
}

// difference is where two texts part.
func difference(a, b string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			from := max(0, i-80)
			return a[from:min(len(a), i+80)] + "\n  and\n" + b[from:min(len(b), i+80)]
		}
	}
	return fmt.Sprintf("%d and %d bytes", len(a), len(b))
}
