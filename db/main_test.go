package db_test

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
	"carteado/engine/role"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// A club with three members and somebody who is none.
type club struct {
	*db.Store
	game                    engine.Game // that is played at c.table
	id                      int64
	slug                    string
	ana, bento, celia, davi int64 // the owner, two members, and a player of no club
	due                     *dueMoves
}

// dueMoves are the moves of bots that the store has told of.
type dueMoves struct {
	mu   sync.Mutex
	list []live.DueMove
}

func (d *dueMoves) tell(move live.DueMove) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.list = append(d.list, move)
}

func (d *dueMoves) all() []live.DueMove {
	d.mu.Lock()
	defer d.mu.Unlock()
	return slices.Clone(d.list)
}

// found sets a club up on a database of its own.
func found(t testing.TB) club {
	t.Helper()
	return foundOn(t, dbtest.Store(t, toy.Game{}), toy.Game{})
}

func foundOn(t testing.TB, store *db.Store, game engine.Game) club {
	t.Helper()
	ctx := t.Context()
	home, ana, err := store.Setup(ctx, clubs.NewClub{Name: "Clube do Baralho", Lang: "pt-BR",
		TimeZone: "America/Sao_Paulo"},
		accounts.NewPlayer{Name: "Ana", Email: "ana@exemplo.org", Password: "hash of Ana", Lang: "pt-BR"})
	must(t, err)
	c := club{Store: store, game: game, id: home.ID, slug: home.Slug, ana: ana.ID, due: new(dueMoves)}
	store.OnBotMove(c.due.tell)
	invitation, err := store.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 10,
		TTL: time.Hour})
	must(t, err)
	for name, id := range map[string]*int64{"Bento": &c.bento, "Célia": &c.celia} {
		_, player, err := store.AcceptInvitation(ctx, invitation.Token.Reveal(),
			accounts.NewPlayer{Name: name, Password: "hash"})
		must(t, err)
		*id = player.ID
	}
	must(t, store.Pool().QueryRow(ctx, `INSERT INTO players (name, password_hash) VALUES ('Davi', 'hash')
		RETURNING id`).Scan(&c.davi))
	must(t, store.MakeSeals(ctx)) // Davi's
	return c
}

// adds is what a player adds to the deals by sitting down, as the forms say it.
func adds(seal string) live.Contribution {
	return live.Contribution{Seal: seal, Text: "jabuticaba", How: base.ByWord}
}

// OpenTable, JoinTable, Propose and AnswerOffer are the store's, with a contribution.
func (c club) OpenTable(ctx context.Context, id, host int64, n live.NewTable) (live.Table, error) {
	seal, err := c.SealOf(ctx, host)
	if err != nil {
		return live.Table{}, err
	}
	n.Contribution = adds(seal)
	return c.Store.OpenTable(ctx, id, host, n)
}

func (c club) JoinTable(ctx context.Context, id int64, number int, player int64) error {
	return c.Store.JoinTable(ctx, id, number, player, adds(""))
}

func (c club) Propose(ctx context.Context, id int64, number int, player, match int64, kind live.OfferKind) error {
	return c.Store.Propose(ctx, id, number, player, match, kind, adds(""))
}

func (c club) AnswerOffer(ctx context.Context, id int64, number int, player, match, offer int64,
	answer live.Answer) error {
	return c.Store.AnswerOffer(ctx, id, number, player, match, offer, answer, adds(""))
}

// homeOf is the home page of a player, who may be no member.
func (c club) homeOf(t testing.TB, player int64) (db.Home, error) {
	t.Helper()
	m, err := c.ClubFor(t.Context(), c.slug, player)
	if err != nil {
		return db.Home{}, err
	}
	return c.HomeOf(t.Context(), m, 8)
}

// table opens a table of two at which Ana and Bento sit, dealt.
func (c club) table(t testing.TB, options engine.Options) int {
	t.Helper()
	table, err := c.OpenTable(t.Context(), c.id, c.ana, live.NewTable{
		Game: c.game.Info().Key, Options: options, Seats: []live.SeatChoice{{Kind: live.SeatOpen}},
	})
	must(t, err)
	must(t, c.JoinTable(t.Context(), c.id, table.Number, c.bento))
	return table.Number
}

func (c club) board(t testing.TB, table int, viewer int64) live.Board {
	t.Helper()
	board, err := c.Board(t.Context(), c.id, table, viewer)
	must(t, err)
	return board
}

// input is a player's move, as the board's form would post it: the best one
// where the game can tell, so that matches end, else the first.
func (c club) input(t testing.TB, table int, player int64, idem string) live.PlayInput {
	t.Helper()
	board := c.board(t, table, player)
	if len(board.Legal) == 0 {
		t.Fatalf("player %d has no move at version %d", player, board.View.Version)
	}
	return live.PlayInput{
		Club: c.id, Table: table, Match: board.Table.Match, Player: player,
		Version: board.View.Version, Idem: idem, Move: c.best(board.View, board.Legal),
	}
}

func (c club) best(view engine.MatchView, legal []engine.Move) engine.Move {
	if rater, ok := c.game.(engine.Rater); ok && !view.Between {
		rates := rater.Rate(view.Round, legal)
		return legal[slices.Index(rates, slices.Max(rates))]
	}
	return legal[0]
}

// mover is a player who is to move.
func (c club) mover(t testing.TB, table int) int64 {
	t.Helper()
	board := c.board(t, table, c.ana)
	if len(board.View.ToMove) == 0 {
		t.Fatal("nobody is to move")
	}
	return board.Table.Seats[board.View.ToMove[0]].Player
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refused fails unless err is the one that is wanted.
func refused(t testing.TB, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got %v, want %v", err, want)
	}
}

// count returns a number that SQL finds.
func (c club) count(t testing.TB, sql string, args ...any) (n int) {
	t.Helper()
	must(t, c.Pool().QueryRow(t.Context(), sql, args...).Scan(&n))
	return n
}
