package db_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/role"
)

// A player who deletes the account leaves a number in the histories of others, and
// nothing else.
func TestDeletedAccount(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	refused(t, c.DeleteAccount(ctx, c.ana), base.ErrLastOwner)
	must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Owner))
	c.table(t, nil)
	first := c.board(t, 1, c.bento).Table
	own, err := c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy",
		Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	must(t, err)

	var data bytes.Buffer
	must(t, c.ExportOf(ctx, c.ana, &data, nil))
	var export struct {
		Account struct{ Name string }
		Matches []struct {
			Number int64
			Moves  []struct{ Move string }
		}
	}
	must(t, json.Unmarshal(data.Bytes(), &export))
	if export.Account.Name != "Ana" || len(export.Matches) != 1 || export.Matches[0].Number != first.Match {
		t.Errorf("export %s", &data)
	}
	for _, secret := range []string{"password", "hash", "token", "seed", "Hands", "Stock"} {
		if strings.Contains(data.String(), secret) {
			t.Errorf("the export holds %q: %s", secret, &data)
		}
	}

	// A label says whom an invitation was for: of the one that was used it goes.
	labelled, err := c.CreateInvitations(ctx, c.id, c.bento, clubs.NewInvitation{Role: role.Member, Uses: 1,
		TTL: time.Hour}, []string{"for Davi", "for Eva"})
	must(t, err)
	_, err = c.JoinByInvitation(ctx, labelled[0].Token.Reveal(), c.davi)
	must(t, err)
	must(t, c.DeleteAccount(ctx, c.davi))
	if n := c.count(t, `SELECT count(*) FROM invitations WHERE label = 'for Davi'`); n != 0 {
		t.Error("an invitation still names who came by it")
	}
	if n := c.count(t, `SELECT count(*) FROM invitations WHERE label = 'for Eva'`); n != 1 {
		t.Error("an invitation lost its label")
	}

	refused(t, c.DeleteAccount(ctx, c.ana), base.ErrLastOfHouse)
	must(t, c.exec(t, `UPDATE players SET site_owner = true WHERE id = $1`, c.bento))
	must(t, c.DeleteAccount(ctx, c.ana))
	for _, name := range []string{"Ana", "ana@example.org"} {
		_, err = c.PlayerByName(ctx, name)
		refused(t, err, base.ErrNotFound)
	}
	board := c.board(t, 1, c.bento)
	if o := board.View.Outcome; o == nil || o.How != engine.ByLeft {
		t.Errorf("the match goes on: %+v", o)
	}
	if seat := board.Table.Seats[0]; seat.Player != c.ana || seat.Name != "" {
		t.Errorf("the history has %+v", seat)
	}
	if status := c.board(t, own.Number, c.bento).Table.Status; status != live.TableClosed {
		t.Errorf("the table is %s", status)
	}
	sheet, err := c.Match(ctx, c.id, first.Match, c.bento)
	must(t, err)
	if sheet.Seats[0].Player != c.ana {
		t.Errorf("sheet %+v", sheet.Seats)
	}
	if n := c.count(t, `SELECT count(*) FROM players WHERE name = 'Ana' OR email IS NOT NULL AND id = $1
		OR password_hash <> '' AND id = $1`, c.ana); n != 0 {
		t.Error("something is left of the account")
	}
	// The name is free again.
	i, err := c.CreateInvitation(ctx, c.id, c.bento, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: 1e12})
	must(t, err)
	_, _, err = c.AcceptInvitation(ctx, i.Token.Reveal(), accounts.NewPlayer{Name: "Ana", Password: "hash"})
	must(t, err)
}

func TestPlayersAreFoundWhateverTheCase(t *testing.T) {
	t.Parallel()
	c := found(t)
	for _, name := range []string{"Ana", "aNA", "ANA@exemplo.ORG"} {
		account, err := c.PlayerByName(t.Context(), name)
		must(t, err)
		if account.ID != c.ana || account.Password.Reveal() != "hash of Ana" {
			t.Errorf("%s: got player %d", name, account.ID)
		}
	}
	_, err := c.PlayerByName(t.Context(), "Nina")
	refused(t, err, base.ErrNotFound)
	account, err := c.AccountOf(t.Context(), c.ana)
	must(t, err)
	text, err := json.Marshal(account)
	must(t, err)
	for _, shown := range []string{fmt.Sprintf("%v %+v %#v %s", account, account, account, account.Password),
		string(text)} {
		if containsFold(shown, "hash of Ana") {
			t.Errorf("the hash is printed: %s", shown)
		}
	}
}

func TestNamesAreTaken(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	i, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour})
	must(t, err)
	_, _, err = c.AcceptInvitation(ctx, i.Token.Reveal(), accounts.NewPlayer{Name: "CÉLIA", Password: "hash"})
	refused(t, err, base.ErrTaken)
	_, _, err = c.AcceptInvitation(ctx, i.Token.Reveal(), accounts.NewPlayer{Name: "Nina", Email: "Ana@Exemplo.org",
		Password: "hash"})
	refused(t, err, base.ErrEmailTaken)
	for _, lookalike := range []string{"Аna", "Anɑ", "ΑΝΑ", "Bentο"} { // Cyrillic, alpha, Greek, omicron
		_, _, err = c.AcceptInvitation(ctx, i.Token.Reveal(), accounts.NewPlayer{Name: lookalike, Password: "hash"})
		refused(t, err, base.ErrLookalike)
	}
	if i, err = c.Invitation(ctx, i.Token.Reveal()); err != nil || i.Used != 0 {
		t.Errorf("a refused name used the invitation: %+v, %v", i, err)
	}
}

func TestNamesLookAlike(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{"Ana", "Аna"}, {"Ana", "Anɑ"}, {"ANA", "АΝА"}, {"Ana", "АΝА"}, {"Iara", "lara"},
		{"Davi 1", "Davi l"}} {
		if !accounts.LooksLike(pair[0], pair[1]) {
			t.Errorf("%q and %q are told apart", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{"Iara", "Lara"}, {"Ana", "Aná"}, {"Ali", "All"}, {"Davi", "David"}} {
		if accounts.LooksLike(pair[0], pair[1]) {
			t.Errorf("%q and %q are one", pair[0], pair[1])
		}
	}
}
