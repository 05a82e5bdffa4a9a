package club

import (
	"net/http"

	"carteado/db"
	"carteado/db/base"
	"carteado/engine/clock"
	"carteado/handlers/web"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// maxWhy is the longest reason for a suspension, in characters.
const maxWhy = 300

// lengths are the suspensions that a host chooses by their length.
var lengths = map[string]string{"day": "1 day", "week": "7 days", "month": "1 month"}

// ShowSuspend asks a host why and until when to suspend a member.
func (w *Wing) ShowSuspend(r *web.Request) error {
	return w.suspendPage(r, http.StatusOK, clubpage.SuspendProps{For: "week", When: "after"})
}

func (w *Wing) suspendPage(r *web.Request, status int, props clubpage.SuspendProps) error {
	line, err := w.Store.MemberOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("player"))
	if err != nil {
		return err
	}
	if !r.Club.Role.Above(line.Role) {
		return base.ErrForbidden
	}
	props.Member = memberRow(r, line)
	return r.Show(status, clubpage.Suspend(props))
}

func (w *Wing) SuspendMember(r *web.Request) error {
	form := clubpage.SuspendProps{For: r.Field("for"), Date: r.Field("date"), When: r.Field("when"),
		Faults: part.Faults{}}
	form.Reason = web.CleanField(r, form.Faults, "reason", maxWhy)
	n := db.NewSuspension{Reason: form.Reason, For: lengths[form.For], After: form.When == "after"}
	switch {
	case form.For == "date":
		day, ok := web.Day(form.Date, w.Zone(r.Club.TimeZone))
		n.Until = clock.DayEnd(day) // the day itself is part of it
		if !ok || !n.Until.After(w.Now()) {
			form.Faults["date"] = "date_ahead"
		}
	case n.For == "" && form.For != "lifted":
		form.Faults["for"] = web.ReasonChoice
	}
	if form.When != "after" && form.When != "now" {
		form.Faults["when"] = web.ReasonChoice
	}
	if len(form.Faults) > 0 {
		return w.suspendPage(r, http.StatusUnprocessableEntity, form)
	}
	id := r.Number("player")
	err := w.Store.Suspend(r.Ctx(), r.Club.ID, r.Player(), id, n)
	return w.changedMember(r, id, err, link.MemberSaid(r.Club.Slug, id, "suspended"))
}

func (w *Wing) RestoreMember(r *web.Request) error {
	id := r.Number("player")
	err := w.Store.Restore(r.Ctx(), r.Club.ID, r.Player(), id)
	return w.changedMember(r, id, err, link.MemberSaid(r.Club.Slug, id, "restored"))
}
