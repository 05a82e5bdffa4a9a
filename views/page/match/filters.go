package match

import (
	"context"
	"slices"
	"strconv"
	"time"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
)

// MatchesProps is the list of somebody's matches.
type MatchesProps struct {
	Whose   *part.Person // nil for the reader's own
	Results []Result
	Newer   string // the mark of the page before; "" on the first
	Older   string // the mark of the next page; "" on the last
	Total   int    // of all pages; 0 where that is not known
	First   bool   // this is the first page
	Found   int    // on all pages of a narrowed list; known on the first
	Among   int    // it looked only at the last ones, so many; 0 for all
	Looked  int    // how many matches a page looks at

	Filter  link.MatchFilter
	Chosen  []int64 // people
	Faults  part.Faults
	Games   []engine.Info
	Met     []part.Person // whom to choose from
	Seasons []Choice      // newest first
	Nights  []NightChoice // newest first
	Presets []KeptRules
}

// A NightChoice is a game night to choose.
type NightChoice struct {
	ID     int64
	Name   string
	Starts time.Time
}

// KeptRules are house rules that a club keeps under a name.
type KeptRules struct {
	ID         int64
	Name, Game string
}

// fewMet is how many people a list to choose from names; more are searched for.
const fewMet = 25

// FilterEnds are the ways in which matches have ended, to choose from.
var FilterEnds = []string{"played", "left", "voided", "closed"}

func (p MatchesProps) filtered() bool { return p.Filter != link.MatchFilter{} || len(p.Faults) > 0 }

// more reports that something of what is folded away was chosen, or is wrong.
func (p MatchesProps) more() bool {
	f := p.Filter
	f.Game, f.Result, f.Season, f.With, f.Who = "", "", 0, link.Group{}, ""
	return f != link.MatchFilter{} || slices.ContainsFunc([]string{"ended", "rules", "company", "medium", "night",
		"from", "until"}, func(name string) bool { return p.Faults[name] != "" })
}

func (p MatchesProps) title(ctx context.Context) string {
	if p.Whose != nil {
		return i18n.T(ctx, "filters.whose", "who", part.Called(ctx, *p.Whose))
	}
	return i18n.T(ctx, "matches.title")
}

// count says how many matches there are, as far as that is known.
func (p MatchesProps) count(ctx context.Context) string {
	switch {
	case len(p.Faults) > 0 || len(p.Results) == 0:
		return ""
	case p.Total > 0:
		return i18n.T(ctx, "matches.count", "n", p.Total)
	case !p.First:
		return ""
	case p.Among > 0:
		return i18n.T(ctx, "filters.among", "n", p.Found, "of", p.Among)
	case p.Found > 0:
		return i18n.T(ctx, "matches.count", "n", p.Found)
	}
	return ""
}

// all is the address of the list that is narrowed by nothing.
func (p MatchesProps) all(ctx context.Context) string {
	if p.Whose != nil {
		return link.MatchesOf(page.Club(ctx), p.Whose.ID)
	}
	return link.Matches(page.Club(ctx))
}

// on is the address of the list of the matches on paper, or of the others.
func (p MatchesProps) on(ctx context.Context, medium string) string {
	return link.MatchesPage(page.Club(ctx), link.MatchFilter{Medium: medium}, link.Cursor{})
}

// page is the address of a page beside this one; "" where there is none.
func (p MatchesProps) page(ctx context.Context, at link.Cursor) string {
	switch {
	case at == (link.Cursor{}):
		return ""
	case p.Whose != nil:
		return link.MatchesOfPage(page.Club(ctx), p.Whose.ID, p.Filter, at)
	}
	return link.MatchesPage(page.Club(ctx), p.Filter, at)
}

// people are those to choose from: all, or of many only those who are chosen.
func (p MatchesProps) people() []part.Person {
	if len(p.Met) <= fewMet {
		return p.Met
	}
	return slices.DeleteFunc(slices.Clone(p.Met), func(who part.Person) bool {
		return !slices.Contains(p.Chosen, who.ID)
	})
}

// chosen is the value of what was chosen by its number.
func chosen(id int64) string {
	if id == 0 {
		return ""
	}
	return strconv.FormatInt(id, 10)
}

// worded are choices, each with its words below a key; the first one narrows nothing.
func worded(ctx context.Context, all, below string, values ...string) []part.Choosable {
	list := []part.Choosable{{Label: i18n.T(ctx, all)}}
	for _, value := range values {
		list = append(list, part.Choosable{Value: value, Label: i18n.T(ctx, below+value)})
	}
	return list
}

func (p MatchesProps) games(ctx context.Context) []part.Choosable {
	var keys []string
	for _, game := range p.Games {
		keys = append(keys, game.Key)
	}
	return worded(ctx, "matches.filter.any_game", "game.", keys...)
}

func (p MatchesProps) results(ctx context.Context) []part.Choosable {
	return []part.Choosable{{Label: i18n.T(ctx, "matches.filter.any_result")},
		{Value: "won", Label: i18n.T(ctx, "matches.filter.won")},
		{Value: "lost", Label: i18n.T(ctx, "matches.filter.lost")}}
}

func (p MatchesProps) ends(ctx context.Context) []part.Choosable {
	return worded(ctx, "filters.any", "history.ended.", FilterEnds...)
}

func (p MatchesProps) companies(ctx context.Context) []part.Choosable {
	return []part.Choosable{{Label: i18n.T(ctx, "filters.any")},
		{Value: "people", Label: i18n.T(ctx, "filters.company.people")},
		{Value: "bots", Label: i18n.T(ctx, "filters.company.bots")}}
}

func (p MatchesProps) media(ctx context.Context) []part.Choosable {
	return []part.Choosable{{Label: i18n.T(ctx, "filters.medium.screen")},
		{Value: "paper", Label: i18n.T(ctx, "filters.medium.paper")}}
}

func (p MatchesProps) rules(ctx context.Context) []part.Choosable {
	list := []part.Choosable{{Label: i18n.T(ctx, "filters.any")},
		{Value: "written", Label: i18n.T(ctx, "filters.rules.written")},
		{Value: "house", Label: i18n.T(ctx, "filters.rules.house")}}
	for _, kept := range p.Presets {
		list = append(list, part.Choosable{Value: chosen(kept.ID), Label: i18n.T(ctx, "filters.rules.kept", "name",
			kept.Name, "game", i18n.T(ctx, "game."+kept.Game))})
	}
	return list
}

func (p MatchesProps) seasons(ctx context.Context) []part.Choosable {
	list := worded(ctx, "matches.filter.always", "")
	for _, season := range p.Seasons {
		list = append(list, part.Choosable{Value: chosen(season.ID), Label: season.Name})
	}
	return list
}

func (p MatchesProps) nights(ctx context.Context) []part.Choosable {
	list := worded(ctx, "filters.any", "")
	for _, night := range p.Nights {
		list = append(list, part.Choosable{Value: chosen(night.ID), Label: night.Name + " · " + i18n.Date(ctx,
			night.Starts)})
	}
	return list
}

// A Choice is something to choose by its name.
type Choice struct {
	ID   int64
	Name string
}
