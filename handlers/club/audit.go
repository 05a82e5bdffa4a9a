package club

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"

	"carteado/db/clubs"
	"carteado/engine/role"
	"carteado/handlers/web"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

func (w *Wing) ShowAudit(r *web.Request) error {
	var at clubs.AuditRange
	at.Before, _ = strconv.ParseInt(r.QueryParam("before"), 10, 64)
	at.After, _ = strconv.ParseInt(r.QueryParam("after"), 10, 64)
	if former, _ := strconv.ParseInt(r.QueryParam("former"), 10, 64); former != 0 {
		return w.showFormerAudit(r, former, at.Before)
	}
	log, err := w.Store.AuditOf(r.Ctx(), r.Club.ID, r.Player(), at)
	if err != nil {
		return err
	}
	props := clubpage.AuditProps{
		Newer: entry(log.Newer), Older: entry(log.Older), Whole: log.Whole, Head: log.Head,
		Export: r.Club.Role.May(role.Export),
	}
	if h := log.Signed; h != nil {
		props.Signed = clubpage.Signed{Head: fmt.Sprintf("%s:%d:%x", r.Club.Slug, h.Place, h.Hash), At: h.At,
			Key:       base64.StdEncoding.EncodeToString(h.Key),
			Signature: base64.StdEncoding.EncodeToString(h.Signature)}
	}
	for _, f := range log.Former {
		props.Former = append(props.Former, clubpage.FormerLog(f))
	}
	props.Entries = auditRows(r, log.Entries)
	if log.Whole {
		hosts, err := w.Store.HostEvents(r.Ctx(), r.Club.ID, r.Player())
		if err != nil {
			return err
		}
		for _, e := range hosts {
			props.Hosts = append(props.Hosts, clubpage.HostEvent{What: string(e.What), At: e.At, Network: e.Network,
				Host: part.Person{ID: e.Player, Name: e.Name, Me: e.Player == r.Player()}})
		}
	}
	return r.Show(http.StatusOK, clubpage.Audit(props))
}

// showFormerAudit shows the log of a house that the club came from.
func (w *Wing) showFormerAudit(r *web.Request, former, before int64) error {
	log, of, err := w.Store.FormerAudit(r.Ctx(), r.Club.ID, r.Player(), former, before)
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, clubpage.Audit(clubpage.AuditProps{Whole: true, Older: entry(log.Older),
		Entries: auditRows(r, log.Entries), Of: new(clubpage.FormerLog(of))}))
}

func auditRows(r *web.Request, entries []clubs.AuditEntry) (rows []clubpage.AuditRow) {
	for _, e := range entries {
		rows = append(rows, clubpage.AuditRow{
			At: e.At, Action: e.Action, Details: e.Details,
			By:    part.Person{ID: e.Player, Name: e.Name, Then: e.Then, Me: e.Player == r.Player()},
			About: part.Person{ID: e.About, Name: e.AboutName, Then: e.AboutThen},
		})
	}
	return rows
}

// entry is the mark of an entry of the log in an address, "" for none.
func entry(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}
