package club

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/engine/role"
	"carteado/handlers/web"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// Bounds of an invitation.
const (
	maxUses = 100
	maxDays = 90
	day     = 24 * time.Hour
)

// ShowInvitation only shows: a link that is previewed or opened twice is not
// used up.
func (w *Wing) ShowInvitation(r *web.Request) error {
	invitation, err := w.openInvitation(r)
	if err != nil {
		return w.invitationGone(r, err)
	}
	return r.Show(http.StatusOK, clubpage.Invitation(invitationProps(r, invitation)))
}

func (w *Wing) openInvitation(r *web.Request) (clubs.Invitation, error) {
	invitation, err := w.Store.Invitation(r.Ctx(), r.Param("token"))
	if invitation.ID != 0 {
		r.Club.Lang = invitation.Club.Lang // for a visitor without a language of their own
	}
	return invitation, err
}

func (w *Wing) invitationGone(r *web.Request, err error) error {
	if archived := errors.Is(err, base.ErrArchived); archived || errors.Is(err, base.ErrGone) {
		return r.Show(http.StatusGone, clubpage.InvitationGone(archived))
	}
	return err
}

func invitationProps(r *web.Request, i clubs.Invitation) clubpage.InvitationProps {
	props := clubpage.InvitationProps{Token: r.Param("token"), Club: web.ClubOf(i.Club), Inviter: part.Person{
		Name: i.By}}
	if i.Placeholder != 0 {
		props.Claims = part.Person{ID: i.Placeholder, Name: i.Label}
	}
	if r.Viewer != nil {
		props.SignedIn = &part.Person{ID: r.Player(), Name: r.Viewer.Player.Name, Me: true}
	}
	return props
}

// AcceptInvitation lets a player in: with the account they are signed in with,
// or with a new one.
func (w *Wing) AcceptInvitation(r *web.Request) error {
	invitation, err := w.openInvitation(r)
	if errors.Is(err, base.ErrGone) && r.Viewer == nil { // perhaps by this very form
		again, err := w.SignedUpBefore(r, web.ReadAccount(r, part.Faults{}))
		if again || err != nil {
			return err
		}
	}
	if err != nil {
		return w.invitationGone(r, err)
	}
	if r.Viewer != nil {
		club, err := w.Store.JoinByInvitation(r.Ctx(), r.Param("token"), r.Player())
		if errors.Is(err, base.ErrMet) {
			form := invitationProps(r, invitation)
			form.Faults = part.Faults{"": "met"}
			return r.Show(http.StatusConflict, clubpage.Invitation(form))
		}
		if err != nil {
			return w.invitationGone(r, err)
		}
		if invitation.Approval {
			return r.GoTo(link.Root)
		}
		return r.GoTo(link.Club(club.Slug))
	}
	form := invitationProps(r, invitation)
	form.Faults = part.Faults{}
	account := web.ReadAccount(r, form.Faults, invitation.Club.Name)
	form.Name, form.Email = account.Name, account.Email
	if len(form.Faults) > 0 {
		return r.Show(http.StatusUnprocessableEntity, clubpage.Invitation(form))
	}
	hash, err := w.Passwords.Hash(r.Ctx(), account.Typed)
	if err != nil {
		return err
	}
	account.Lang, account.Password = r.Language(), base.Secret(hash)
	club, player, err := w.Store.AcceptInvitation(r.Ctx(), r.Param("token"), account.NewPlayer)
	if errors.Is(err, base.ErrTaken) {
		again, err := w.SignedUpBefore(r, account)
		if again || err != nil {
			return err
		}
	}
	if web.TakenFault(err, form.Faults) {
		return r.Show(http.StatusUnprocessableEntity, clubpage.Invitation(form))
	}
	if err != nil {
		return w.invitationGone(r, err)
	}
	if err := w.StartSession(r, player.ID, account.Password, accounts.ByPassword); err != nil {
		return err
	}
	if invitation.Approval {
		return r.GoTo(link.Root) // the page that shows what one waits for
	}
	return r.GoTo(link.Club(club.Slug))
}

func (w *Wing) ShowInvitations(r *web.Request) error {
	fresh, _ := strconv.ParseInt(r.QueryParam("fresh"), 10, 64)
	return w.invitationsPage(r, http.StatusOK, clubpage.InvitationsProps{
		Fresh: fresh, Role: string(role.Member), Uses: "1", Days: "7",
	})
}

func (w *Wing) invitationsPage(r *web.Request, status int, props clubpage.InvitationsProps) error {
	list, err := w.Store.Invitations(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	placeholders, err := w.Store.Placeholders(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	for _, p := range placeholders {
		props.Placeholders = append(props.Placeholders, part.Choosable{Value: strconv.FormatInt(p.ID, 10),
			Label: p.Name})
	}
	props.MaxUses, props.MaxDays, props.Mails = maxUses, maxDays, w.Mails != nil
	props.Roles = rolesBelow(r)
	for _, i := range list {
		if i.Gone {
			continue
		}
		var address, drawing string
		var size int
		if r.Club.Role.Above(i.Role) { // else the reader could come in by it with more than they may give
			address = w.URL + link.Invitation(i.Token.Reveal())
			if drawing, size, err = web.QrPath(address); err != nil {
				return err
			}
		}
		props.List = append(props.List, clubpage.Invited{
			ID: i.ID, URL: address, QR: drawing, QRSize: size, Role: string(i.Role),
			By: part.Person{Name: i.By}, Label: i.Label, Asks: i.Approval, Left: i.Uses - i.Used, Uses: i.Uses,
			Expires: i.ExpiresAt,
		})
	}
	return r.Show(status, clubpage.Invitations(props))
}

// rolesBelow are the roles that the reader may invite to, the lowest first: those
// below their own.
func rolesBelow(r *web.Request) (roles []string) {
	for _, below := range slices.Backward(r.Club.Role.Below()) {
		roles = append(roles, string(below))
	}
	return roles
}

func (w *Wing) CreateInvitation(r *web.Request) error {
	form := clubpage.InvitationsProps{Role: cmp.Or(r.Field("role"), string(role.Member)), Faults: part.Faults{}}
	form.Uses, form.Days = r.Field("uses"), r.Field("days")
	uses := web.BoundedField(r, form.Faults, "uses", maxUses)
	days := web.BoundedField(r, form.Faults, "days", maxDays)
	form.Labels, form.Asks = r.Field("labels"), r.Field("approval") == "on"
	labels, addresses, reason := labelLines(form.Labels, w.Mails != nil)
	if reason != "" {
		form.Faults["labels"] = reason
	}
	if !slices.Contains(rolesBelow(r), form.Role) {
		form.Faults["role"] = web.ReasonChoice
	}
	if len(form.Faults) > 0 {
		return w.invitationsPage(r, http.StatusUnprocessableEntity, form)
	}
	var err error
	wanted := clubs.NewInvitation{
		Role: role.Role(form.Role), Uses: uses, TTL: time.Duration(days) * day, Approval: form.Asks, Idem: r.Key(),
		Addresses: addresses,
	}
	if text := r.Field("placeholder"); text != "" {
		if wanted.Placeholder, err = strconv.ParseInt(text, 10, 64); err != nil || wanted.Placeholder < 1 {
			return base.ErrNotFound
		}
		wanted.Uses, labels = 1, nil
	}
	if len(labels) == 0 {
		labels = []string{""}
	} else {
		wanted.Uses = 1
	}
	made, err := w.Store.CreateInvitations(r.Ctx(), r.Club.ID, r.Player(), wanted, labels)
	var quota *base.ErrQuota
	if errors.As(err, &quota) {
		form.Faults[""] = web.QuotaKey(quota)
		return w.invitationsPage(r, http.StatusTooManyRequests, form)
	}
	if err != nil {
		return err
	}
	return r.GoTo(link.FreshInvitations(r.Club.Slug, made[0].ID))
}

// maxLabels is how many people are invited at once.
const maxLabels = 50

// labelLines reads the names of the people invited, one per line; where there is mail,
// each may have an address, as in Lia <lia@example.org>, and an address may stand alone.
func labelLines(text string, mails bool) (labels, addresses []string, reason string) {
	for line := range strings.Lines(text) {
		label, address := strings.TrimSpace(line), ""
		if label == "" {
			continue
		}
		if mails && strings.Contains(label, "@") {
			label, address, _ = strings.Cut(label, "<")
			if address == "" {
				label, address = "", label
			}
			if address, reason = web.CleanEmail(strings.TrimSuffix(address, ">")); reason != "" || address == "" {
				return nil, nil, web.ReasonEmail
			}
		}
		label, reason = web.CleanText(label, web.MaxClub)
		switch {
		case reason != "" && (reason != web.ReasonEmpty || address == ""):
			return nil, nil, reason
		case len(labels) == maxLabels:
			return nil, nil, "labels_many"
		}
		labels, addresses = append(labels, label), append(addresses, address)
	}
	return labels, addresses, ""
}

func (w *Wing) RevokeInvitation(r *web.Request) error {
	return r.Done(w.Store.RevokeInvitation(r.Ctx(), r.Club.ID, r.Player(), r.Number("id")),
		link.Invitations(r.Club.Slug))
}
