package db_test

import (
	"testing"
	"time"

	"carteado/db"
	"carteado/engine/standing"
)

// What a host does by a form is done once, however often the form comes: one
// after the other, and at the same moment.
func TestFormsPressedTwice(t *testing.T) {
	t.Parallel()
	c := found(t)
	match := c.wins(t, c.bento)
	season := db.Season{Name: "Twice", StartsAt: time.Now().Add(time.Hour).Truncate(time.Second), EndsAt: time.Now().Add(2 * time.Hour).Truncate(time.Second), Charter: standing.Standard()}
	for name, form := range map[string]struct {
		press func(word string) error
		rows  string
	}{
		"announcement": {func(word string) error { _, err := c.Announce(t.Context(), c.id, c.ana, word); return err }, `SELECT count(*) FROM announcements`},
		"season": {func(word string) error {
			n := season
			n.Name = word
			_, err := c.FoundSeason(t.Context(), c.id, c.ana, n)
			return err
		}, `SELECT count(*) FROM seasons`},
		"correction": {func(word string) error {
			return c.Correct(t.Context(), c.id, c.ana, match, db.Correction{Kind: db.CorrectPlaces, Places: []int{1, 1}, Reason: word})
		}, `SELECT count(*) FROM corrections`},
	} {
		t.Run(name, func(t *testing.T) {
			done := make(chan error)
			for range 4 {
				go func() { done <- form.press("once") }()
			}
			for range 4 {
				must(t, <-done)
			}
			must(t, form.press("once"))
			if n := c.count(t, form.rows); n != 1 {
				t.Errorf("five presses: %d rows", n)
			}
			must(t, form.press("more"))
			if n := c.count(t, form.rows); n != 2 {
				t.Errorf("something else: %d rows, want 2", n)
			}
		})
	}
}
