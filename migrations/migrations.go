// Package migrations is the schema, as goose applies it. A migration only adds; a later release removes what
// became superfluous, so that the previous program still runs on the new schema. A new one takes the number after the
// highest, so that a backup, which names the highest alone, is restored by those that its club had. River's own tables
// come from rivermigrate, after these.
package migrations

import "embed"

// FS holds the migrations, by version.
//
//go:embed *_*.sql
var FS embed.FS
