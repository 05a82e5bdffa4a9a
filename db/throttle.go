package db

import (
	"context"
	"net/netip"
)

// AllowSignIn takes a place for one attempt to sign in, or refuses with
// *ErrThrottled. Few attempts are allowed for an account from one address, more
// for one address; an account alone is never locked, so that nobody can lock
// its owner out. The account is the text that was typed.
func (s *Store) AllowSignIn(ctx context.Context, account string, address netip.Addr) error {
	return errNotYet
}

// NoteSignIn says how an allowed attempt ended. A good one frees the places
// that failed ones took from the account at this address.
func (s *Store) NoteSignIn(ctx context.Context, account string, address netip.Addr, ok bool) error {
	return errNotYet
}
