package results

import (
	"net/http"
	"slices"
	"time"

	"carteado/db/results"
	"carteado/handlers/web"
	resultpage "carteado/views/page/results"
)

// monthsShown is how many months the drawing of a member's numbers has at most.
const monthsShown = 12

// ShowNumbers is a member's numbers at a game, or at all.
func (w *Wing) ShowNumbers(r *web.Request) error {
	game, err := w.gameAsked(r)
	if err != nil {
		return err
	}
	n, err := w.Store.NumbersOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("player"), game)
	if err != nil {
		return err
	}
	props := resultpage.NumbersProps{
		Person: web.PersonOf(r.Player(), n.Person), Game: game, Matches: n.Matches, Wins: n.Wins, Places: n.Places,
		Row: n.Row, Longest: n.Longest, Score: n.Score, Luck: n.Luck, Features: w.Features[game], Tallies: n.Features,
		Months: months(n.Months), First: n.First.Ended, Last: n.Last.Ended,
	}
	for seats, share := range n.Seats {
		props.Seats = append(props.Seats, resultpage.Group{Seats: seats, Matches: share.Matches, Wins: share.Wins})
	}
	slices.SortFunc(props.Seats, func(a, b resultpage.Group) int { return a.Seats - b.Seats })
	for _, g := range n.Games {
		props.Games = append(props.Games, resultpage.Record(g))
	}
	for _, rival := range n.Rivals {
		props.Rivals = append(props.Rivals, resultpage.Opponent{Person: web.PersonOf(r.Player(), rival.Person),
			Matches: rival.Matches, Won: rival.Won, Lost: rival.Lost})
	}
	return r.Show(http.StatusOK, resultpage.Numbers(props))
}

// months are the last ones up to that of the last match, the empty ones between them too.
func months(shares map[string]results.Share) (list []resultpage.Group) {
	first, last := "", ""
	for month := range shares {
		if first == "" || month < first {
			first = month
		}
		last = max(last, month)
	}
	to, err := time.Parse("2006-01", last)
	if err != nil {
		return nil // there is none
	}
	from, _ := time.Parse("2006-01", first)
	if earliest := to.AddDate(0, 1-monthsShown, 0); from.Before(earliest) {
		from = earliest
	}
	for at := from; !at.After(to); at = at.AddDate(0, 1, 0) {
		share := shares[at.Format("2006-01")]
		list = append(list, resultpage.Group{Month: at, Matches: share.Matches, Wins: share.Wins})
	}
	return list
}

// ShowVersus is two members against each other.
func (w *Wing) ShowVersus(r *web.Request) error {
	v, err := w.Store.VersusOf(r.Ctx(), r.Club.ID, r.Player(), r.Number("player"), r.Number("other"))
	if err != nil {
		return err
	}
	props := resultpage.VersusProps{One: web.PersonOf(r.Player(), v.One), Other: web.PersonOf(r.Player(), v.Other)}
	for _, g := range v.Games {
		props.Games = append(props.Games, resultpage.Encounter(g))
	}
	for _, m := range v.Meetings {
		props.Meetings = append(props.Meetings, resultpage.Meeting{Match: m.Match, Game: m.Game, Ended: m.Ended,
			Place: m.Place, Other: m.Other, Seats: m.Seats, Lead: m.Lead})
	}
	return r.Show(http.StatusOK, resultpage.Versus(props))
}
