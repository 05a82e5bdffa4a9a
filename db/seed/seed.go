// Package seed fills a database with a club as big as any: for looking at, and
// for measuring. Its matches are copies of one that was really played, with
// other players, times and results, and with a commitment of their own.
package seed

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/role"
	"carteado/engine/shuffle"
	"carteado/engine/standing"
)

// A Size says how big the club is.
type Size struct {
	Members int // besides the owner
	Open    int // tables with a free seat
	Matches int // that are over
	Days    int // over which they were played
	Moves   int // of each; 0 for five
	Nights  int // at which people played with real cards, and one to come; 0 for none
}

// Large is the club that the pages are measured with.
var Large = Size{Members: 199, Open: 50, Matches: 20_000, Days: 365, Nights: 100}

// The members who sign in.
const (
	ClubName = "Clube grande"
	Owner    = "Ana"
)

// Fill founds the club, with one password hash for all its members. The database
// may hold clubs already, but none of these players.
func Fill(ctx context.Context, url, keys string, game engine.Game, hash base.Secret, size Size, now time.Time) (
	club clubs.Club, err error) {
	store, err := db.Open(ctx, db.Config{URL: url, Games: []engine.Game{game}, Timeout: time.Minute, Unlimited: true,
		Keys: keys})
	if err != nil {
		return club, err
	}
	defer store.Close()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return club, err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }() // it is over
	// Copies hold what they name by how they are made. Checking that of each row takes
	// most of the time, and only a superuser may leave it out.
	_, _ = conn.Exec(ctx, `SET session_replication_role = replica`)
	f := filler{store: store, conn: conn, game: game, size: size, now: now}
	if err := f.found(ctx, hash); err != nil {
		return club, err
	}
	for _, step := range []func(context.Context) error{f.people, f.template, f.matches, f.season, f.tables,
		f.count, f.nights} {
		if err := step(ctx); err != nil {
			return club, err
		}
	}
	_, err = conn.Exec(ctx, `ANALYZE`)
	return f.club, err
}

// A filler is the work on its way.
type filler struct {
	store   *db.Store
	conn    *pgx.Conn
	game    engine.Game
	size    Size
	now     time.Time
	hash    base.Secret
	club    clubs.Club
	members []int64 // the owner first
	pattern int64   // the match that is copied
}

func (f *filler) found(ctx context.Context, hash base.Secret) error {
	f.hash = hash
	owner := accounts.NewPlayer{Name: Owner, Password: hash, Lang: "pt-BR"}
	n := clubs.NewClub{Name: ClubName, Lang: "pt-BR", TimeZone: "America/Sao_Paulo"}
	club, player, err := f.store.Setup(ctx, n, owner)
	if err != nil {
		return fmt.Errorf("found the club: %w", err)
	}
	f.club, f.members = club, []int64{player.ID}
	return nil
}

var names = []string{"Bento", "Célia", "Davi", "Elisa", "Fábio", "Gil", "Helena", "Iara", "João", "Lia", "Mauro",
	"Nina", "Otto", "Paula", "Rui", "Sônia", "Tomé", "Vera"}

// people come by one invitation, as they do in life.
func (f *filler) people(ctx context.Context) error {
	i, err := f.store.CreateInvitation(ctx, f.club.ID, f.members[0],
		clubs.NewInvitation{Role: role.Member, Uses: max(f.size.Members, 1), TTL: time.Hour})
	if err != nil {
		return err
	}
	for n := range f.size.Members {
		name := names[n%len(names)]
		if n >= len(names) {
			name += " " + strconv.Itoa(n/len(names)+1)
		}
		_, player, err := f.store.AcceptInvitation(ctx, i.Token.Reveal(),
			accounts.NewPlayer{Name: name, Password: f.hash,
				Lang: "pt-BR"})
		if err != nil {
			return fmt.Errorf("member %s: %w", name, err)
		}
		f.members = append(f.members, player.ID)
	}
	_, err = f.conn.Exec(ctx, `UPDATE players SET seen_at = now() - (id % 60) * interval '1 hour'
		WHERE id = ANY($1)`, f.members)
	return err
}

// template is a match of two that one of them gives up after some moves.
func (f *filler) template(ctx context.Context) error {
	a, b := f.members[0], f.members[1]
	seal, err := f.seal(ctx, a)
	if err != nil {
		return err
	}
	opened, err := f.store.OpenTable(ctx, f.club.ID, a, live.NewTable{
		Game: f.game.Info().Key, Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: b}},
		Contribution: live.Contribution{Seal: seal},
	})
	if err == nil {
		err = f.store.JoinTable(ctx, f.club.ID, opened.Number, b, live.Contribution{})
	}
	most := cmp.Or(f.size.Moves, 5)
	for n := 0; err == nil && n < most; n++ {
		var board live.Board
		if board, err = f.store.Board(ctx, f.club.ID, opened.Number, a); err != nil {
			return err
		}
		f.pattern = board.Table.Match
		player, move := a, engine.Move{Verb: engine.VerbLeave}
		if n < most-1 {
			if board.View.ToMove[0] != 0 {
				player = b
			}
			if board, err = f.store.Board(ctx, f.club.ID, opened.Number, player); err != nil {
				return err
			}
			move = board.Legal[0]
		}
		_, err = f.store.Play(ctx, live.PlayInput{
			Club: f.club.ID, Table: opened.Number, Match: f.pattern, Player: player, Version: board.View.Version,
			Idem: "seed " + strconv.Itoa(n), Move: move,
		})
	}
	return err
}

// seal gives a player a seal of the older shuffle, whose deals follow from the seed alone: those of the copies, which
// have other numbers and other players, are the template's.
func (f *filler) seal(ctx context.Context, player int64) (commitment string, err error) {
	var match int64
	err = f.conn.QueryRow(ctx, `DELETE FROM seals WHERE player_id = $1 RETURNING match_id`, player).Scan(&match)
	if err != nil {
		return "", err
	}
	secret, sealed, err := f.store.DrawSecret(match)
	if err != nil {
		return "", err
	}
	commitment = secret.Commit(shuffle.V1, strconv.FormatInt(match, 10))
	_, err = f.conn.Exec(ctx, `INSERT INTO seals (match_id, player_id, shuffle_version, secret, commitment)
		VALUES ($1, $2, $3, $4, $5)`,
		match, player, shuffle.V1, sealed, commitment)
	return commitment, err
}

// matches copies the template, a table for each.
func (f *filler) matches(ctx context.Context) error {
	var seed []byte
	if err := f.conn.QueryRow(ctx, `SELECT seed FROM matches WHERE id = $1`, f.pattern).Scan(&seed); err != nil {
		return err
	}
	var first int64
	if err := f.conn.QueryRow(ctx, `SELECT nextval('match_ids')`).Scan(&first); err != nil {
		return err
	}
	commitments := make([]string, f.size.Matches)
	for n := range commitments {
		commitments[n] = engine.Seed(seed).Commit(shuffle.V1, strconv.FormatInt(first+int64(n), 10))
	}
	placing, err := json.Marshal([][]int{{1, 2}, {2, 1}, {1, 1}})
	if err != nil {
		return err
	}
	for _, statement := range f.copies(first, commitments, placing) {
		if _, err := f.conn.Exec(ctx, statement.sql, statement.args...); err != nil {
			return fmt.Errorf("%.40s: %w", statement.sql, err)
		}
	}
	return nil
}

type statement struct {
	sql  string
	args []any
}

// copies are the statements that copy the template, the first under an id, and count what has come of the copies.
func (f *filler) copies(first int64, commitments []string, placing []byte) []statement {
	return []statement{
		{`SELECT setval('match_ids', $1)`, []any{first + int64(f.size.Matches)}},
		{`INSERT INTO tables (club_id, number, game, options, status, host_id, version, opened_at)
			SELECT t.club_id, t.number + n, t.game, t.options, 'closed',
				($1::bigint[])[1 + n % array_length($1::bigint[], 1)], 1,
				$4::timestamptz - (n * $3::float8 / $2 + 0.1) * interval '1 day'
			FROM tables t JOIN matches m ON m.table_id = t.id AND m.id = $5 CROSS JOIN generate_series(1, $2) n`,
			[]any{f.members, f.size.Matches, f.size.Days, f.now, f.pattern}},
		{`UPDATE clubs SET last_table = last_table + $2 WHERE id = $1`, []any{f.club.ID, f.size.Matches}},
		{`INSERT INTO matches (id, club_id, table_id, status, rules_version, shuffle_version, seed, commitment, state,
			version, totals, outcome, created_at, started_at, changed_at, ended_at)
			SELECT $1 + n - 1, m.club_id, t.id, 'over', m.rules_version, m.shuffle_version, m.seed, c.commitment,
				m.state, m.version, m.totals,
				m.outcome || jsonb_build_object('placing', $4::jsonb->(n % 7 % 3)::integer), t.opened_at, t.opened_at,
					t.opened_at + interval '40 minutes', t.opened_at + interval '40 minutes'
			FROM matches m JOIN tables o ON o.id = m.table_id
				CROSS JOIN unnest($3::text[]) WITH ORDINALITY AS c (commitment, n)
			JOIN tables t ON t.club_id = m.club_id AND t.number = o.number + c.n WHERE m.id = $2`,
			[]any{first, f.pattern, commitments, placing}},
		{`INSERT INTO match_seats (match_id, seat, player_id)
			SELECT $2 + n - 1, s, ($1::bigint[])[1 + (n + s * (1 + n % (array_length($1::bigint[],
				1) - 1))) % array_length($1::bigint[], 1)]
			FROM generate_series(1, $3) n CROSS JOIN generate_series(0, 1) s`, []any{f.members, first, f.size.Matches}},
		{`INSERT INTO moves (match_id, version, seat, idem, move, events, at)
			SELECT $2 + n - 1, v.version, v.seat, v.idem, v.move, v.events, v.at FROM moves v
				CROSS JOIN generate_series(1, $3) n WHERE v.match_id = $1`,
			[]any{f.pattern, first, f.size.Matches}},
		// The rows came past what keeps the records, and nobody has counted them yet.
		{`ANALYZE`, nil},
		{`INSERT INTO results SELECT * FROM outcomes WHERE club_id = $1 ON CONFLICT DO NOTHING`, []any{f.club.ID}},
		{`ANALYZE results`, nil}, // or the join below looks up each row alone
		{`DELETE FROM tallies WHERE club_id = $1`, []any{f.club.ID}},
		{`INSERT INTO tallies
			SELECT club_id, player_id, game, count(*), count(place), count(*) FILTER (WHERE place = 1)
			FROM results WHERE club_id = $1 GROUP BY club_id, player_id, game`, []any{f.club.ID}},
		{`DELETE FROM encounters WHERE club_id = $1`, []any{f.club.ID}},
		{`INSERT INTO encounters
			SELECT a.club_id, a.player_id, b.player_id, a.game, count(a.place),
				count(*) FILTER (WHERE a.place < b.place), count(*) FILTER (WHERE a.place > b.place)
			FROM results a JOIN results b ON b.match_id = a.match_id AND b.player_id <> a.player_id
			WHERE a.club_id = $1 GROUP BY a.club_id, a.player_id, b.player_id, a.game`, []any{f.club.ID}},
		// The copies have the moves of the pattern, and so what its players did.
		{`INSERT INTO counted SELECT s.match_id, s.player_id, 2, k.score, k.features FROM match_seats s
			JOIN match_seats o ON o.match_id = $1 AND o.seat = s.seat
			JOIN counted k ON k.match_id = o.match_id AND k.player_id = o.player_id
			WHERE s.match_id >= $2 ON CONFLICT DO NOTHING`, []any{f.pattern, first}},
	}
}

// season covers the last quarter.
func (f *filler) season(ctx context.Context) error {
	_, err := f.store.FoundSeason(ctx, f.club.ID, f.members[0], results.Season{
		Name: "Primavera", StartsAt: f.now.AddDate(0, -3, 0), EndsAt: f.now.AddDate(0, 1, 0),
		Charter: standing.Standard(),
	})
	return err
}

// count brings the numbers of members up to what the copies say.
func (f *filler) count(ctx context.Context) error {
	return f.store.CountClub(ctx, results.CountJob{Club: f.club.ID, Anew: true})
}

// tables wait for a second player.
func (f *filler) tables(ctx context.Context) error {
	for n := range f.size.Open {
		host := f.members[1+n%(len(f.members)-1)]
		seal, err := f.store.SealOf(ctx, host)
		if err != nil {
			return err
		}
		_, err = f.store.OpenTable(ctx, f.club.ID, host, live.NewTable{
			Game: f.game.Info().Key, Seats: []live.SeatChoice{{Kind: live.SeatOpen}},
			Contribution: live.Contribution{Seal: seal},
		})
		if err != nil {
			return err
		}
	}
	return nil
}
