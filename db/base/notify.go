package base

import (
	"fmt"

	"carteado/db/pg"
)

// Channel carries the changes of tables and clubs between programs, as "<club> <table> <position> <players>"; a table
// of
// 0 is the club itself.
const Channel = "carteado_table"

// NotifyClub tells that something about the club itself changed, once the
// transaction is committed: a change of no table.
func NotifyClub(tx *pg.Tx, club int64) {
	tx.After.Queue(`SELECT pg_notify($1, $2)`, Channel, fmt.Sprintf("%d 0 club", club))
}
