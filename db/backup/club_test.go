package backup_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
	"carteado/engine/role"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }

// A club has two players at its tables.
type club struct {
	*db.Store
	id, ana, bento int64
}

func found(t *testing.T) club {
	t.Helper()
	store, ctx := dbtest.Store(t, toy.Game{}), t.Context()
	home, ana, err := store.Setup(ctx, clubs.NewClub{Name: "Clube do Baralho", Lang: "pt-BR",
		TimeZone: "America/Sao_Paulo"},
		accounts.NewPlayer{Name: "Ana", Email: "ana@exemplo.org", Password: "hash of Ana", Lang: "pt-BR"})
	must(t, err)
	invitation, err := store.CreateInvitation(ctx, home.ID, ana.ID, clubs.NewInvitation{Role: role.Member, Uses: 1,
		TTL: time.Hour})
	must(t, err)
	_, bento, err := store.AcceptInvitation(ctx, invitation.Token.Reveal(),
		accounts.NewPlayer{Name: "Bento", Password: "hash"})
	must(t, err)
	return club{store, home.ID, ana.ID, bento.ID}
}

// table opens a table of two, dealt.
func (c club) table(t *testing.T, options engine.Options) int {
	t.Helper()
	table, err := c.OpenTable(t.Context(), c.id, c.ana,
		live.NewTable{Contribution: live.Contribution{Seal: dbtest.Seal(t, c.Store, c.ana)}, Game: "toy",
			Options: options, Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	must(t, err)
	must(t, c.JoinTable(t.Context(), c.id, table.Number, c.bento, live.Contribution{}))
	return table.Number
}

// play makes the best move of the player who is to move; it returns who that was, 0 when the match is over, and the
// match.
func (c club) play(t *testing.T, table int) (player, match int64) {
	t.Helper()
	board, err := c.Board(t.Context(), c.id, table, c.ana)
	must(t, err)
	if match = board.Table.Match; board.View.Outcome != nil {
		return 0, match
	}
	player = board.Table.Seats[board.View.ToMove[0]].Player
	board, err = c.Board(t.Context(), c.id, table, player)
	must(t, err)
	move := board.Legal[0]
	if !board.View.Between {
		rates := toy.Game{}.Rate(board.View.Round, board.Legal)
		move = board.Legal[slices.Index(rates, slices.Max(rates))]
	}
	_, err = c.Play(t.Context(), live.PlayInput{Club: c.id, Table: table, Match: match, Player: player,
		Version: board.View.Version, Idem: fmt.Sprint(match, board.View.Version), Move: move})
	must(t, err)
	return player, match
}

func (c club) count(t *testing.T, sql string) (n int) {
	t.Helper()
	must(t, c.Pool().QueryRow(t.Context(), sql).Scan(&n))
	return n
}

func (c club) exec(t *testing.T, sql string) error {
	t.Helper()
	_, err := c.Pool().Exec(t.Context(), sql)
	return err
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func refused(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("got %v, want %v", err, want)
	}
}
