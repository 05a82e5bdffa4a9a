package club

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/results"
	"carteado/engine/clock"
	"carteado/handlers/web"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/page"
	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// readClub reads a club's name, language and time zone.
func readClub(r *web.Request) clubpage.ClubForm {
	form := clubpage.ClubForm{Zone: r.Field("zone"), Lang: r.Field("lang"), Faults: part.Faults{}}
	form.Name = web.CleanField(r, form.Faults, "club", web.MaxClub)
	if !i18n.Known(form.Lang) {
		form.Faults["lang"] = web.ReasonChoice
	}
	if _, err := time.LoadLocation(form.Zone); err != nil || form.Zone == "" || form.Zone == "Local" {
		form.Faults["zone"] = web.ReasonChoice
	}
	return form
}

func (w *Wing) ShowClubs(r *web.Request) error {
	return w.clubsPage(r, http.StatusOK, clubpage.ClubForm{Lang: r.Language(), Zone: page.DefaultZone})
}

func (w *Wing) clubsPage(r *web.Request, status int, form clubpage.ClubForm) error {
	site, err := w.Store.SiteFor(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	clubs, err := w.Store.ClubsOf(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	pending, declined, err := w.Store.RequestsOf(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	props := clubpage.ClubsProps{
		MayFound: site.MayFound(), Owner: site.Owner, ForAll: site.ClubsForAll, Pending: pending, Declined: declined,
		Form: form,
	}
	for _, c := range clubs {
		props.Clubs = append(props.Clubs, clubpage.ClubRow{
			Slug: c.Slug, Name: c.Name, Role: string(c.Role), Crest: part.CrestOf(c.Crest, c.Slug),
			Archived: !c.Archived.IsZero(),
		})
	}
	return r.Show(status, clubpage.Clubs(props))
}

func (w *Wing) FoundClub(r *web.Request) error {
	site, err := w.Store.SiteFor(r.Ctx(), r.Player())
	if err != nil {
		return err
	}
	if !site.MayFound() {
		return base.ErrForbidden
	}
	form := readClub(r)
	if len(form.Faults) > 0 {
		return w.clubsPage(r, http.StatusUnprocessableEntity, form)
	}
	club, err := w.Store.FoundClub(r.Ctx(), r.Player(), clubs.NewClub{
		Name: form.Name, Lang: form.Lang, TimeZone: form.Zone, Idem: r.Key(),
	})
	return r.Done(err, link.Club(club.Slug))
}

func (w *Wing) SaveSite(r *web.Request) error {
	return r.Done(w.Store.SetClubsForAll(r.Ctx(), r.Player(), r.Field("clubs_for_all") == "on"), link.Clubs)
}

func (w *Wing) ShowClubSettings(r *web.Request) error {
	return r.GoTo(link.ClubSettingsOf(r.Club.Slug, page.SettingsParts[0]))
}

// settingsPart is the part of the club's settings in the path: base.ErrNotFound for another.
func settingsPart(r *web.Request) (which string, err error) {
	if which = r.Param("part"); !slices.Contains(page.SettingsParts, which) {
		err = base.ErrNotFound
	}
	return which, err
}

// ShowClubPart shows a part of the club's settings.
func (w *Wing) ShowClubPart(r *web.Request) error {
	which, err := settingsPart(r)
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, clubpage.ClubSettings(which, w.settingsOf(r), r.Club.Slug))
}

// settingsOf is the form of the club's settings as they are.
func (w *Wing) settingsOf(r *web.Request) clubpage.ClubForm {
	return clubpage.ClubForm{
		Name: r.Club.Name, Crest: part.CrestOf(r.Club.Crest, r.Club.Slug), Lang: r.Club.Lang, Zone: r.Club.TimeZone,
		Pace: r.Club.Pace, Phrases: r.Club.Phrases, Messages: r.Club.Messages, Absence: r.Club.Absence,
		Missed: r.Club.Missed, Games: w.GameKeys(), Daily: r.Club.Daily, HostPasskeys: r.Club.HostPasskeys,
		Ratings: ratingsOf(r.Club.Ratings), Rates: r.Club.Ratings,
		Saved: r.QueryParam("saved") != "", Faults: part.Faults{},
	}
}

// SaveClubPart changes what a part of the settings has, and leaves the others as they are.
func (w *Wing) SaveClubPart(r *web.Request) error {
	which, err := settingsPart(r)
	if err != nil {
		return err
	}
	form, change := w.settingsOf(r), func(*clubs.Club) {}
	switch which {
	case "name":
		form, change = readName(r)
	case "play":
		change = readPlay(r, &form)
	case "members":
		change = readMembers(r, &form)
	case "safety":
		if change, err = w.readSafety(r, &form); err != nil {
			return err
		}
	}
	if len(form.Faults) > 0 {
		return r.Show(http.StatusUnprocessableEntity, clubpage.ClubSettings(which, form, r.Club.Slug))
	}
	if form.Ratings != ratingsOf(r.Club.Ratings) && which == "members" {
		err = w.Store.ChooseRatings(r.Ctx(), r.Club.ID, r.Player(), results.RatingsChoice(form.Ratings))
	}
	if err == nil {
		err = w.Store.ChangeClub(r.Ctx(), r.Club.ID, r.Player(), change)
	}
	return r.Done(err, link.ClubSettingsOf(r.Club.Slug, which)+"?saved=1")
}

func readName(r *web.Request) (clubpage.ClubForm, func(*clubs.Club)) {
	form := readClub(r)
	form.Crest.Figure = r.Field("crest")
	form.Crest.Ground, _ = strconv.Atoi(r.Field("ground")) // 0 is no colour
	form.Crest.Colour, _ = strconv.Atoi(r.Field("colour"))
	if !form.Crest.Known() {
		form.Faults["crest"], form.Crest = web.ReasonChoice, part.CrestOf(r.Club.Crest, r.Club.Slug)
	}
	return form, func(c *clubs.Club) {
		c.Name, c.Lang, c.TimeZone, c.Crest = form.Name, form.Lang, form.Zone, form.Crest.String()
	}
}

func readPlay(r *web.Request, form *clubpage.ClubForm) func(*clubs.Club) {
	form.Daily = slices.DeleteFunc(slices.Clone(r.Request().PostForm["daily"]), func(game string) bool {
		return !slices.Contains(form.Games, game)
	})
	switch len(form.Daily) {
	case 0:
		form.Daily = []string{}
	case len(form.Games):
		form.Daily = nil // those to come, too
	}
	form.Pace = r.Field("pace")
	if _, err := clock.Parse(form.Pace); err != nil {
		form.Faults["pace"] = web.ReasonPace
	}
	if form.Absence, _ = strconv.Atoi(r.Field("absence")); !slices.Contains(clubpage.Absences, form.Absence) {
		form.Faults["absence"], form.Absence = web.ReasonChoice, r.Club.Absence
	}
	return func(c *clubs.Club) { c.Pace, c.Absence, c.Daily = form.Pace, form.Absence, form.Daily }
}

func readMembers(r *web.Request, form *clubpage.ClubForm) func(*clubs.Club) {
	form.Phrases, form.Messages, form.Missed = r.Field("phrases") == "on", r.Field("messages") == "on",
		r.Field("missed") == "on"
	if form.Ratings = r.Field("ratings"); !slices.Contains(clubpage.RatingsChoices(form.Rates), form.Ratings) {
		form.Faults["ratings"], form.Ratings = web.ReasonChoice, ratingsOf(form.Rates)
	}
	return func(c *clubs.Club) { c.Phrases, c.Messages, c.Missed = form.Phrases, form.Messages, form.Missed }
}

func (w *Wing) readSafety(r *web.Request, form *clubpage.ClubForm) (func(*clubs.Club), error) {
	if form.HostPasskeys = r.Field("host_passkeys") == "on"; form.HostPasskeys {
		ways, err := w.Store.WaysOf(r.Ctx(), r.Player())
		if err != nil {
			return nil, err
		}
		if !ways.PasskeysOnly { // who asks for it could not take it back
			form.Faults["host_passkeys"] = "host_passkey"
		}
	}
	return func(c *clubs.Club) { c.HostPasskeys = form.HostPasskeys }, nil
}

// ratingsOf is what a club's form says of its ratings before somebody chooses.
func ratingsOf(on bool) string {
	if on {
		return string(results.RatingsOn)
	}
	return string(results.RatingsOff)
}
