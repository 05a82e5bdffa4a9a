package nights

import (
	"errors"
	"net/http"
	"strconv"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/nights"
	"carteado/handlers/web"
	"carteado/views/layout"
	"carteado/views/link"
	nightspage "carteado/views/page/nights"
	"carteado/views/part"
)

// ShowArrivals is the host's page at the door.
func (w *Wing) ShowArrivals(r *web.Request) error {
	return w.arrivalsPage(r, http.StatusOK, "", nil)
}

func (w *Wing) arrivalsPage(r *web.Request, status int, typed string, faults part.Faults) error {
	n, answers, silent, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	here, err := w.Store.ArrivalsOf(r.Ctx(), r.Club.ID, r.Player(), n.ID)
	if err != nil {
		return err
	}
	props := nightspage.ArrivalsProps{Night: w.NightOf(n), Typed: typed, Faults: faults, Open: n.Door}
	came := map[int64]bool{}
	for _, a := range here {
		came[a.Player] = true
		props.Here = append(props.Here, arrivalOf(r, a))
	}
	for _, a := range answers {
		if !came[a.Player] {
			props.Missing = append(props.Missing, nightspage.Expected{
				Person: web.PersonOf(r.Player(), base.Person{ID: a.Player, Name: a.Name, Face: a.Face}),
				Answer: a.Answer, Arrives: a.Arrives, Placed: a.Placed,
			})
		}
	}
	for _, p := range silent {
		if !came[p.ID] {
			props.Missing = append(props.Missing, nightspage.Expected{Person: web.PersonOf(r.Player(), p)})
		}
	}
	return r.Show(status, nightspage.Arrivals(props))
}

func arrivalOf(r *web.Request, a nights.Arrival) nightspage.Arrival {
	person := web.PersonOf(r.Player(), base.Person{ID: a.Player, Name: a.Name, Face: a.Face})
	return nightspage.Arrival{ID: a.ID, Person: person, Guest: a.Guest, Screen: a.Player != 0, Came: a.Came,
		Left: a.Left, Claimant: web.PersonOf(r.Player(), a.Claimant)}
}

// SetArrived is a host's tap on a member or a guest.
func (w *Wing) SetArrived(r *web.Request) error {
	here, back := r.Field("here") == "yes", link.Arrivals(r.Club.Slug, r.Number("night"))
	if guest, err := strconv.ParseInt(r.Field("guest"), 10, 64); err == nil {
		err := w.Store.SetGuest(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), guest, here)
		w.Polls.Dismiss() // a guest who has gone sees nothing any more
		return r.Done(err, back)
	}
	player, err := strconv.ParseInt(r.Field("player"), 10, 64)
	if err != nil {
		return web.ErrForm
	}
	return r.Done(w.Store.SetArrived(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), player, here), back)
}

// ArriveMyself notes that the reader is here, or goes.
func (w *Wing) ArriveMyself(r *web.Request) error {
	err := w.Store.SetArrived(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), r.Player(), r.Field("here") == "yes")
	return r.Done(err, link.Night(r.Club.Slug, r.Number("night")))
}

// AddGuest is a host's: somebody without an account is here.
func (w *Wing) AddGuest(r *web.Request) error {
	faults := part.Faults{}
	name := web.ReadName(r, faults)
	var err error
	if len(faults) == 0 {
		err = w.Store.AddGuest(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"), name)
	}
	if guestFault(err, faults) {
		return w.arrivalsPage(r, http.StatusUnprocessableEntity, name, faults)
	}
	return r.Done(err, link.Arrivals(r.Club.Slug, r.Number("night")))
}

// guestFault notes what is wrong with a guest's name, and reports whether anything is.
func guestFault(err error, faults part.Faults) bool {
	switch {
	case errors.Is(err, base.ErrTaken):
		faults["name"] = "guest_taken"
	case errors.Is(err, base.ErrLookalike):
		faults["name"] = "guest_lookalike"
	case errors.Is(err, base.ErrFull):
		faults["name"] = "guests_full"
	}
	return len(faults) > 0
}

// ClaimGuest has the reader say that they were a guest of a night, or were not.
func (w *Wing) ClaimGuest(r *web.Request) error {
	night := r.Number("night")
	err := w.Store.ClaimGuest(r.Ctx(), r.Club.ID, r.Player(), night, r.Number("guest"), r.Field("mine") != "no")
	if errors.Is(err, base.ErrMet) {
		return w.nightPage(r, http.StatusUnprocessableEntity, "", part.Faults{"claim": "claim_met"})
	}
	return r.Done(err, link.Night(r.Club.Slug, night))
}

// AnswerClaim is a host's: the reader of another phone was that guest, or was not.
func (w *Wing) AnswerClaim(r *web.Request) error {
	player, err := strconv.ParseInt(r.Field("player"), 10, 64)
	if err != nil {
		return web.ErrForm
	}
	night := r.Number("night")
	err = w.Store.AnswerClaim(r.Ctx(), r.Club.ID, r.Player(), night, r.Number("guest"), player, r.Field("yes") == "yes")
	if errors.Is(err, base.ErrMet) {
		return w.nightPage(r, http.StatusUnprocessableEntity, "", part.Faults{"claim": "claim_other_met"})
	}
	return r.Done(err, link.Night(r.Club.Slug, night))
}

// ShowPoster is the page to print, or to show, with the code on the wall.
func (w *Wing) ShowPoster(r *web.Request) error {
	n, _, _, err := w.Store.NightOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	if err != nil {
		return err
	}
	code, err := w.Store.CodeOf(r.Ctx(), r.Club.ID, r.Player(), n.ID)
	if err != nil {
		return err
	}
	props := nightspage.PosterProps{Night: w.NightOf(n)}
	if code != "" {
		props.URL = w.URL + link.Here(code.Reveal())
		if props.QR, props.QRSize, err = web.QrPath(props.URL); err != nil {
			return err
		}
	}
	return r.Show(http.StatusOK, nightspage.Poster(props))
}

// MakeCode draws a new code for the wall.
func (w *Wing) MakeCode(r *web.Request) error {
	err := w.Store.MakeCode(r.Ctx(), r.Club.ID, r.Player(), r.Number("night"))
	return r.Done(err, link.Poster(r.Club.Slug, r.Number("night")))
}

// ShowHere is where the code on the wall leads.
func (w *Wing) ShowHere(r *web.Request) error {
	d, err := w.Store.DoorOfNight(r.Ctx(), base.Secret(r.Param("token")), r.Player())
	if err != nil {
		return err
	}
	if d.Paused {
		return base.ErrForbidden
	}
	if d.Here && !d.Member {
		return r.GoTo(link.Visit)
	}
	return w.herePage(r, http.StatusOK, d, nightspage.HereProps{})
}

func (w *Wing) herePage(r *web.Request, status int, d nights.Door, props nightspage.HereProps) error {
	if r.Viewer == nil {
		r.Club.Lang = d.Lang // for a visitor without a language of their own
	}
	props.Token, props.Night, props.Member, props.Here = r.Param("token"), d.Name, d.Member, props.Here || d.Here
	props.Club = &layout.Club{Slug: d.Slug, Name: d.ClubName, Crest: part.CrestOf(d.Crest, d.Slug)}
	props.SignedIn = r.Viewer != nil
	return r.Show(status, nightspage.Here(props))
}

// ArriveByCode lets a member in as themselves, and a guest by a name.
func (w *Wing) ArriveByCode(r *web.Request) error {
	code, faults, guest := base.Secret(r.Param("token")), part.Faults{}, ""
	if r.Field("as") == "guest" {
		guest = web.ReadName(r, faults)
	}
	var d nights.Door
	var err error
	player := r.Player()
	if r.Viewer != nil && r.Viewer.OpenedBy == accounts.ByNight {
		player = 0 // a phone that is passed on is another guest's
	}
	phone, give := w.NewPhone(r)
	if len(faults) == 0 {
		d, err = w.Store.ArriveByCode(r.Ctx(), code, player, guest, phone)
	}
	if guestFault(err, faults) {
		if d, err = w.Store.DoorOfNight(r.Ctx(), code, r.Player()); err != nil {
			return err
		}
		if d.Here && !d.Member { // pressed twice
			return r.GoTo(link.Visit)
		}
		return w.herePage(r, http.StatusUnprocessableEntity, d, nightspage.HereProps{Name: guest, Faults: faults})
	}
	if err != nil {
		return err
	}
	if guest == "" {
		return r.GoTo(link.Night(d.Slug, d.Night))
	}
	if player == 0 {
		give()
	}
	return r.GoTo(link.Visit)
}
