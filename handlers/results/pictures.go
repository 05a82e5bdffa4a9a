package results

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"carteado/db/base"
	"carteado/db/results"
	"carteado/engine"
	"carteado/handlers/web"
	"carteado/views/i18n"
	resultpage "carteado/views/page/results"
	"carteado/views/picture"
	"carteado/views/table"
)

// pictures are those drawn last, by what they say. One is drawn at a time, which takes a twentieth of a second of one
// core: a reader who asks for many loads no more than that core, and waits.
type pictures struct {
	drawing chan struct{}
	mu      sync.Mutex
	kept    map[string][]byte
}

// maxPictures bounds how many are kept, some 50 kB each.
const maxPictures = 100

func newPictures() *pictures {
	return &pictures{drawing: make(chan struct{}, 1), kept: map[string][]byte{}}
}

func (p *pictures) known(key string) []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.kept[key]
}

// of returns the picture of a result. A reader who waits for too long is told to come again.
func (p *pictures) of(ctx context.Context, r picture.Result) ([]byte, error) {
	key := fmt.Sprintf("%q", r)
	if data := p.known(key); data != nil {
		return data, nil
	}
	select {
	case p.drawing <- struct{}{}:
		defer func() { <-p.drawing }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if data := p.known(key); data != nil {
		return data, nil
	}
	data, err := r.PNG()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.kept) == maxPictures {
		clear(p.kept)
	}
	p.kept[key] = data
	return data, nil
}

// sendPicture draws a result in the reader's language and the club's time. Names of those who have not said that they
// may leave the club stay in it.
func (w *Wing) sendPicture(r *web.Request, props resultpage.PictureProps) error {
	ids := make([]int64, 0, len(props.Lines))
	for _, l := range props.Lines {
		ids = append(ids, l.Person.ID)
	}
	allowed, err := w.Store.Outside(r.Ctx(), ids)
	if err != nil {
		return err
	}
	for i, l := range props.Lines {
		props.Lines[i].Outside = slices.Contains(allowed, l.Person.ID)
	}
	props.Club = r.Club.Name
	ctx := i18n.With(table.With(r.Ctx(), w.GamesByKey), r.Language())
	ctx = i18n.WithTime(ctx, w.Now(), w.Zone(r.Club.TimeZone))
	data, err := w.pictures.of(ctx, resultpage.Picture(ctx, props))
	if err != nil {
		return err
	}
	r.Response().Header().Set("Cache-Control", "no-store")
	return r.Blob(http.StatusOK, "image/png", data)
}

// DrawMatch is the result of a match that is over and counts, as a picture.
func (w *Wing) DrawMatch(r *web.Request) error {
	sheet, err := w.Store.Match(r.Ctx(), r.Club.ID, r.Number("match"), r.Player())
	if err != nil {
		return err
	}
	if sheet.Outcome == nil || sheet.Practice || sheet.Void != nil || sheet.Outcome.How == engine.ByClose {
		return base.ErrNotFound
	}
	corrections, err := w.Store.Corrections(r.Ctx(), r.Club.ID, r.Player(), r.Number("match"))
	if err != nil {
		return err
	}
	places := sheet.Outcome.Placing
	if last := len(corrections) - 1; last >= 0 && corrections[last].Kind == results.CorrectPlaces {
		places = corrections[last].Places
	}
	props := resultpage.PictureProps{Game: sheet.Game, At: sheet.EndedAt}
	for seat, person := range web.People(r.Player(), sheet.Seats) {
		props.Lines = append(props.Lines, resultpage.PictureLine{Person: person, Place: places[seat],
			Points: sheet.Totals[seat]})
	}
	return w.sendPicture(r, props)
}

// DrawSeason is a season's table as a picture.
func (w *Wing) DrawSeason(r *web.Request) error {
	st, err := w.standings(r, r.Number("season"))
	if err != nil {
		return err
	}
	props := resultpage.PictureProps{Season: st.Season.Name, Ended: st.Season.Ended, At: w.Now()}
	if props.Ended {
		props.At = st.Season.EndsAt.Add(-time.Second)
	}
	for _, l := range st.Lines {
		if l.Place > 0 && len(props.Lines) < picture.MaxLines {
			props.Lines = append(props.Lines, resultpage.PictureLine{Person: l.Person, Place: l.Place,
				Points: l.Points})
		}
	}
	if len(props.Lines) == 0 {
		return base.ErrNotFound
	}
	return w.sendPicture(r, props)
}
