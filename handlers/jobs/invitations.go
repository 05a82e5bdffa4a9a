package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/engine/clock"
	"carteado/views/i18n"
	"carteado/views/link"
	letters "carteado/views/mail"
)

// sendInvitation sends an invitation by mail, in the club's language. Whether the letter
// may go and whether it arrives is told to nobody, so that nothing is learnt about an
// address.
type sendInvitation struct {
	sender[delivery.SendInvitation]
}

// Work implements river.Worker.
func (w *sendInvitation) Work(ctx context.Context, job *river.Job[delivery.SendInvitation]) error {
	house, err := w.house(ctx)
	if err != nil {
		return err
	}
	invitation, address, err := w.store.ToMail(ctx, job.Args.Invitation)
	switch {
	case errors.Is(err, base.ErrNotFound):
		return nil
	case errors.Is(err, base.ErrGone):
		return w.store.Mailed(ctx, invitation.ID)
	case err != nil:
		return err
	}
	hash := house.addressHash(address)
	may, err := w.store.MayMail(ctx, invitation.ID, hash)
	if err != nil {
		return err
	}
	if may {
		ctx := i18n.WithTime(i18n.With(ctx, invitation.Club.Lang), w.now(), clock.Zone(invitation.Club.TimeZone))
		letter := letters.Invitation(ctx, invitation.By, invitation.Club.Name,
			house.Site+link.Invitation(invitation.Token.Reveal()), invitation.ExpiresAt)
		letter.Stop = house.stopAsking(hash)
		err = w.sendNoted(ctx, house, address, letter, fmt.Sprintf("invitation-%d", invitation.ID))
	}
	if err != nil && job.Attempt < job.MaxAttempts {
		return err
	}
	return errors.Join(err, w.store.Mailed(ctx, invitation.ID))
}
