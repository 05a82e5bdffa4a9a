package results

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/engine"
	"carteado/engine/competition"
	"carteado/engine/role"
	"carteado/views/i18n"
	"carteado/views/page"
	"carteado/views/part"
)

// CompetitionsProps are a club's competitions: those that go on, and those that are over.
type CompetitionsProps struct{ Running, Open, Over []CompetitionRow }

// CompetitionRow is a competition in the list.
type CompetitionRow struct {
	ID               int64
	Name             string
	Charter          competition.Charter
	Entrants, Rounds int
	Of               int // rounds in all, 0 before the first
	Due, Over        time.Time
	Mine             bool
	Against          []string // whom the reader has to play
	Winners          []part.Person
}

// CompetitionProps is a competition with all that happens in it.
type CompetitionProps struct {
	ID         int64
	Name       string
	Charter    competition.Charter
	Founded    competition.Charter
	By         part.Person
	Over       time.Time
	Amendments []CompetitionAmendment
	Entrants   []Entrant // by seed
	Rounds     []CompetitionRound
	Of         int // rounds in all
	Shown      int // the round that is shown
	Lines      []StandingRow
	Bracket    [][]competition.Node
	MayEnter   bool
	Members    []part.Person // who could be entered by a host
	Now        time.Time
	Faults     part.Faults
	Day, Hour  string // as they were typed
	Wrong      page.WrongPlaces
}

// CompetitionAmendment is a change to a charter that was frozen.
type CompetitionAmendment struct {
	Due    time.Time // of the round then; zero: it stayed
	Reason string
	By     part.Person
	At     time.Time
}

// Entrant is somebody who takes part.
type Entrant struct {
	competition.Entrant
	Person part.Person
}

// CompetitionForm is a competition to be founded, changed or amended.
type CompetitionForm struct {
	ID      int64
	Started bool
	Games   []engine.Info
	Name    string
	Format  string
	Game    string
	Rules   string
	Pace    string
	Size    string
	Rounds  string
	Advance string
	Places  string
	Draw    string
	Bye     string
	Ties    []string
	Late    string
	LateBye bool
	Seeding string
	Days    string
	Missed  string
	Due     string // of the round that is played
	State   string // of the competition that is amended: its rounds and amendments
	Reason  string
	Faults  part.Faults
}

// mayRun reports that the reader looks after competitions.
func mayRun(ctx context.Context) bool { return page.May(ctx, role.Season) }

func (p CompetitionProps) last() *CompetitionRound {
	if len(p.Rounds) == 0 {
		return nil
	}
	return &p.Rounds[len(p.Rounds)-1]
}

// shown is the round that the page shows; nil before the first.
func (p CompetitionProps) shown() *CompetitionRound {
	if p.Shown < 1 || p.Shown > len(p.Rounds) {
		return p.last()
	}
	return &p.Rounds[p.Shown-1]
}

func (p CompetitionProps) person(id int64) part.Person {
	for _, e := range p.Entrants {
		if e.Player == id {
			return e.Person
		}
	}
	return part.Person{ID: id}
}

// me is the reader among the entrants; nil for others, and for a player who has left.
func (p CompetitionProps) me() *Entrant {
	at := slices.IndexFunc(p.Entrants, func(e Entrant) bool { return e.Person.Me && e.Left == 0 })
	if at < 0 {
		return nil
	}
	return &p.Entrants[at]
}

// mine is the reader's table of the last round, if it has no result.
func (p CompetitionProps) mine() *CompetitionTable {
	if me, r := p.me(), p.last(); me != nil && r != nil {
		for i, t := range r.Tables {
			if t.Placing == nil && slices.Contains(t.Players, me.Player) {
				return &r.Tables[i]
			}
		}
	}
	return nil
}

// others are the people of a table without the reader.
func (p CompetitionProps) others(t CompetitionTable) (list []part.Person) {
	for _, id := range t.Players {
		if person := p.person(id); !person.Me {
			list = append(list, person)
		}
	}
	return list
}

// about is the line below the title.
func (p CompetitionProps) about(ctx context.Context) string {
	text := i18n.T(ctx, "game."+p.Charter.Game) + " · " + i18n.T(ctx, "competitions.format."+string(p.Charter.Format))
	switch {
	case !p.Over.IsZero():
		return text + " · " + i18n.T(ctx, "competitions.over_on", "date", i18n.Date(ctx, p.Over))
	case len(p.Rounds) > 0:
		return text + " · " + i18n.T(ctx, "competitions.round_of", "n", len(p.Rounds), "of", p.Of)
	}
	return text + " · " + i18n.T(ctx, "competitions.entrants", "n", len(p.Entrants))
}

func (c CompetitionRow) about(ctx context.Context) string {
	text := i18n.T(ctx, "competitions.format."+string(c.Charter.Format))
	switch {
	case !c.Over.IsZero():
		return i18n.T(ctx, "competitions.won_by", "n", len(c.Winners), "who", part.Names(ctx, c.Winners), "date",
			i18n.Date(ctx, c.Over))
	case c.Rounds > 0:
		text += " · " + i18n.T(ctx, "competitions.round_of", "n", c.Rounds, "of", c.Of)
		if !c.Due.IsZero() {
			text += " · " + until(ctx, c.Due)
		}
		return text
	}
	return text + " · " + i18n.T(ctx, "competitions.entrants", "n", c.Entrants)
}

// until says the last day of a round, which ends at midnight.
func until(ctx context.Context, due time.Time) string {
	return i18n.T(ctx, "competitions.until", "date", i18n.Date(ctx, due.Add(-time.Second)))
}

// winners are those in the first place; nobody where no one has come through the last round of a knockout.
func (p CompetitionProps) winners() (list []part.Person) {
	for _, l := range p.Lines {
		if l.Place == 1 {
			list = append(list, l.Person)
		}
	}
	return list
}

// standings are the lines for the table that seasons have, too.
func (p CompetitionProps) standings() StandingsProps {
	return StandingsProps{Season: SeasonChoice{ID: p.ID, Name: p.Name}, Lines: p.Lines}
}

func sizesOffered(ctx context.Context) (list []part.Choosable) {
	for n := 2; n <= competition.MaxSize; n++ {
		list = append(list, part.Choosable{Value: strconv.Itoa(n), Label: i18n.T(ctx, "competitions.size.n", "n", n)})
	}
	return list
}

func competitionTies(ctx context.Context) []part.Choosable {
	list := []part.Choosable{{Value: "", Label: i18n.T(ctx, "tie.none")}}
	for _, t := range competition.Ties() {
		list = append(list, part.Choosable{Value: string(t), Label: i18n.T(ctx, "tie."+string(t))})
	}
	return list
}

// chosenOf are keys below another key.
func chosenOf[T ~string](ctx context.Context, below string, keys []T) (list []part.Choosable) {
	for _, k := range keys {
		list = append(list, part.Choosable{Value: string(k), Label: i18n.T(ctx, below+string(k))})
	}
	return list
}

func (f CompetitionForm) title(ctx context.Context) string {
	switch {
	case f.ID == 0:
		return i18n.T(ctx, "competitions.new")
	case f.Started:
		return i18n.T(ctx, "competitions.amend")
	}
	return i18n.T(ctx, "competitions.change")
}

// clause is one of a charter, as it is read.
type clause struct{ Title, Text string }

// CompetitionClauses are a charter in plain words.
func CompetitionClauses(ctx context.Context, c competition.Charter) (list []clause) {
	add := func(key, text string) { list = append(list, clause{i18n.T(ctx, "competitions.clause."+key), text}) }
	says := func(key string, pairs ...any) string { return i18n.T(ctx, "competitions.says."+key, pairs...) }
	form := says(string(c.Format))
	if c.Format != competition.Knockout && !c.AllMeet() {
		form += " " + says("rounds", "n", c.Rounds)
	}
	if c.Size > 2 {
		form += " " + says("size", "n", c.Size)
	}
	if c.Format == competition.Knockout && c.Size > 2 {
		form += " " + says("advance", "n", c.Advance)
	}
	add("form", form)
	if c.Format == competition.Knockout {
		add("ties", says("equal"))
	} else {
		var points, ties []string
		for _, n := range c.Places {
			points = append(points, strconv.Itoa(n))
		}
		text := says("places", "points", strings.Join(points, ", "))
		if c.Draw >= 0 {
			text += " " + says("draw", "n", c.Draw)
		}
		add("points", text)
		add("bye", says("bye", "n", c.Bye))
		for _, t := range c.Ties {
			ties = append(ties, i18n.T(ctx, "tie."+string(t)))
		}
		if len(ties) > 0 {
			add("ties", says("ties", "list", strings.Join(ties, "; ")))
		} else {
			add("ties", says("no_ties"))
		}
	}
	add("seeds", says("seed."+string(c.Seeding)))
	switch {
	case c.Late < 2 || !c.Open(2):
		add("late", says("late.none"))
	case c.LateBye:
		add("late", says("late.bye", "n", c.Late))
	default:
		add("late", says("late.zero", "n", c.Late))
	}
	due := says("due.host")
	if c.Days > 0 {
		due = says("due.days", "n", c.Days)
	}
	add("due", due+" "+says("missed."+string(c.Missed)))
	add("leaving", says("leaving"))
	add("deals", says("deals"))
	return list
}

// named are people of whom only the names are known.
func named(names []string) (list []part.Person) {
	for _, name := range names {
		list = append(list, part.Person{Name: name})
	}
	return list
}

func peopleChoices(ctx context.Context, people []part.Person) (list []part.Choosable) {
	for _, p := range people {
		list = append(list, part.Choosable{Value: strconv.FormatInt(p.ID, 10), Label: part.Called(ctx, p)})
	}
	return list
}
