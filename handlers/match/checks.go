package match

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"carteado/engine/proof"
	"carteado/handlers/web"
	"carteado/views/link"
	matchpage "carteado/views/page/match"
	"carteado/views/table"
)

// ShowCheck checks the deals of a match that is over, from the commitment to the cards.
func (w *Wing) ShowCheck(r *web.Request) error {
	record, sheet, err := w.Store.Record(r.Ctx(), r.Club.ID, r.Number("match"), r.Player())
	if err != nil {
		return err
	}
	props := matchpage.CheckProps{
		Match: sheet.ID, Record: record, Seats: web.People(r.Player(), sheet.Seats), Sealed: sheet.Sealed,
		Ended: sheet.EndedAt,
	}
	for _, c := range sheet.Contributions {
		props.Contributions = append(props.Contributions, matchpage.Contribution(c))
	}
	match, err := record.Prove(table.Rules(w.Games))
	var fault *proof.Fault
	switch {
	case errors.As(err, &fault):
		props.Fault = fault.Step
	case errors.Is(err, proof.ErrRules), errors.Is(err, proof.ErrGame): // the commitment is judged without them
		if errors.As(record.Committed(), &fault) {
			props.Fault = fault.Step
		}
	case err != nil:
		return err
	default:
		if props.Deals, err = record.Deals(match); err != nil {
			return err
		}
	}
	return r.Show(http.StatusOK, matchpage.Check(props))
}

// SendRecord lets the reader keep everything that proves a match that is over: as JSON, or as a text for people.
func (w *Wing) SendRecord(r *web.Request) error {
	record, _, err := w.Store.Record(r.Ctx(), r.Club.ID, r.Number("match"), r.Player())
	if err != nil {
		return err
	}
	var data []byte
	kind, ending := "application/json", "json"
	if r.QueryParam("as") == link.AsText {
		kind, ending = "text/plain; charset=utf-8", "txt"
		match, _ := record.Prove(table.Rules(w.Games)) // one that does not hold is told without its deals
		data, err = record.Text(match)
	} else {
		data, err = json.MarshalIndent(record, "", " ")
	}
	if err != nil {
		return err
	}
	header := r.Response().Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="match-%d.%s"`, record.Match, ending))
	return r.Blob(http.StatusOK, kind, data)
}
