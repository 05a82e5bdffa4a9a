// Package standing ranks players by a season's charter and results. It is a pure
// function: the same charter and results give the same standings, in whatever
// order the results come, and every place explains itself.
//
// A job computes standings from charter and results after each match, and a command computes them again. A correction
// is an entry of its own: the match stays as it was played. A table for those invited counts for no standings, because
// everybody must be able to look up what a place rests on.
package standing

import (
	"cmp"
	"slices"
)

// A Charter is the rules of a season, as data.
type Charter struct {
	Games  []string `json:"games"`           // keys of the games that count; none: all
	Bots   bool     `json:"bots"`            // matches with bots count, too
	Paper  bool     `json:"paper,omitempty"` // matches that game nights write down count, too, once they are confirmed
	Skip   []Origin `json:"skip,omitempty"`  // matches from there do not count
	Away   Away     `json:"away,omitempty"`  // how many of a seat's moves a bot may make while its player is away
	Places []int    `json:"places"`          // points for the first, the second … place; nothing for those behind
	// points for each of those who share the first place; −1: the average of the places they share
	Draw   int   `json:"draw"`
	Nights int   `json:"nights,omitempty"` // of a player's game nights only so many count, the best ones; 0: all
	Drop   int   `json:"drop"`             // number of a player's worst matches that do not count; at least Least stay
	Least  int   `json:"least"`            // matches one must have played to have a place
	Ties   []Tie `json:"ties"`             // tie-breaks, in order
}

// An Away is the largest share of a seat's moves that a bot may have made for its player. A match in which it has made
// more counts for the places of the others, and the seat gets nothing for it: no points, no win, and a match lost.
type Away string

// Any is the rule of charters that say nothing about it.
const (
	Any     Away = ""
	Half    Away = "half"
	Quarter Away = "quarter"
	Never   Away = "never"
)

// Aways lists them, the strictest last.
func Aways() []Away { return []Away{Any, Half, Quarter, Never} }

// exceeded reports that a bot has made too many of a number of moves.
func (a Away) exceeded(moves, byBot int) bool {
	switch a {
	case Half:
		return 2*byBot > moves
	case Quarter:
		return 4*byBot > moves
	case Never:
		return byBot > 0
	}
	return false
}

// A Tie is a tie-break between players with equal points.
type Tie string

// The tie-breaks, each a catalog key below tie.
const (
	HeadToHead Tie = "head_to_head" // places won against the others in question
	MostWins   Tie = "wins"         // more matches won
	FewLosses  Tie = "losses"       // fewer matches lost
	FewMatches Tie = "matches"      // fewer matches played
	BestRecent Tie = "recent"       // more points in the last match
	Opponents  Tie = "opponents"    // the points of those one has met are more; of competitions, where all meet as many
)

// Ties lists them in their usual order.
func Ties() []Tie { return []Tie{HeadToHead, MostWins, FewLosses, FewMatches, BestRecent} }

// Standard is the charter on the form for a new season: three points for a win, one for each player who shares it,
// nothing where a bot made more than a quarter of the moves, and the best eight of the nights of a season of three
// months: in simulation that finds the best player more often than counting them all.
func Standard() Charter {
	return Charter{Paper: true, Away: Quarter, Places: []int{3}, Draw: 1, Nights: 8, Least: 1,
		Ties: []Tie{HeadToHead, MostWins, FewLosses}}
}

// A Result is a match that is over.
type Result struct {
	Match   int64   // its number, which follows the order in which matches were opened
	Ended   int64   // when, in microseconds since 1970, which orders results; then the number does
	Game    string  // its key
	Players []int64 // by seat; 0 for a bot
	Placing []int   // by seat, 1 is first; equal places are shared
	Moves   []int   // by seat; nil where no bot has moved for a player
	ByBot   []int   // by seat, the moves that a bot has made for a player who was away
	Void    bool    // does not count
	Paper   bool    // was written down at a game night
	Night   int64   // the game night at which it was played; 0: none
	Cup     bool    // was played at a table of a competition
	Given   []int   // by seat, points that no match was played for, as for a bye; nil for a match
}

// A Line is one player's standing.
type Line struct {
	Player  int64   `json:"player"`
	Place   int     `json:"place"` // from 1, equal where nothing parts; 0 for a player with too few matches
	Points  int     `json:"points"`
	Played  int     `json:"played"`
	Won     int     `json:"won"`              // alone in the first place
	Drawn   int     `json:"drawn"`            // in a shared first place
	Lost    int     `json:"lost"`             // the others
	Dropped int     `json:"dropped"`          // matches that do not count
	Beyond  int     `json:"beyond,omitempty"` // matches of nights behind the best ones, which do not count
	Away    int     `json:"away,omitempty"`   // matches lost because a bot has made too many moves
	Given   int     `json:"given,omitempty"`  // of Points, those that no match was played for
	Form    []Form  `json:"form"`             // of the last five matches, the latest last
	Steps   []Step  `json:"steps"`            // the comparisons with players of equal points, in order
	Equals  []int64 `json:"equals"`           // those players
}

// A Form is how one match went.
type Form byte

// How a match went.
const (
	Won   Form = 'w'
	Drawn Form = 'd'
	Lost  Form = 'l'
)

// A Step is one comparison among players with equal points.
type Step struct {
	Tie   Tie  `json:"tie"`
	Value int  `json:"value"` // the player's own
	Parts bool `json:"parts"` // it parted the player from another with equal points
}

const formLength = 5

// player collects the results of one player.
type player struct {
	Line
	points  []scored  // by match, in their order
	results []*Result // the same matches, but for those in which the player was away for too long
	against int       // the points of those whom the player has met
}

type scored struct {
	match  int64
	points int
	night  int64
}

// Compute returns the standings, first place first; players without a place come last,
// by points.
func Compute(c Charter, results []Result) []Line {
	counted := c.counting(results)
	players := map[int64]*player{}
	for i := range counted {
		r := &counted[i]
		for seat, id := range r.Players {
			if id <= 0 {
				continue
			}
			p := players[id]
			if p == nil {
				p = &player{Line: Line{Player: id}}
				players[id] = p
			}
			if r.Given != nil {
				p.Given += r.Given[seat]
			} else if c.away(r, seat) {
				p.lose(r)
			} else {
				p.add(r, seat, c.points(r, seat))
			}
		}
	}
	for _, p := range players {
		p.total(c)
	}
	if slices.Contains(c.Ties, Opponents) {
		for _, p := range players {
			p.against = opponents(p, players)
		}
	}
	var placed, others []*player
	for _, p := range players {
		if p.Played >= c.Least {
			placed = append(placed, p)
		} else {
			others = append(others, p)
		}
	}
	byPoints := func(a, b *player) int {
		return cmp.Or(cmp.Compare(b.Points, a.Points), cmp.Compare(a.Player, b.Player))
	}
	slices.SortFunc(placed, byPoints)
	slices.SortFunc(others, byPoints)
	var lines []Line
	for len(placed) > 0 {
		n := 1
		for n < len(placed) && placed[n].Points == placed[0].Points {
			n++
		}
		lines = append(lines, rank(c, placed[:n], len(lines)+1)...)
		placed = placed[n:]
	}
	for _, p := range others {
		lines = append(lines, p.Line)
	}
	return lines
}

// points of a seat are those of its place. Tied players split the points of their
// places, rounded down, unless the charter says what a draw counts.
func (c Charter) points(r *Result, seat int) int {
	place := r.Placing[seat]
	sharing, sum := 0, 0
	for _, other := range r.Placing {
		if other == place {
			if at := place - 1 + sharing; at < len(c.Places) {
				sum += c.Places[at]
			}
			sharing++
		}
	}
	if place == 1 && sharing > 1 && c.Draw >= 0 {
		return c.Draw
	}
	return sum / sharing
}

// away reports that a bot has made too many moves for the player of a seat.
func (c Charter) away(r *Result, seat int) bool {
	return seat < len(r.ByBot) && seat < len(r.Moves) && c.Away.exceeded(r.Moves[seat], r.ByBot[seat])
}

// lose counts a match in which the player was away for too long: as one without points that is lost, so that nobody
// gains by staying away.
func (p *player) lose(r *Result) {
	p.Away++
	p.note(r, Lost, 0)
}

func (p *player) add(r *Result, seat, points int) {
	form := Lost
	if r.Placing[seat] == 1 {
		form = Won
		for other, place := range r.Placing {
			if place == 1 && other != seat {
				form = Drawn
			}
		}
	}
	p.note(r, form, points)
	p.results = append(p.results, r)
}

// note counts a match, however it went.
func (p *player) note(r *Result, form Form, points int) {
	switch form {
	case Won:
		p.Won++
	case Drawn:
		p.Drawn++
	default:
		p.Lost++
	}
	p.Played++
	p.points = append(p.points, scored{r.Match, points, r.Night})
	p.Form = append(p.Form, form)
	if len(p.Form) > formLength {
		p.Form = p.Form[1:]
	}
}

// opponents are the points of those whom a player has met, once for each match.
func opponents(p *player, players map[int64]*player) (sum int) {
	for _, r := range p.results {
		for _, id := range r.Players {
			if other := players[id]; other != nil && other != p {
				sum += other.Points
			}
		}
	}
	return sum
}

// rank orders players with equal points, beginning with a place.
func rank(c Charter, equal []*player, place int) []Line {
	if len(equal) > 1 {
		for _, p := range equal {
			for _, other := range equal {
				if other != p {
					p.Equals = append(p.Equals, other.Player)
				}
			}
		}
	}
	part(c.Ties, equal, place)
	slices.SortStableFunc(equal, func(a, b *player) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Player, b.Player))
	})
	lines := make([]Line, len(equal))
	for i, p := range equal {
		lines[i] = p.Line
	}
	return lines
}

// part gives places to players who are still tied.
func part(ties []Tie, equal []*player, place int) {
	for _, p := range equal {
		p.Place = place
	}
	if len(equal) < 2 || len(ties) == 0 {
		return
	}
	values := map[*player]int{}
	for _, p := range equal {
		values[p] = value(ties[0], p, equal)
	}
	slices.SortStableFunc(equal, func(a, b *player) int { return cmp.Compare(values[b], values[a]) })
	parts := values[equal[0]] != values[equal[len(equal)-1]]
	for _, p := range equal {
		shown := values[p]
		if ties[0] == FewLosses || ties[0] == FewMatches {
			shown = -shown
		}
		p.Steps = append(p.Steps, Step{ties[0], shown, parts})
	}
	for len(equal) > 0 {
		n := 1
		for n < len(equal) && values[equal[n]] == values[equal[0]] {
			n++
		}
		part(ties[1:], equal[:n], place)
		place += n
		equal = equal[n:]
	}
}

// value of a player in a comparison with others: more is better.
func value(t Tie, p *player, others []*player) int {
	switch t {
	case HeadToHead:
		return headToHead(p, others)
	case MostWins:
		return p.Won
	case FewLosses:
		return -p.Lost
	case FewMatches:
		return -p.Played
	case BestRecent:
		if len(p.points) > 0 {
			return p.points[len(p.points)-1].points
		}
	case Opponents:
		return p.against
	}
	return 0
}

// headToHead is how often a player was placed before the others.
func headToHead(p *player, others []*player) (n int) {
	for _, r := range p.results {
		mine := slices.Index(r.Players, p.Player)
		for _, other := range others {
			if theirs := slices.Index(r.Players, other.Player); other != p && theirs >= 0 &&
				r.Placing[mine] < r.Placing[theirs] {
				n++
			}
		}
	}
	return n
}
