package backup

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/keys"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine"
)

// Refusals of a club's file.
var (
	ErrHouse   = errors.New("the file holds a whole house, which `carteado restore` puts into a database")
	ErrAgain   = errors.New("this club, or matches of it, are in the house already")
	ErrClash   = errors.New("the house has a club by that name or address")
	ErrNoOwner = errors.New("there is no account by that name")
	ErrLog     = errors.New("the club's log is not as it was written")
	ErrLarge   = errors.New("the file holds more than it may")
)

// invited is how long the links hold that an import makes.
const invited = 30 * 24 * time.Hour

// A Transfer says how a club comes into a house.
type Transfer struct {
	Owner      string            // an account's name or e-mail; it owns the club here
	Slug, Name string            // instead of the club's own; "": as it was
	By         int64             // the account that does it; 0: the command line
	DryRun     bool              // nothing is kept
	Max        int64             // bytes that the file may hold, unpacked; 0: any number
	Brought    db.BroughtClubJob // the file of a page, which becomes the club in the same transaction; zero: none
	Keys       string            // directory, as of db.Config
	Games      []engine.Game
	Progress   func(done, of int) // of the proof
	Log        *slog.Logger
}

// A Transferred says what has come, or would.
type Transferred struct {
	Manifest
	Proof      db.Verified
	Slug, Name string // here
	Here       int64  // the club's number in this house
	Invited    []Invited
	Namesakes  []string // of players who have come and of accounts that were here: nobody takes them for the same
	Players, Tables, Moves, Recorded, Seasons, Nights,
	Announcements, Presets, Entries int
}

// Invited is a member with the link that makes what was theirs their own again.
type Invited struct{ Name, Role, Token string }

// errDryRun takes back what a dry run has done.
var errDryRun = errors.New("dry run")

// Import takes a club out of a file into a house that is there, in one transaction. Before that the file has been
// found whole, and every match has been played again beside the house. Its players come as placeholders, whatever
// they are called: the player who accepts the invitation that was made for one of them has what was theirs.
// ErrNoBackup, ErrHouse, ErrAgain, ErrClash, ErrNoOwner, ErrLog, ErrLarge, ErrNewer, db.ErrFeigned.
func Import(ctx context.Context, url string, open func() (io.ReadCloser, error), t Transfer) (
	r Transferred, err error) {
	var size int64
	if r.Manifest, err = eachPiece(open, func(_ string, rows []byte) error {
		if size += int64(len(rows)); t.Max > 0 && size > t.Max {
			return ErrLarge
		}
		return nil
	}); err == nil {
		err = fill(ctx, url, open, r.Manifest, t.Log, filling{
			may:  r.mayCome,
			look: func(ctx context.Context, scratch string) error { return t.prove(ctx, scratch, &r) },
			end: func(ctx context.Context, tx pgx.Tx) error {
				err := t.join(ctx, tx, &r)
				if err == nil && t.Brought.Brought != 0 && !t.DryRun {
					err = db.TakenIn(ctx, tx, t.Brought, r.Here, r.Contents())
				}
				if err == nil && t.DryRun {
					err = errDryRun
				}
				return err
			},
		})
	}
	if t.DryRun && errors.Is(err, errDryRun) {
		err = nil
	}
	if err != nil {
		return r, fmt.Errorf("import: %w", err)
	}
	return r, nil
}

// mayCome refuses a file that would write elsewhere than into what a club has.
func (r *Transferred) mayCome(context.Context, *pgx.Conn) error {
	if r.Club == nil {
		return ErrHouse
	}
	for _, t := range r.Manifest.Tables {
		if p, held := partOf(t.Name); !held || len(p.columns(t.Columns)) < len(t.Columns) {
			return fmt.Errorf("%w: a club has no %s (%s)", ErrNoBackup, t.Name, strings.Join(t.Columns, ", "))
		}
	}
	if len(r.Sequences) > 0 {
		return fmt.Errorf("%w: it sets sequences", ErrNoBackup)
	}
	return nil
}

// prove plays every match again where the file's rows stand beside those of the house.
func (t Transfer) prove(ctx context.Context, scratch string, r *Transferred) error {
	store, err := db.Open(ctx, db.Config{URL: scratch, Games: t.Games, Keys: t.Keys, Timeout: proofTimeout})
	if err != nil {
		return err
	}
	defer store.Close()
	r.Proof, err = store.VerifyAll(ctx, t.Progress)
	return err
}

// join moves the rows from beside the house into it, by other numbers.
func (t Transfer) join(ctx context.Context, tx pgx.Tx, r *Transferred) error {
	// It locks nothing of other clubs, which play on. Of two imports one is refused ahead of this. A founder who
	// takes this address meanwhile waits for it, or ends this import.
	if _, err := tx.Exec(ctx, `SET LOCAL search_path = public`); err != nil {
		return err
	}
	owner, err := t.admit(ctx, tx, r)
	if err != nil {
		return err
	}
	keys, err := references(ctx, tx)
	if err != nil {
		return err
	}
	n := numbering{keys, map[string]bool{}}
	for _, p := range clubParts {
		if err := n.draw(ctx, tx, p.table); err != nil {
			return err
		}
	}
	for _, p := range clubParts {
		if slices.Contains([]string{"memberships", "audit", "audit_heads"}, p.table) {
			continue // of another house; see settle
		}
		if err := n.move(ctx, tx, p.table, t.here(r, p)); err != nil {
			return fmt.Errorf("%s: %w", p.table, err)
		}
	}
	if err := r.settle(ctx, tx, t.By, owner); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DROP SCHEMA `+restoreSchema+` CASCADE`)
	return err
}

// here is what stands in columns instead of what the file says. What a program writes into every file holds for one
// that somebody else has written, too: so its players have no password.
func (t Transfer) here(r *Transferred, p part) map[string]string {
	instead := map[string]string{}
	for column, sql := range p.instead {
		if sql != "" && !strings.Contains(sql, "%[") { // asks for the club's number there
			instead[column] = sql
		}
	}
	switch p.table {
	case "clubs":
		instead["slug"], instead["name"] = quoted(r.Slug), quoted(r.Name)
	case "tables":
		instead["token"] = `CASE WHEN t.token IS NOT NULL THEN gen_random_uuid()::text END`
	case "matches":
		instead["dealt_as"] = `coalesce(t.dealt_as, t.id)`
	}
	return instead
}

func quoted(text string) string { return `'` + strings.ReplaceAll(text, `'`, `''`) + `'` }

// admit refuses a club that is here already, and finds out who will own it.
func (t Transfer) admit(ctx context.Context, tx pgx.Tx, r *Transferred) (owner int64, err error) {
	r.Slug, r.Name = cmp.Or(t.Slug, r.Club.Slug), cmp.Or(t.Name, r.Club.Name)
	var again, clash, played bool
	var broken int
	if err := tx.QueryRow(ctx, `SELECT
		EXISTS (SELECT FROM matches m JOIN `+restoreSchema+`.matches n ON n.commitment = m.commitment)
			OR EXISTS (SELECT FROM audit m JOIN `+restoreSchema+`.audit n ON n.hash = m.hash)
			OR EXISTS (SELECT FROM former_audit m JOIN `+restoreSchema+`.audit n ON n.hash = m.hash),
		EXISTS (SELECT FROM clubs WHERE slug = $1 OR lower(name) = lower($2)),
		EXISTS (SELECT FROM `+restoreSchema+`.matches WHERE status <> 'over'),
		(SELECT count(*) FROM (SELECT place, hash, row_number() OVER w AS n,
				`+restoreSchema+`.audit_hash(coalesce(lag(hash) OVER w, '\x'), a) AS made
			FROM `+restoreSchema+`.audit a WHERE place IS NOT NULL WINDOW w AS (ORDER BY place)) c
			WHERE made <> hash OR n <> place)`, r.Slug, r.Name).
		Scan(&again, &clash, &played, &broken); err != nil {
		return 0, err
	}
	switch {
	case again:
		return 0, ErrAgain
	case played:
		return 0, fmt.Errorf("%w: it has matches that are not over", ErrNoBackup)
	case broken > 0:
		return 0, ErrLog
	case clash:
		return 0, fmt.Errorf("%w: %s, /clubs/%s", ErrClash, r.Name, r.Slug)
	}
	if err := headsHold(ctx, tx); err != nil {
		return 0, err
	}
	err = tx.QueryRow(ctx, `SELECT id FROM players WHERE NOT placeholder
		AND (lower(name) = lower($1) OR lower(email) = lower($1))`, t.Owner).Scan(&owner)
	if errors.Is(err, pgx.ErrNoRows) {
		err = fmt.Errorf("%w: %q", ErrNoOwner, t.Owner)
	}
	return owner, err
}

// headsHold looks at the signatures of the other house, and whether what they signed is still there.
func headsHold(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `SELECT h.club_id, h.place, h.hash, h.at, h.key, h.signature,
			coalesce(a.hash = h.hash, false)
		FROM `+restoreSchema+`.audit_heads h LEFT JOIN `+restoreSchema+`.audit a ON a.place = h.place`)
	if err != nil {
		return err
	}
	var h keys.Head
	var same bool
	_, err = pgx.ForEachRow(rows, []any{&h.Club, &h.Place, &h.Hash, &h.At, (*[]byte)(&h.Key), &h.Signature, &same},
		func() error {
			if !same || !h.Holds() {
				return fmt.Errorf("%w: its signed head at entry %d", ErrLog, h.Place)
			}
			return nil
		})
	return err
}

// A numbering gives the rows of a file numbers of the house.
type numbering struct {
	keys  []reference
	drawn map[string]bool // tables whose rows have a number
}

// draw makes a table of the old and the new numbers, in the same order.
func (n numbering) draw(ctx context.Context, tx pgx.Tx, table string) error {
	var sequence *string
	err := tx.QueryRow(ctx, `SELECT CASE WHEN $1::text IN ('matches', 'recorded_matches') THEN 'public.match_ids'
		WHEN EXISTS (SELECT FROM pg_attribute WHERE attrelid = to_regclass($1::text) AND attname = 'id')
			THEN pg_get_serial_sequence($1::text, 'id') END`, table).Scan(&sequence)
	if err != nil || sequence == nil {
		return err
	}
	n.drawn[table] = true
	_, err = tx.Exec(ctx, fmt.Sprintf(`CREATE TEMPORARY TABLE new_%[1]s ON COMMIT DROP AS
		SELECT id AS old, nextval('%[2]s') AS new FROM (SELECT id FROM %[3]s.%[1]s ORDER BY id) t;
		CREATE UNIQUE INDEX ON new_%[1]s (old) INCLUDE (new); ANALYZE new_%[1]s`, table, *sequence, restoreSchema))
	return err
}

// numbered is the table of whose numbers a column holds one; "" for none.
func (n numbering) numbered(table, column string) string {
	if column == "id" && n.drawn[table] {
		return table
	}
	for _, key := range n.keys {
		if key.Table == table && key.Column == column {
			if of := n.numbered(key.To, key.ToColumn); of != "" {
				return of
			}
		}
	}
	return ""
}

// move inserts a table's rows.
func (n numbering) move(ctx context.Context, tx pgx.Tx, table string, instead map[string]string) error {
	columns, err := pg.Collect(ctx, tx, pgx.RowTo[string], `SELECT attname FROM pg_attribute
		WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
		restoreSchema+"."+table)
	if err != nil {
		return err
	}
	var names, values, joins []string
	for i, column := range columns {
		name := pgx.Identifier{column}.Sanitize()
		value := cmp.Or(instead[column], "t."+name)
		if of := n.numbered(table, column); of != "" {
			joins = append(joins, fmt.Sprintf("LEFT JOIN new_%s n%d ON n%[2]d.old = t.%[3]s", of, i, name))
			value = fmt.Sprintf("n%d.new", i)
		}
		names, values = append(names, name), append(values, value)
	}
	_, err = tx.Exec(ctx, fmt.Sprintf("INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s.%[1]s t %[5]s",
		table, strings.Join(names, ", "), strings.Join(values, ", "), restoreSchema, strings.Join(joins, " ")))
	return err
}

// settle writes what the house says of the club: where it came from, who the players were there, the log of that house,
// the owner, links for its members, and all that is counted from its matches.
func (r *Transferred) settle(ctx context.Context, tx pgx.Tx, by, owner int64) error {
	var club, transfer int64
	if err := tx.QueryRow(ctx, `INSERT INTO transfers (club_id, number, slug, written_at, by_id)
		SELECT new, old, $1, $2, nullif($3::bigint, 0) FROM new_clubs RETURNING club_id, id`, r.Club.Slug, r.At, by).
		Scan(&club, &transfer); err != nil {
		return err
	}
	r.Here = club
	for _, s := range []struct {
		sql  string
		args []any
	}{
		{`INSERT INTO placeholders (transfer_id, number, player_id, role) SELECT $1, n.old, n.new, coalesce(m.role, '')
			FROM new_players n LEFT JOIN ` + restoreSchema + `.memberships m ON m.player_id = n.old`, []any{transfer}},
		{`INSERT INTO former_audit (transfer_id, number, place, player, about, action, details, at, hash)
			SELECT $1, id, place, player_id, about, action, details, at, hash FROM ` + restoreSchema + `.audit`,
			[]any{transfer}},
		{`INSERT INTO former_heads (transfer_id, place, hash, at, key, signature)
			SELECT $1, place, hash, at, key, signature FROM ` + restoreSchema + `.audit_heads`, []any{transfer}},
		{`INSERT INTO memberships (club_id, player_id, role) VALUES ($1, $2, 'owner')`, []any{club, owner}},
		{`SELECT keep_records(new) FROM new_matches ORDER BY old`, nil},
		{`INSERT INTO uncounted SELECT DISTINCT match_id, club_id FROM results
			WHERE club_id = $1 AND open AND placed IS NOT NULL`, []any{club}},
		{`INSERT INTO audit (club_id, about, action, details, player_id) VALUES ($1, $2, 'club_imported', $3,
			nullif($4::bigint, 0))`, []any{club, owner, map[string]any{"from": r.Club.Slug, "number": len(r.Matches)}, by}},
	} {
		if _, err := tx.Exec(ctx, s.sql, s.args...); err != nil {
			return fmt.Errorf("%s: %w", s.sql, err)
		}
	}
	if err := r.invite(ctx, tx, club, owner); err != nil {
		return err
	}
	if err := r.say(ctx, tx); err != nil {
		return err
	}
	return pg.AddJobs(ctx, tx, results.Recount(club)...)
}

// invite makes a link for each member.
func (r *Transferred) invite(ctx context.Context, tx pgx.Tx, club, owner int64) error {
	members, err := pg.Collect(ctx, tx, pgx.RowToStructByPos[struct {
		Player     int64
		Name, Role string
	}], `SELECT p.player_id, k.name, CASE p.role WHEN 'member' THEN 'member' ELSE 'host' END
		FROM placeholders p JOIN players k ON k.id = p.player_id JOIN new_players n ON n.new = p.player_id
			AND n.old = p.number
		WHERE p.role <> '' AND k.name IS NOT NULL ORDER BY p.player_id`)
	if err != nil {
		return err
	}
	for _, m := range members {
		var drawn [16]byte
		_, _ = rand.Read(drawn[:]) // it never fails
		token := base64.RawURLEncoding.EncodeToString(drawn[:])
		if _, err := tx.Exec(ctx, `INSERT INTO invitations (club_id, token, role, created_by, uses, expires_at, label,
			placeholder_id) VALUES ($1, $2, $3, $4, 1, now() + $5::interval, $6, $7)`, club, token, m.Role, owner,
			invited, m.Name, m.Player); err != nil {
			return err
		}
		r.Invited = append(r.Invited, Invited{m.Name, m.Role, token})
	}
	return nil
}

// say counts what has come.
func (r *Transferred) say(ctx context.Context, tx pgx.Tx) (err error) {
	r.Namesakes, err = pg.Collect(ctx, tx, pgx.RowTo[string], `SELECT p.name FROM new_players n
		JOIN players p ON p.id = n.new
		WHERE EXISTS (SELECT FROM players WHERE lower(name) = lower(p.name) AND NOT placeholder) ORDER BY 1`)
	if err != nil {
		return err
	}
	for table, count := range map[string]*int{"new_players": &r.Players, "new_tables": &r.Tables,
		restoreSchema + ".moves": &r.Moves, "new_recorded_matches": &r.Recorded, "new_seasons": &r.Seasons,
		"new_nights": &r.Nights, "new_announcements": &r.Announcements, "new_table_presets": &r.Presets,
		restoreSchema + ".audit": &r.Entries} {
		if err := tx.QueryRow(ctx, `SELECT count(*) FROM `+table).Scan(count); err != nil {
			return err
		}
	}
	return nil
}
