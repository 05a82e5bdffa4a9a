package standing_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"carteado/engine/standing"
)

// matches reads results: players and their places, as in "1:1 2:2" for a match
// that player 1 won.
func matches(texts ...string) (list []standing.Result) {
	for i, text := range texts {
		r := standing.Result{Match: int64(i + 1), Game: "knock"}
		for _, field := range strings.Fields(text) {
			var player int64
			var place int
			if _, err := fmt.Sscanf(field, "%d:%d", &player, &place); err != nil {
				panic(err)
			}
			r.Players, r.Placing = append(r.Players, player), append(r.Placing, place)
		}
		list = append(list, r)
	}
	return list
}

// short writes standings: place, player and points of each.
func short(lines []standing.Line) string {
	var parts []string
	for _, l := range lines {
		parts = append(parts, fmt.Sprintf("%d. %d=%d", l.Place, l.Player, l.Points))
	}
	return strings.Join(parts, ", ")
}

func TestCompute(t *testing.T) {
	league := standing.Charter{Places: []int{3}, Draw: 1, Least: 1}
	with := func(change func(*standing.Charter)) standing.Charter {
		c := league
		change(&c)
		return c
	}
	for _, c := range []struct {
		name    string
		charter standing.Charter
		results []standing.Result
		want    string
	}{
		{"nothing played", league, nil, ""},
		{"a win", league, matches("1:1 2:2"), "1. 1=3, 2. 2=0"},
		{"a draw", league, matches("1:1 2:1"), "1. 1=1, 1. 2=1"},
		{"a draw of two in three", league, matches("1:1 2:1 3:3"), "1. 1=1, 1. 2=1, 3. 3=0"},
		{"points per place", with(func(c *standing.Charter) { c.Places = []int{5, 3, 1} }), matches("1:3 2:1 3:2 4:4"),
			"1. 2=5, 2. 3=3, 3. 1=1, 4. 4=0"},
		{"a shared second place", with(func(c *standing.Charter) { c.Places = []int{5, 3, 2} }), matches("1:1 2:2 3:2"),
			"1. 1=5, 2. 2=2, 2. 3=2"},
		{"a draw as the average", with(func(c *standing.Charter) { c.Places, c.Draw = []int{5, 2}, -1 }),
			matches("1:1 2:1"), "1. 1=3, 1. 2=3"},
		{"the worst is dropped", with(func(c *standing.Charter) { c.Places, c.Drop = []int{3, 1}, 1 }),
			matches("1:2 2:1", "1:1 2:2", "1:1 2:2"), "1. 1=6, 2. 2=4"},
		{"but not what one must have played", with(func(c *standing.Charter) { c.Drop, c.Least = 2, 2 }),
			matches("1:1 2:2", "1:1 2:2"), "1. 1=6, 2. 2=0"},
		{"too few matches", with(func(c *standing.Charter) { c.Least = 2 }), matches("1:1 2:2", "2:1 3:2"),
			"1. 2=3, 0. 1=3, 0. 3=0"},
		{"a bot has no place", with(func(c *standing.Charter) { c.Bots = true }), matches("1:1 0:2"), "1. 1=3"},
		{"matches with bots", league, matches("1:1 0:2"), ""},
		{"another game", with(func(c *standing.Charter) { c.Games = []string{"rummy"} }), matches("1:1 2:2"), ""},
		{"one of the games", with(func(c *standing.Charter) { c.Games = []string{"rummy", "knock"} }),
			matches("1:1 2:2"), "1. 1=3, 2. 2=0"},
		{"head to head", with(func(c *standing.Charter) { c.Ties = []standing.Tie{standing.HeadToHead} }),
			matches("1:1 2:2", "2:1 3:2", "1:2 3:1", "3:2 2:1", "1:1 4:2"), "1. 1=6, 2. 2=6, 3. 3=3, 4. 4=0"},
		{"a shared place beats nobody", with(func(c *standing.Charter) {
			c.Ties = []standing.Tie{standing.HeadToHead}
		}), matches("1:1 2:2", "2:1 3:2", "3:1 1:2", "4:1 1:2 2:2"), "1. 4=3, 2. 1=3, 2. 2=3, 2. 3=3"},
		{"more wins", with(func(c *standing.Charter) { c.Draw, c.Ties = 3, []standing.Tie{standing.MostWins} }),
			matches("1:1 3:1", "2:1 4:2"), "1. 2=3, 2. 1=3, 2. 3=3, 4. 4=0"},
		{"fewer losses", with(func(c *standing.Charter) { c.Ties = []standing.Tie{standing.FewLosses} }),
			matches("1:1 3:2", "2:1 3:2", "1:2 3:1"), "1. 2=3, 2. 1=3, 3. 3=3"},
		{"fewer matches", with(func(c *standing.Charter) { c.Ties = []standing.Tie{standing.FewMatches} }),
			matches("1:1 3:2", "2:1 3:2", "1:2 4:1"), "1. 2=3, 1. 4=3, 3. 1=3, 4. 3=0"},
		{"the last match", with(func(c *standing.Charter) { c.Ties = []standing.Tie{standing.BestRecent} }),
			matches("1:1 2:2", "2:1 1:2"), "1. 2=3, 2. 1=3"},
		{"nothing parts them", with(func(c *standing.Charter) { c.Ties = standing.Ties() }), matches("1:1 2:1"),
			"1. 1=1, 1. 2=1"},
	} {
		if got := short(standing.Compute(c.charter, c.results)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A match in which a bot has made more than a quarter of a seat's moves counts for the others, and gives that seat
// nothing.
func TestMovesByBots(t *testing.T) {
	for _, c := range []struct {
		away  standing.Away
		byBot int // of 40 moves of player 1, who is first
		want  string
	}{
		{standing.Quarter, 10, "1. 1=3, 2. 2=1, 3. 3=0"},
		{standing.Quarter, 11, "1. 2=1, 2. 3=0, 2. 1=0"},
		{standing.Half, 20, "1. 1=3, 2. 2=1, 3. 3=0"},
		{standing.Half, 21, "1. 2=1, 2. 1=0, 2. 3=0"},
		{standing.Never, 1, "1. 2=1, 2. 1=0, 2. 3=0"},
		{standing.Any, 40, "1. 1=3, 2. 2=1, 3. 3=0"},
	} {
		results := matches("1:1 2:2 3:3")
		results[0].Moves, results[0].ByBot = []int{40, 40, 40}, []int{c.byBot, 0, 0}
		charter := standing.Charter{Away: c.away, Places: []int{3, 1}, Least: 1}
		lines := standing.Compute(charter, results)
		if got := short(lines); !same(got, c.want) {
			t.Errorf("%q, %d of 40 moves: %s, want %s", c.away, c.byBot, got, c.want)
		}
	}
	// It is a match lost, beats nobody, and says why.
	results := matches("1:1 2:2", "1:2 2:1")
	results[0].Moves, results[0].ByBot = []int{8, 8}, []int{8, 0}
	charter := standing.Charter{Away: standing.Quarter, Places: []int{3}, Least: 1, Ties: []standing.Tie{
		standing.HeadToHead}}
	lines := standing.Compute(charter, results)
	i := slices.IndexFunc(lines, func(l standing.Line) bool { return l.Player == 1 })
	if l := lines[i]; l.Away != 1 || l.Lost != 2 || l.Won != 0 || l.Played != 2 || l.Points != 0 ||
		string(formOf(lines, 1)) != "ll" {
		t.Errorf("a match played by a bot is %+v", l)
	}
	if standing.Standard().Away != standing.Quarter {
		t.Error("a new season lets bots play for whoever sleeps")
	}
}

// same compares standings whose equal places stand in any order.
func same(a, b string) bool {
	one, other := strings.Split(a, ", "), strings.Split(b, ", ")
	slices.Sort(one)
	slices.Sort(other)
	return slices.Equal(one, other)
}

func TestVoidedMatchesDoNotCount(t *testing.T) {
	results := matches("1:1 2:2", "1:2 2:1")
	results[0].Void = true
	if got := short(standing.Compute(standing.Standard(), results)); got != "1. 2=3, 2. 1=0" {
		t.Error(got)
	}
}

// The issue's own words: equal points, equal head to head, fewer matches lost.
func TestAPlaceExplainsItself(t *testing.T) {
	c := standing.Charter{Places: []int{3}, Least: 1, Ties: []standing.Tie{standing.HeadToHead, standing.FewLosses}}
	lines := standing.Compute(c, matches("1:1 2:2", "2:1 1:2", "1:2 3:1", "4:1 5:2", "4:1 5:2"))
	want := []standing.Step{{standing.HeadToHead, 1, false}, {standing.FewLosses, 1, true}}
	i := slices.IndexFunc(lines, func(l standing.Line) bool { return l.Player == 2 })
	if lines[i].Place != 3 || !reflect.DeepEqual(lines[i].Steps, want) ||
		!slices.Equal(slices.Sorted(slices.Values(lines[i].Equals)), []int64{1, 3}) {
		t.Errorf("line %+v", lines[i])
	}
	if len(lines[0].Steps) != 0 || lines[0].Player != 4 {
		t.Errorf("who has more points than anybody was compared: %+v", lines[0])
	}
}

func TestForm(t *testing.T) {
	lines := standing.Compute(standing.Standard(), matches("1:1 2:2", "1:2 2:1", "1:1 2:1", "1:1 2:2", "1:1 2:2",
		"1:2 2:1"))
	if got := string(formOf(lines, 1)); got != "ldwwl" {
		t.Errorf("form %q", got)
	}
}

// A match may be opened first and end last.
func TestTheLastMatchEndedLast(t *testing.T) {
	charter := standing.Standard()
	charter.Ties = []standing.Tie{standing.BestRecent}
	results := matches("1:1 2:2", "2:1 1:2")
	results[0].Ended, results[1].Ended = 2, 1
	lines := standing.Compute(charter, results)
	if got, want := short(lines), "1. 1=3, 2. 2=3"; got != want {
		t.Errorf("standings %q, want %q", got, want)
	}
	if got := string(formOf(lines, 1)); got != "lw" {
		t.Errorf("form %q", got)
	}
}

func formOf(lines []standing.Line, player int64) (form []byte) {
	for _, l := range lines {
		if l.Player == player {
			for _, f := range l.Form {
				form = append(form, byte(f))
			}
		}
	}
	return form
}

// The order of results and of a map's keys changes nothing.
func TestTheSameAgain(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	var results []standing.Result
	for n := range 200 {
		players := chance.Perm(12)[:2+chance.IntN(3)]
		r := standing.Result{Match: int64(n), Game: "palace"}
		for _, p := range players {
			r.Players, r.Placing = append(r.Players, int64(p+1)), append(r.Placing, 1+chance.IntN(len(players)))
		}
		r.Placing[0] = 1
		results = append(results, r)
	}
	c := standing.Charter{Places: []int{3, 1}, Draw: 1, Drop: 3, Least: 5, Ties: standing.Ties()}
	first := standing.Compute(c, results)
	for range 20 {
		chance.Shuffle(len(results), func(i, j int) { results[i], results[j] = results[j], results[i] })
		if again := standing.Compute(c, results); !reflect.DeepEqual(first, again) {
			t.Fatalf("%s and %s", short(first), short(again))
		}
	}
}

// Twenty thousand matches of two hundred players.
func BenchmarkCompute(b *testing.B) {
	chance := rand.New(rand.NewPCG(1, 2))
	results := make([]standing.Result, 20_000)
	for n := range results {
		a := chance.Int64N(200)
		results[n] = standing.Result{Match: int64(n), Game: "knock",
			Players: []int64{a + 1, (a+1+chance.Int64N(199))%200 + 1}, Placing: []int{1, 2}}
	}
	c := standing.Standard()
	for b.Loop() {
		standing.Compute(c, results)
	}
}
