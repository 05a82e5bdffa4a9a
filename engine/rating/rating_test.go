package rating_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"carteado/engine/bot"
	"carteado/engine/rating"
)

func newcomers(n int) []rating.Rating {
	list := make([]rating.Rating, n)
	for i := range list {
		list[i] = rating.New()
	}
	return list
}

// Vectors: newcomers in the order of their places, as the tests of openskill's PlackettLuce have them; the ties and the
// unequal ones were computed apart from this package, with 50 digits.
func TestVectors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		before []rating.Rating
		places []int
		want   []rating.Rating
	}{
		{newcomers(1), []int{1}, newcomers(1)},
		{newcomers(2), []int{1, 2}, []rating.Rating{{27.63523138347365, 8.065506316323548},
			{22.36476861652635, 8.065506316323548}}},
		{newcomers(3), []int{1, 2, 3}, []rating.Rating{{27.868876552746237, 8.204837030780652},
			{25.717219138186557, 8.057829747583874}, {21.413904309067206, 8.057829747583874}}},
		{newcomers(4), []int{1, 2, 3, 4}, []rating.Rating{{27.795084971874736, 8.263160757613477},
			{26.552824984374855, 8.179213704945203}, {24.68943500312503, 8.083731307186588},
			{20.96265504062538, 8.083731307186588}}},
		{newcomers(5), []int{1, 2, 3, 4, 5}, []rating.Rating{{27.666666666666668, 8.290556877154474},
			{26.833333333333332, 8.240145629781066}, {25.72222222222222, 8.179996679645559},
			{24.055555555555557, 8.111796013701358}, {20.72222222222222, 8.111796013701358}}},
		{newcomers(2), []int{1, 1}, []rating.Rating{{25.0, 8.065506316323546}, {25.0, 8.065506316323546}}},
		{newcomers(3), []int{1, 1, 3}, []rating.Rating{{25.717219138186557, 8.204837030780652},
			{25.717219138186557, 8.204837030780652}, {23.56556172362688, 8.204837030780652}}},
		{newcomers(4), []int{1, 2, 2, 4}, []rating.Rating{{27.795084971874736, 8.263160757613475},
			{24.68943500312503, 8.179213704945203}, {24.68943500312503, 8.179213704945203},
			{22.826045021875206, 8.179213704945203}}},
		{[]rating.Rating{{30, 4}, {21.5, 7}, {26.25, 1.5}}, []int{3, 1, 2}, []rating.Rating{
			{28.467825587385693, 3.951468353109989}, {25.03562634217723, 6.8445499096530735},
			{26.30311183759228, 1.499100913808186}}},
		{[]rating.Rating{rating.New(), {Mu: 28}}, []int{1, 2}, []rating.Rating{
			{28.89849992162063, 7.758574151904628}, {28.0, 0.0}}},
	} {
		for i, got := range rating.Rate(c.before, c.places) {
			if math.Abs(got.Mu-c.want[i].Mu) > 1e-9 || math.Abs(got.Sigma-c.want[i].Sigma) > 1e-9 {
				t.Errorf("%v in places %v: seat %d has %v, want %v", c.before, c.places, i, got, c.want[i])
			}
		}
	}
}

// drawn is a match by chance: two to six players, at times equal, at times bots, with places that may be shared.
func drawn(chance *rand.Rand) (players []rating.Rating, places []int) {
	n := 2 + chance.IntN(5)
	points := make([]int, n)
	for i := range n {
		r := rating.Rating{Mu: 15 + 20*chance.Float64(), Sigma: 0.5 + 8*chance.Float64()}
		switch chance.IntN(4) {
		case 0:
			r = rating.New()
		case 1:
			r = rating.Anchor("palace", bot.Levels()[chance.IntN(len(bot.Levels()))])
		}
		players, points[i] = append(players, r), chance.IntN(4)
	}
	for _, p := range points {
		place := 1
		for _, other := range points {
			if other > p {
				place++
			}
		}
		places = append(places, place)
	}
	return players, places
}

func TestProperties(t *testing.T) {
	t.Parallel()
	chance := rand.New(rand.NewPCG(31, 83))
	for range 2000 {
		players, places := drawn(chance)
		after := rating.Rate(players, places)
		name := fmt.Sprintf("%v in places %v become %v", players, places, after)

		// The seats may be told in any order, to the last digit.
		seats := chance.Perm(len(players))
		turned, turnedPlaces := make([]rating.Rating, len(seats)), make([]int, len(seats))
		for to, from := range seats {
			turned[to], turnedPlaces[to] = players[from], places[from]
		}
		again := rating.Rate(turned, turnedPlaces)
		sum := 0.0
		for to, from := range seats {
			if again[to] != after[from] {
				t.Fatalf("%s, but in the order %v %v", name, seats, again)
			}
		}
		for i, r := range after {
			switch before := players[i]; {
			case before.Sigma == 0 && r != before:
				t.Fatalf("%s: a bot has moved", name)
			case before.Sigma > 0 && (r.Sigma > before.Sigma || r.Sigma <= 0):
				t.Fatalf("%s: seat %d is known less than before", name, i)
			}
			if players[i].Sigma > 0 { // what one gains by the share of their doubt, the others lose
				sum += (r.Mu - players[i].Mu) / (players[i].Sigma * players[i].Sigma)
			}
			for j, other := range after { // equals in one place stay equal; where none is shared, the first gains more
				if players[i] == players[j] && (places[i] == places[j] && r != other ||
					!sharedPlaces(places) && places[i] < places[j] && r.Sigma > 0 && r.Mu <= other.Mu) {
					t.Fatalf("%s: seats %d and %d", name, i, j)
				}
			}
		}
		if !slices.ContainsFunc(players, func(r rating.Rating) bool { return r.Sigma == 0 }) && math.Abs(sum) > 1e-12 {
			t.Fatalf("%s: gains and losses differ by %g", name, sum)
		}
		total := 0.0
		for _, p := range rating.Chances(players) {
			total += p
		}
		if math.Abs(total-1) > 1e-12 {
			t.Fatalf("chances of %v add up to %g", players, total)
		}
	}
}

func sharedPlaces(places []int) bool {
	sorted := slices.Sorted(slices.Values(places))
	return len(slices.Compact(sorted)) < len(places)
}

// A club of 24 comes out in the order of its true skill, and full placings tell more than who won.
func TestAClubIsFound(t *testing.T) {
	t.Parallel()
	chance := rand.New(rand.NewPCG(24, 40))
	const members, rounds = 24, 40
	found := func(onlyFirst bool) float64 {
		sum := 0.0
		for range 10 {
			skill, known := make([]float64, members), newcomers(members)
			for i := range skill {
				skill[i] = 25 + 25.0/3*chance.NormFloat64()
			}
			for range rounds {
				seats := chance.Perm(members)
				for table := range slices.Chunk(seats, 4) {
					places := draw(chance, skill, table)
					if onlyFirst {
						for i := range places {
							places[i] = min(places[i], 2)
						}
					}
					before := make([]rating.Rating, len(table))
					for i, who := range table {
						before[i] = known[who]
					}
					for i, r := range rating.Rate(before, places) {
						known[table[i]] = r
					}
				}
			}
			sum += spearman(skill, known)
		}
		return sum / 10
	}
	all, first := found(false), found(true)
	t.Logf("rank correlation %.3f with full placings, %.3f with who won", all, first)
	if all < 0.93 || all <= first {
		t.Errorf("rank correlation %.3f with full placings, %.3f with who won", all, first)
	}
}

// draw plays a match: places by skill and the luck of the day.
func draw(chance *rand.Rand, skill []float64, table []int) []int {
	day := make([]float64, len(table))
	for i, who := range table {
		day[i] = skill[who] + 25.0/6*chance.NormFloat64()
	}
	places := make([]int, len(table))
	for i := range day {
		places[i] = 1
		for _, other := range day {
			if other > day[i] {
				places[i]++
			}
		}
	}
	return places
}

func spearman(skill []float64, known []rating.Rating) float64 {
	rank := func(of func(int) float64) []int {
		by, ranks := make([]int, len(skill)), make([]int, len(skill))
		for i := range by {
			by[i] = i
		}
		slices.SortFunc(by, func(a, b int) int {
			if of(a) < of(b) {
				return -1
			}
			return 1
		})
		for r, i := range by {
			ranks[i] = r
		}
		return ranks
	}
	a, b := rank(func(i int) float64 { return skill[i] }), rank(func(i int) float64 { return known[i].Mu })
	sum, n := 0.0, float64(len(skill))
	for i := range a {
		sum += float64((a[i] - b[i]) * (a[i] - b[i]))
	}
	return 1 - 6*sum/(n*(n*n-1))
}

func TestShown(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rating.Rating
		number, doubt int
		provisional   bool
	}{
		{rating.New(), 1500, 333, true},
		{rating.Rating{Mu: 27.63523138347365, Sigma: 8.065506316323548}, 1553, 323, true},
		{rating.Rating{Mu: 20, Sigma: 5}, 1400, 200, false},
		{rating.Anchor("knock", bot.Club), 1500, 0, false},
		{rating.Anchor("knock", "a level of later"), 1500, 0, false},
	} {
		if c.Number() != c.number || c.Doubt() != c.doubt || c.Provisional() != c.provisional {
			t.Errorf("%v is shown as %d ± %d, provisional %v", c.Rating, c.Number(), c.Doubt(), c.Provisional())
		}
	}
	for _, game := range []string{"huangdi", "knock", "palace", "rummy"} {
		last := math.Inf(-1)
		for _, level := range bot.Levels() {
			if anchor := rating.Anchor(game, level); anchor.Mu <= last {
				t.Errorf("%s: %s is no better than the level before", game, level)
			} else {
				last = anchor.Mu
			}
		}
	}
}

// The anchors say of bots what the arena has seen, each within an interval of 95 %.
func TestAnchors(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		game, better, worse string
		share               float64
		matches             float64
	}{
		{"huangdi", bot.Club, bot.Novice, 0.8515, 2000}, {"huangdi", bot.Strong, bot.Club, 0.572, 600},
		{"knock", bot.Club, bot.Novice, 0.8115, 2000}, {"knock", bot.Strong, bot.Club, 0.552, 600},
		{"palace", bot.Club, bot.Novice, 0.7020, 2000}, {"palace", bot.Strong, bot.Club, 0.907, 600},
		{"rummy", bot.Club, bot.Novice, 0.7415, 2000}, {"rummy", bot.Strong, bot.Club, 0.588, 400},
		{"knock", bot.Master, bot.Strong, 0.5195, 307}, // of all games together
	} {
		margin := 1.96 * math.Sqrt(c.share*(1-c.share)/c.matches)
		chance := rating.Chances([]rating.Rating{rating.Anchor(c.game, c.better), rating.Anchor(c.game, c.worse)})[0]
		if math.Abs(chance-c.share) > margin/4 {
			t.Errorf("%s: %s is said to win %.3f from %s, and has won %.3f ± %.3f", c.game, c.better, chance, c.worse,
				c.share, margin)
		}
	}
}
