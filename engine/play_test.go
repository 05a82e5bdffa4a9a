package engine_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/card"
	"carteado/engine/enginetest/toy"

	"pgregory.net/rapid"
)

func toyCards(n int) []card.Card { return toy.Pack()[:n] }

func twoRounds() scripted {
	return scripted{scoring: engine.Scoring{Target: 10}, results: map[string]engine.Result{"end": points(0, 1, 2),
		"win": points(0, 10, 0)}}
}

func kinds(events []engine.Event) (names []string) {
	for _, e := range events {
		names = append(names, e.Kind)
	}
	return names
}

func TestGoingOnIsEachSeatsOwn(t *testing.T) {
	m := newMatch(t, twoRounds(), 2)
	if got := kinds(play(t, m, 1, "end")); !slices.Equal(got, []string{"end", "round_over"}) {
		t.Errorf("events %v", got)
	}
	if !m.Between() || !slices.Equal(m.ToMove(), []engine.Seat{0, 1}) {
		t.Fatalf("between %v, to move %v", m.Between(), m.ToMove())
	}
	for s := range engine.Seat(2) {
		if legal := m.Legal(s, nil); !slices.Equal(legal, []engine.Move{engine.NewMove("next")}) {
			t.Errorf("seat %d chooses between %v", s, legal)
		}
	}
	if legal := m.Legal(engine.Spectator, nil); len(legal) > 0 {
		t.Errorf("a spectator chooses between %v", legal)
	}
	if got := kinds(play(t, m, 1, "next")); !slices.Equal(got, []string{"next"}) {
		t.Errorf("events %v", got)
	}
	if !slices.Equal(m.ToMove(), []engine.Seat{0}) || len(m.Legal(1, nil)) > 0 || m.Number() != 1 {
		t.Errorf("to move %v in round %d", m.ToMove(), m.Number())
	}
	if got := kinds(play(t, m, 0, "next")); !slices.Equal(got, []string{"next", "dealt"}) {
		t.Errorf("events %v", got)
	}
	if m.Between() || m.Number() != 2 || m.Dealer() != 1 {
		t.Errorf("between %v, round %d, dealer %d", m.Between(), m.Number(), m.Dealer())
	}
	events := play(t, m, 0, "win")
	if got := kinds(events); !slices.Equal(got, []string{"win", "round_over", "match_over"}) || events[2].Seat != 0 {
		t.Errorf("events %+v", events)
	}
}

func TestLeaving(t *testing.T) {
	for s := range engine.Seat(2) { // in turn or not
		m := newMatch(t, twoRounds(), 2)
		if got := kinds(play(t, m, s, "leave")); !slices.Equal(got, []string{"left", "match_over"}) {
			t.Errorf("events %v", got)
		}
		outcome, over := m.Outcome()
		if !over || outcome.How != engine.ByLeft || outcome.Winner() != 1-s || len(m.ToMove()) > 0 || m.Version() != 1 {
			t.Errorf("seat %d left: %+v, version %d", s, outcome, m.Version())
		}
	}
	m := newMatch(t, twoRounds(), 2)
	play(t, m, 1, "end")
	play(t, m, 1, "leave")
	if outcome, _ := m.Outcome(); outcome.Winner() != 0 {
		t.Errorf("left between rounds: %+v", outcome)
	}
	three := newMatch(t, twoRounds(), 3)
	before := stored(t, three)
	if _, err := three.Play(0, engine.NewMove("leave")); err == nil || stored(t, three) != before {
		t.Errorf("one of three left a game that plays on for nobody: %v", err)
	}
}

// A player who leaves a match of three is played on by the program, and wins nothing.
func TestLeavingOthersBehind(t *testing.T) {
	m, err := engine.NewMatch(toy.Game{}, 3, engine.Options{"swap": "off", "turns": "1", "target": "15"}, counting())
	if err != nil {
		t.Fatal(err)
	}
	s := m.ToMove()[0]
	others := []engine.Seat{(s + 1) % 3, (s + 2) % 3}
	if got := kinds(play(t, m, s, "leave")); !slices.Equal(got, []string{"left"}) {
		t.Errorf("events %v", got)
	}
	if len(m.Awaited()) > 0 || !slices.Equal(m.ToMove(), []engine.Seat{s}) || m.Fresh(s) != m.Version() ||
		m.View(others[0]).Left[s] != true {
		t.Errorf("awaited are %v, to move %v", m.Awaited(), m.ToMove())
	}
	for _, move := range []engine.Move{engine.NewMove("leave"), engine.NewMove("draw").At(engine.In(engine.Discard))} {
		var illegal *engine.Illegal
		if _, err := m.Play(s, move); !errors.As(err, &illegal) || illegal.Rule != engine.RuleLeft {
			t.Errorf("%q of who left: %v", move, err)
		}
	}
	if _, err := m.Clone().Repeat(s, engine.NewMove("draw").At(engine.In(engine.Discard))); err != nil {
		t.Errorf("a stored move of who left, another than the automatic one: %v", err)
	}
	for {
		if _, over := m.Outcome(); over {
			break
		}
		for _, seat := range slices.Clone(m.ToMove()) {
			if seat == s && m.Between() {
				t.Fatal("who left is waited for between rounds")
			}
			if _, err := m.Play(seat, m.Auto(seat)); err != nil {
				t.Fatalf("seat %d, %q: %v", seat, m.Auto(seat), err)
			}
		}
	}
	outcome, _ := m.Outcome()
	if outcome.Placing[s] != 3 || outcome.How != engine.ByTarget {
		t.Errorf("%+v, seat %d left", outcome, s)
	}

	m, err = engine.NewMatch(toy.Game{}, 3, nil, counting())
	if err != nil {
		t.Fatal(err)
	}
	play(t, m, 0, "leave")
	if got := kinds(play(t, m, 2, "leave")); !slices.Equal(got, []string{"left", "match_over"}) {
		t.Errorf("the last but one leaves: %v", got)
	}
	if outcome, _ := m.Outcome(); outcome.How != engine.ByLeft || !slices.Equal(outcome.Placing, []int{2, 1, 2}) {
		t.Errorf("one is left: %+v", outcome)
	}
}

// A player who left wins neither on the spot nor by a total; where the low total
// wins, reaching the target ends the match all the same.
func TestWhatALeaverReaches(t *testing.T) {
	spot := outBy(0, 5, 0, 0)
	spot.Wins = true
	results := map[string]engine.Result{"spot": spot, "hundred": outBy(0, 100, 1, 2)}
	high, low := engine.Scoring{Target: 100}, engine.Scoring{Target: 100, LowWins: true}
	for _, c := range []struct {
		name    string
		scoring engine.Scoring
		left    engine.Seat
		result  string
		how     string // empty: the match goes on
		placing []int
	}{
		{"a win on the spot", high, 2, "spot", engine.BySpot, []int{1, 2, 3}},
		{"a win on the spot of a leaver", high, 0, "spot", "", nil},
		{"the target", high, 2, "hundred", engine.ByTarget, []int{1, 2, 3}},
		{"a leaver's total", high, 0, "hundred", "", nil},
		{"a leaver's total where low wins", low, 0, "hundred", engine.ByTarget, []int{3, 1, 2}},
	} {
		m := newMatch(t, scripted{scoring: c.scoring, results: results, together: true, absent: true}, 3)
		play(t, m, c.left, "leave")
		play(t, m, 1, c.result)
		outcome, over := m.Outcome()
		if over != (c.how != "") || outcome.How != c.how || !slices.Equal(outcome.Placing, c.placing) {
			t.Errorf("%s: %+v, want %q %v", c.name, outcome, c.how, c.placing)
		}
	}
}

// Only nobody's seat closes a match, and then nobody has won.
func TestClosing(t *testing.T) {
	m := newMatch(t, twoRounds(), 2)
	before := stored(t, m)
	if _, err := m.Play(0, engine.NewMove("close")); err == nil || stored(t, m) != before {
		t.Errorf("a player closed the match: %v", err)
	}
	if got := kinds(play(t, m, engine.Nobody, "close")); !slices.Equal(got, []string{"closed"}) {
		t.Errorf("events %v", got)
	}
	outcome, over := m.Outcome()
	if !over || outcome.How != engine.ByClose || !outcome.Draw() || m.Version() != 1 || len(m.ToMove()) > 0 {
		t.Errorf("closed: %+v, version %d", outcome, m.Version())
	}
}

// Equal totals are parted by places where the game says so.
func TestPlacesBreakTies(t *testing.T) {
	placed := func(first, second, third engine.Seat, points ...int) engine.Result {
		r := outBy(first, points...)
		r.Places = make([]int, 3)
		r.Places[first], r.Places[second], r.Places[third] = 1, 2, 3
		return r
	}
	g := scripted{scoring: engine.Scoring{Rounds: 3, Places: true}, results: map[string]engine.Result{
		"abc": placed(0, 1, 2, 2, 1, 0), "bac": placed(1, 0, 2, 1, 2, 0), "cab": placed(2, 0, 1, 1, 0, 2),
		"bca": placed(1, 2, 0, 0, 2, 1), "acb": placed(0, 2, 1, 2, 0, 1), "cba": placed(2, 1, 0, 0, 1, 2),
	}}
	for rounds, want := range map[string][]int{
		"abc bac cab": {1, 2, 3}, // 4 3 2
		"abc acb bca": {1, 2, 3}, // 4 3 2
		"abc bca cab": {2, 3, 1}, // 3 3 3, one first place each: the last round
		"abc acb cba": {1, 3, 2}, // 4 2 3
		"bac bac acb": {2, 1, 3}, // 4 4 1: two first places beat one
	} {
		m := newMatch(t, g, 3)
		for i, verb := range strings.Fields(rounds) {
			if i > 0 {
				for s := range engine.Seat(3) {
					play(t, m, s, "next")
				}
			}
			play(t, m, m.ToMove()[0], verb)
		}
		outcome, _ := m.Outcome()
		if outcome.How != engine.ByRounds || !slices.Equal(outcome.Placing, want) {
			t.Errorf("%s: %+v, totals %v, want %v", rounds, outcome, m.Totals(), want)
		}
	}
}

func outBy(by engine.Seat, points ...int) engine.Result {
	return engine.Result{How: "out", Points: points, By: by, Winner: by, Loser: engine.Nobody}
}

// step plays a random move of a random seat that is to move.
func step(t *rapid.T, m *engine.Match) (engine.Seat, engine.Move) {
	s := rapid.SampledFrom(m.ToMove()).Draw(t, "seat")
	return s, bot.Random{}.Choose(bot.Sight{
		View: m.View(s), Legal: m.Legal(s, nil), Seed: counting().Derive("bot", int(s)),
	})
}

// Stored and loaded at any moment, a match goes on as if nothing had happened;
// so does a copy, and neither knows of the other.
func TestStoredMatchesAndClonesGoOnIdentically(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := counting().Derive("match", rapid.IntRange(0, 1<<20).Draw(t, "match"))
		seats := rapid.IntRange(2, 4).Draw(t, "seats")
		m, err := engine.NewMatch(toy.Game{}, seats, engine.Options{"target": "15"}, seed)
		if err != nil {
			t.Fatal(err)
		}
		twin := m.Clone()
		for n := 0; len(m.ToMove()) > 0; n++ {
			if n == 5000 {
				t.Fatal("the match does not end")
			}
			data, err := m.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			loaded, err := engine.LoadMatch(toy.Game{}, seed, data)
			if err != nil {
				t.Fatal(err)
			}
			s, move := step(t, m)
			untouched := m.Clone()
			for _, other := range []*engine.Match{m, twin, loaded} {
				if _, err := other.Play(s, move); err != nil {
					t.Fatalf("version %d, seat %d plays %s: %v", other.Version(), s, move, err)
				}
			}
			before, _ := untouched.MarshalJSON()
			if string(before) != string(data) {
				t.Fatalf("playing changed the copy\n%s to\n%s", data, before)
			}
			for viewer := engine.Spectator; int(viewer) < seats; viewer++ {
				if !reflect.DeepEqual(m.View(viewer), loaded.View(viewer)) ||
					!reflect.DeepEqual(m.View(viewer), twin.View(viewer)) {
					t.Fatalf("version %d: views of seat %d differ", m.Version(), viewer)
				}
			}
			if rapid.Bool().Draw(t, "reload") {
				m = loaded
			}
		}
	})
}

func TestLoadMatchRefuses(t *testing.T) {
	m, err := engine.NewMatch(toy.Game{}, 2, nil, counting())
	if err != nil {
		t.Fatal(err)
	}
	data, _ := m.MarshalJSON()
	if _, err := engine.LoadMatch(toy.Game{}, counting(), data); err != nil {
		t.Fatal(err)
	}
	for name, edit := range map[string][2]string{
		"a lost card":        {`"stock":["`, `"stock":["AC","`},
		"an unknown option":  {`"target":"40"`, `"target":"41"`},
		"a missing seat":     {`"totals":[0,0]`, `"totals":[0]`},
		"a missing version":  {`"since":[0,0]`, `"since":[0]`},
		"a dealer not there": {`"number":1,"dealer":`, `"number":1,"dealer":-1`},
		"no JSON":            {`{`, ``},
	} {
		bad := strings.Replace(string(data), edit[0], edit[1], 1)
		if bad == string(data) {
			t.Fatalf("%s: no %s in %s", name, edit[0], data)
		}
		if _, err := engine.LoadMatch(toy.Game{}, counting(), []byte(bad)); err == nil {
			t.Errorf("%s is loaded", name)
		}
	}
}
