package handlers

import (
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"strings"

	"carteado/db"
	"carteado/engine/role"
	"carteado/handlers/password"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
)

// maxSearch is the longest text that is searched for, in characters.
const maxSearch = 64

// membersSaved are the things that pages about members can say were done.
var membersSaved = []string{"role", "suspended", "restored", "removed", "approved", "declined"}

func (r *request) said() string {
	if said := r.QueryParam("saved"); slices.Contains(membersSaved, said) {
		return said
	}
	return ""
}

func (s *Server) showMembers(r *request) error {
	return s.membersPage(r, http.StatusOK, page.MembersProps{Saved: r.said()})
}

func (s *Server) membersPage(r *request, status int, props page.MembersProps) error {
	props.Club = r.club.Slug
	props.Search, _ = cleanText(r.QueryParam("q"), maxSearch)
	list, err := s.store.MemberList(r.ctx(), r.club.ID, r.player(), props.Search)
	if err != nil {
		return err
	}
	for _, m := range list {
		props.List = append(props.List, memberRow(r, m))
	}
	if r.club.Role.May(role.Invite) {
		asking, err := s.store.JoinRequests(r.ctx(), r.club.ID, r.player())
		if err != nil {
			return err
		}
		for _, a := range asking {
			props.Requests = append(props.Requests, page.RequestRow{
				Person: part.Person{ID: a.Player, Name: a.Name}, Role: a.Role, By: a.By, At: a.At,
			})
		}
	}
	return r.render(status, page.Members(props))
}

func memberRow(r *request, m db.MemberLine) page.MemberRow {
	return page.MemberRow{
		Person: part.Person{ID: m.Player, Name: m.Name, Me: m.Player == r.player(), Online: m.Online && !m.Suspended},
		Email:  m.Email, Role: m.Role, Suspended: m.Suspended, Joined: m.JoinedAt, Seen: m.SeenAt, Matches: m.Matches, Wins: m.Wins,
	}
}

func (s *Server) showMember(r *request) error {
	id, err := r.number("player")
	if err != nil {
		return err
	}
	line, err := s.store.MemberOf(r.ctx(), r.club.ID, r.player(), id)
	if err != nil {
		return err
	}
	record, err := s.store.RecordOf(r.ctx(), r.club.ID, r.player(), id)
	if err != nil {
		return err
	}
	props := page.MemberProps{Club: r.club.Slug, Member: memberRow(r, line), Me: id == r.player(), Saved: r.said()}
	for _, g := range record.Games {
		props.Games = append(props.Games, page.Record{Game: g.Game, Matches: g.Matches, Wins: g.Wins})
	}
	for _, rival := range record.Rivals {
		props.Rivals = append(props.Rivals, page.Rival{
			Person: part.Person{ID: rival.Player, Name: rival.Name, Me: rival.Player == r.player()}, Won: rival.Won, Lost: rival.Lost,
		})
	}
	for _, line := range record.Recent {
		props.Recent = append(props.Recent, s.result(r, line).For(id))
	}
	return r.render(http.StatusOK, page.Member(props))
}

func (s *Server) showRoles(r *request) error { return r.render(http.StatusOK, page.Roles()) }

// changeMember does something to the member in the path and leads back to the
// list, which says what was done.
func (s *Server) changeMember(r *request, done string, change func(player int64) error) error {
	id, err := r.number("player")
	if err != nil {
		return err
	}
	switch err := change(id); {
	case errors.Is(err, db.ErrLastOwner):
		return s.membersPage(r, http.StatusConflict, page.MembersProps{Faults: part.Faults{"": "last_owner"}})
	case err != nil:
		return err
	}
	s.hub.dismiss() // whoever polls is asked again who they are
	return r.goTo(link.Members(r.club.Slug) + "?saved=" + done)
}

func (s *Server) setRole(r *request) error {
	to := role.Role(r.field("role"))
	if !to.Known() {
		return errForm
	}
	return s.changeMember(r, "role", func(player int64) error {
		return s.store.SetRole(r.ctx(), r.club.ID, r.player(), player, to)
	})
}

func (s *Server) suspendMember(r *request) error {
	return s.changeMember(r, "suspended", func(player int64) error {
		return s.store.Suspend(r.ctx(), r.club.ID, r.player(), player)
	})
}

func (s *Server) restoreMember(r *request) error {
	return s.changeMember(r, "restored", func(player int64) error {
		return s.store.Restore(r.ctx(), r.club.ID, r.player(), player)
	})
}

func (s *Server) removeMember(r *request) error {
	return s.changeMember(r, "removed", func(player int64) error {
		return s.store.Remove(r.ctx(), r.club.ID, r.player(), player)
	})
}

func (s *Server) answerRequest(r *request) error {
	answers := map[string]string{"yes": "approved", "no": "declined"}
	done := answers[r.field("answer")]
	if done == "" {
		return errForm
	}
	return s.changeMember(r, done, func(player int64) error {
		return s.store.AnswerRequest(r.ctx(), r.club.ID, r.player(), player, done == "approved")
	})
}

func (s *Server) leaveClub(r *request) error {
	if r.field("sure") != "yes" {
		return errForm
	}
	err := s.store.LeaveClub(r.ctx(), r.club.ID, r.player())
	if errors.Is(err, db.ErrLastOwner) {
		return s.membersPage(r, http.StatusConflict, page.MembersProps{Faults: part.Faults{"": "last_owner"}})
	}
	if err != nil {
		return err
	}
	s.hub.dismiss()
	return r.goTo(link.Root)
}

// createAccount makes an account for a member who has none, and shows the link
// with which they set their password.
func (s *Server) createAccount(r *request) error {
	form := page.MembersProps{Faults: part.Faults{}}
	form.Name = cleanField(r, form.Faults, "name", maxName)
	if strings.Contains(form.Name, "@") && form.Faults["name"] == "" {
		form.Faults["name"] = reasonSigns
	}
	email, reason := cleanEmail(r.field("email"))
	if form.Email = email; reason != "" {
		form.Email, form.Faults["email"] = r.field("email"), reason
	}
	if !r.club.Role.May(role.Assist) {
		return db.ErrForbidden
	}
	if len(form.Faults) > 0 {
		return s.membersPage(r, http.StatusUnprocessableEntity, form)
	}
	player, made, err := s.store.CreateAccount(r.ctx(), r.club.ID, r.player(), db.NewPlayer{Name: form.Name, Email: form.Email, Lang: r.club.Lang})
	if takenFault(err, form.Faults) {
		return s.membersPage(r, http.StatusUnprocessableEntity, form)
	}
	if err != nil {
		return err
	}
	return s.passwordLinkPage(r, player.ID, player.Name, made, true)
}

func (s *Server) resetMember(r *request) error {
	id, err := r.number("player")
	if err != nil {
		return err
	}
	made, err := s.store.MakePasswordLink(r.ctx(), r.club.ID, r.player(), id)
	if err != nil {
		return err
	}
	line, err := s.store.MemberOf(r.ctx(), r.club.ID, r.player(), id)
	if err != nil {
		return err
	}
	return s.passwordLinkPage(r, id, line.Name, made, false)
}

// passwordLinkPage shows a link in the answer itself: it is in no address, and
// cannot be shown again.
func (s *Server) passwordLinkPage(r *request, player int64, name string, made db.PasswordLink, account bool) error {
	return r.render(http.StatusOK, page.PasswordLink(page.PasswordLinkProps{
		Club: r.club.Slug, Player: part.Person{ID: player, Name: name}, Expires: made.Expires, Account: account,
		URL: s.config.URL + link.PasswordLink(base64.RawURLEncoding.EncodeToString(made.Token[:])),
	}))
}

// passwordToken reads the token in the path; what cannot be one is no page.
func (r *request) passwordToken() (db.TokenHash, error) {
	token, err := base64.RawURLEncoding.DecodeString(r.Param("token"))
	if err != nil || len(token) != len(db.PasswordLink{}.Token) {
		return db.TokenHash{}, db.ErrNotFound
	}
	return db.HashToken(token), nil
}

// passwordLinkGone answers for a link that holds no more, and for one that was
// replaced or never made, which nothing tells apart.
func (s *Server) passwordLinkGone(r *request, err error) error {
	switch {
	case errors.Is(err, db.ErrGone):
		return r.render(http.StatusGone, page.PasswordLinkGone())
	case errors.Is(err, db.ErrNotFound):
		return r.render(http.StatusNotFound, page.PasswordLinkGone())
	}
	return err
}

func (s *Server) showNewPassword(r *request) error {
	token, err := r.passwordToken()
	if err != nil {
		return s.passwordLinkGone(r, err)
	}
	player, err := s.store.PasswordLinkOf(r.ctx(), token)
	if err != nil {
		return s.passwordLinkGone(r, err)
	}
	return r.render(http.StatusOK, page.NewPassword(page.NewPasswordProps{Token: r.Param("token"), Name: player.Name}))
}

// setNewPassword sets the password and signs the player in.
func (s *Server) setNewPassword(r *request) error {
	token, err := r.passwordToken()
	if err != nil {
		return s.passwordLinkGone(r, err)
	}
	player, err := s.store.PasswordLinkOf(r.ctx(), token)
	if err != nil {
		return s.passwordLinkGone(r, err)
	}
	form := page.NewPasswordProps{Token: r.Param("token"), Name: player.Name, Faults: part.Faults{}}
	plain := r.field("password")
	if weak := password.Weakness(plain, player.Name, player.Email); weak != "" {
		form.Faults["password"] = weak
		return r.render(http.StatusUnprocessableEntity, page.NewPassword(form))
	}
	hash, err := s.passwords.Hash(r.ctx(), plain)
	if err != nil {
		return err
	}
	if player, err = s.store.UsePasswordLink(r.ctx(), token, db.Secret(hash)); err != nil {
		return s.passwordLinkGone(r, err)
	}
	s.hub.dismiss()
	if err := s.startSession(r, player.ID, db.Secret(hash)); err != nil {
		return err
	}
	return r.goTo(link.Root)
}
