package club

import (
	"encoding/base64"
	"errors"
	"net/http"
	"slices"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/engine/role"
	"carteado/handlers/web"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	clubpage "carteado/views/page/club"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
)

// membersSaved are the changes that pages about members can confirm.
var membersSaved = []string{"role", "suspended", "restored", "removed", "approved", "declined"}

// said is the change that a page about members confirms, "" for none.
func said(r *web.Request) string {
	if said := r.QueryParam("saved"); slices.Contains(membersSaved, said) {
		return said
	}
	return ""
}

func (w *Wing) ShowMembers(r *web.Request) error {
	return w.membersPage(r, http.StatusOK, clubpage.MembersProps{Saved: said(r)})
}

func (w *Wing) membersPage(r *web.Request, status int, props clubpage.MembersProps) error {
	props.Search, _ = web.CleanText(r.QueryParam("q"), web.MaxSearch)
	if only := r.QueryParam("only"); slices.Contains(clubpage.MemberParts, only) {
		props.Only = only
	}
	list, err := w.Store.MemberList(r.Ctx(), r.Club.ID, r.Player(), clubs.MemberFilter{
		Search: props.Search, Only: props.Only,
	}, r.PageAsked())
	if err != nil {
		return err
	}
	props.Count = list.Count
	props.Paging = web.Paged(list.Page, clubs.MembersPerPage, list.Found, func(n int) string {
		return link.MembersPage(r.Club.Slug, props.Search, props.Only, n)
	})
	for _, m := range list.Lines {
		props.List = append(props.List, memberRow(r, m))
	}
	if r.Club.Role.May(role.Invite) {
		asking, err := w.Store.JoinRequests(r.Ctx(), r.Club.ID, r.Player())
		if err != nil {
			return err
		}
		for _, a := range asking {
			props.Requests = append(props.Requests, clubpage.RequestRow(a))
		}
	}
	return r.Show(status, clubpage.Members(props))
}

func memberRow(r *web.Request, m clubs.MemberLine) clubpage.MemberRow {
	return clubpage.MemberRow{
		Person: part.Person{
			ID: m.Player, Name: m.Name, Face: part.FaceOf(m.Face), Me: m.Player == r.Player(), Online: m.Online &&
				!m.Suspended,
		},
		Role: m.Role, Suspended: m.Suspended, Until: m.Until, Joined: m.JoinedAt, Seen: m.SeenAt, Matches: m.Matches,
		Wins: m.Wins,
	}
}

func (w *Wing) ShowMember(r *web.Request) error {
	return w.memberPage(r, http.StatusOK, r.Number("player"), nil)
}

func (w *Wing) memberPage(r *web.Request, status int, id int64, faults part.Faults) error {
	line, err := w.Store.MemberOf(r.Ctx(), r.Club.ID, r.Player(), id)
	if err != nil {
		return err
	}
	record, err := w.Store.RecordOf(r.Ctx(), r.Club.ID, r.Player(), id)
	if err != nil {
		return err
	}
	props := clubpage.MemberProps{Member: memberRow(r, line), Me: id == r.Player(), Saved: said(r), Faults: faults}
	for _, g := range record.Games {
		props.Games = append(props.Games, resultpage.Record(g))
	}
	for _, rival := range record.Rivals {
		props.Rivals = append(props.Rivals, resultpage.Rival{
			Person: web.PersonOf(r.Player(), rival.Person), Won: rival.Won, Lost: rival.Lost,
		})
	}
	for _, line := range record.Recent {
		props.Recent = append(props.Recent, w.Result(r, line).For(id))
	}
	return r.Show(status, clubpage.Member(props))
}

// changedMember leads on after a change to a member. Polls are asked again who
// they are, and an owner whom the club cannot lose stays one.
func (w *Wing) changedMember(r *web.Request, id int64, err error, path string) error {
	if errors.Is(err, base.ErrLastOwner) {
		return w.memberPage(r, http.StatusConflict, id, part.Faults{"": "last_owner"})
	}
	w.Polls.Dismiss()
	return r.Done(err, path)
}

func (w *Wing) RemoveMember(r *web.Request) error {
	id := r.Number("player")
	err := w.Store.Remove(r.Ctx(), r.Club.ID, r.Player(), id)
	return w.changedMember(r, id, err, link.MembersSaid(r.Club.Slug, "removed"))
}

func (w *Wing) LeaveClub(r *web.Request) error {
	if r.Field("sure") != "yes" {
		return web.ErrForm
	}
	return w.changedMember(r, r.Player(), w.Store.LeaveClub(r.Ctx(), r.Club.ID, r.Player()), link.Root)
}

// CreateAccount makes an account for a member who has none, and shows the link
// with which they set their password.
func (w *Wing) CreateAccount(r *web.Request) error {
	form := clubpage.MembersProps{Faults: part.Faults{}}
	wanted := web.ReadPlayer(r, form.Faults)
	form.Name, form.Email = wanted.Name, wanted.Email
	if len(form.Faults) > 0 {
		return w.membersPage(r, http.StatusUnprocessableEntity, form)
	}
	wanted.Lang, wanted.Idem = r.Club.Lang, r.Key()
	player, made, err := w.Store.CreateAccount(r.Ctx(), r.Club.ID, r.Player(), wanted)
	if web.TakenFault(err, form.Faults) {
		return w.membersPage(r, http.StatusUnprocessableEntity, form)
	}
	if err != nil {
		return err
	}
	return w.passwordLinkPage(r, player.ID, player.Name, made, true)
}

func (w *Wing) ResetMember(r *web.Request) error {
	id := r.Number("player")
	made, err := w.Store.MakePasswordLink(r.Ctx(), r.Club.ID, r.Player(), id)
	if errors.Is(err, base.ErrPlaying) {
		return w.memberPage(r, http.StatusConflict, id, part.Faults{"": "playing"})
	}
	if err != nil {
		return err
	}
	line, err := w.Store.MemberOf(r.Ctx(), r.Club.ID, r.Player(), id)
	if err != nil {
		return err
	}
	return w.passwordLinkPage(r, id, line.Name, made, false)
}

// passwordLinkPage shows a link in the answer itself: it is in no address, and
// cannot be shown again.
func (w *Wing) passwordLinkPage(r *web.Request, player int64, name string, made accounts.PasswordLink,
	account bool) error {
	address := w.URL + link.PasswordLink(base64.RawURLEncoding.EncodeToString(made.Token[:]))
	drawing, size, err := web.QrPath(address)
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, accountpage.PasswordLink(accountpage.PasswordLinkProps{
		Player: part.Person{ID: player, Name: name}, Expires: made.Expires, Account: account, URL: address, QR: drawing,
		QRSize: size,
	}))
}
