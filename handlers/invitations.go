package handlers

import (
	"cmp"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/db"
	"carteado/db/base"
	"carteado/engine/role"
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

// showInvitation only shows: a link that is previewed or opened twice is not
// used up.
func (s *Server) showInvitation(r *request) error {
	invitation, err := s.openInvitation(r)
	if err != nil {
		return s.invitationGone(r, err)
	}
	return r.render(http.StatusOK, clubpage.Invitation(invitationProps(r, invitation)))
}

func (s *Server) openInvitation(r *request) (db.Invitation, error) {
	invitation, err := s.store.Invitation(r.ctx(), r.Param("token"))
	if err == nil {
		r.club.Lang = invitation.Club.Lang // for a visitor without a language of their own
	}
	return invitation, err
}

func (s *Server) invitationGone(r *request, err error) error {
	if errors.Is(err, db.ErrGone) {
		return r.render(http.StatusGone, clubpage.InvitationGone())
	}
	return err
}

func invitationProps(r *request, i db.Invitation) clubpage.InvitationProps {
	props := clubpage.InvitationProps{Token: r.Param("token"), Club: houseOf(i.Club), Inviter: part.Person{Name: i.By}}
	if r.viewer != nil {
		props.SignedIn = &part.Person{ID: r.player(), Name: r.viewer.Player.Name, Me: true}
	}
	return props
}

// acceptInvitation lets a player in: with the account they are signed in with,
// or with a new one.
func (s *Server) acceptInvitation(r *request) error {
	invitation, err := s.openInvitation(r)
	if errors.Is(err, db.ErrGone) && r.viewer == nil { // perhaps by this very form
		again, err := s.signedUpBefore(r, readAccount(r, part.Faults{}))
		if again || err != nil {
			return err
		}
	}
	if err != nil {
		return s.invitationGone(r, err)
	}
	if r.viewer != nil {
		club, err := s.store.JoinByInvitation(r.ctx(), r.Param("token"), r.player())
		if err != nil {
			return s.invitationGone(r, err)
		}
		if invitation.Approval {
			return r.goTo(link.Root)
		}
		return r.goTo(link.Club(club.Slug))
	}
	form := invitationProps(r, invitation)
	form.Faults = part.Faults{}
	account := readAccount(r, form.Faults, invitation.Club.Name)
	form.Name, form.Email = account.Name, account.Email
	if len(form.Faults) > 0 {
		return r.render(http.StatusUnprocessableEntity, clubpage.Invitation(form))
	}
	hash, err := s.passwords.Hash(r.ctx(), account.password)
	if err != nil {
		return err
	}
	account.Lang, account.Password = r.language(), db.Secret(hash)
	club, player, err := s.store.AcceptInvitation(r.ctx(), r.Param("token"), account.NewPlayer)
	if errors.Is(err, db.ErrTaken) {
		again, err := s.signedUpBefore(r, account)
		if again || err != nil {
			return err
		}
	}
	if takenFault(err, form.Faults) {
		return r.render(http.StatusUnprocessableEntity, clubpage.Invitation(form))
	}
	if err != nil {
		return s.invitationGone(r, err)
	}
	if err := s.startSession(r, player.ID, account.Password); err != nil {
		return err
	}
	if invitation.Approval {
		return r.goTo(link.Root) // the page that shows what one waits for
	}
	return r.goTo(link.Club(club.Slug))
}

func (s *Server) showInvitations(r *request) error {
	fresh, _ := strconv.ParseInt(r.QueryParam("fresh"), 10, 64)
	return s.invitationsPage(r, http.StatusOK, clubpage.InvitationsProps{Fresh: fresh, Role: string(role.Member), Uses: "1", Days: "7"})
}

func (s *Server) invitationsPage(r *request, status int, props clubpage.InvitationsProps) error {
	list, err := s.store.Invitations(r.ctx(), r.club.ID, r.player())
	if err != nil {
		return err
	}
	props.MostUses, props.MostDays, props.Mails = maxUses, maxDays, s.mails != nil
	props.Roles = r.invites()
	for _, i := range list {
		if i.Gone {
			continue
		}
		address := s.config.URL + link.Invitation(i.Token.Reveal())
		drawing, size, err := qrPath(address)
		if err != nil {
			return err
		}
		props.List = append(props.List, clubpage.Invited{
			ID: i.ID, URL: address, QR: drawing, QRSize: size, Role: string(i.Role),
			By: part.Person{Name: i.By}, Label: i.Label, Asks: i.Approval, Left: i.Uses - i.Used, Uses: i.Uses, Expires: i.ExpiresAt,
		})
	}
	return r.render(status, clubpage.Invitations(props))
}

// invites are the roles that the reader may invite to, the lowest first: those
// below their own.
func (r *request) invites() (roles []string) {
	for _, below := range slices.Backward(role.Roles()) {
		if r.club.Role.Above(below) {
			roles = append(roles, string(below))
		}
	}
	return roles
}

func (s *Server) createInvitation(r *request) error {
	form := clubpage.InvitationsProps{Role: cmp.Or(r.field("role"), string(role.Member)), Faults: part.Faults{}}
	form.Uses, form.Days = r.field("uses"), r.field("days")
	uses := boundedField(r, form.Faults, "uses", maxUses)
	days := boundedField(r, form.Faults, "days", maxDays)
	form.Labels, form.Asks = r.field("labels"), r.field("approval") == "on"
	labels, addresses, reason := labelLines(form.Labels, s.mails != nil)
	if reason != "" {
		form.Faults["labels"] = reason
	}
	if !slices.Contains(r.invites(), form.Role) {
		form.Faults["role"] = reasonChoice
	}
	if len(form.Faults) > 0 {
		return s.invitationsPage(r, http.StatusUnprocessableEntity, form)
	}
	wanted := db.NewInvitation{
		Role: role.Role(form.Role), Uses: uses, TTL: time.Duration(days) * day, Approval: form.Asks, Idem: r.key(), Addresses: addresses,
	}
	if len(labels) == 0 {
		labels = []string{""}
	} else {
		wanted.Uses = 1
	}
	made, err := s.store.CreateInvitations(r.ctx(), r.club.ID, r.player(), wanted, labels)
	var quota *base.ErrQuota
	if errors.As(err, &quota) {
		form.Faults[""] = quotaKey(quota)
		return s.invitationsPage(r, http.StatusTooManyRequests, form)
	}
	if err != nil {
		return err
	}
	return r.goTo(link.FreshInvitations(r.club.Slug, made[0].ID))
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
			if address, reason = cleanEmail(strings.TrimSuffix(address, ">")); reason != "" || address == "" {
				return nil, nil, reasonEmail
			}
		}
		label, reason = cleanText(label, maxClub)
		switch {
		case reason != "" && (reason != reasonEmpty || address == ""):
			return nil, nil, reason
		case len(labels) == maxLabels:
			return nil, nil, "labels_many"
		}
		labels, addresses = append(labels, label), append(addresses, address)
	}
	return labels, addresses, ""
}

func (s *Server) revokeInvitation(r *request) error {
	return r.done(s.store.RevokeInvitation(r.ctx(), r.club.ID, r.player(), r.number("id")), link.Invitations(r.club.Slug))
}
