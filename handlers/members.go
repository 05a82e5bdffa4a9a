package handlers

import (
	"errors"
	"net/http"
	"slices"

	"carteado/db"
	"carteado/engine/role"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// membersSaved are the changes that pages about members can confirm.
var membersSaved = []string{"role", "suspended", "restored", "removed", "approved", "declined"}

func (r *request) said() string {
	if said := r.QueryParam("saved"); slices.Contains(membersSaved, said) {
		return said
	}
	return ""
}

func (s *Server) showMembers(r *request) error {
	return s.membersPage(r, http.StatusOK, clubpage.MembersProps{Saved: r.said()})
}

func (s *Server) membersPage(r *request, status int, props clubpage.MembersProps) error {
	props.Search, _ = cleanText(r.QueryParam("q"), maxSearch)
	if only := r.QueryParam("only"); slices.Contains(clubpage.MemberParts, only) {
		props.Only = only
	}
	list, err := s.store.MemberList(r.ctx(), r.club.ID, r.player(), db.MemberFilter{Search: props.Search, Only: props.Only}, r.pageAsked())
	if err != nil {
		return err
	}
	props.Count = list.Count
	props.Paging = paged(list.Page, db.MembersPerPage, list.Found, func(n int) string {
		return link.MembersPage(r.club.Slug, props.Search, props.Only, n)
	})
	for _, m := range list.Lines {
		props.List = append(props.List, memberRow(r, m))
	}
	if r.club.Role.May(role.Invite) {
		asking, err := s.store.JoinRequests(r.ctx(), r.club.ID, r.player())
		if err != nil {
			return err
		}
		for _, a := range asking {
			props.Requests = append(props.Requests, clubpage.RequestRow(a))
		}
	}
	return r.render(status, clubpage.Members(props))
}

func memberRow(r *request, m db.MemberLine) clubpage.MemberRow {
	return clubpage.MemberRow{
		Person: part.Person{ID: m.Player, Name: m.Name, Face: part.FaceOf(m.Face), Me: m.Player == r.player(), Online: m.Online && !m.Suspended},
		Role:   m.Role, Suspended: m.Suspended, Until: m.Until, Joined: m.JoinedAt, Seen: m.SeenAt, Matches: m.Matches, Wins: m.Wins,
	}
}

func (s *Server) showMember(r *request) error {
	return s.memberPage(r, http.StatusOK, r.number("player"), nil)
}

func (s *Server) memberPage(r *request, status int, id int64, faults part.Faults) error {
	line, err := s.store.MemberOf(r.ctx(), r.club.ID, r.player(), id)
	if err != nil {
		return err
	}
	record, err := s.store.RecordOf(r.ctx(), r.club.ID, r.player(), id)
	if err != nil {
		return err
	}
	props := clubpage.MemberProps{Member: memberRow(r, line), Me: id == r.player(), Saved: r.said(), Faults: faults}
	for _, g := range record.Games {
		props.Games = append(props.Games, clubpage.Record(g))
	}
	for _, rival := range record.Rivals {
		props.Rivals = append(props.Rivals, clubpage.Rival{Person: faced(r.player(), rival.Person), Won: rival.Won, Lost: rival.Lost})
	}
	for _, line := range record.Recent {
		props.Recent = append(props.Recent, s.result(r, line).For(id))
	}
	return r.render(status, clubpage.Member(props))
}

// changedMember leads on after a change to a member. Polls are asked again who
// they are, and an owner whom the club cannot lose stays one.
func (s *Server) changedMember(r *request, id int64, err error, path string) error {
	if errors.Is(err, db.ErrLastOwner) {
		return s.memberPage(r, http.StatusConflict, id, part.Faults{"": "last_owner"})
	}
	s.hub.dismiss()
	return r.done(err, path)
}

func (s *Server) removeMember(r *request) error {
	id := r.number("player")
	return s.changedMember(r, id, s.store.Remove(r.ctx(), r.club.ID, r.player(), id), link.MembersSaid(r.club.Slug, "removed"))
}

func (s *Server) leaveClub(r *request) error {
	if r.field("sure") != "yes" {
		return errForm
	}
	return s.changedMember(r, r.player(), s.store.LeaveClub(r.ctx(), r.club.ID, r.player()), link.Root)
}
