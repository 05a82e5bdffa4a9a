package db

import (
	"context"
	"crypto/sha256"
	"net/netip"
	"strings"
	"time"
)

// Attempts allowed within a quarter of an hour.
const (
	throttleWindow  = 15 * time.Minute
	perAccount      = 5  // for one account from one address
	perAddress      = 30 // from one address: a household behind one router signs in at once
	throttledPrefix = 64 // of an IPv6 address: what one customer is given
)

// AllowSignIn takes a place for one attempt to sign in, or refuses with
// *ErrThrottled. Few attempts are allowed for an account from one address, more
// for one address; an account alone is never locked, so that nobody can lock
// its owner out. The account is the text that was typed.
func (s *Store) AllowSignIn(ctx context.Context, account string, address netip.Addr) error {
	key, from := throttleKey(account, address)
	return s.inTx(ctx, "allow sign-in", func(ctx context.Context, tx *txn) error {
		// Attempts from one address wait for each other, so that a burst does
		// not slip through.
		tx.do(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, from)
		tx.do(ctx, `DELETE FROM throttle WHERE address = $1 AND at <= clock_timestamp() - $2::interval`,
			from, throttleWindow)
		// The attempt that must leave the window before the next one fits in.
		var wait *time.Duration
		err := tx.QueryRow(ctx, `
			SELECT max(at) + $3::interval - clock_timestamp() FROM (
				(SELECT at FROM throttle WHERE address = $1 AND account = $2 ORDER BY at DESC OFFSET $4 - 1 LIMIT 1)
				UNION ALL
				(SELECT at FROM throttle WHERE address = $1 ORDER BY at DESC OFFSET $5 - 1 LIMIT 1)
			) full_since`, from, key, throttleWindow, perAccount, perAddress).Scan(&wait)
		if err != nil {
			return err
		}
		if wait != nil {
			return &ErrThrottled{RetryAfter: max(*wait, time.Second)}
		}
		_, err = tx.Exec(ctx, `INSERT INTO throttle (account, address) VALUES ($2, $1)`, from, key)
		return err
	})
}

// NoteSignIn says how an allowed attempt ended. A good one frees the places
// that failed ones took from the account at this address; a failed one keeps
// the place it took.
func (s *Store) NoteSignIn(ctx context.Context, account string, address netip.Addr, ok bool) error {
	if !ok {
		return nil
	}
	key, from := throttleKey(account, address)
	return s.inTx(ctx, "note sign-in", func(ctx context.Context, tx *txn) error {
		_, err := tx.Exec(ctx, `DELETE FROM throttle WHERE address = $1 AND account = $2`, from, key)
		return err
	})
}

func throttleKey(account string, address netip.Addr) (key []byte, from string) {
	sum := sha256.Sum256([]byte(strings.ToLower(account)))
	address = address.Unmap().WithZone("")
	if address.Is6() {
		prefix, _ := address.Prefix(throttledPrefix) // cannot fail: 64 fits
		address = prefix.Addr()
	}
	return sum[:], address.String()
}
