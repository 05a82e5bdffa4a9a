package accounts

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"carteado/db/base"
	"carteado/db/pg"
)

// Attempts allowed within a quarter of an hour.
const (
	throttleWindow  = 15 * time.Minute
	perAccount      = 5  // for one account from one address
	perAddress      = 30 // from one address: a household behind one router signs in at once
	throttledPrefix = 64 // of an IPv6 address: what one customer is given
)

// An Attempt to sign in.
type Attempt struct {
	Typed   string // the name or the address
	Player  int64  // the player of that name, 0 for nobody
	Address netip.Addr
	Browser base.TokenHash // the zero TokenHash for one that has not signed in yet
}

// AllowSignIn takes a place for one attempt to sign in, or refuses with
// *ErrThrottled. Few attempts are allowed for an account from one address, more
// for one address; an account alone is never locked, so that nobody can lock
// its owner out. A browser in which the player has signed in before has places of
// its own, which strangers at the same address do not take. The name and the
// e-mail of a player count as one.
func (s *Accounts) AllowSignIn(ctx context.Context, a Attempt) error {
	return s.InTx(ctx, "allow sign-in", func(ctx context.Context, tx *pg.Tx) error {
		from, err := a.from(ctx, tx)
		if err != nil {
			return err
		}
		// Attempts from one address wait for each other, so that a burst does
		// not slip through.
		tx.Do(ctx, `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, from)
		tx.Do(ctx, `DELETE FROM throttle WHERE address = $1 AND at <= clock_timestamp() - $2::interval`,
			from, throttleWindow)
		// The attempt that must leave the window before the next one fits in.
		var wait *time.Duration
		err = tx.QueryRow(ctx, `
			SELECT max(at) + $3::interval - clock_timestamp() FROM (
				(SELECT at FROM throttle WHERE address = $1 AND account = $2 ORDER BY at DESC OFFSET $4 - 1 LIMIT 1)
				UNION ALL
				(SELECT at FROM throttle WHERE address = $1 ORDER BY at DESC OFFSET $5 - 1 LIMIT 1)
			) full_since`, from, a.account(), throttleWindow, perAccount, perAddress).Scan(&wait)
		if err != nil {
			return err
		}
		if wait != nil {
			return &base.ErrThrottled{RetryAfter: max(*wait, time.Second)}
		}
		_, err = tx.Exec(ctx, `INSERT INTO throttle (account, address) VALUES ($2, $1)`, from, a.account())
		return err
	})
}

// ForgetOld forgets attempts that count no more, and what happened to accounts longer ago than their pages show it.
func (s *Accounts) ForgetOld(ctx context.Context) error {
	return s.InTx(ctx, "forget old attempts", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM throttle WHERE at <= clock_timestamp() - $1::interval`, throttleWindow)
		tx.Do(ctx, `DELETE FROM account_events WHERE at < now() - $1::interval`, eventsLife)
		return tx.Err()
	})
}

// NoteSignIn says how an allowed attempt ended. A good one frees the places
// that failed ones took from the account at this address; a failed one keeps
// the place it took.
func (s *Accounts) NoteSignIn(ctx context.Context, a Attempt, ok bool) error {
	if !ok {
		return nil
	}
	return s.InTx(ctx, "note sign-in", func(ctx context.Context, tx *pg.Tx) error {
		from, err := a.from(ctx, tx)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM throttle WHERE address = $1 AND account = $2`, from, a.account())
		return err
	})
}

// account is what is counted of an attempt: the player, or else what was typed.
func (a Attempt) account() []byte {
	text := strings.ToLower(a.Typed)
	if a.Player != 0 {
		text = fmt.Sprintf("player %d", a.Player)
	}
	sum := sha256.Sum256([]byte(text))
	return sum[:]
}

// from is where an attempt counts: a browser of the player, or else its address.
func (a Attempt) from(ctx context.Context, q pg.Querier) (string, error) {
	var known bool
	if a.Player != 0 && a.Browser != (base.TokenHash{}) {
		err := q.QueryRow(ctx, `SELECT EXISTS (SELECT FROM browsers WHERE player_id = $1 AND token_hash = $2)`,
			a.Player, a.Browser[:]).Scan(&known)
		if err != nil {
			return "", err
		}
	}
	if known {
		return fmt.Sprintf("browser %x", a.Browser[:8]), nil
	}
	address := a.Address.Unmap().WithZone("")
	if address.Is6() {
		prefix, _ := address.Prefix(throttledPrefix) // cannot fail: 64 fits
		address = prefix.Addr()
	}
	return address.String(), nil
}

// maxBrowsers is how many browsers are remembered of a player.
const maxBrowsers = 50

// rememberBrowser notes that a player has signed in with a browser.
func rememberBrowser(ctx context.Context, tx *pg.Tx, player int64, browser base.TokenHash) {
	if browser == (base.TokenHash{}) {
		return
	}
	tx.Do(ctx, `
		INSERT INTO browsers (player_id, token_hash) VALUES ($1, $2)
		ON CONFLICT (player_id, token_hash) DO UPDATE SET seen_at = now()`, player, browser[:])
	tx.Do(ctx, `
		DELETE FROM browsers WHERE player_id = $1 AND token_hash IN (
			SELECT token_hash FROM browsers WHERE player_id = $1 ORDER BY seen_at DESC, token_hash OFFSET $2)`, player,
		maxBrowsers)
}
