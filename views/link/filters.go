package link

import "net/url"

// A Group is players who all sat at a match; 0 for nobody.
type Group [5]int64

// A MatchFilter narrows a list of matches. A zero field narrows nothing; From and Until are days.
type MatchFilter struct {
	Game                 string
	With                 Group  // others who all sat there
	Who                  string // parts of names
	Result, Ended, Rules string
	Company, Medium      string
	Season, Night        int64
	From, Until          string
}

// MatchesPage is one page of the list of one's own matches.
func MatchesPage(club string, f MatchFilter, at Cursor) string { return f.page(Matches(club), at) }

// MatchesOf is the list of a member's matches, and MatchesOfPage one page of it.
func MatchesOf(club string, player int64) string { return Member(club, player) + "/matches" }
func MatchesOfPage(club string, player int64, f MatchFilter, at Cursor) string {
	return f.page(MatchesOf(club, player), at)
}

func (f MatchFilter) page(list string, at Cursor) string {
	q := url.Values{}
	addSet(q, "game", f.Game, "who", f.Who, "result", f.Result, "ended", f.Ended, "rules", f.Rules, "company",
		f.Company, "medium", f.Medium, "season", unlessZero(f.Season), "night", unlessZero(f.Night), "from", f.From,
		"until", f.Until)
	for _, id := range f.With {
		if id != 0 {
			q.Add("with", number(id))
		}
	}
	at.add(q)
	return asked(list, q)
}
