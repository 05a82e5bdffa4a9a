// Package base is what the rooms of the store share about a club: its people and their rights, the seats of its tables,
// and what every change leaves behind, such as an entry of the audit log. It stands on db/pg and knows no room.
//
// Names are sorted by the program in the order of the language, because not every PostgreSQL knows it. A form that
// makes something carries a key, and makes it once, however often it comes. Quotas are far above what a club needs.
package base

import (
	"io"

	"carteado/db/keys"
	"carteado/db/pg"
)

// A DB is a pg.DB with the quotas of a club, chance, and the keys that are not in the database.
type DB struct {
	*pg.DB
	Unlimited bool      // no quotas: for seeds and tests
	Random    io.Reader // for secrets, links and codes
	Keys      *keys.Ring
	Signer    *keys.Signer
}
