// Package accounts is what belongs to a player wherever they play: name, password, sessions and settings. Members and
// their clubs are a matter of package clubs; an account that ends leaves its clubs and matches first, which is a
// matter of db.
//
// A name that was given up stays where it was played under: matches and the log show it beside the new one, to clubs
// that knew it. It is a row and not a word of the log's chain, so that deleting the account wipes it. Nobody else gets
// it for half a year. Sessions keep a hash of their token.
//
// A link for a new password is made only for a member of no other club, so that a club cannot take over an account that
// is not its own. It is shown once, and is good only as long as its maker could make it now: not while the maker is in
// a match with the member, whose hand it would show. The command line may, and the member reads who made the link. For
// a week afterwards a browser that was unknown before sees no table where the maker plays or watches, because the maker
// could have opened the link. First passwords of new accounts are exempt.
//
// A browser that has signed in before has tries of its own, so that strangers behind the same address hold up nobody. A
// name and an e-mail of one player count as one.
package accounts

import "carteado/db/base"

// Accounts are those of all players. They are safe for concurrent use.
type Accounts struct{ *base.DB }

// New returns the accounts in a database.
func New(d *base.DB) *Accounts { return &Accounts{DB: d} }
