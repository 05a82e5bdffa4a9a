package handlers

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/keys"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/shuffle"
	"carteado/handlers/password"
	"carteado/handlers/web"
	"carteado/views/table"
)

// An evening is a club in full swing: Ana owns it, Bento and Célia play at
// tables 1 and 3 and have played at table 2, Davi is a member who waits at table
// 4, Eva has an account and belongs to no club, and somebody else has none.
type evening struct {
	*site
	club    string
	clubID  int64
	players map[string]int64
	over    int64 // the match at table 2
	running int64 // the match at table 1
}

// goodHash is of goodPassword, made once: hashing takes long, and signing up by
// the pages has tests of its own.
var goodHash = sync.OnceValue(func() base.Secret {
	hash, err := password.NewKeeper().Hash(context.Background(), goodPassword)
	if err != nil {
		panic(err)
	}
	return base.Secret(hash)
})

// newEvening plays the first of the games given, or Knock.
func newEvening(t testing.TB, games ...table.Game) *evening {
	t.Helper()
	s := newSite(t, games...)
	club, ana, err := s.Store.Setup(t.Context(), clubs.NewClub{Name: "Clube da Esquina", Lang: "en",
		TimeZone: "America/Sao_Paulo"},
		accounts.NewPlayer{Name: "Ana", Password: goodHash(), Lang: "en"})
	if err != nil {
		t.Fatal(err)
	}
	slug := club.Slug
	e := &evening{site: s, club: slug, clubID: club.ID, players: map[string]int64{"Ana": ana.ID}}
	for _, name := range []string{"Bento", "Célia", "Davi", "Eva"} { // who all have Ana's password
		var id int64
		if err := s.past().QueryRow(t.Context(), `INSERT INTO players (name, lang, password_hash)
			SELECT $1, lang, password_hash FROM players WHERE id = $2 RETURNING id`, name, ana.ID).
			Scan(&id); err != nil {
			t.Fatal(err)
		}
		if name != "Eva" {
			e.sql(`INSERT INTO memberships (club_id, player_id, role) SELECT id, $2, 'member' FROM clubs
				WHERE slug = $1`, slug, id)
		}
		e.players[name] = id
	}
	if err := s.Store.MakeSeals(t.Context()); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		e.open("Bento", live.SeatChoice{Kind: live.SeatMember, Player: e.players["Célia"]})
	}
	for number := 1; number <= 3; number++ {
		if err := s.Store.JoinTable(t.Context(), e.clubID, number, e.players["Célia"],
			live.Contribution{}); err != nil {
			t.Fatal(err)
		}
	}
	e.open("Davi", live.SeatChoice{Kind: live.SeatOpen})
	e.running, e.over = e.board(1, "Bento").Table.Match, e.board(2, "Bento").Table.Match
	e.plays(2, "Bento", engine.Move{Verb: engine.VerbLeave})
	return e
}

func (e *evening) open(host string, seats ...live.SeatChoice) live.Table {
	e.t.Helper()
	opened, err := e.Store.OpenTable(e.t.Context(), e.clubID, e.players[host], live.NewTable{Game: e.GameInfos[0].Key,
		Seats: seats, Contribution: e.adds(host)})
	if err != nil {
		e.t.Fatal(err)
	}
	return opened
}

// adds is what a player adds to the deals of a table that they open, as the form says it.
func (e *evening) adds(player string) live.Contribution {
	return live.Contribution{Seal: dbtest.Seal(e.t, e.Store, e.players[player]), Text: "jabuticaba", How: base.ByWord}
}

func (e *evening) board(number int, viewer string) live.Board {
	e.t.Helper()
	b, err := e.Store.Board(e.t.Context(), e.clubID, number, e.players[viewer])
	if err != nil {
		e.t.Fatal(err)
	}
	return b
}

func (e *evening) plays(number int, player string, move engine.Move) {
	e.t.Helper()
	_, err := e.Store.Play(e.t.Context(), live.PlayInput{
		Club: e.clubID, Table: number, Match: e.board(number, player).Table.Match,
		Player: e.players[player], Idem: web.NewIdem(), Move: move,
		Version: e.board(number, player).View.Version,
	})
	if err != nil {
		e.t.Fatalf("%s plays %s: %v", player, move, err)
	}
}

// as is a browser in which a player is signed in. It follows no redirects.
func (e *evening) as(name string) *browser {
	e.t.Helper()
	b := e.browser()
	if id := e.players[name]; id != 0 {
		token, _ := e.signsIn(id)
		home, err := url.Parse(e.url)
		if err != nil {
			e.t.Fatal(err)
		}
		b.client.Jar.SetCookies(home, []*http.Cookie{{Name: "carteado", Value: encodeToken(token), Path: "/"}})
	}
	b.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return b
}

// signsIn signs a player in past the sign-in page. That the session is seen, which any request notes once a minute, is
// not noted for an hour: a test of what changes nothing may be slow.
func (s *site) signsIn(player int64) (token []byte, session int64) {
	s.t.Helper()
	account, err := s.Store.AccountOf(s.t.Context(), player)
	if err != nil {
		s.t.Fatal(err)
	}
	token = web.NewToken()
	made, err := s.Store.CreateSession(s.t.Context(), player, account.Password, base.HashToken(token), "",
		base.TokenHash{}, accounts.ByPassword)
	if err != nil {
		s.t.Fatal(err)
	}
	s.sql(`UPDATE sessions SET seen_at = now() + interval '1 hour' WHERE id = $1`, made.ID)
	return token, made.ID
}

// sql runs a statement on the site's database, past the store.
func (s *site) sql(query string, args ...any) {
	s.t.Helper()
	if _, err := s.past().Exec(s.t.Context(), query, args...); err != nil {
		s.t.Fatal(err)
	}
}

// id asks the site's database for a number, past the store.
func (s *site) id(query string, args ...any) (id int64) {
	s.t.Helper()
	if err := s.past().QueryRow(s.t.Context(), query, args...).Scan(&id); err != nil {
		s.t.Fatal(err)
	}
	return id
}

// kept is a match of the first game as its last kept position has it, and the key of its rows.
func (e *evening) kept(id int64) (*keys.Match, *engine.Match) {
	e.t.Helper()
	var state []byte
	var number, version string
	var contributions []string
	err := e.past().QueryRow(e.t.Context(), `SELECT state, coalesce(dealt_as, id)::text, shuffle_version,
		array(SELECT coalesce(contribution, '') FROM match_seats WHERE match_id = m.id ORDER BY seat)
		FROM matches m WHERE id = $1`, id).Scan(&state, &number, &version, &contributions)
	key := dbtest.Key(e.t, e.past(), id)
	if err == nil {
		state, err = key.OpenJSON(keys.Position, state)
	}
	var deals engine.Source
	if err == nil {
		deals, err = shuffle.From(version, key.Secret, number, contributions)
	}
	var match *engine.Match
	if err == nil {
		match, err = engine.LoadMatch(e.offered[0].Rules, deals, state)
	}
	if err != nil {
		e.t.Fatal(err)
	}
	return key, match
}

// past is a way into the site's database that goes past the store.
func (s *site) past() *pgxpool.Pool {
	s.t.Helper()
	if s.pool == nil {
		pool, err := pgxpool.New(s.t.Context(), s.database)
		if err != nil {
			s.t.Fatal(err)
		}
		s.pool = pool
		s.t.Cleanup(pool.Close)
	}
	return s.pool
}

func (s *site) conn() *pgx.Conn {
	s.t.Helper()
	conn, err := pgx.Connect(s.t.Context(), s.database)
	if err != nil {
		s.t.Fatal(err)
	}
	return conn
}

// digest is a hash over every row of every table, by its place and by who wrote it last: whatever writes a row gives it
// another of both, and to read and sort the rows themselves takes the tests of routes a third longer.
func (s *site) digest() string {
	s.t.Helper()
	if s.sums == "" {
		rows, err := s.past().Query(s.t.Context(), `SELECT quote_ident(table_name) FROM information_schema.tables
			WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name NOT LIKE 'river%'
				AND table_name <> 'watches' ORDER BY 1`)
		if err != nil {
			s.t.Fatal(err)
		}
		tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil || len(tables) < 8 {
			s.t.Fatalf("tables %v: %v", tables, err)
		}
		var sums []string
		for _, table := range tables {
			sums = append(sums, `'`+table+
				` ' || (SELECT coalesce(sum(hashtextextended(x.xmin::text || x.ctid::text, 0)), 0) FROM `+table+` x)`)
		}
		s.sums = `SELECT ` + strings.Join(sums, ` || E'\n' || `)
	}
	var digest string
	if err := s.past().QueryRow(s.t.Context(), s.sums).Scan(&digest); err != nil {
		s.t.Fatal(err)
	}
	return digest
}

var idemField = regexp.MustCompile(`name="idem"[^>]* value="([^"]+)"`)

// impersonal is an answer without what is new in every one: its date and id.
func impersonal(r *reply) string {
	header := r.Header.Clone()
	id := header.Get("X-Request-Id")
	header.Del("Date")
	header.Del("X-Request-Id")
	var b strings.Builder
	fmt.Fprintln(&b, r.StatusCode)
	for _, name := range slices.Sorted(maps.Keys(header)) {
		if name != "Content-Length" {
			fmt.Fprintln(&b, name, header[name])
		}
	}
	body := strings.ReplaceAll(r.body, id, "")
	for _, idem := range idemField.FindAllStringSubmatch(body, -1) {
		body = strings.ReplaceAll(body, idem[1], "")
	}
	b.WriteString(body)
	return b.String()
}
