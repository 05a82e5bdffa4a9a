package pg

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Refusals that every room of the store may answer with. Test with errors.Is; the text wrapped around them is for
// the log.
var (
	ErrNotFound    = errors.New("not found")            // absent or forbidden: both answer alike
	ErrForbidden   = errors.New("forbidden")            // only where the viewer may know that the thing exists
	ErrStale       = errors.New("stale version")        // something happened since the form was drawn
	ErrUnavailable = errors.New("database unavailable") // not saved, as far as we know: try again with the same key

	// ErrRefused is returned where waiting for the database mends nothing: it is there
	// and does not let the program in.
	ErrRefused = errors.New("no way into the database")
	// ErrAgain runs a transaction again that somebody else has overtaken.
	ErrAgain = errors.New("overtaken")
)

// Because returns a refusal with its cause.
func Because(err, cause error) error { return fmt.Errorf("%w: %w", err, cause) }

// Codes of Postgres that are more than a mistake.
const (
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
	lockNotAvailable     = "55P03"
	badText              = "22021" // that is not UTF-8, or holds a zero byte
	noTable              = "42P01"
	objectInUse          = "55006"
	statementTimeout     = "57014"
	transactionTimeout   = "25P03"
)

// Code is that of an error of Postgres, "" for any other.
func Code(err error) string {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		return pg.Code
	}
	return ""
}

// IsMissing reports whether a query named a table that does not exist.
func IsMissing(err error) bool { return Code(err) == noTable }

// IsInUse reports whether a database was not dropped because somebody is connected to it.
func IsInUse(err error) bool { return Code(err) == objectInUse }

// tryAgain reports that a transaction may be run again.
func tryAgain(err error) bool {
	if errors.Is(err, ErrAgain) {
		return true
	}
	switch Code(err) {
	case serializationFailure, deadlockDetected, lockNotAvailable:
		return true
	}
	return false
}

// named puts the store's own error before that of Postgres. No row is
// ErrNotFound, since permission stands in the queries.
func (d *DB) named(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return Because(ErrNotFound, err)
	}
	var pg *pgconn.PgError
	if !errors.As(err, &pg) {
		if tryAgain(err) {
			err = Because(ErrUnavailable, err)
		}
		return err
	}
	refusal := d.constraints[pg.ConstraintName]
	switch {
	case refusal != nil:
		return Because(refusal, err)
	case pg.Code == badText: // of an address, and not the name of anything
		return Because(ErrNotFound, err)
	case tryAgain(err), pg.Code == statementTimeout, pg.Code[:2] == "53": // or out of resources
		return Because(ErrUnavailable, err)
	}
	return err
}
