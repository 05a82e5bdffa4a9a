package db_test

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
)

func TestThrottle(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	thief, owner := netip.MustParseAddr("203.0.113.7"), netip.MustParseAddr("2001:db8::1")
	for range 5 {
		must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: "Ana", Address: thief}))
		must(t, c.NoteSignIn(ctx, accounts.Attempt{Typed: "Ana", Address: thief}, false))
	}
	var throttled *base.ErrThrottled
	if err := c.AllowSignIn(ctx, accounts.Attempt{Typed: "ana", Address: thief}); !errors.As(err, &throttled) {
		t.Fatalf("sixth attempt: got %v", err)
	}
	if throttled.RetryAfter < 14*time.Minute || throttled.RetryAfter > 15*time.Minute {
		t.Errorf("retry after %s", throttled.RetryAfter)
	}
	must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: "Bento", Address: thief})) // from the same house
	must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: "Ana", Address: owner}))   // never a lock-out of the owner

	_, err := c.Pool().Exec(ctx, `UPDATE throttle SET at = at - interval '15 minutes'`)
	must(t, err)
	must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: "Ana", Address: thief}))
}

// Where somebody tried to come in from, and what happened to an account, is forgotten though nobody comes again.
func TestOldAttemptsAreForgotten(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: "Ana", Address: netip.MustParseAddr("203.0.113.7")}))
	must(t, c.NoteEvent(ctx, c.ana, accounts.EventRefused, "203.0.113.0/24", "Firefox"))
	kept := func(when string, want int) {
		t.Helper()
		must(t, c.ForgetOld(ctx))
		if n := c.count(t, `SELECT (SELECT count(*) FROM throttle) + (SELECT count(*) FROM account_events)`); n != want {
			t.Errorf("%s %d rows are kept, want %d", when, n, want)
		}
	}
	kept("at once", 2)
	must(t, c.exec(t, `UPDATE throttle SET at = at - interval '15 minutes'`))
	kept("after a quarter of an hour", 1)
	must(t, c.exec(t, `UPDATE account_events SET at = at - interval '91 days'`))
	kept("after ninety days", 0)
}

func TestThrottleByAddress(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	refusals := 0
	for i := range 40 { // names are guessed from one network
		err := c.AllowSignIn(ctx, accounts.Attempt{Typed: fmt.Sprintf("player %d", i), Address: netip.MustParseAddr(
			fmt.Sprintf("2001:db8::%d", i+1))})
		var throttled *base.ErrThrottled
		switch {
		case errors.As(err, &throttled):
			refusals++
		case err != nil:
			t.Fatal(err)
		}
	}
	if refusals != 10 {
		t.Errorf("%d of 40 refused, want 10", refusals)
	}
	must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: "player 1", Address: netip.MustParseAddr("2001:db8:0:1::1")}))
}

func TestGoodSignInFreesTheAccount(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	here := netip.MustParseAddr("::ffff:198.51.100.4")
	for range 3 {
		for range 4 {
			must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: "Ana", Address: here}))
		}
		must(t, c.NoteSignIn(ctx, accounts.Attempt{Typed: "Ana", Address: here}, true))
	}
}

func TestThrottleHoldsABurst(t *testing.T) {
	t.Parallel()
	c, here := found(t), netip.MustParseAddr("198.51.100.4")
	results := make(chan error)
	for range 12 {
		go func() { results <- c.AllowSignIn(t.Context(), accounts.Attempt{Typed: "Ana", Address: here}) }()
	}
	allowed := 0
	for range 12 {
		if <-results == nil {
			allowed++
		}
	}
	if allowed != 5 {
		t.Errorf("%d of 12 at once were allowed, want 5", allowed)
	}
}

// Strangers at an address take no places from a browser that has signed in before,
// and its own guesses are counted.
func TestThrottleKnowsBrowsers(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	house := netip.MustParseAddr("203.0.113.7")
	phone := base.HashToken([]byte("phone"))
	_, err := c.CreateSession(ctx, c.ana, "hash of Ana", base.HashToken([]byte("session")), "", phone,
		accounts.ByPassword)
	must(t, err)
	for i := range 30 {
		must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: fmt.Sprintf("player %d", i), Address: house}))
	}
	var throttled *base.ErrThrottled
	if err := c.AllowSignIn(ctx, accounts.Attempt{Typed: "Ana", Player: c.ana, Address: house}); !errors.As(
		err, &throttled) {
		t.Errorf("an unknown browser: %v", err)
	}
	if err := c.AllowSignIn(ctx, accounts.Attempt{Typed: "Bento", Player: c.bento, Address: house,
		Browser: phone}); !errors.As(err, &throttled) {
		t.Errorf("another's browser: %v", err)
	}
	for range 5 {
		must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: "Ana", Player: c.ana, Address: house, Browser: phone}))
	}
	if err := c.AllowSignIn(ctx, accounts.Attempt{Typed: "Ana", Player: c.ana, Address: house,
		Browser: phone}); !errors.As(
		err, &throttled) {
		t.Errorf("the sixth guess in a known browser: %v", err)
	}
	must(t, c.NoteSignIn(ctx, accounts.Attempt{Typed: "Ana", Player: c.ana, Address: house, Browser: phone}, true))
	must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: "Ana", Player: c.ana, Address: house, Browser: phone}))
}

// The name and the e-mail of a player are one account.
func TestThrottleCountsBothNames(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	here := netip.MustParseAddr("203.0.113.7")
	for range 3 {
		must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: "Ana", Player: c.ana, Address: here}))
	}
	for range 2 {
		must(t, c.AllowSignIn(ctx, accounts.Attempt{Typed: "ana@exemplo.org", Player: c.ana, Address: here}))
	}
	var throttled *base.ErrThrottled
	if err := c.AllowSignIn(ctx, accounts.Attempt{Typed: "Ana", Player: c.ana, Address: here}); !errors.As(
		err, &throttled) {
		t.Errorf("the sixth attempt by two names: %v", err)
	}
}
