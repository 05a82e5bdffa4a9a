package chaos

import (
	"slices"
	"strings"
	"testing"
)

// The judge of an evening finds what each kind of mistake would leave.
func TestEveningsOfMistakes(t *testing.T) {
	const people, rounds = 8, 2
	evening := func() (keptEvening, map[string]bool) {
		k := keptEvening{moves: map[string]int{"1 a": 1, "2 b": 1}, opened: 4, names: map[int64]string{},
			lines: map[string]line{}}
		for who := range int64(people) {
			name := string(rune('A' + who))
			k.names[who+1] = name
			place := int(who)%Seats + 1
			for round := 1; round <= rounds; round++ {
				table := int(who)/Seats + 1
				k.seats = append(k.seats, keptSeat{Round: round, Number: table, Player: who + 1,
					Table: int64(10*round + table), Matches: 1, Place: place})
			}
			k.lines[name] = line{won: rounds * max(0, 2-place), tenths: rounds * 20 * (Seats - place)}
		}
		return k, map[string]bool{"1 a": true, "2 b": true}
	}
	for want, plant := range map[string]func(*keptEvening, map[string]bool){
		"":                                     func(*keptEvening, map[string]bool) {},
		"acknowledged and is kept 0 times":     func(k *keptEvening, _ map[string]bool) { delete(k.moves, "1 a") },
		"acknowledged and is kept 2 times":     func(k *keptEvening, _ map[string]bool) { k.moves["2 b"]++ },
		"never acknowledged":                   func(_ *keptEvening, acked map[string]bool) { delete(acked, "2 b") },
		"4 tables were drawn and 5 opened":     func(k *keptEvening, _ map[string]bool) { k.opened++ },
		"has 2 matches":                        func(k *keptEvening, _ map[string]bool) { k.seats[3].Matches++ },
		"has 0 matches at the club":            func(k *keptEvening, _ map[string]bool) { k.seats[3].Matches-- },
		"is played where table":                func(k *keptEvening, _ map[string]bool) { k.seats[0].Table = 12 },
		"sits at 2 tables":                     func(k *keptEvening, _ map[string]bool) { k.seats[0].Player = 2 },
		"has no result":                        func(k *keptEvening, _ map[string]bool) { k.seats[0].Place = 0 },
		"the results sum up to":                func(k *keptEvening, _ map[string]bool) { k.lines["C"] = line{} },
		"7 people stand in the standings":      func(k *keptEvening, _ map[string]bool) { delete(k.lines, "C") },
		"4 tables were drawn and 4 opened for": func(k *keptEvening, _ map[string]bool) { k.seats = k.seats[1:] },
	} {
		k, acked := evening()
		plant(&k, acked)
		faults := k.faults(acked, people, rounds)
		if want == "" && len(faults) > 0 ||
			want != "" && !slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(f, want) }) {
			t.Errorf("planted %q, found is %q", want, faults)
		}
	}
}
