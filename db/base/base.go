// Package base is what the rooms of the store share about a club: its people and their rights, the seats of its tables,
// and what every change leaves behind, such as an entry of the audit log. It stands on db/pg and knows no room.
package base

import "carteado/db/pg"

// A DB is a pg.DB with the quotas of a club.
type DB struct {
	*pg.DB
	Unlimited bool // no quotas: for seeds and tests
}
