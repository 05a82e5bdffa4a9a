package competition

import (
	"errors"
	"slices"
	"testing"
)

func TestKnockout(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 40; n++ {
		c := Standard()
		c.Format = Knockout
		entrants := entered(n)
		rounds := run(t, c, entrants, bySeed)
		tables := 0
		for number, r := range rounds {
			tables += len(r.Tables)
			if number > 0 && len(r.Byes) > 0 {
				t.Errorf("%d entrants: a bye in round %d", n, number+1)
			}
			for _, o := range r.Byes {
				if o.Reason.Key != ByeSeed || o.Player > int64(len(r.Byes)) {
					t.Errorf("%d entrants: %d has a bye, %+v", n, o.Player, o.Reason)
				}
			}
		}
		if tables != n-1 {
			t.Errorf("%d entrants play %d times", n, tables)
		}
		final := rounds[len(rounds)-1].Tables[0]
		if slices.Max(final.Players) != 2 {
			t.Errorf("%d entrants: the final is %v", n, final.Players)
		}
		bracket := Bracket(c, entrants, rounds)
		if len(bracket) != len(rounds) || bracket[len(bracket)-1][0].Winner != 1 {
			t.Errorf("%d entrants: %+v", n, bracket)
		}
		lines := Standings(c, entrants, rounds)
		if n >= 4 && (lines[1].Place != 2 || lines[2].Place != 3 || lines[3].Place != 3) {
			t.Errorf("%d entrants: %+v", n, lines[:4])
		}
	}
}

// A player who has left is not drawn, and an opponent who would have met them has a bye; nobody comes through a table
// that was not played.
func TestWhoLeavesAKnockout(t *testing.T) {
	t.Parallel()
	c := Standard()
	c.Format = Knockout
	entrants := entered(8)
	first, err := Next(c, entrants, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	rounds := []Round{decide(first, bySeed)}
	for i, table := range rounds[0].Tables {
		if slices.Contains(table.Players, 2) {
			rounds[0].Tables[i].Placing = Unplayed(2)
		}
	}
	entrants[3].Left = 2 // seed 4 has come through, and would meet seed 1
	second, err := Next(c, entrants, rounds, 2)
	if err != nil || len(second.Tables) != 0 || len(second.Byes) != 2 {
		t.Fatalf("%+v, %v", second, err)
	}
	keys := map[int64]string{}
	for _, o := range second.Byes {
		keys[o.Player] = o.Reason.Key
	}
	if keys[1] != ByeGone || keys[3] != ByeAlone {
		t.Errorf("byes: %v", keys)
	}
	third, err := Next(c, entrants, append(rounds, second), 3)
	if err != nil || len(third.Tables) != 1 || len(third.Byes) != 0 {
		t.Fatalf("%+v, %v", third, err)
	}
}

func TestEqualPlacesOfAKnockout(t *testing.T) {
	t.Parallel()
	c := Standard()
	c.Format = Knockout
	rounds := run(t, c, entered(4), func(int64, int64) bool { return false })
	if line := Standings(c, entered(4), rounds)[0]; line.Player != 1 || line.Points != 2 {
		t.Errorf("of equal places the better seed goes on, not %+v", line)
	}
}

// knockout draws rounds of a knockout of so many entrants by seed, and decides them so.
func knockout(t *testing.T, c Charter, entrants []Entrant, number int) (rounds []Round) {
	t.Helper()
	for len(rounds) < number {
		r, err := Next(c, entrants, rounds, uint64(len(rounds)+1))
		if err != nil {
			t.Fatal(err)
		}
		rounds = append(rounds, decide(r, bySeed))
	}
	return rounds
}

// first is who is in the first place.
func first(c Charter, entrants []Entrant, rounds []Round) (list []int64) {
	for _, line := range Standings(c, entrants, rounds) {
		if line.Place == 1 {
			list = append(list, line.Player)
		}
	}
	return list
}

// Of those who have come through to a round one is still there: a bye makes them the winner.
func TestTheOthersLeaveBeforeTheFinal(t *testing.T) {
	t.Parallel()
	for size, n := range map[int]int{2: 4, 3: 6} {
		c := Standard()
		c.Format, c.Size = Knockout, size
		entrants := entered(n)
		rounds := knockout(t, c, entrants, 1)
		for i := range entrants[1:] {
			entrants[1+i].Left = 2
		}
		if Over(c, entrants, rounds) {
			t.Errorf("tables of %d: over before the final", size)
		}
		final, err := Next(c, entrants, rounds, 2)
		if err != nil || len(final.Tables) != 0 || len(final.Byes) != 1 || final.Byes[0].Player != 1 ||
			final.Byes[0].Reason.Key != ByeGone || !slices.Equal(final.Byes[0].Reason.Players, []int64{2}) {
			t.Fatalf("tables of %d: %+v, %v", size, final, err)
		}
		rounds = append(rounds, final)
		if won := first(c, entrants, rounds); !Over(c, entrants, rounds) || !slices.Equal(won, []int64{1}) {
			t.Errorf("tables of %d: %v have won", size, won)
		}
	}
}

func TestNobodyWinsAKnockout(t *testing.T) {
	t.Parallel()
	c := Standard()
	c.Format = Knockout
	entrants := entered(4)
	rounds := knockout(t, c, entrants, 1)
	entrants[0].Left, entrants[1].Left = 2, 2
	lines := Standings(c, entrants, rounds)
	if !Over(c, entrants, rounds) || lines[0].Place != 2 || lines[1].Place != 2 || lines[2].Place != 4 {
		t.Errorf("both finalists have left: %+v", lines)
	}
	entrants = entered(4)
	for i := range rounds[0].Tables {
		rounds[0].Tables[i].Placing = Unplayed(2)
	}
	if won := first(c, entrants, rounds); !Over(c, entrants, rounds) || won != nil {
		t.Errorf("nobody has played, and %v have won", won)
	}
	if _, err := Next(c, entrants, rounds, 2); !errors.Is(err, ErrOver) {
		t.Errorf("it goes on: %v", err)
	}
}

// Who was drawn to a table stays there, and in what follows from it, if an earlier result is corrected.
func TestACorrectionAfterTheDraw(t *testing.T) {
	t.Parallel()
	c := Standard()
	c.Format = Knockout
	entrants := entered(8)
	rounds := knockout(t, c, entrants, 2)
	for i, table := range rounds[0].Tables {
		if slices.Contains(table.Players, 1) {
			slices.Reverse(rounds[0].Tables[i].Placing) // seed 8 was better
		}
	}
	bracket := Bracket(c, entrants, rounds)
	if node := bracket[0][0]; node.Winner != 8 {
		t.Errorf("the corrected table: %+v", node)
	}
	if node := bracket[1][0]; node.A != 1 || node.B != 4 || node.Winner != 1 || node.Table == 0 {
		t.Errorf("the semifinal as it was drawn: %+v", node)
	}
	final, err := Next(c, entrants, rounds, 3)
	if err != nil || len(final.Tables) != 1 || len(final.Byes) != 0 {
		t.Fatalf("%+v, %v", final, err)
	}
	if slices.Sort(final.Tables[0].Players); !slices.Equal(final.Tables[0].Players, []int64{1, 2}) {
		t.Errorf("the final is of %v", final.Tables[0].Players)
	}
}

// Where two of a table come through, one of the final does.
func TestOneWinsTheFinalOfLargerTables(t *testing.T) {
	t.Parallel()
	c := Standard()
	c.Format, c.Size, c.Advance = Knockout, 4, 2
	entrants := entered(8)
	rounds := knockout(t, c, entrants, 1)
	met := slices.IndexFunc(rounds[0].Tables, func(t Table) bool { return slices.Contains(t.Players, 1) })
	second := rounds[0].Tables[met]
	better := slices.Index(second.Placing, 2) // at the winner's table of the first round
	final, err := Next(c, entrants, rounds, 2)
	if err != nil || len(final.Tables) != 1 {
		t.Fatalf("%+v, %v", final, err)
	}
	winner := second.Players[better]
	rounds = append(rounds, decide(final, func(a, b int64) bool {
		return a == winner && b != winner || b != winner && bySeed(a, b)
	}))
	if won := first(c, entrants, rounds); !slices.Equal(won, []int64{winner}) {
		t.Errorf("%v have won, not %d: %+v", won, winner, Standings(c, entrants, rounds))
	}
	short := []Round{{Tables: []Table{
		{Players: []int64{1, 2, 3}, Placing: []int{1, 2, 3}}, {Players: []int64{4, 5}, Placing: []int{1, 2}},
		{Players: []int64{6, 7}, Placing: []int{1, 3}},
	}}}
	for _, line := range Standings(c, entered(7), short) {
		if through := slices.Contains([]int64{1, 2, 4, 6}, line.Player); through != (line.Points == 1) {
			t.Errorf("after a round with short tables: %+v", line)
		}
	}
}
