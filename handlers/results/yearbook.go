package results

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"carteado/db/base"
	"carteado/handlers/web"
	"carteado/views/i18n"
	"carteado/views/link"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
)

// ShowYearbooks lists the yearbooks that were written, and those that are being written.
func (w *Wing) ShowYearbooks(r *web.Request) error { return w.yearbooksPage(r, http.StatusOK, false) }

func (w *Wing) yearbooksPage(r *web.Request, status int, stale bool) error {
	list, err := w.Store.YearbooksOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	seasons, err := w.Store.StandingsOf(r.Ctx(), r.Club.ID, r.Player(), 0)
	if err != nil {
		return err
	}
	ctx := i18n.With(r.Ctx(), r.Language())
	props := resultpage.YearbooksProps{Stale: stale, Seasons: []part.Choosable{{Label: i18n.T(ctx, "yearbook.all")}}}
	for _, s := range seasons.Seasons {
		props.Seasons = append(props.Seasons, part.Choosable{Value: strconv.FormatInt(s.ID, 10), Label: s.Name})
	}
	for _, y := range list {
		props.List = append(props.List, resultpage.Yearbook{ID: y.ID, Season: y.Season,
			By: web.PersonOf(r.Player(), y.By), Asked: y.Asked, Done: y.Done, Total: y.Total, Size: y.Size,
			Ready: y.Ready, Failed: y.Failed})
		props.Busy = props.Busy || y.Ready.IsZero() && !y.Failed
	}
	r.Again = props.Busy // the page loads itself again until it is done
	return r.Show(status, resultpage.Yearbooks(props))
}

// AskYearbook has a yearbook written.
func (w *Wing) AskYearbook(r *web.Request) error {
	var season int64
	if text := r.Field("season"); text != "" {
		var err error
		if season, err = strconv.ParseInt(text, 10, 64); err != nil || season < 1 {
			return web.ErrForm
		}
	}
	err := w.Store.AskYearbook(r.Ctx(), r.Club.ID, r.Player(), season)
	if errors.Is(err, base.ErrStale) {
		return w.yearbooksPage(r, http.StatusConflict, true)
	}
	return r.Done(err, link.Yearbooks(r.Club.Slug))
}

// SendYearbook hands out a yearbook that is whole, part by part.
func (w *Wing) SendYearbook(r *web.Request) error {
	id := r.Number("id")
	name := r.Club.Slug + "-" + strconv.FormatInt(id, 10) + ".zip"
	return r.DownloadParts("application/zip", name, func(ctx context.Context, number int) ([]byte, bool, error) {
		return w.Store.YearbookPart(ctx, r.Club.ID, r.Player(), id, number)
	})
}
