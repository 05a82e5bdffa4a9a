package knock_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/knock"
)

// Other is an opponent of whom nothing fits anywhere.
const other = "2D 4S 6C 8D TH QC KS"

// §3.3: seven cards, their best arrangement, deadwood and result.
func TestHands(t *testing.T) {
	for _, row := range []struct {
		name, seven, best string
		deadwood          int
		how               string
		points            int
	}{
		{"a", "4H 5H 6H 9C 9D 9S 2C", "4H 5H 6H | 9C 9D 9S", 2, knock.HowKnock, 2},
		{"b", "4H 5H 6H 7H 9C 9D 9S", "4H 5H 6H 7H | 9C 9D 9S", 0, knock.HowZero, -10},
		{"c", "8C 8D 8H 8S 2H 3H 4H", "2H 3H 4H | 8C 8D 8H 8S", 0, knock.HowZero, -10},
		{"d", "3S 4S 5S 6S 7S 8S 9S", "3S 4S 5S 6S 7S 8S 9S", 0, knock.HowRunOfSeven, 0},
		{"e", "7H 8H 9H TH JH QH KH", "7H 8H 9H TH JH QH KH", 0, knock.HowRunOfSeven, 0},
		{"f", "3S 4S AD 6S 7S 8S 9S", "3S 4S AD=5S 6S 7S 8S 9S", 0, knock.HowRunOfSevenJoker, -25},
		// In its own place or as 8D leaves one opening each: preference 4 decides.
		{"g", "AD 2D 3D 4D 5D 6D 7D", "2D 3D 4D 5D 6D 7D AD=8D", 0, knock.HowRunOfSevenJoker, -25},
		{"h", "8H 9H TH JH QH KH AH", "8H 9H TH JH QH KH", 1, knock.HowKnock, 1},
		{"i", "5C 6C 7C JH JS AD AC", "5C 6C 7C | AD=JD JH JS", 1, knock.HowKnock, 1},
		{"j", "5D 6D 7D 8D 9D AS 2C", "5D 6D 7D 8D 9D", 3, knock.HowKnock, 3},
		{"k", "7C 7H 7D 7S AD 2H 3H", "AD=AH 2H 3H | 7C 7D 7H 7S", 0, knock.HowZero, -10},
		{"l", "4H 5H 6H 9C 9D 9S AD", "4H 5H 6H | 9C 9D AD=9H 9S", 0, knock.HowZero, -10},
		{"m", "QH KH AD 7C 7D 7S 2S", "7C 7D 7S | AD=JH QH KH", 2, knock.HowKnock, 2},
		{"n", "AC 2C 3C KS KH KD AH", "AC 2C 3C | KD KH KS", 1, knock.HowKnock, 1},
		{"o", "4H 5H 6H 9C 9D 9S 4C", "4H 5H 6H | 9C 9D 9S", 4, "", 0},
		{"p", "AD KS 4H 5H 6H 9C 9D", "4H 5H 6H | 9C 9D AD=9S", 13, "", 0},
		{"q", "QH KH AH 7C 7D 7S 2S", "7C 7D 7S", 28, "", 0},
		{"r", "KC KD KH QS QH 2C 2D", "KC KD KH", 28, "", 0},
	} {
		t.Run("row "+row.name, func(t *testing.T) {
			thrown := throw(row.seven)
			r := position{P1: row.seven, Discard: thrown}.round(t)
			view := look(r, p1)
			equal(t, "deadwood", view.Deadwood, row.deadwood)
			equal(t, "arrangement", combinations(view.Melds), row.best)

			r = position{P1: row.seven + " " + thrown}.round(t)
			if row.how == "" {
				illegal := refusal(t, r, p1, "knock "+thrown, knock.RuleLimit)
				equal(t, "numbers", illegal.Args, map[string]int{"limit": 3, "deadwood": row.deadwood})
				return
			}
			play(t, r, p1, "knock "+thrown)
			end := look(r, p1).End
			equal(t, "how", end.How, row.how)
			equal(t, "points", end.Points[p1], row.points)
			equal(t, "shown", combinations(end.Hands[p1].Melds), row.best)
			equal(t, "left over", end.Hands[p1].LeftValue, row.deadwood)
		})
	}
	t.Run("row g, with 8D thrown", func(t *testing.T) {
		// 8D is the knocker's own: nothing can be added when the joker is an ace.
		r := position{P1: "AD 2D 3D 4D 5D 6D 7D 8D"}.round(t)
		play(t, r, p1, "knock 8D")
		equal(t, "shown", combinations(look(r, p1).End.Hands[p1].Melds), "AD 2D 3D 4D 5D 6D 7D")
	})
	t.Run("row o, limit 5 and 7", func(t *testing.T) {
		for _, limit := range []string{"5", "7"} {
			end := settled(t, engine.Options{"knock_limit": limit}, "4H 5H 6H 9C 9D 9S 4C", "", other)
			equal(t, "limit "+limit, end.Points[p1], 4)
		}
	})
	t.Run("row r, courts 10", func(t *testing.T) {
		r := position{P1: "KC KD KH QS QH 2C 2D", Options: engine.Options{"court_values": "ten"}}.round(t)
		equal(t, "deadwood", look(r, p1).Deadwood, 24)
	})
}
