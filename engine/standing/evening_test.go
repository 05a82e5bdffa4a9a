package standing_test

import (
	"fmt"
	"testing"

	"carteado/engine/standing"
)

func TestPointsOfANight(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		placing []int
		want    string
	}{
		{[]int{1, 2}, "[60 0]"}, {[]int{3, 1, 2}, "[0 60 30]"}, {[]int{1, 2, 3, 4}, "[60 40 20 0]"},
		{[]int{1, 1, 3}, "[45 45 0]"}, {[]int{1, 1}, "[30 30]"}, {[]int{1, 2, 2, 2}, "[60 20 20 20]"},
		{[]int{1, 2, 3, 4, 5, 6}, "[60 48 36 24 12 0]"},
	} {
		s := standing.Sitting{Players: make([]int64, len(c.placing)), Placing: c.placing}
		got, sum := s.Tenths(), 0
		for _, n := range got {
			sum += n
		}
		if fmt.Sprint(got) != c.want || sum != 30*len(got) {
			t.Errorf("places %v give %v, want %s", c.placing, got, c.want)
		}
	}
	if got := fmt.Sprint(standing.Sitting{Players: []int64{1, 2}}.Tenths()); got != "[30 30]" {
		t.Errorf("who sits out gets %s", got)
	}
}

func TestANightIsRanked(t *testing.T) {
	t.Parallel()
	got := standing.Evening([]standing.Sitting{
		{Players: []int64{1, 2, 3}, Placing: []int{1, 2, 3}}, {Players: []int64{4}},
		{Players: []int64{4, 1}, Placing: []int{1, 2}}, {Players: []int64{2, 3}},
	})
	want := "[{4 1 90 1 1} {1 2 60 2 1} {2 3 60 1 0} {3 4 30 1 0}]"
	if fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// Matches of nights or of competitions do not count where the charter says so; of the nights only the best do, and the
// worst match is then dropped from those.
func TestWhatNightsAndCompetitionsCount(t *testing.T) {
	t.Parallel()
	list := matches("1:1 2:2", "1:1 2:2", "1:2 2:1", "1:1 2:2", "1:2 2:1", "1:1 2:2")
	for i, night := range []int64{7, 7, 8, 9, 0, 0} {
		list[i].Night = night
	}
	list[5].Cup = true
	league := standing.Charter{Places: []int{3, 1}, Least: 1}
	for _, c := range []struct {
		name   string
		change func(*standing.Charter)
		want   string
		beyond int // of the first
	}{
		{"all", func(*standing.Charter) {}, "1. 1=14, 2. 2=10", 0},
		{"no nights", func(c *standing.Charter) { c.Skip = []standing.Origin{standing.OfNights} }, "1. 1=4, 1. 2=4", 0},
		{"no competitions", func(c *standing.Charter) { c.Skip = []standing.Origin{standing.OfCompetitions} },
			"1. 1=11, 2. 2=9", 0},
		{"the best two nights", func(c *standing.Charter) { c.Nights = 2 }, "1. 1=13, 2. 2=9", 1},
		{"the best night, without the worst match", func(c *standing.Charter) { c.Nights, c.Drop = 1, 1 },
			"1. 1=9, 2. 2=6", 2},
		{"more nights than there are", func(c *standing.Charter) { c.Nights = 8 }, "1. 1=14, 2. 2=10", 0},
	} {
		charter := league
		c.change(&charter)
		lines := standing.Compute(charter, list)
		if got := short(lines); got != c.want || lines[0].Beyond != c.beyond {
			t.Errorf("%s: %s, want %s; %d beyond, want %d", c.name, got, c.want, lines[0].Beyond, c.beyond)
		}
	}
}
