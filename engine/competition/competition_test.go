package competition

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"carteado/engine/pairing"
	"carteado/engine/standing"
)

// entered are n entrants by seed.
func entered(n int) (list []Entrant) {
	for i := range n {
		list = append(list, Entrant{Player: int64(i + 1), Seed: i + 1, From: 1})
	}
	return list
}

// decide gives each table of a round places, drawn by less.
func decide(r Round, less func(a, b int64) bool) Round {
	for i, t := range r.Tables {
		t.Placing = make([]int, len(t.Players))
		for seat, p := range t.Players {
			t.Placing[seat] = 1
			for _, other := range t.Players {
				if less(other, p) {
					t.Placing[seat]++
				}
			}
		}
		r.Tables[i] = t
	}
	return r
}

func bySeed(a, b int64) bool { return a < b }

// run plays a competition to its end.
func run(t require, c Charter, entrants []Entrant, less func(a, b int64) bool) (rounds []Round) {
	for lot := uint64(1); ; lot++ {
		r, err := Next(c, entrants, rounds, lot)
		if errors.Is(err, ErrOver) {
			return rounds
		}
		if err != nil {
			t.Fatalf("round %d: %v", lot, err)
		}
		rounds = append(rounds, decide(r, less))
		if len(rounds) > 2*MaxRounds+pairing.MaxPlayers {
			t.Fatalf("no end")
		}
	}
}

type require interface{ Fatalf(string, ...any) }

// matched reports whether all can sit in pairs who have not met; of an odd number somebody who is free sits out.
func matched(players []int64, met map[pairing.Pair]int, free func(int64) bool) bool {
	if len(players) == 0 {
		return true
	}
	if len(players)%2 == 1 {
		for i, p := range players {
			if free(p) && matched(slices.Delete(slices.Clone(players), i, i+1), met, nil) {
				return true
			}
		}
		return false
	}
	for i, b := range players[1:] {
		if met[pairing.PairOf(players[0], b)] == 0 &&
			matched(slices.Delete(slices.Clone(players[1:]), i, i+1), met, nil) {
			return true
		}
	}
	return false
}

func TestSwissAvoidsWhatCanBeAvoided(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 10).Draw(t, "entrants")
		c := Standard()
		c.Rounds = rapid.IntRange(1, n).Draw(t, "rounds")
		skill := rapid.Permutation(slices.Collect(func(yield func(int64) bool) {
			for i := range n {
				_ = yield(int64(i + 1))
			}
		})).Draw(t, "skill")
		rounds := run(t, c, entered(n), func(a, b int64) bool {
			return slices.Index(skill, a) < slices.Index(skill, b)
		})
		if len(rounds) != c.Rounds {
			t.Fatalf("%d rounds of %d", len(rounds), c.Rounds)
		}
		met, byes := map[pairing.Pair]int{}, map[int64]int{}
		for number, r := range rounds {
			all := []int64{}
			again := false
			for _, table := range r.Tables {
				all = append(all, table.Players...)
				again = again || met[pairing.PairOf(table.Players[0], table.Players[1])] > 0
			}
			fewest := n
			for p := range int64(n) {
				fewest = min(fewest, byes[p+1])
			}
			for _, o := range r.Byes {
				all = append(all, o.Player)
				if byes[o.Player] > fewest {
					t.Fatalf("round %d: %d has another bye before all had one", number+1, o.Player)
				}
			}
			slices.Sort(all)
			if len(slices.Compact(slices.Clone(all))) != n || len(all) != n || len(r.Byes) != n%2 {
				t.Fatalf("round %d seats %v", number+1, all)
			}
			if again && matched(all, met, func(p int64) bool { return byes[p] == fewest }) {
				t.Fatalf("round %d: two meet again, and need not", number+1)
			}
			for _, table := range r.Tables {
				met[pairing.PairOf(table.Players[0], table.Players[1])]++
			}
			for _, o := range r.Byes {
				byes[o.Player]++
			}
		}
	})
}

func TestTheSameDrawIsTheSame(t *testing.T) {
	t.Parallel()
	for _, f := range Formats() {
		for size := 2; size <= 4; size++ {
			c := Standard()
			c.Format, c.Size = f, size
			rounds := run(t, c, entered(11), bySeed)
			again := run(t, c, entered(11), bySeed)
			if fmt.Sprint(rounds) != fmt.Sprint(again) {
				t.Errorf("%s at tables of %d differs", f, size)
			}
			if want := c.RoundsFor(11); len(rounds) != want {
				t.Errorf("%s at tables of %d has %d rounds, announced were %d", f, size, len(rounds), want)
			}
			lines := Standings(c, entered(11), rounds)
			if len(lines) != 11 || f != Swiss && (lines[0].Player != 1 || lines[0].Place != 1) {
				t.Errorf("%s at tables of %d: %+v", f, size, lines[0])
			}
		}
	}
}

func TestLeague(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 13; n++ {
		c := Standard()
		c.Format = League
		rounds := run(t, c, entered(n), bySeed)
		byes, dealt := map[int64]int{}, map[int64]int{}
		for _, r := range rounds {
			for _, o := range r.Byes {
				byes[o.Player]++
			}
			for _, table := range r.Tables {
				dealt[table.Players[0]]++
			}
		}
		meetings := Meetings(rounds)
		for a := int64(1); a <= int64(n); a++ {
			for b := int64(1); b <= int64(n); b++ {
				if a != b && meetings[[2]int64{a, b}].Met != 1 {
					t.Errorf("%d entrants: %d and %d have met %d times", n, a, b, meetings[[2]int64{a, b}].Met)
				}
			}
			if byes[a] != n%2 {
				t.Errorf("%d entrants: %d has %d byes", n, a, byes[a])
			}
			if d := 2*dealt[a] - (n - 1); d > 3 || d < -3 {
				t.Errorf("%d entrants: %d deals first in %d of %d", n, a, dealt[a], n-1)
			}
		}
		for i, line := range Standings(c, entered(n), rounds) {
			if line.Place != i+1 || line.Player != int64(i+1) {
				t.Errorf("%d entrants: place %d is %+v", n, i+1, line)
			}
		}
	}
}

func TestByesAndLateEntry(t *testing.T) {
	t.Parallel()
	c := Standard()
	c.Late, c.LateBye = 2, true
	entrants := entered(5)
	first, _ := Next(c, entrants, nil, 1)
	rounds := []Round{decide(first, bySeed)}
	entrants = append(entrants, Entrant{Player: 6, Seed: 6, From: 2})
	points := func() map[int64]int {
		all := map[int64]int{}
		for _, line := range Standings(c, entrants, rounds) {
			all[line.Player] = line.Points
		}
		return all
	}
	if all := points(); all[6] != 0 || all[first.Byes[0].Player] != 3 || len(all) != 6 {
		t.Errorf("before the second round: %v", all)
	}
	second, err := Next(c, entrants, rounds, 2)
	if err != nil || len(second.Byes) != 0 || len(second.Tables) != 3 {
		t.Fatalf("%+v, %v", second, err)
	}
	rounds = append(rounds, second)
	if all := points(); all[6] != 3 {
		t.Errorf("who came late has %d", all[6])
	}
	if entrants[5].Left = 2; points()[6] != 0 {
		t.Errorf("who came late and was never drawn has %d", points()[6])
	}
	entrants[5].Left = 0
	if _, err := Next(c, entrants, rounds, 3); !errors.Is(err, ErrOpen) {
		t.Errorf("a round is drawn before the last one is decided: %v", err)
	}
	if _, err := Next(c, entrants[:1], nil, 1); !errors.Is(err, ErrFew) {
		t.Errorf("one entrant: %v", err)
	}
	if c.Open(3) || !c.Open(2) {
		t.Error("who may come late")
	}
}

// Who comes late and has the points of byes meets those who have as many.
func TestLateEntryMeetsItsEquals(t *testing.T) {
	t.Parallel()
	c := Standard()
	c.Late, c.LateBye = 2, true
	for lot := range uint64(20) {
		entrants := entered(6)
		first, _ := Next(c, entrants, nil, lot)
		rounds := []Round{decide(first, bySeed)}
		points := map[int64]int{}
		for _, line := range Standings(c, entrants, rounds) {
			points[line.Player] = line.Points
		}
		second, err := Next(c, append(entrants, Entrant{Player: 7, Seed: 7, From: 2}), rounds, lot)
		if err != nil {
			t.Fatal(err)
		}
		met := false
		for _, table := range second.Tables {
			if at := slices.Index(table.Players, 7); at >= 0 {
				met = points[table.Players[1-at]] == c.Bye
			}
		}
		if !met {
			t.Errorf("lot %d: who came late with %d points meets none who has as many: %v, of %v", lot, c.Bye, second.Tables,
				points)
		}
	}
}

func TestMissedPlacing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rule  Missed
		there []int64
		want  string
	}{
		{MissedBoth, []int64{1}, "[3 3]"}, {MissedThere, []int64{1}, "[1 3]"}, {MissedThere, nil, "[3 3]"},
		{MissedThere, []int64{1, 2}, "[3 3]"}, {MissedHost, nil, "[]"},
	} {
		if got := fmt.Sprint(c.rule.MissedPlacing([]int64{1, 2}, c.there)); got != c.want {
			t.Errorf("%s with %v there: %s, want %s", c.rule, c.there, got, c.want)
		}
	}
	charter := Standard()
	lines := Standings(charter, entered(2), []Round{{Tables: []Table{{Players: []int64{1, 2}, Placing: Unplayed(2)}}}})
	if lines[0].Points != 0 || lines[0].Lost != 1 || lines[1].Lost != 1 {
		t.Errorf("both have lost: %+v", lines)
	}
	charter.Size, charter.Places = 3, []int{3, 2, 1}
	lines = Standings(charter, entered(2), []Round{{Tables: []Table{{Players: []int64{1, 2}, Placing: []int{1, 3}}}}})
	if lines[0].Points != 3 || lines[1].Points != 0 {
		t.Errorf("who has not played at a short table has the points of a place: %+v", lines)
	}
}

// The sum of the opponents' points, told with its number.
func TestOpponents(t *testing.T) {
	t.Parallel()
	c := Standard()
	c.Ties = []standing.Tie{standing.Opponents}
	pair := func(a, b int64) Table { return Table{Players: []int64{a, b}, Placing: []int{1, 2}} }
	rounds := []Round{{Tables: []Table{pair(1, 2), pair(3, 4)}}, {Tables: []Table{pair(2, 4)}}}
	lines := Standings(c, entered(4), rounds)
	want := standing.Step{Tie: standing.Opponents, Value: 3, Parts: true}
	if lines[0].Player != 2 && lines[0].Player != 1 || lines[0].Steps[0] != want || lines[2].Player != 3 {
		t.Errorf("%+v", lines)
	}
}

// Tables of unequal size, at which everybody sits.
func TestLargerTables(t *testing.T) {
	t.Parallel()
	for size := 3; size <= 6; size++ {
		for _, n := range []int{size, size + 1, 2*size - 1, 12} {
			for _, f := range Formats() {
				c := Standard()
				c.Format, c.Size, c.Advance = f, size, size/2
				for number, r := range run(t, c, entered(n), bySeed) {
					for _, table := range r.Tables {
						if len(table.Players) < 2 || len(table.Players) > size {
							t.Fatalf("%s, %d at tables of %d, round %d: %v", f, n, size, number+1, table.Players)
						}
					}
				}
			}
		}
	}
}

// A hall is 200 entrants after five rounds.
func BenchmarkNext(b *testing.B) {
	for _, size := range []int{2, 4} {
		b.Run(fmt.Sprint(size), func(b *testing.B) {
			c := Standard()
			c.Size, c.Rounds = size, 9
			random := rand.New(rand.NewPCG(1, 2))
			entrants := entered(200)
			var rounds []Round
			for lot := range uint64(5) {
				r, err := Next(c, entrants, rounds, lot)
				if err != nil {
					b.Fatal(err)
				}
				strength := map[int64]float64{}
				for _, e := range entrants {
					strength[e.Player] = float64(e.Player) + 60*random.Float64()
				}
				rounds = append(rounds, decide(r, func(a, b int64) bool { return strength[a] < strength[b] }))
			}
			for b.Loop() {
				if _, err := Next(c, entrants, rounds, 9); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
