package match

import (
	"slices"
	"strconv"
	"strings"

	"carteado/db/results"
	"carteado/engine/clock"
	"carteado/handlers/web"
	"carteado/views/link"
	matchpage "carteado/views/page/match"
	"carteado/views/part"
)

// An askedFilter is the filter of a list of matches as it was asked for. Where it has faults, its form is shown again
// as it was filled in, and no list.
type askedFilter struct {
	results.MatchFilter
	as     link.MatchFilter
	with   []int64 // all who were chosen, too many too
	faults part.Faults
}

// filterAsked reads the filter in an address.
func (w *Wing) filterAsked(r *web.Request) (f askedFilter, err error) {
	query := r.QueryParams()
	f.faults = part.Faults{}
	if key := query.Get("game"); key != "" {
		game, err := w.Game(key)
		if err != nil {
			f.faults["game"] = web.ReasonChoice
		}
		f.Game = game.Key
	}
	f.Result = f.oneOf(query.Get("result"), "result", results.MatchesWon, results.MatchesLost)
	f.Ended = f.oneOf(query.Get("ended"), "ended", matchpage.FilterEnds...)
	f.Company = f.oneOf(query.Get("company"), "company", results.CompanyPeople, results.CompanyBots)
	f.Medium = f.oneOf(query.Get("medium"), "medium", results.OnPaper)
	if f.Rules = query.Get("rules"); f.Rules != results.RulesWritten && f.Rules != results.RulesHouse {
		f.Rules = unlessZero(f.number(f.Rules, "rules"))
	}
	f.Season, f.Night = f.number(query.Get("season"), "season"), f.number(query.Get("night"), "night")
	f.readPeople(query["with"], query.Get("who"))
	f.readDays(w, r)
	f.as.Game, f.as.With, f.as.Who, f.as.Result, f.as.Ended = f.Game, link.Group(f.With), f.Who, f.Result, f.Ended
	f.as.Rules, f.as.Company, f.as.Medium, f.as.Season, f.as.Night = f.Rules, f.Company, f.Medium, f.Season, f.Night
	if len(f.faults) > 0 || f.With == (results.Group{}) && f.Who == "" {
		return f, nil
	}
	strangers, names, err := w.Store.Unknown(r.Ctx(), r.Club.ID, f.MatchFilter)
	if strangers > 0 {
		f.faults["with"] = "filter_stranger"
	}
	if len(names) > 0 {
		f.faults["who"] = "filter_nobody"
	}
	return f, err
}

// oneOf is a text if it is one of the choices.
func (f *askedFilter) oneOf(text, name string, choices ...string) string {
	if text != "" && !slices.Contains(choices, text) {
		f.faults[name] = web.ReasonChoice
		return ""
	}
	return text
}

// number is the number of something to choose; 0 for nothing.
func (f *askedFilter) number(text, name string) int64 {
	id, err := strconv.ParseInt(text, 10, 64)
	if text != "" && (err != nil || id <= 0) {
		f.faults[name] = web.ReasonChoice
		return 0
	}
	return id
}

func unlessZero(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

// readPeople reads the group of a filter: those who were chosen, and names.
func (f *askedFilter) readPeople(chosen []string, who string) {
	for _, text := range chosen {
		if id := f.number(text, "with"); id != 0 && !slices.Contains(f.with, id) {
			f.with = append(f.with, id)
		}
	}
	copy(f.With[:], f.with)
	f.Who = who
	if who = strings.TrimSpace(who); who != "" {
		var reason string
		if who, reason = web.CleanText(who, web.MaxSearch); reason != "" {
			f.faults["who"] = reason
			return
		}
		f.Who = who
	}
	if len(f.with)+len(strings.Split(who, ",")) > results.MaxGroup+1 {
		f.faults["with"] = "filter_group"
	}
}

// readDays reads the first and the last day of a filter in the club's time zone.
func (f *askedFilter) readDays(w *Wing, r *web.Request) {
	zone := w.Zone(r.Club.TimeZone)
	f.as.From, f.as.Until = r.QueryParam("from"), r.QueryParam("until")
	var ok bool
	if f.as.From != "" {
		if f.From, ok = web.Day(f.as.From, zone); !ok {
			f.faults["from"] = "date"
		}
	}
	if f.as.Until == "" {
		return
	}
	last, ok := web.Day(f.as.Until, zone)
	switch {
	case !ok:
		f.faults["until"] = "date"
	case last.Before(f.From):
		f.faults["until"] = "date_order"
	}
	f.Until = clock.DayEnd(last) // the day itself is part of it
}

// judge finds what of a filter the club does not have.
func (f *askedFilter) judge(p results.MatchPage) {
	for name, is := range map[string]bool{
		"season": f.Season == 0 || slices.ContainsFunc(p.Seasons, func(s results.Season) bool {
			return s.ID == f.Season
		}),
		"night": f.Night == 0 || slices.ContainsFunc(p.Nights, func(n results.DrawnNight) bool {
			return n.ID == f.Night
		}),
		"rules": f.Rules == "" || f.Rules == results.RulesWritten || f.Rules == results.RulesHouse ||
			slices.ContainsFunc(p.Presets, func(c results.KeptRules) bool { return unlessZero(c.ID) == f.Rules }),
	} {
		if !is {
			f.faults[name] = web.ReasonChoice
		}
	}
}
