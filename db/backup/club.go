package backup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"carteado/db/pg"
)

// clubFormat is that of a file with one club, which programs from before there were any do not take for a house.
const clubFormat = 2

// ErrNoClub is returned where there is no club by that address.
var ErrNoClub = errors.New("there is no such club")

// A ClubCopy says which club a file holds, and what of it stayed behind.
type ClubCopy struct {
	ID      int64  `json:"id"` // its number in that house
	Slug    string `json:"slug"`
	Name    string `json:"name"`
	Running int    `json:"running"` // matches that were not over
	Open    int    `json:"open"`    // tables at which none has ended
	Drafts  int    `json:"drafts"`  // score books that nobody had decided about
}

// A part is what a club's file holds of a table.
type part struct {
	table   string
	rows    string            // the condition on t, where %[1]d is the club
	instead map[string]string // of a column, in SQL; "": the file does not have it
	only    []string          // nil: all other columns
}

// Of matches only those that are over, which hide nothing any more; of tables those that have had one.
const (
	ofClub        = `t.club_id = %[1]d`
	ofMatch       = `t.match_id IN (SELECT id FROM matches WHERE club_id = %[1]d AND status = 'over')`
	hadMatch      = `(SELECT table_id FROM matches WHERE club_id = %[1]d AND status = 'over')`
	ofNight       = `t.night_id IN (SELECT id FROM nights WHERE club_id = %[1]d)`
	ofCompetition = `t.competition_id IN (SELECT id FROM competitions WHERE club_id = %[1]d)`
	ofFormer      = `t.transfer_id IN (SELECT id FROM transfers WHERE club_id = %[1]d)`
)

// ofRecorded is the condition that a column names a match with real cards of the club.
func ofRecorded(column string) string {
	return `t.` + column + ` IN (SELECT id FROM recorded_matches WHERE club_id = %[1]d)`
}

// clubParts are the tables of a club's file, each behind those that it names. Left out is what belongs to people and
// not to the club – accounts, sessions, devices, addresses, notices, notes, plans, how they hold their cards – what
// lets somebody in, what hides something, and what is counted anew from the rest.
var clubParts = []part{
	{"players", `t.id IN (%[2]s)`, map[string]string{"password_hash": `''`, "placeholder": `true`},
		[]string{"id", "name", "password_hash", "deleted_at", "placeholder"}},
	{"clubs", `t.id = %[1]d`, map[string]string{"archived_at": "", "delete_at": "",
		"host_passkeys": `false`}, nil}, // it comes open, also to an owner without a passkey
	{"tables", `t.id IN ` + hadMatch, map[string]string{"status": `'closed'`, "held": `false`,
		"token": `CASE WHEN t.token IS NOT NULL THEN 'table ' || t.id END`}, nil},
	{"table_guests", `t.table_id IN ` + hadMatch, nil, nil},
	{"matches", ofClub + ` AND t.status = 'over'`, nil, nil},
	{"match_seats", ofMatch, nil, nil},
	{"moves", ofMatch, nil, nil},
	{"rounds", ofMatch, nil, nil},
	{"luck", ofMatch, nil, nil},
	{"away", ofMatch, nil, nil},
	{"asides", ofMatch, nil, nil},
	{"messages", ofMatch, nil, nil},
	{"imports", ofClub + ` AND t.kept_at IS NOT NULL`, nil, nil},
	{"seasons", ofClub, nil, nil},
	{"amendments", `t.season_id IN (SELECT id FROM seasons WHERE club_id = %[1]d)`, nil, nil},
	{"announcements", ofClub, nil, nil},
	{"table_presets", ofClub, nil, nil},
	{"night_series", ofClub, nil, nil},
	{"nights", ofClub, map[string]string{"code": "", "screen": ""}, nil},
	{"night_answers", ofNight, nil, nil},
	{"arrivals", ofNight, map[string]string{"link": ""}, nil},
	{"draws", ofNight, nil, nil},
	// What names people inside a text is counted anew, or left out.
	{"draw_tables", ofNight, map[string]string{"reasons": `'[]'::jsonb`, "table_id": `CASE WHEN t.table_id IN ` + hadMatch +
		` THEN t.table_id END`}, nil},
	{"draw_seats", ofNight, map[string]string{"reasons": `NULL::jsonb`}, nil},
	{"competitions", ofClub, map[string]string{"list": ""}, nil},
	{"competition_amendments", ofCompetition, nil, nil},
	{"competitors", ofCompetition, nil, nil},
	{"competition_rounds", ofCompetition, nil, nil},
	{"competition_tables", ofCompetition, map[string]string{"reasons": `'[]'::jsonb`,
		"table_id": `CASE WHEN t.table_id IN ` + hadMatch + ` THEN t.table_id END`}, nil},
	{"competition_seats", ofCompetition, map[string]string{"reasons": ""}, nil},
	{"appointments", ofCompetition, nil, nil},
	{"recorded_matches", ofClub, nil, nil},
	{"recorded_seats", ofRecorded("match_id"), nil, nil},
	{"sheets", ofNight, nil, nil},
	{"corrections", `(` + ofMatch + ` OR ` + ofRecorded("recorded_id") + `)`, nil, nil},
	// No invitation is made for a suspended member.
	{"memberships", ofClub + ` AND t.suspended_at IS NULL`, nil,
		[]string{"club_id", "player_id", "role", "joined_at", "rating_hidden"}},
	{"audit", ofClub, nil, nil},
	{"audit_heads", ofClub, nil, nil},
	{"transfers", ofClub, map[string]string{"by_id": ""}, nil},
	{"placeholders", ofFormer, nil, nil},
	{"former_audit", ofFormer, nil, nil},
	{"former_heads", ofFormer, nil, nil},
}

// columns are those of the file, of all that the table has.
func (p part) columns(all []string) (held []string) {
	for _, column := range all {
		value, replaced := p.instead[column]
		if (p.only == nil || slices.Contains(p.only, column)) && !(replaced && value == "") {
			held = append(held, column)
		}
	}
	return held
}

// where is the condition on the table's rows.
func (p part) where(club int64, players string) string {
	if strings.Contains(p.rows, "%[2]s") {
		return fmt.Sprintf(p.rows, club, players)
	}
	return fmt.Sprintf(p.rows, club)
}

// selected is the query for the part, for the columns given.
func (p part) selected(club int64, players string, columns []string) string {
	var list []string
	for _, column := range columns {
		name := pgx.Identifier{column}.Sanitize()
		value := p.instead[column]
		if strings.Contains(value, "%") {
			value = fmt.Sprintf(value, club)
		}
		list = append(list, cmp.Or(value, "t."+name)+" AS "+name)
	}
	return fmt.Sprintf("(SELECT %s FROM %s t WHERE %s)", strings.Join(list, ", "), p.table, p.where(club, players))
}

// partOf is a table's part of the file.
func partOf(table string) (p part, held bool) {
	at := slices.IndexFunc(clubParts, func(p part) bool { return p.table == table })
	if at < 0 {
		return p, false
	}
	return clubParts[at], true
}

// WriteClub writes one club into a file, as Write writes the house: its matches that are over, what is recorded of
// others, seasons, nights, announcements, house rules, settings and its log. Of its players it holds the names.
// ErrNoClub.
func WriteClub(ctx context.Context, url, program, slug string, out io.Writer) (Manifest, error) {
	return reading(ctx, url, func(ctx context.Context, tx pgx.Tx) (Manifest, error) {
		return WriteClubIn(ctx, tx, program, slug, out, func(int, int) error { return nil })
	})
}

// WriteClubIn is WriteClub in a state of the database; note hears how many tables are written.
func WriteClubIn(ctx context.Context, tx pgx.Tx, program, slug string, out io.Writer,
	note func(done, total int) error) (Manifest, error) {
	m, err := manifestOf(ctx, tx, program)
	if err != nil {
		return m, err
	}
	m.Format, m.Club = clubFormat, &ClubCopy{}
	if err := m.Club.find(ctx, tx, slug); err != nil {
		return m, err
	}
	over := fmt.Sprintf(`m.club_id = %d AND m.status = 'over'`, m.Club.ID)
	if m.Matches, err = matchHashes(ctx, tx, over); err != nil {
		return m, err
	}
	if m.Heads, err = heads(ctx, tx, m.Club.ID); err != nil {
		return m, err
	}
	m.Tables = slices.DeleteFunc(m.Tables, func(t TableCopy) bool {
		_, held := partOf(t.Name)
		return !held
	})
	for i, t := range m.Tables {
		p, _ := partOf(t.Name)
		m.Tables[i].Columns = p.columns(t.Columns)
	}
	players, err := m.players(ctx, tx)
	if err != nil {
		return m, err
	}
	return m, writeTables(ctx, tx.Conn(), m, func(t TableCopy) string {
		p, _ := partOf(t.Name)
		return p.selected(m.Club.ID, players, t.Columns)
	}, out, note)
}

// ClubWriter returns WriteClubIn for a program, as db.Store.WriteClubFile wants it.
func ClubWriter(program string) func(ctx context.Context, tx pgx.Tx, slug string, out io.Writer,
	note func(done, total int) error) error {
	return func(ctx context.Context, tx pgx.Tx, slug string, out io.Writer, note func(done, total int) error) error {
		_, err := WriteClubIn(ctx, tx, program, slug, out, note)
		return err
	}
}

func (c *ClubCopy) find(ctx context.Context, tx pgx.Tx, slug string) error {
	err := tx.QueryRow(ctx, `SELECT c.id, c.slug, c.name,
			(SELECT count(*) FROM matches WHERE club_id = c.id AND status = 'playing'),
			(SELECT count(*) FROM tables t WHERE t.club_id = c.id AND t.status <> 'closed'
				AND NOT EXISTS (SELECT FROM matches WHERE table_id = t.id AND status = 'over')),
			(SELECT count(*) FROM imports WHERE club_id = c.id AND kept_at IS NULL)
		FROM clubs c WHERE c.slug = $1`, slug).Scan(&c.ID, &c.Slug, &c.Name, &c.Running, &c.Open, &c.Drafts)
	if errors.Is(err, pgx.ErrNoRows) {
		err = fmt.Errorf("%w: %q", ErrNoClub, slug)
	}
	return err
}

// players selects those whom any row of the file names.
func (m Manifest) players(ctx context.Context, tx pgx.Tx) (string, error) {
	keys, err := references(ctx, tx)
	if err != nil {
		return "", err
	}
	var named []string
	for _, t := range m.Tables {
		p, _ := partOf(t.Name)
		for _, column := range t.Columns {
			if t.Name != "players" && slices.ContainsFunc(keys, func(r reference) bool {
				return r.Table == t.Name && r.Column == column && r.To == "players"
			}) {
				named = append(named, p.selected(m.Club.ID, "", []string{column}))
			}
		}
	}
	return strings.Join(named, " UNION "), nil
}

// A reference is a column of a foreign key.
type reference struct{ Table, Column, To, ToColumn string }

func references(ctx context.Context, q pg.Querier) ([]reference, error) {
	return pg.Collect(ctx, q, pgx.RowToStructByPos[reference], `
		SELECT r.relname, a.attname, o.relname, b.attname
		FROM pg_constraint c JOIN pg_class r ON r.oid = c.conrelid JOIN pg_class o ON o.oid = c.confrelid,
			unnest(c.conkey, c.confkey) AS k (own, other), pg_attribute a, pg_attribute b
		WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
			AND a.attrelid = c.conrelid AND a.attnum = k.own AND b.attrelid = c.confrelid AND b.attnum = k.other
		ORDER BY 1, 2, 3, 4`)
}
