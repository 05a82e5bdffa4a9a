// Package migrations is the schema, as goose applies it. A migration only adds; a later release removes what
// became superfluous, so that the previous program still runs on the new schema. River's own tables come from
// rivermigrate, after these.
package migrations

import "embed"

// FS holds the migrations, by version.
//
//go:embed *_*.sql
var FS embed.FS
