package db_test

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine/clock"
	"carteado/engine/role"
	"carteado/engine/standing"
)

// A host's form acts once, however often it comes: one
// after the other, and at the same moment.
func TestFormsPressedTwice(t *testing.T) {
	t.Parallel()
	c := found(t)
	match := c.wins(t, c.bento)
	season := results.Season{Name: "Twice", StartsAt: time.Now().Add(time.Hour).Truncate(time.Second),
		EndsAt: time.Now().Add(2 * time.Hour).Truncate(time.Second), Charter: standing.Standard()}
	for name, form := range map[string]struct {
		press func(word string) error
		rows  string
	}{
		"announcement": {func(word string) error {
			_, err := c.Announce(t.Context(), c.id, c.ana, word, "")
			return err
		}, `SELECT count(*) FROM announcements`},
		"season": {func(word string) error {
			n := season
			n.Name = word
			_, err := c.FoundSeason(t.Context(), c.id, c.ana, n, c.seasons(t)...)
			return err
		}, `SELECT count(*) FROM seasons`},
		"correction": {func(word string) error {
			return c.Correct(t.Context(), c.id, c.ana, match, results.Correction{Kind: results.CorrectPlaces,
				Places: []int{1, 1}, Reason: word})
		}, `SELECT count(*) FROM corrections`},
	} {
		t.Run(name, func(t *testing.T) {
			done := make(chan error)
			for range 4 {
				go func() { done <- form.press("once") }()
			}
			for range 4 {
				must(t, ended(t, done))
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

// A form with a key makes one thing, whatever else has been made meanwhile; another
// form makes another.
func TestFormsWithAKey(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, err := c.Pool().Exec(ctx, `UPDATE site SET clubs_for_all = true`)
	must(t, err)
	for name, form := range map[string]struct {
		send func(idem string) error
		rows string
	}{
		"table": {func(idem string) error {
			_, err := c.OpenTable(ctx, c.id, c.bento,
				live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}}, Idem: idem})
			return err
		}, `SELECT count(*) FROM tables`},
		"announcement": {func(idem string) error {
			_, err := c.Announce(ctx, c.id, c.ana, "words "+idem, idem)
			return err
		}, `SELECT count(*) FROM announcements`},
		"night": {func(idem string) error {
			_, err := c.PlanNight(ctx, c.id, c.ana, nightPlan(time.Now().Add(time.Hour)), clock.Once, idem)
			return err
		}, `SELECT count(*) FROM nights`},
		"invitations": {func(idem string) error {
			_, err := c.CreateInvitations(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1,
				TTL:  time.Hour,
				Idem: idem}, []string{"A", "B"})
			return err
		}, `SELECT count(*) / 2 FROM invitations`},
		"club": {func(idem string) error {
			_, err := c.FoundClub(ctx, c.davi, clubs.NewClub{Name: "Another", Lang: "en", TimeZone: "UTC", Idem: idem})
			return err
		}, `SELECT count(*) FROM clubs WHERE name = 'Another'`},
		"account": {func(idem string) error {
			_, _, err := c.CreateAccount(ctx, c.id, c.ana, accounts.NewPlayer{Name: "Otto " + idem, Idem: idem})
			return err
		}, `SELECT count(*) FROM players WHERE name LIKE 'Otto %'`},
	} {
		t.Run(name, func(t *testing.T) {
			done := make(chan error)
			for range 4 {
				go func() { done <- form.send(name + " 1") }()
			}
			for range 4 {
				must(t, ended(t, done))
			}
			must(t, form.send(name+" 1"))
			if n := c.count(t, form.rows); n != 1 {
				t.Errorf("one form, five times: %d", n)
			}
			must(t, form.send(name+" 2"))
			must(t, form.send(name+" 1"))
			if n := c.count(t, form.rows); n != 2 {
				t.Errorf("two forms: %d", n)
			}
		})
	}
}

func TestQuotas(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	limited := func(what string, err error) {
		t.Helper()
		var quota *base.ErrQuota
		if !errors.As(err, &quota) || quota.What != what {
			t.Errorf("%s: %v", what, err)
		}
	}
	open := func() error {
		_, err := c.OpenTable(ctx, c.id, c.bento, live.NewTable{Game: "toy",
			Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
		return err
	}
	for range 30 {
		must(t, open())
	}
	limited("tables", open())
	_, err := c.OpenTable(ctx, c.id, c.celia, live.NewTable{Game: "toy",
		Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	must(t, err)
	number := 1
	must(t, c.LeaveSeat(ctx, c.id, number, c.bento)) // which closes it
	must(t, open())

	labels := make([]string, 60)
	_, err = c.CreateInvitations(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour},
		labels)
	must(t, err)
	_, err = c.CreateInvitations(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour},
		labels)
	limited("invitations", err)
	addresses := slices.Repeat([]string{"lia@example.org"}, 21)
	_, err = c.CreateInvitations(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour,
		Addresses: addresses}, addresses)
	limited("invitation_letters", err)

	for i := range 20 {
		_, err = c.Announce(ctx, c.id, c.ana, fmt.Sprint("Hear ", i), "")
		must(t, err)
		must(t, c.ExportOf(ctx, c.ana, io.Discard, nil))
	}
	_, err = c.Announce(ctx, c.id, c.ana, "Hear more", "")
	limited("announcements", err)
	for range 10 {
		must(t, c.NoteTestLetter(ctx, c.ana))
	}
	limited("test_letters", c.NoteTestLetter(ctx, c.ana))
	limited("exports", c.ExportMembers(ctx, c.id, c.ana, nil, nil))

	for i := range 32 {
		_, err = c.CreateSession(ctx, c.ana, "hash of Ana", base.HashToken([]byte{byte(i)}), "", base.TokenHash{},
			accounts.ByPassword)
		must(t, err)
	}
	if n := c.count(t, `SELECT count(*) FROM sessions`); n != 30 {
		t.Errorf("%d sessions of one player", n)
	}
}

// What a key of a form has made in one club, or by another form, is not taken for what this one has made: a player who
// owns two clubs chooses the keys, and the numbers are the house's.
func TestFormsOfOtherKindsAndClubs(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	other, err := c.FoundClub(ctx, c.ana, clubs.NewClub{Name: "Other", Lang: "en", TimeZone: "UTC"})
	must(t, err)
	const key = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	add := func(club int64, address, idem string) int64 {
		t.Helper()
		id, _, err := c.AddWebhook(ctx, club, c.ana, address, address, []string{"over"}, idem)
		must(t, err)
		return id
	}
	first := add(c.id, "one.example", key)
	if again := add(c.id, "one.example", key); again != first {
		t.Errorf("a form that came twice has made %d and %d", first, again)
	}
	sealed := func() (text string) {
		must(t, c.Pool().QueryRow(ctx, `SELECT encode(sealed, 'hex') FROM webhooks WHERE id = $1`, first).Scan(&text))
		return text
	}
	before := sealed()
	if id := add(other.ID, "two.example", key); id == first {
		t.Error("a form of another club has made the same webhook")
	}
	said, err := c.Announce(ctx, other.ID, c.ana, "Hello", key+"2")
	must(t, err)
	if id := add(other.ID, "three.example", key+"2"); said != first || id == first {
		t.Errorf("announcement %d has become webhook %d", said, id)
	}
	if sealed() != before {
		t.Error("a club's webhook was changed by another club")
	}
}
