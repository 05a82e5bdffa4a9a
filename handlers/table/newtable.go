package table

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/clock"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
)

// ShowNewTable shows the form: empty, for the game of a link, or with what was
// filled in before another game or bundle of house rules was chosen in it.
func (w *Wing) ShowNewTable(r *web.Request) error {
	query := r.QueryParams()
	game, err := w.Game(cmp.Or(query.Get("choose"), query.Get("game"), w.GameInfos[0].Key))
	if err != nil {
		return err
	}
	last, err := w.lastChoice(r, game.Key, query)
	if err != nil {
		return err
	}
	filled := query
	if last != nil {
		filled = last
	}
	form, _ := readNewTable(game, filled)
	form.Word = query.Get("contribution")
	switch {
	case last != nil:
	case query.Has("preset"):
		form.Options, form.Preset = bundle(game, query.Get("preset")), query.Get("preset")
	case query.Has("choose"):
		form.Options = nil
	}
	if !filled.Has("pace") {
		form.Pace = paceForm(r.Club.Pace)
	}
	if query.Has("seat") {
		seat(&form, query.Get("seat"))
	} else {
		form.Who, _ = web.CleanText(query.Get("who"), web.MaxSearch)
	}
	form.Faults = nil // the form is not complete yet, so nothing is refused
	return w.newTablePage(r, http.StatusOK, form)
}

// lastChoice is how the form of a game begins: as the reader has filled it in last. nil for another form that is being
// filled in, and where there is none.
func (w *Wing) lastChoice(r *web.Request, game string, query url.Values) (url.Values, error) {
	if query.Has("pace") && !query.Has("choose") {
		return nil, nil
	}
	form, err := w.Store.LastChoice(r.Ctx(), r.Player(), game)
	if err != nil || form == "" {
		return nil, err
	}
	return url.ParseQuery(form)
}

// maxChoice is longer than any form that a page of ours has sent.
const maxChoice = 4000

// choice are the fields of a form that the reader's next one begins with; "" for a form without choices.
func choice(values url.Values) string {
	if !values.Has("pace") {
		return ""
	}
	kept := url.Values{}
	for name, value := range values {
		if slices.Contains([]string{"reach", "watching", "phrases", "practice"}, name) ||
			strings.HasPrefix(name, "pace") ||
			strings.HasPrefix(name, "seat") || strings.HasPrefix(name, "option.") {
			kept[name] = value
		}
	}
	if form := kept.Encode(); len(form) <= maxChoice {
		return form
	}
	return ""
}

const (
	// A club with more members than this has no list of all of them to choose from.
	fewMembers = 12

	// So many of those found by name are shown.
	maxFound = 8
)

func memberWord(player int64) string {
	return string(live.SeatMember) + ":" + strconv.FormatInt(player, 10)
}

// seat gives the first seat that is open to all, or a further one, to somebody.
func seat(form *tablepage.NewTableProps, word string) {
	if choice, err := seatChoice(word); err != nil || choice.Kind != live.SeatMember ||
		slices.Contains(form.Seats, word) {
		return
	}
	if i := slices.Index(form.Seats, string(live.SeatOpen)); i >= 0 {
		form.Seats[i] = word
	} else if len(form.Seats) < form.Game.MaxSeats-1 {
		form.Seats = append(form.Seats, word)
	}
}

// bundle are the options of a game's bundle of house rules; none for the rules
// as written.
func bundle(game engine.Info, key string) engine.Options {
	for _, preset := range game.Presets {
		if preset.Key == key {
			return preset.Options
		}
	}
	return nil
}

// newTablePage shows the form with a choice for every seat that the game has.
func (w *Wing) newTablePage(r *web.Request, status int, props tablepage.NewTableProps) error {
	members, err := w.Store.Members(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	props.Many = len(members) - 1
	if props.Many <= fewMembers {
		props.Many, props.Who = 0, ""
	}
	for _, m := range members {
		person := part.Person{ID: m.Player, Name: m.Name, Face: part.FaceOf(m.Face), Online: m.Online}
		switch seated := slices.Contains(props.Seats, memberWord(m.Player)); {
		case m.Player == r.Player():
		case props.Many == 0 || seated:
			props.Members = append(props.Members, person)
		case props.Who != "" && base.NameHas(m.Name, props.Who):
			if props.Called++; props.Called <= maxFound {
				props.Found = append(props.Found, person)
			}
		}
	}
	if props.Seal, err = w.Store.SealOf(r.Ctx(), r.Player()); err != nil {
		return err
	}
	props.Phrases = r.Club.Phrases
	props.Games, props.Bots = w.GameInfos, bot.Levels()
	if err := w.ownPresets(r, &props); err != nil {
		return err
	}
	for n := len(props.Seats) + 1; n < props.Game.MaxSeats; n++ {
		if n < props.Game.MinSeats {
			props.Seats = append(props.Seats, string(live.SeatOpen))
		} else {
			props.Seats = append(props.Seats, tablepage.SeatNone)
		}
	}
	return r.Show(status, tablepage.NewTable(props))
}

// readNewTable reads what is filled in: an option.<key> for each house rule, and
// seat1 and so on for the others, those left out closed up. A value that makes no
// sense is noted as a fault and replaced by its default.
func readNewTable(game engine.Info, values url.Values) (form tablepage.NewTableProps, seats []live.SeatChoice) {
	form = tablepage.NewTableProps{Game: game, Options: engine.Options{}, Faults: part.Faults{}}
	form.Keep, form.Word = values.Get("keep"), values.Get("contribution")
	if _, fault := web.CleanText(form.Keep, maxPreset); form.Keep != "" && fault != "" {
		form.Faults["keep"] = fault
	}
	switch form.Reach = cmp.Or(values.Get("reach"), string(live.ReachClub)); live.Reach(form.Reach) {
	case live.ReachClub, live.ReachInvited:
	default:
		form.Faults[""], form.Reach = web.ReasonChoice, string(live.ReachClub)
	}
	form.Practice = values.Get("practice") == "yes"
	form.Pace, form.Silent = readPace(values), values.Get("phrases") == "no"
	form.Unwatched = values.Get("watching") == "no"
	for _, option := range game.Options {
		value := cmp.Or(values.Get("option."+option.Key), option.Values[0])
		form.Options[option.Key] = value
		if !slices.Contains(option.Values, value) {
			form.Faults["option."+option.Key] = web.ReasonChoice
			form.Options[option.Key] = option.Values[0]
		}
	}
	for n := 1; values.Has(SeatField(n)) && len(form.Seats) < game.MaxSeats-1; n++ {
		word := values.Get(SeatField(n))
		if word == tablepage.SeatNone {
			continue
		}
		if form.Practice && word == string(live.SeatOpen) {
			word = string(live.SeatBot)
		}
		field := SeatField(len(form.Seats) + 1)
		choice, err := seatChoice(word)
		if err != nil {
			form.Faults[field] = web.ReasonChoice
		}
		if choice.Kind == live.SeatMember && slices.Contains(seats, choice) {
			form.Faults[field] = web.ReasonTwice
		}
		form.Seats, seats = append(form.Seats, word), append(seats, choice)
	}
	return form, seats
}

// OpenTable opens a table from the form, or from the short one of “play now” (playNow in home.templ), which joins none
// that is there.
func (w *Wing) OpenTable(r *web.Request) error {
	game, err := w.Game(r.Field("game"))
	if err != nil {
		return err
	}
	form, seats := readNewTable(game, r.Request().PostForm)
	if err := w.findLevels(r, game.Key, &form, seats); err != nil {
		return err
	}
	if len(form.Faults) > 0 {
		return w.newTablePage(r, http.StatusUnprocessableEntity, form)
	}
	added, err := contribution(r)
	if err != nil {
		form.Faults["contribution"] = web.FaultOf(err).Key
		return w.newTablePage(r, http.StatusUnprocessableEntity, form)
	}
	opened, err := w.Store.OpenTable(r.Ctx(), r.Club.ID, r.Player(), live.NewTable{
		Game: game.Key, Options: form.Options, Seats: seats, Pace: written(form.Pace), Reach: live.Reach(form.Reach),
		Silent: form.Silent, Unwatched: form.Unwatched, Practice: form.Practice, Idem: r.Key(), Contribution: added,
		Choice: choice(r.Request().PostForm),
	})
	var (
		option *engine.ErrOption
		quota  *base.ErrQuota
	)
	switch {
	case errors.As(err, &quota):
		form.Faults[""] = web.QuotaKey(quota)
	case errors.As(err, &option): // each value is offered, but not beside the others
		form.Faults["option."+option.Key] = web.ReasonSeats
	case errors.As(err, new(*clock.ErrPace)):
		form.Faults["pace"] = web.ReasonPace
	case errors.Is(err, engine.ErrSeats):
		form.Faults[SeatField(1)] = web.ReasonChoice
	case errors.Is(err, base.ErrSeal), errors.Is(err, base.ErrPractice):
		form.Faults[""] = web.FaultOf(err).Key
	case errors.Is(err, base.ErrNotFound):
		form.Faults[""] = web.ReasonChoice // no such member, or not any more
	case err != nil:
		return err
	case form.Keep != "":
		return w.keepRules(r, opened.Number, form.Keep)
	default:
		return r.GoTo(link.Table(r.Club.Slug, opened.Number))
	}
	return w.newTablePage(r, http.StatusUnprocessableEntity, form)
}

// findLevels gives bots whose level is not named one that suits the reader.
func (w *Wing) findLevels(r *web.Request, game string, form *tablepage.NewTableProps, seats []live.SeatChoice) error {
	unnamed := live.SeatChoice{Kind: live.SeatBot}
	if !slices.Contains(seats, unnamed) {
		return nil
	}
	level, err := w.Store.LevelFor(r.Ctx(), r.Club.ID, r.Player(), game)
	if err != nil {
		return err
	}
	for i := range seats {
		if seats[i] != unnamed {
			continue
		}
		seats[i].Level, form.Seats[i] = level, string(live.SeatBot)+":"+level
	}
	return nil
}

func SeatField(n int) string { return "seat" + strconv.Itoa(n) }

// seatChoice reads open, member:12, bot:club, or bot for one of a level that suits the reader.
func seatChoice(word string) (choice live.SeatChoice, err error) {
	kind, rest, _ := strings.Cut(word, ":")
	choice.Kind = live.SeatKind(kind)
	switch choice.Kind {
	case live.SeatOpen:
		return choice, nil
	case live.SeatMember:
		choice.Player, err = strconv.ParseInt(rest, 10, 64)
		return choice, err
	case live.SeatBot:
		if choice.Level = rest; rest == "" || slices.Contains(bot.Levels(), rest) {
			return choice, nil
		}
	}
	return choice, fmt.Errorf("seat %q: %w", word, web.ErrForm)
}
