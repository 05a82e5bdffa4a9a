package handlers

import (
	"net/http"
	"time"

	"github.com/a-h/templ"

	"carteado/db"
	"carteado/engine/role"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// maxWhy is the longest reason for a suspension, in characters.
const maxWhy = 300

// lengths are the suspensions that a host chooses by their length.
var lengths = map[string]string{"day": "1 day", "week": "7 days", "month": "1 month"}

// showSuspend asks a host why and until when to suspend a member.
func (s *Server) showSuspend(r *request) error {
	return s.suspendPage(r, http.StatusOK, clubpage.SuspendProps{For: "week", When: "after"})
}

func (s *Server) suspendPage(r *request, status int, props clubpage.SuspendProps) error {
	line, err := s.store.MemberOf(r.ctx(), r.club.ID, r.player(), r.number("player"))
	if err != nil {
		return err
	}
	if !r.club.Role.Above(line.Role) {
		return db.ErrForbidden
	}
	props.Member = memberRow(r, line)
	return r.render(status, clubpage.Suspend(props))
}

func (s *Server) suspendMember(r *request) error {
	form := clubpage.SuspendProps{For: r.field("for"), Date: r.field("date"), When: r.field("when"), Faults: part.Faults{}}
	form.Reason = cleanField(r, form.Faults, "reason", maxWhy)
	n := db.NewSuspension{Reason: form.Reason, For: lengths[form.For], After: form.When == "after"}
	switch {
	case form.For == "date":
		day, err := time.ParseInLocation(time.DateOnly, form.Date, s.zone(r.club.TimeZone))
		n.Until = day.AddDate(0, 0, 1) // the day itself is part of it
		if err != nil || !likely(day) || !n.Until.After(s.now()) {
			form.Faults["date"] = "date_ahead"
		}
	case n.For == "" && form.For != "lifted":
		form.Faults["for"] = reasonChoice
	}
	if form.When != "after" && form.When != "now" {
		form.Faults["when"] = reasonChoice
	}
	if len(form.Faults) > 0 {
		return s.suspendPage(r, http.StatusUnprocessableEntity, form)
	}
	id := r.number("player")
	return s.changedMember(r, id, s.store.Suspend(r.ctx(), r.club.ID, r.player(), id, n), link.MemberSaid(r.club.Slug, id, "suspended"))
}

func (s *Server) restoreMember(r *request) error {
	id := r.number("player")
	return s.changedMember(r, id, s.store.Restore(r.ctx(), r.club.ID, r.player(), id), link.MemberSaid(r.club.Slug, id, "restored"))
}

// pausedPage shows a suspended member the host, the reason and the end; or the other
// page, if the suspension has ended meanwhile or cannot be read.
func (r *request) pausedPage(other templ.Component) templ.Component {
	p, err := r.server.store.SuspensionOf(r.ctx(), r.club)
	if err != nil || r.club.Role != role.Paused {
		return other
	}
	props := clubpage.PausedProps{By: part.Person{ID: p.By, Name: p.Name}, Role: p.Role, Reason: p.Reason, Until: p.Until, Finish: p.After, Tables: p.Tables}
	clubs, err := r.server.store.ClubsOf(r.ctx(), r.player())
	if err != nil {
		return other
	}
	for _, c := range clubs {
		if c.ID != r.club.ID {
			props.Others = append(props.Others, clubpage.ClubRow{Slug: c.Slug, Name: c.Name})
		}
	}
	return clubpage.Paused(props)
}
