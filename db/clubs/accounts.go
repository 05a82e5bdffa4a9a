package clubs

import (
	"context"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// CreateAccount makes a player for a member without e-mail, and the link with
// which they set their password: ErrTaken, ErrLookalike, ErrEmailTaken,
// ErrForbidden. For the form of a host that comes twice it makes a new link for
// the same account, which nobody has used yet.
func (s *Clubs) CreateAccount(ctx context.Context, club, by int64, n accounts.NewPlayer) (
	player accounts.Player, link accounts.PasswordLink, err error) {
	form := base.KeyOf("account", club, n.Idem)
	err = s.InTxAs(ctx, "create account", club, by, role.Assist, func(ctx context.Context, tx *pg.Tx) error {
		n.Password = "" // no password fits: the link comes first
		before, err := base.MadeBefore(ctx, tx, by, form)
		if err != nil {
			return err
		}
		if before != 0 {
			if err := tx.QueryRow(ctx, `SELECT `+accounts.PlayerColumnsSQL+` FROM players p WHERE p.id = $1
				AND p.password_hash = ''`, before).
				Scan(player.Fields()...); err != nil {
				return err
			}
			link, err = s.accounts.NewPasswordLink(ctx, tx, by, player.ID)
			return err
		}
		if player, err = s.accounts.InsertPlayer(ctx, tx, n); err != nil {
			return err
		}
		base.HasMade(ctx, tx, by, form, player.ID)
		if _, err := s.insertMember(ctx, tx, club, player.ID, role.Member); err != nil {
			return err
		}
		if link, err = s.accounts.NewPasswordLink(ctx, tx, by, player.ID); err != nil {
			return err
		}
		return base.NoteAbout(ctx, tx, club, by, player.ID, "account_created", nil)
	})
	return player, link, err
}
