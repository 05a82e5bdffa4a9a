package results

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/db/base"
	"carteado/db/competitions"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/competition"
	"carteado/engine/standing"
	"carteado/handlers/web"
	"carteado/views/link"
	"carteado/views/page"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
	"carteado/views/picture"
)

func (w *Wing) ShowCompetitions(r *web.Request) error {
	list, err := w.Store.CompetitionsOf(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	var props resultpage.CompetitionsProps
	for _, c := range list {
		row := resultpage.CompetitionRow{ID: c.ID, Name: c.Name, Charter: c.Charter, Entrants: c.Entrants,
			Rounds: c.Rounds, Of: c.Charter.RoundsFor(c.Started), Due: c.Due, Over: c.Over, Mine: c.Mine,
			Against: c.Against}
		for _, p := range c.Winners {
			row.Winners = append(row.Winners, web.PersonOf(r.Player(), p))
		}
		switch {
		case !c.Over.IsZero():
			props.Over = append(props.Over, row)
		case c.Rounds > 0:
			props.Running = append(props.Running, row)
		default:
			props.Open = append(props.Open, row)
		}
	}
	return r.Show(http.StatusOK, resultpage.Competitions(props))
}

func (w *Wing) ShowCompetition(r *web.Request) error {
	return w.competitionPage(r, http.StatusOK, nil, nil)
}

// competitionPage shows the competition in the path, with what is wrong, and the places that the form in the path had
// if they are.
func (w *Wing) competitionPage(r *web.Request, status int, places map[int64]int, faults part.Faults) error {
	c, err := w.Store.CompetitionOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"))
	if err != nil {
		return err
	}
	props := w.competitionOf(r, c)
	props.Faults, props.Day, props.Hour = faults, r.Field("day"), r.Field("hour")
	if props.Shown = int(r.Number("round")); props.Shown == 0 {
		props.Shown, _ = strconv.Atoi(r.QueryParam("round"))
	}
	if places != nil {
		props.Wrong = page.WrongPlaces{Round: props.Shown, Table: int(r.Number("number")), Places: places}
	}
	if r.Club.Role.May(mayRun) {
		members, err := w.Store.Members(r.Ctx(), r.Club.ID, r.Player())
		if err != nil {
			return err
		}
		for _, m := range members {
			if c.MayEnter(m.Player) && m.Player != r.Player() {
				props.Members = append(props.Members, part.Person{ID: m.Player, Name: m.Name,
					Face: part.FaceOf(m.Face)})
			}
		}
	}
	return r.Show(status, resultpage.Competition(props))
}

// competitionOf is a competition as its page shows it.
func (w *Wing) competitionOf(r *web.Request, c competitions.Competition) resultpage.CompetitionProps {
	entrants, rounds := c.Pure()
	props := resultpage.CompetitionProps{ID: c.ID, Name: c.Name, Charter: c.Charter, Founded: c.Founded,
		By: web.PersonOf(r.Player(), c.By), Over: c.Over, MayEnter: c.MayEnter(r.Player()), Now: w.Now(),
		Bracket: competition.Bracket(c.Charter, entrants, rounds)}
	people := map[int64]part.Person{}
	starters := 0
	for _, e := range c.Entrants {
		people[e.Player] = web.PersonOf(r.Player(), e.Person)
		props.Entrants = append(props.Entrants, resultpage.Entrant{Entrant: e.Entrant, Person: people[e.Player]})
		if e.From == 1 {
			starters++
		}
	}
	props.Of = max(c.Charter.RoundsFor(starters), len(rounds))
	for _, a := range c.Amendments {
		props.Amendments = append(props.Amendments, resultpage.CompetitionAmendment{Due: a.Due, Reason: a.Reason,
			At: a.At, By: web.PersonOf(r.Player(), a.By)})
	}
	for _, round := range c.Rounds {
		shown := resultpage.CompetitionRound{Number: round.Number, Due: round.Due, Byes: round.Byes}
		for _, t := range round.Tables {
			shown.Tables = append(shown.Tables, resultpage.CompetitionTable{Number: t.Number, Table: t.Table,
				Match: t.Match, Begun: t.Begun, Decided: t.Decided, Reasons: t.Reasons, Players: t.Players,
				Placing: t.Placing, Hours: t.Hours, Arranged: t.Arranged()})
		}
		props.Rounds = append(props.Rounds, shown)
	}
	for _, line := range competition.Standings(c.Charter, entrants, rounds) {
		props.Lines = append(props.Lines, resultpage.StandingRow{Line: line, Person: people[line.Player]})
	}
	return props
}

// ShowNewCompetition is the form, which begins with a Swiss of five rounds.
func (w *Wing) ShowNewCompetition(r *web.Request) error {
	charter := competition.Standard()
	charter.Game = w.GameInfos[0].Key
	return w.competitionForm(r, http.StatusOK, w.formOfCharter(charter))
}

func (w *Wing) ShowEditCompetition(r *web.Request) error {
	c, err := w.Store.CompetitionOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"))
	if err != nil {
		return err
	}
	form := w.formOfCharter(c.Charter)
	form.ID, form.Name = c.ID, c.Name
	if last := c.Last(); last != nil {
		form.Started, form.Due, form.State = true, w.dueDay(r, *last), stateOf(c)
	}
	return w.competitionForm(r, http.StatusOK, form)
}

// stateOf tells whether a competition is still as the form of an amendment showed it.
func stateOf(c competitions.Competition) string {
	return fmt.Sprint(len(c.Rounds), ".", len(c.Amendments))
}

// dueDay is the last day of a round, in the club's time; "" for one without.
func (w *Wing) dueDay(r *web.Request, round competitions.Round) string {
	if round.Due.IsZero() {
		return ""
	}
	return round.Due.Add(-time.Second).In(w.Zone(r.Club.TimeZone)).Format(time.DateOnly)
}

// formOfCharter fills the form in.
func (w *Wing) formOfCharter(c competition.Charter) resultpage.CompetitionForm {
	form := resultpage.CompetitionForm{Format: string(c.Format), Game: c.Game, Pace: c.Pace,
		Size: strconv.Itoa(c.Size), Rounds: strconv.Itoa(c.Rounds), Advance: strconv.Itoa(c.Advance),
		Bye:  strconv.Itoa(c.Bye),
		Late: strconv.Itoa(c.Late), LateBye: c.LateBye, Seeding: string(c.Seeding), Days: strconv.Itoa(c.Days),
		Missed: string(c.Missed)}
	seasonal := charterForm(standing.Charter{Places: c.Places, Draw: c.Draw, Ties: c.Ties})
	form.Places, form.Draw, form.Ties = seasonal.Places, seasonal.Draw, seasonal.Ties
	for _, game := range w.GameInfos {
		for _, preset := range game.Presets {
			if game.Key == c.Game && len(c.Options) > 0 && maps.Equal(preset.Options, c.Options) {
				form.Rules = game.Key + "/" + preset.Key
			}
		}
	}
	return form
}

func (w *Wing) competitionForm(r *web.Request, status int, form resultpage.CompetitionForm) error {
	form.Games = w.GameInfos
	for len(form.Ties) < tiesAsked {
		form.Ties = append(form.Ties, "")
	}
	return r.Show(status, resultpage.CompetitionRules(form))
}

// readCompetition reads the form. Of a competition with rounds it keeps what cannot be amended.
func (w *Wing) readCompetition(r *web.Request, before *competition.Charter) (form resultpage.CompetitionForm,
	c competition.Charter) {
	form = resultpage.CompetitionForm{Started: before != nil, Format: r.Field("format"), Game: r.Field("game"),
		Rules: r.Field("rules"), Pace: r.Field("pace"), Size: r.Field("size"), Rounds: r.Field("rounds"),
		Advance: r.Field("advance"), Places: r.Field("places"), Draw: r.Field("draw"), Bye: r.Field("bye"),
		Late: r.Field("late"), LateBye: r.Field("late_bye") == "on", Seeding: r.Field("seeding"), Days: r.Field("days"),
		Missed: r.Field("missed"), Due: r.Field("due"), Faults: part.Faults{}}
	number := func(name, text string, least, most int) int {
		n, err := strconv.Atoi(text)
		if err != nil || n < least || n > most {
			form.Faults[name] = web.ReasonNumber
		}
		return n
	}
	if before != nil {
		form.Format, form.Game, form.Seeding = string(before.Format), before.Game, string(before.Seeding)
		form.Size, form.Advance = strconv.Itoa(before.Size), strconv.Itoa(before.Advance)
	}
	form.Name = web.CleanField(r, form.Faults, "name", web.MaxClub)
	c = competition.Charter{Format: competition.Format(form.Format), Seeding: competition.Seeding(form.Seeding),
		Missed: competition.Missed(form.Missed), LateBye: form.LateBye}
	if !slices.Contains(competition.Formats(), c.Format) || !slices.Contains(competition.Seedings(), c.Seeding) ||
		!slices.Contains(competition.MissedRules(), c.Missed) {
		form.Faults[""] = web.ReasonChoice
	}
	c.Rounds = number("rounds", form.Rounds, 1, competition.MaxRounds)
	c.Days = number("days", form.Days, 0, competition.MaxDays)
	c.Late = number("late", form.Late, 0, competition.MaxRounds)
	w.readTables(&form, &c, number)
	w.readCompetitionPoints(r, &form, &c, number)
	return form, c
}

// readTables reads what is played at the tables.
func (w *Wing) readTables(form *resultpage.CompetitionForm, c *competition.Charter,
	number func(string, string, int, int) int) {
	game, err := w.Game(form.Game)
	if err != nil {
		form.Faults["game"] = web.ReasonChoice
		return
	}
	c.Game = game.Key
	c.Size = number("size", form.Size, max(2, game.MinSeats), min(game.MaxSeats, competition.MaxSize))
	c.Advance = number("advance", form.Advance, 1, max(1, c.Size-1))
	if of, preset, chosen := strings.Cut(form.Rules, "/"); chosen {
		at := slices.IndexFunc(game.Presets, func(p engine.Preset) bool { return p.Key == preset })
		if of != game.Key || at < 0 {
			form.Faults["rules"] = "draw_rules"
		} else {
			c.Options = game.Presets[at].Options
		}
	}
	if pace, err := clock.Parse(form.Pace); err != nil || !slices.Contains(clock.Presets(), pace) {
		form.Faults["pace"] = web.ReasonChoice
	}
	c.Pace = form.Pace
}

// readCompetitionPoints reads points and tie-breaks.
func (w *Wing) readCompetitionPoints(r *web.Request, form *resultpage.CompetitionForm, c *competition.Charter,
	number func(string, string, int, int) int) {
	for field := range strings.SplitSeq(form.Places, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(field))
		if err != nil || n < 0 || n > maxPoints || len(c.Places) == max(c.Size, 2) {
			form.Faults["places"] = "points"
			break
		}
		c.Places = append(c.Places, n)
	}
	c.Draw = -1
	if form.Draw != "" {
		c.Draw = number("draw", form.Draw, 0, maxPoints)
	}
	c.Bye = number("bye", form.Bye, 0, maxPoints)
	for i := range tiesAsked {
		tie := standing.Tie(r.Field("tie" + strconv.Itoa(i+1)))
		form.Ties = append(form.Ties, string(tie))
		switch {
		case tie == "" || slices.Contains(c.Ties, tie):
		case slices.Contains(competition.Ties(), tie):
			c.Ties = append(c.Ties, tie)
		default:
			form.Faults[""] = web.ReasonChoice
		}
	}
}

func (w *Wing) FoundCompetition(r *web.Request) error {
	form, charter := w.readCompetition(r, nil)
	if len(form.Faults) > 0 {
		return w.competitionForm(r, http.StatusUnprocessableEntity, form)
	}
	id, err := w.Store.FoundCompetition(r.Ctx(), r.Club.ID, r.Player(), form.Name, charter, r.Key())
	var quota *base.ErrQuota
	if errors.As(err, &quota) {
		form.Faults[""] = web.QuotaKey(quota)
		return w.competitionForm(r, http.StatusTooManyRequests, form)
	}
	return r.Done(err, link.Competition(r.Club.Slug, id))
}

// SaveCompetition changes a competition before its first round, and amends it afterwards.
func (w *Wing) SaveCompetition(r *web.Request) error {
	c, err := w.Store.CompetitionOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"))
	if err != nil {
		return err
	}
	var before *competition.Charter
	last := c.Last()
	if last != nil {
		before = &c.Charter
	}
	form, charter := w.readCompetition(r, before)
	form.ID, form.State = c.ID, stateOf(c)
	var due time.Time
	if last != nil && r.Field("state") != form.State { // its day may be that of another round
		form.Reason, form.Due, form.Faults[""] = r.Field("reason"), w.dueDay(r, *last), "competition_changed"
	} else if last != nil {
		form.Reason = web.CleanField(r, form.Faults, "reason", web.MaxReason)
		if was := w.dueDay(r, *last); was != "" && cmp.Or(form.Due, was) != was {
			day, ok := web.Day(form.Due, w.Zone(r.Club.TimeZone))
			if due = clock.DayEnd(day); !ok || !due.After(w.Now()) || due.After(w.Now().AddDate(1, 0, 0)) {
				form.Faults["due"] = "date_ahead"
			}
		}
	}
	if len(form.Faults) > 0 {
		return w.competitionForm(r, http.StatusUnprocessableEntity, form)
	}
	err = w.Store.ChangeCompetition(r.Ctx(), r.Club.ID, r.Player(), c.ID, form.Name, charter, due, form.Reason)
	return r.Done(err, link.Competition(r.Club.Slug, c.ID))
}

// entrantOf is the player whom a form is about: the reader, if it names nobody.
func entrantOf(r *web.Request) (int64, error) {
	if r.Field("player") == "" {
		return r.Player(), nil
	}
	id, err := strconv.ParseInt(r.Field("player"), 10, 64)
	if err != nil || id < 1 {
		return 0, web.ErrForm
	}
	return id, nil
}

func (w *Wing) EnterCompetition(r *web.Request) error {
	player, err := entrantOf(r)
	if err == nil {
		err = w.Store.EnterCompetition(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"), player)
	}
	return r.Done(err, link.Competition(r.Club.Slug, r.Number("id")))
}

func (w *Wing) WithdrawEntrant(r *web.Request) error {
	player, err := entrantOf(r)
	if err == nil {
		err = w.Store.WithdrawEntrant(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"), player)
	}
	return r.Done(err, link.Competition(r.Club.Slug, r.Number("id")))
}

func (w *Wing) MoveEntrantUp(r *web.Request) error {
	err := w.Store.MoveEntrantUp(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"), r.Number("player"))
	return r.Done(err, link.Competition(r.Club.Slug, r.Number("id")))
}

// DrawCompetition is a competition's table as a picture, once it has one.
func (w *Wing) DrawCompetition(r *web.Request) error {
	c, err := w.Store.CompetitionOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("id"))
	if err != nil {
		return err
	}
	if c.Over.IsZero() {
		return base.ErrNotFound
	}
	shown := resultpage.PictureProps{Season: c.Name, Ended: true, At: c.Over}
	for _, l := range w.competitionOf(r, c).Lines {
		if l.Place > 0 && len(shown.Lines) < picture.MaxLines {
			shown.Lines = append(shown.Lines, resultpage.PictureLine{Person: l.Person, Place: l.Place,
				Points: l.Points})
		}
	}
	return w.sendPicture(r, shown)
}
