// Package clubs is a house of clubs: founding them, their members, roles and invitations, what they announce, their
// audit log, and the state of the house for its owner. Leaving a club, or being suspended, touches running matches and
// is a matter of db.
//
// The audit log is a chain per club: each entry holds a hash of itself and of the one before. A crest is one figure of
// twelve in eight and five colours of ours, and no picture that somebody uploads: any pair can be read by day and
// night. A club that has not chosen gets the one that follows from its address.
//
// Invitations keep their token readable, so that a host can show the link and the QR code again. People ask to come in
// by an invitation, so that strangers never find a club.
package clubs

import (
	"context"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/pg"
)

// Clubs are those of the house. They are safe for concurrent use.
type Clubs struct {
	*base.DB
	accounts *accounts.Accounts
	// Recount queues the jobs that count anew what follows from a club's matches, after some have changed hands.
	Recount func(ctx context.Context, tx *pg.Tx, club int64) error
}

// New returns the clubs in a database.
func New(players *accounts.Accounts) *Clubs { return &Clubs{DB: players.DB, accounts: players} }
