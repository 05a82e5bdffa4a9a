package db_test

import (
	"errors"
	"testing"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/engine/role"
)

func TestPasswordChangeEndsOtherSessions(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	hash := func(s string) base.TokenHash { return base.HashToken([]byte(s)) }
	mine, err := c.CreateSession(ctx, c.ana, "hash of Ana", hash("mine"), "", base.TokenHash{}, accounts.ByPassword)
	must(t, err)
	_, err = c.CreateSession(ctx, c.ana, "hash of Ana", hash("thief's"), "", base.TokenHash{}, accounts.ByPassword)
	must(t, err)
	refused(t, c.SetPassword(ctx, c.ana, "not the hash", "new", mine.ID, hash("renewed")), base.ErrStale)
	must(t, c.SetPassword(ctx, c.ana, "hash of Ana", "new", mine.ID, hash("renewed")))
	for _, gone := range []string{"mine", "thief's"} {
		_, err = c.SessionByHash(ctx, hash(gone), true)
		refused(t, err, base.ErrNotFound)
	}
	session, err := c.SessionByHash(ctx, hash("renewed"), true)
	must(t, err)
	if session.ID != mine.ID {
		t.Error("the session did not survive")
	}
	must(t, c.UpgradeHash(ctx, c.ana, "hash of Ana", "upgraded from an old page"))
	must(t, c.UpgradeHash(ctx, c.ana, "new", "upgraded"))
	account, err := c.AccountOf(ctx, c.ana)
	must(t, err)
	if account.Password != "upgraded" {
		t.Errorf("got hash %q", account.Password.Reveal())
	}
}

func TestPasswordLinks(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, _, err := c.CreateAccount(ctx, c.id, c.bento, accounts.NewPlayer{Name: "Eva"})
	refused(t, err, base.ErrForbidden)
	eva, first, err := c.CreateAccount(ctx, c.id, c.ana, accounts.NewPlayer{Name: "Eva"})
	must(t, err)
	second, err := c.MakePasswordLink(ctx, c.id, c.ana, eva.ID)
	must(t, err)
	_, err = c.PasswordLinkOf(ctx, base.HashToken(first.Token[:]))
	refused(t, err, base.ErrNotFound) // the new link ends the old one
	player, err := c.PasswordLinkOf(ctx, base.HashToken(second.Token[:]))
	must(t, err)
	if player.Name != "Eva" {
		t.Errorf("the link is %s's", player.Name)
	}
	results := make(chan error)
	for range 2 {
		go func() {
			_, err := c.UsePasswordLink(ctx, base.HashToken(second.Token[:]), "hash")
			results <- err
		}()
	}
	if a, b := ended(t, results), ended(t, results); (a == nil) == (b == nil) || !errors.Is(errors.Join(a, b), base.ErrGone) {
		t.Errorf("used twice at once: %v, %v", a, b)
	}
	account, err := c.AccountOf(ctx, eva.ID)
	must(t, err)
	if account.Password.Reveal() != "hash" {
		t.Error("the password is not set")
	}
	// A member of another club, too, is nobody's to take over.
	must(t, c.another(t, eva.ID))
	_, err = c.MakePasswordLink(ctx, c.id, c.ana, eva.ID)
	refused(t, err, base.ErrForbidden)
	_, err = c.RescuePasswordLink(ctx, "eva")
	must(t, err)
	refused(t, c.GrantOwner(ctx, "nowhere", "eva"), base.ErrNotFound)
	must(t, c.GrantOwner(ctx, "other", "EVA"))
	// A player who is made an owner asks no more to be let in.
	asks, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 5, TTL: 1e12,
		Approval: true})
	must(t, err)
	_, err = c.JoinByInvitation(ctx, asks.Token.Reveal(), c.davi)
	must(t, err)
	must(t, c.GrantOwner(ctx, "clube-do-baralho", "Davi"))
	refused(t, c.AnswerRequest(ctx, c.id, c.ana, c.davi, true), base.ErrNotFound)
}

// A link for a new password is good for as long as its maker could make it: not for a player who
// has risen to the maker's role, has come into another club, or is no member any more, nor when its
// maker is no host any more.
func TestPasswordLinksEndWithTheRightToThem(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(c club) error{
		"promoted": func(c club) error { return c.SetRole(t.Context(), c.id, c.ana, c.celia, role.Owner) },
		"site owner": func(c club) error {
			return c.exec(t, `UPDATE players SET site_owner = true
			WHERE id = $1`, c.celia)
		},
		"another club": func(c club) error { return c.another(t, c.celia) },
		"removed":      func(c club) error { return c.Remove(t.Context(), c.id, c.ana, c.celia) },
		"demoted":      func(c club) error { return c.SetRole(t.Context(), c.id, c.ana, c.bento, role.Member) },
		"suspended":    func(c club) error { return c.Suspend(t.Context(), c.id, c.ana, c.bento, pause) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			must(t, c.SetRole(ctx, c.id, c.ana, c.bento, role.Host))
			link, err := c.MakePasswordLink(ctx, c.id, c.bento, c.celia)
			must(t, err)
			hash := base.HashToken(link.Token[:])
			_, err = c.PasswordLinkOf(ctx, hash)
			must(t, err)
			must(t, change(c))
			_, err = c.PasswordLinkOf(ctx, hash)
			refused(t, err, base.ErrGone)
			_, err = c.UsePasswordLink(ctx, hash, "of somebody else")
			refused(t, err, base.ErrGone)
			rescue, err := c.RescuePasswordLink(ctx, "Célia") // from the command line it is
			must(t, err)
			_, err = c.UsePasswordLink(ctx, base.HashToken(rescue.Token[:]), "new")
			must(t, err)
		})
	}
}

// Nobody makes or uses a link for the password of an opponent while the match
// goes on. The command line may, and so may a host who does not play in it.
func TestNoPasswordLinkForAnOpponent(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	before, err := c.MakePasswordLink(ctx, c.id, c.ana, c.bento)
	must(t, err)
	hash := base.HashToken(before.Token[:])
	table := c.table(t, nil)
	_, err = c.MakePasswordLink(ctx, c.id, c.ana, c.bento)
	refused(t, err, base.ErrPlaying)
	_, err = c.PasswordLinkOf(ctx, hash)
	refused(t, err, base.ErrGone)
	_, err = c.UsePasswordLink(ctx, hash, "of Ana's choice")
	refused(t, err, base.ErrGone)
	_, err = c.MakePasswordLink(ctx, c.id, c.ana, c.celia)
	must(t, err)

	c.givesUp(t, table, c.mover(t, table))
	_, err = c.PasswordLinkOf(ctx, hash)
	must(t, err)
	_, err = c.UsePasswordLink(ctx, hash, "new")
	must(t, err)
	_, err = c.MakePasswordLink(ctx, c.id, c.ana, c.bento) // it ends no record of the first
	must(t, err)
	used, err := c.LastPasswordUse(ctx, c.bento)
	must(t, err)
	if used.Maker != c.ana || used.Name != "Ana" || used.At.IsZero() {
		t.Errorf("the link was of %+v", used)
	}
	for action, want := range map[string]int{"password_link_made": 2, "password_set_by_link": 1} {
		people := []any{c.ana, c.bento}
		if action == "password_set_by_link" {
			people = []any{c.bento, c.ana}
		}
		if n := c.count(t, `SELECT count(*) FROM audit WHERE club_id = $1 AND action = $2 AND player_id = $3
			AND about = $4`,
			append([]any{c.id, action}, people...)...); n != want {
			t.Errorf("%s is noted %d times, want %d", action, n, want)
		}
	}

	c.table(t, nil)
	rescue, err := c.RescuePasswordLink(ctx, "Bento")
	must(t, err)
	_, err = c.UsePasswordLink(ctx, base.HashToken(rescue.Token[:]), "newer")
	must(t, err)
	used, err = c.LastPasswordUse(ctx, c.bento)
	must(t, err)
	if used.Maker != 0 || used.At.IsZero() {
		t.Errorf("the link of the command line was of %+v", used)
	}
}
