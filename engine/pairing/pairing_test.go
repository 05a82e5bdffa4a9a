package pairing

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawn is a request with everything that may be in one.
func drawn(t *rapid.T, least, most int, sizes ...int) Request {
	n := rapid.IntRange(least, most).Draw(t, "players")
	r := Request{Met: map[Pair]int{}, Level: rapid.SampledFrom(Levels()).Draw(t, "level"),
		Lowest: rapid.Bool().Draw(t, "lowest"), Lot: rapid.Uint64().Draw(t, "lot")}
	for i := range n {
		r.Players = append(r.Players, Player{ID: int64(i + 1), Points: rapid.IntRange(0, 6).Draw(t, "points"),
			Outs: rapid.IntRange(0, 2).Draw(t, "outs"), Late: rapid.IntRange(0, 5).Draw(t, "late") == 0})
		for j := range i {
			if met := rapid.IntRange(-2, 2).Draw(t, "met"); met > 0 {
				r.Met[PairOf(int64(i+1), int64(j+1))] = met
			}
		}
	}
	for left := n; ; {
		size := rapid.SampledFrom(sizes).Draw(t, "size")
		if left -= size; left < 0 {
			return r
		}
		r.Sizes = append(r.Sizes, size)
	}
}

// groupsOf are the indices of a seating's players.
func groupsOf(s Seating) (groups [][]int) {
	for _, table := range s.Tables {
		var group []int
		for _, p := range table.Players {
			group = append(group, int(p-1))
		}
		groups = append(groups, group)
	}
	var out []int
	for _, o := range s.Out {
		out = append(out, int(o.Player-1))
	}
	return append(groups, out)
}

// cheapest tries every way to fill tables, without any bound.
func cheapest(c *costs, sizes []int) (least int64) {
	least = 1 << 62
	room := append(slices.Clone(sizes), len(c.out))
	filling := make([][]int, len(room))
	var place func(p int)
	place = func(p int) {
		if p == len(c.out) {
			for g, size := range sizes {
				if len(filling[g]) < size {
					return
				}
			}
			least = min(least, c.of(filling))
			return
		}
		for g := range room {
			if len(filling[g]) < room[g] {
				filling[g] = append(filling[g], p)
				place(p + 1)
				filling[g] = filling[g][:len(filling[g])-1]
			}
		}
	}
	place(0)
	return least
}

func TestNoSeatingIsBetter(t *testing.T) {
	t.Parallel()
	for name, sizes := range map[string][]int{"pairs": {2}, "threes": {3}, "fours": {4}, "mixed": {2, 3, 4, 5, 6}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				r := drawn(t, 2, 7, sizes...)
				c := weigh(r)
				if got, want := c.of(groupsOf(Seat(r))), cheapest(c, r.Sizes); got != want {
					t.Fatalf("costs %d, and %d is possible", got, want)
				}
			})
		})
	}
	t.Run("ten", func(t *testing.T) {
		t.Parallel()
		random := rand.New(rand.NewPCG(1, 2))
		for _, sizes := range [][]int{{2, 2, 2, 2, 2}, {4, 3, 3}, {5, 5}, {3, 3, 3}} {
			r := Request{Met: map[Pair]int{}, Sizes: sizes, Level: Alike, Lot: random.Uint64()}
			for i := range int64(10) {
				r.Players = append(r.Players, Player{ID: i + 1, Points: random.IntN(5), Outs: random.IntN(2)})
				for j := range i {
					r.Met[PairOf(i+1, j+1)] = random.IntN(3)
				}
			}
			c := weigh(r)
			if got, want := c.of(groupsOf(Seat(r))), cheapest(c, sizes); got != want {
				t.Errorf("%v costs %d, and %d is possible", sizes, got, want)
			}
		}
	})
}

func TestEverybodyHasOnePlace(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		r := drawn(t, 2, 40, 2, 3, 4, 5, 6)
		s := Seat(r)
		var all []int
		for i, group := range groupsOf(s) {
			all = append(all, group...)
			if i < len(r.Sizes) && !slices.Contains(r.Sizes, len(group)) {
				t.Fatalf("a table of %d, of %v", len(group), r.Sizes)
			}
		}
		slices.Sort(all)
		for i, p := range all {
			if i != p {
				t.Fatalf("seated are %v", all)
			}
		}
		if len(all) != len(r.Players) || len(s.Tables) != len(r.Sizes) {
			t.Fatalf("%d of %d players at %d of %d tables", len(all), len(r.Players), len(s.Tables), len(r.Sizes))
		}
		if again := Seat(r); fmt.Sprint(s) != fmt.Sprint(again) {
			t.Fatal("the same request gave another seating")
		}
		if len(r.Players) == 2 {
			return
		}
		fewest := 99 // of those who play
		for _, table := range s.Tables {
			for _, p := range table.Players {
				fewest = min(fewest, outs(r.Players[p-1]))
			}
		}
		for _, o := range s.Out {
			if outs(r.Players[o.Player-1]) > fewest {
				t.Fatalf("%d sits out, who has more often than another", o.Player)
			}
		}
	})
}

// evening plays rounds: nobody gets points, everybody meets those at the table.
func evening(players, rounds int, sizes []int, level Level) (met map[Pair]int, outs map[int64]int) {
	r := Request{Met: map[Pair]int{}, Sizes: sizes, Level: level, Lot: 7}
	for i := range players {
		r.Players = append(r.Players, Player{ID: int64(i + 1), Points: i})
	}
	outs = map[int64]int{}
	for round := range rounds {
		r.Lot = uint64(round)
		s := Seat(r)
		for _, table := range s.Tables {
			for i, a := range table.Players {
				for _, b := range table.Players[:i] {
					r.Met[PairOf(a, b)]++
				}
			}
		}
		for _, o := range s.Out {
			outs[o.Player]++
			r.Players[o.Player-1].Outs++
		}
	}
	return r.Met, outs
}

func TestNobodyMeetsTwiceWhileItCanBeAvoided(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		players, rounds int
		sizes           []int
		level           Level
	}{
		{10, 9, []int{2, 2, 2, 2, 2}, Any}, {11, 11, []int{2, 2, 2, 2, 2}, Any}, {9, 4, []int{3, 3, 3}, Any},
		{11, 4, []int{3, 3, 3}, Any}, {40, 6, []int{4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, Any}, {40, 4,
			[]int{4, 4, 4, 4, 4, 4, 4, 4, 4, 4}, Mixed}, {30, 3, []int{5, 5, 5, 5, 5, 5}, Any}, {60, 7,
			slices.Repeat([]int{3}, 20), Alike},
	} {
		met, outs := evening(c.players, c.rounds, c.sizes, c.level)
		for pair, n := range met {
			if n > 1 {
				t.Errorf("%d players, %v: %v met %d times", c.players, c.sizes, pair, n)
			}
		}
		for player, n := range outs {
			if n > 1 && len(outs) < c.players {
				t.Errorf("%d players: %d sat out %d times before all had", c.players, player, n)
			}
		}
	}
}

func TestScoreGroupsAreKept(t *testing.T) {
	t.Parallel()
	r := Request{Met: map[Pair]int{{1, 2}: 1}, Sizes: []int{2, 2, 2}, Level: Alike, Lowest: true}
	for i, points := range []int{3, 3, 3, 3, 1, 1, 0} {
		r.Players = append(r.Players, Player{ID: int64(i + 1), Points: points})
	}
	s := Seat(r)
	want := []Reason{{Key: Equal, N: 3}, {Key: Unmet}}
	for i, table := range s.Tables[:2] {
		if fmt.Sprint(table.Reasons) != fmt.Sprint(want) || slices.Max(table.Players) > 4 {
			t.Errorf("table %d: %+v", i, table)
		}
	}
	if fmt.Sprint(s.Out) != fmt.Sprint([]Out{{7, Reason{Key: OutLowest, Players: []int64{7}}}}) {
		t.Errorf("out: %v", s.Out)
	}
	met := Request{Players: []Player{{ID: 1, Points: 3}, {ID: 2, Points: 1}, {ID: 3}}, Sizes: []int{2}, Level: Alike,
		Lowest: true, Met: map[Pair]int{{1, 2}: 1}}
	if out := Seat(met).Out; fmt.Sprint(out) != fmt.Sprint([]Out{{2, Reason{Key: OutMet, Players: []int64{2}}}}) {
		t.Errorf("who sits out so that nobody meets again is told %v", out)
	}
	r.Players, r.Sizes = r.Players[:2], []int{2}
	if again := Seat(r).Tables[0].Reasons; again[1].Key != Again || again[1].N != 1 {
		t.Errorf("who meets again is told %v", again)
	}
}

func TestMixedTablesAreAlike(t *testing.T) {
	t.Parallel()
	r := Request{Sizes: []int{3, 3, 3}, Level: Mixed}
	for i := range 9 {
		r.Players = append(r.Players, Player{ID: int64(i + 1), Points: i})
	}
	for _, table := range Seat(r).Tables {
		sum := 0
		for _, p := range table.Players {
			sum += int(p) - 1
		}
		if sum != 12 {
			t.Errorf("%v are together %d strong", table.Players, sum)
		}
	}
}

func TestSplits(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		n, least, most int
		want           string
	}{
		{11, 3, 4, "[{[4 4 3] 0} {[3 3 3] 2} {[4 4] 3}]"},
		{11, 3, 3, "[{[3 3 3] 2}]"},
		{12, 3, 4, "[{[3 3 3 3] 0} {[4 4 4] 0}]"},
		{7, 2, 2, "[{[2 2 2] 1}]"},
		{5, 3, 4, "[{[4] 1} {[3] 2}]"},
		{2, 3, 4, "[]"},
		{10, 2, 6, "[{[5 5] 0} {[2 2 2 2 2] 0} {[4 3 3] 0} {[3 3 2 2] 0}]"},
		{1, 2, 5, "[]"},
	} {
		if got := fmt.Sprint(Splits(c.n, c.least, c.most)); got != c.want {
			t.Errorf("%d at tables of %d to %d: %s, want %s", c.n, c.least, c.most, got, c.want)
		}
	}
	for n := 2; n <= MaxPlayers; n++ {
		for least := 2; least <= 6; least++ {
			for most := least; most <= 6; most++ {
				for _, s := range Splits(n, least, most) {
					sum := s.Out
					for _, size := range s.Sizes {
						sum += size
						if size < least || size > most {
							t.Fatalf("%d, %d to %d: %v", n, least, most, s)
						}
					}
					if sum != n {
						t.Fatalf("%d, %d to %d: %v", n, least, most, s)
					}
				}
			}
		}
	}
}

// A hall is 200 players after some rounds.
func hall(sizes []int) Request {
	random := rand.New(rand.NewPCG(3, 4))
	r := Request{Met: map[Pair]int{}, Sizes: sizes, Level: Alike}
	for i := range int64(200) {
		r.Players = append(r.Players, Player{ID: i + 1, Points: random.IntN(9)})
		for range 5 {
			r.Met[PairOf(i+1, 1+random.Int64N(200))]++
		}
	}
	return r
}

func BenchmarkSeat(b *testing.B) {
	for name, sizes := range map[string][]int{"pairs": slices.Repeat([]int{2}, 100),
		"threes": slices.Repeat([]int{3}, 66), "fours": slices.Repeat([]int{4}, 50),
		"sixes": slices.Repeat([]int{6}, 33)} {
		b.Run(name, func(b *testing.B) {
			r := hall(sizes)
			for b.Loop() {
				Seat(r)
			}
		})
	}
}
