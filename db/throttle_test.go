package db_test

import (
	"errors"
	"fmt"
	"net/netip"
	"testing"
	"time"

	"carteado/db"
)

func TestThrottle(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	thief, owner := netip.MustParseAddr("203.0.113.7"), netip.MustParseAddr("2001:db8::1")
	for range 5 {
		must(t, c.AllowSignIn(ctx, "Ana", thief))
		must(t, c.NoteSignIn(ctx, "Ana", thief, false))
	}
	var throttled *db.ErrThrottled
	if err := c.AllowSignIn(ctx, "ana", thief); !errors.As(err, &throttled) {
		t.Fatalf("sixth attempt: got %v", err)
	}
	if throttled.RetryAfter < 14*time.Minute || throttled.RetryAfter > 15*time.Minute {
		t.Errorf("retry after %s", throttled.RetryAfter)
	}
	must(t, c.AllowSignIn(ctx, "Bento", thief)) // from the same house
	must(t, c.AllowSignIn(ctx, "Ana", owner))   // never a lock-out of the owner

	_, err := c.Pool().Exec(ctx, `UPDATE throttle SET at = at - interval '15 minutes'`)
	must(t, err)
	must(t, c.AllowSignIn(ctx, "Ana", thief))
}

func TestThrottleByAddress(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	refusals := 0
	for i := range 40 { // names are guessed from one network
		err := c.AllowSignIn(ctx, fmt.Sprintf("player %d", i), netip.MustParseAddr(fmt.Sprintf("2001:db8::%d", i+1)))
		var throttled *db.ErrThrottled
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
	must(t, c.AllowSignIn(ctx, "player 1", netip.MustParseAddr("2001:db8:0:1::1")))
}

func TestGoodSignInFreesTheAccount(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	here := netip.MustParseAddr("::ffff:198.51.100.4")
	for range 3 {
		for range 4 {
			must(t, c.AllowSignIn(ctx, "Ana", here))
		}
		must(t, c.NoteSignIn(ctx, "Ana", here, true))
	}
}

func TestThrottleHoldsABurst(t *testing.T) {
	t.Parallel()
	c, here := found(t), netip.MustParseAddr("198.51.100.4")
	results := make(chan error)
	for range 12 {
		go func() { results <- c.AllowSignIn(t.Context(), "Ana", here) }()
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
