package nights

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/engine/clock"
	"carteado/engine/role"
	"carteado/views/i18n"
	"carteado/views/page"
	"carteado/views/part"
)

// A Night is a game night as the reader sees it.
type Night struct {
	ID                  int64
	Name, Place, Says   string
	Address             string // "" unless the reader may know it
	Starts, Ends, Until time.Time
	Games               []string // keys; none: any
	Places              int      // 0: as many as come
	Coming, Waiting     int
	Recurs              clock.Recurrence
	Goes                bool // the series goes on
	By                  part.Person
	Off                 bool
	OffWhy              string
	Over                bool
	Begun               bool
	Closed              bool // the time for answers is over
	Reminded            time.Time

	Answer  string // the reader's own
	Arrives time.Time
	Placed  bool
}

// NightAnswer is what a member has said.
type NightAnswer struct {
	Person  part.Person
	Answer  string
	Arrives time.Time
	Placed  bool
	Since   time.Time
}

// NightProps is the page of a night.
type NightProps struct {
	Night
	Answers  []NightAnswer // who has waited longest first
	Silent   []part.Person // members who have not answered; for hosts
	URL      string        // of the page, to pass on
	Calendar string        // the address of the reader's calendar, "" for none
	Came     []Arrival     // who came
	Door     bool          // people come now
	Here     bool          // the reader is here
	Was      bool          // the reader came, and may have gone
	Typed    string        // the hour at which the reader comes
	Reason   string        // why it is called off, of a form that was refused
	Series   bool          // which calls off those that follow, too
	Faults   part.Faults   // arrives, reason, claim
}

// NightsProps is the list of a club's nights.
type NightsProps struct {
	Coming, Past []Night
	Calendar     string
}

// NightForm is the form for a night, or a series of them.
type NightForm struct {
	ID                int64 // 0: a new one
	Name              string
	Date, From, Until string
	Recurs            string // as in the form: once, weekly, fortnight, monthly
	Place, Address    string
	Says              string
	Games, Chosen     []string
	Places            string
	Close             string // hours before the beginning
	Series            bool   // others follow
	Following         bool   // they are changed, too
	Faults            part.Faults
}

// closes are the hours before the beginning until which one may answer.
var closes = []int{0, 2, 24, 48}

func nightCloses(ctx context.Context) (list []part.Choosable) {
	for _, n := range closes {
		hours := strconv.Itoa(n)
		list = append(list, part.Choosable{Value: hours, Label: i18n.T(ctx, "nights.close."+hours)})
	}
	return list
}

// ClosesBefore is the choice that is nearest to what lies between two times of a zone, by the clock on the wall.
func ClosesBefore(starts, until time.Time) string {
	_, one := starts.Zone()
	_, other := until.Zone()
	before := starts.Sub(until) + time.Duration(one-other)*time.Second
	off := func(hours int) time.Duration { return (before - time.Duration(hours)*time.Hour).Abs() }
	return strconv.Itoa(slices.MinFunc(closes, func(a, b int) int { return cmp.Compare(off(a), off(b)) }))
}

func nightRecurs(ctx context.Context) (list []part.Choosable) {
	for _, r := range []string{"once", "weekly", "fortnight", "monthly"} {
		list = append(list, part.Choosable{Value: r, Label: i18n.T(ctx, "nights.recurs."+r)})
	}
	return list
}

func mayNight(ctx context.Context) bool { return page.May(ctx, role.Night) }

// Weekday names the day of the week of the night.
func (n Night) Weekday(ctx context.Context) string {
	return i18n.T(ctx, "nights.weekday."+strconv.Itoa(int(n.Starts.In(page.ClubZone(ctx)).Weekday())))
}

// hour writes a time of day as people say it: 20h, 20h30.
func hour(ctx context.Context, t time.Time) string {
	t = t.In(page.ClubZone(ctx))
	if t.Minute() == 0 {
		return i18n.T(ctx, "nights.hour", "hour", t.Hour())
	}
	return i18n.T(ctx, "nights.hour.minutes", "hour", t.Hour(), "minutes", t.Format("04"))
}

// When writes the day and the hours.
func (n Night) When(ctx context.Context) string {
	t := n.Starts.In(page.ClubZone(ctx))
	return i18n.T(ctx, "nights.when", "weekday", n.Weekday(ctx), "day", t.Day(), "month",
		i18n.T(ctx, "time.month."+strconv.Itoa(int(t.Month()))), "from", hour(ctx, n.Starts),
		"until", hour(ctx, n.Ends))
}

// recurs says when the night comes again, "" for a night by itself.
func (n Night) recurs(ctx context.Context) string {
	if n.Recurs == clock.Once || !n.Goes {
		return ""
	}
	key := "nights.again." + string(n.Recurs)
	switch day := n.Starts.In(page.ClubZone(ctx)).Weekday(); {
	case n.Recurs == clock.Weekly, n.Recurs == clock.Fortnight:
	case day == time.Saturday, day == time.Sunday: // which are masculine in Portuguese
		key += ".weekend"
	}
	return i18n.T(ctx, key, "weekday", n.Weekday(ctx))
}

// month and day stand on the leaf of the calendar.
func (n Night) month(ctx context.Context) string {
	month := []rune(i18n.T(ctx, "time.month."+strconv.Itoa(int(n.Starts.In(page.ClubZone(ctx)).Month()))))
	return string(month[:min(3, len(month))])
}

func (n Night) day(ctx context.Context) string {
	return strconv.Itoa(n.Starts.In(page.ClubZone(ctx)).Day())
}

func (n Night) Where(ctx context.Context) string {
	if n.Place == "" {
		return i18n.T(ctx, "nights.here")
	}
	return n.Place
}

// games names what is played, with and between the last two.
func (n Night) games(ctx context.Context) string {
	if len(n.Games) == 0 {
		return i18n.T(ctx, "nights.any")
	}
	names := make([]string, len(n.Games))
	for i, game := range n.Games {
		names[i] = i18n.T(ctx, "game."+game)
	}
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return i18n.T(ctx, "and", "list", strings.Join(names[:last], ", "), "last", names[last])
}

// Left is how many places are free; of a night for as many as come it is 0.
func (n Night) left() int { return max(0, n.Places-n.Coming) }

// Fill says how full the night is.
func (n Night) Fill(ctx context.Context) string {
	switch {
	case n.Over:
		return i18n.T(ctx, "nights.were", "n", n.Coming)
	case n.Places == 0:
		return i18n.T(ctx, "nights.coming", "n", n.Coming)
	case n.Waiting > 0:
		return i18n.T(ctx, "nights.full.waiting", "n", n.Waiting)
	case n.left() == 0:
		return i18n.T(ctx, "nights.full")
	}
	return i18n.T(ctx, "nights.left", "n", n.left())
}

// Asks reports that the night waits for the reader's answer.
func (n Night) Asks() bool { return n.Answer == "" && !n.Over && !n.Off && !n.Closed }

// comes reports that the reader has said that they come.
func (n Night) comes() bool { return n.Answer == "yes" || n.Answer == "late" }

// waits reports that the reader comes, and has no place.
func (n Night) waits() bool { return n.comes() && !n.Placed }

// chat is the night in a line, for a group in another program.
func (p NightProps) chat(ctx context.Context) string {
	return i18n.T(ctx, "nights.chat", "weekday", p.Weekday(ctx), "hour", hour(ctx, p.Starts), "games", p.games(ctx),
		"fill", p.Fill(ctx)) + "\n" + p.URL
}

// group are the answers of a kind: those with a place, those who come later, those who wait, and the others.
func (p NightProps) group(which string) (list []NightAnswer) {
	for _, a := range p.Answers {
		kind := a.Answer
		if (kind == "yes" || kind == "late") && !a.Placed {
			kind = "waiting"
		}
		if kind == which {
			list = append(list, a)
		}
	}
	return list
}

// turn is the place of the reader in the waiting list, from 1.
func (p NightProps) turn() int {
	for i, a := range p.group("waiting") {
		if a.Person.Me {
			return i + 1
		}
	}
	return 0
}

// state says where the reader stands, in a few words for a list.
func (n Night) state(ctx context.Context) string {
	switch {
	case n.Off:
		return i18n.T(ctx, "nights.state.off")
	case n.Over:
		return ""
	case n.waits():
		return i18n.T(ctx, "nights.state.waiting")
	case n.Answer != "":
		return i18n.T(ctx, "nights.state."+n.Answer)
	case n.Asks():
		return i18n.T(ctx, "nights.state.asks")
	}
	return ""
}

// An answering is a button of the four.
type answering struct{ key, icon string }

var answerings = []answering{{"yes", "check"}, {"late", "clock"}, {"maybe", "dots"}, {"no", "x"}}

// answerGroups are the answers as a night lists them.
var answerGroups = []answering{{"yes", "check"}, {"late", "clock"}, {"waiting", "list"}, {"maybe", "dots"}, {"no", "x"}}

func pressed(is bool) string { return strconv.FormatBool(is) }

func (f NightForm) title(ctx context.Context) string {
	if f.ID == 0 {
		return i18n.T(ctx, "nights.new")
	}
	return i18n.T(ctx, "nights.change", "name", f.Name)
}
