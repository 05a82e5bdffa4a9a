package table

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/part"
)

// A Lesson is what the board of a step says beside its cards. Nothing of it is kept: the form has it all.
type Lesson struct {
	engine.Scene
	Steps []string // the keys of all steps, in order
	At    int      // of them
	Made  string   // the moves so far, with ; between them
	Round bool     // it is a round
	Wrong *Refusal // why the last move was not made
	Home  string   // where a table can be opened
	Day   *Day     // it is a deal of the day, and none of the steps
}

// Key is the step's own.
func (l *Lesson) Key() string { return l.Steps[l.At] }

// following is the step after this one; "" for the last.
func (l *Lesson) following() string {
	if l.At+1 < len(l.Steps) {
		return l.Steps[l.At+1]
	}
	return ""
}

// LessonText is the beginning of the keys of a step's texts: .title, .aim, .help and .done.
func LessonText(game, step string) string { return "lessons." + game + "." + step }

// text is the key of one of the step's texts.
func (p *Props) text(name string) string { return LessonText(p.View.Game, p.Lesson.Key()) + "." + name }

// moves is where moves are posted to.
func (p *Props) moves() string {
	if p.Lesson != nil && p.Lesson.Day != nil {
		return p.Lesson.Day.Address
	}
	if p.Lesson != nil {
		return link.Step(p.View.Game, p.Lesson.Key())
	}
	return link.Moves(p.Club, p.Table)
}

// sorts is where the hand is sorted.
func (p *Props) sorts() string {
	if p.Lesson != nil {
		return p.moves()
	}
	return link.Sort(p.Club, p.Table)
}

// answered says where the answer to a move goes: a lesson's is a whole page, in place of this one.
func (p *Props) answered() templ.OrderedAttributes {
	if p.Lesson != nil {
		return templ.OrderedAttributes{{Key: "data-hx-target", Value: "#lesson"},
			{Key: "data-hx-select", Value: "#lesson"},
			{Key: "data-hx-swap", Value: "outerHTML transition:true"}}
	}
	return templ.OrderedAttributes{{Key: "data-hx-target", Value: "#poll"},
		{Key: "data-hx-swap", Value: "outerHTML transition:true"}}
}

// lessonTitle is the title of the browser's tab.
func (p *Props) lessonTitle(ctx context.Context) string {
	if p.Lesson.Day != nil {
		return i18n.T(ctx, "daily.title") + " · " + i18n.T(ctx, "game."+p.View.Game)
	}
	return i18n.T(ctx, "lessons.title", "game", i18n.T(ctx, "game."+p.View.Game)) + " · " + i18n.T(ctx, p.text("title"))
}

// place says which step it is.
func (p *Props) place(ctx context.Context) string {
	return i18n.T(ctx, "lessons.place", "at", p.Lesson.At+1, "of", len(p.Lesson.Steps))
}

// deal is what a round is dealt from; "" for a step that is no round.
func (p *Props) deal() string {
	if p.Lesson.Round {
		return p.Idem
	}
	return ""
}

// over reports that the round is over, whose cards lie open.
func (p *Props) over() bool { return p.View.Between || p.View.Outcome != nil }

// pip is the look of a step's mark.
func (l *Lesson) pip(i int) string {
	switch {
	case i < l.At || i == l.At && l.Done:
		return "is-done"
	case i == l.At:
		return "is-here"
	}
	return ""
}

// aims are the values of the fields that the step asks for: the cards of its next move or, where it has none, the
// button that makes it. Those of a move that is advised have both.
func (p *Props) aims() (values []string) {
	var m engine.Move
	switch {
	case p.Status.Hint != nil:
		m = p.Status.Hint.Best
		values = append(values, pressed(m))
	case p.Lesson != nil && p.Lesson.Next != nil:
		m = *p.Lesson.Next
	default:
		return nil
	}
	for _, w := range m.Groups()[0] {
		at := func(from engine.Place) string {
			return strings.TrimPrefix(engine.NewMove("is", w.Card).At(from).String(), "is ")
		}
		values = append(values, at(m.From))
		if m.From == (engine.Place{}) { // some fields name where the card lies, where the move need not
			values = append(values, at(engine.Place{Kind: engine.Hand}), w.Card.String()+" @up")
		}
	}
	if m.With != (engine.Place{}) {
		values = append(values, "R @"+m.With.String())
	}
	if len(values) == 0 {
		values = append(values, m.String())
	}
	return values
}

// aimed marks on a board what the step asks for. The fields of a board are known by their values, so that faces need
// not know of lessons.
func aimed(p *Props, board templ.Component) templ.Component {
	aims := p.aims()
	if len(aims) == 0 {
		return board
	}
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		var drawn bytes.Buffer
		if err := board.Render(ctx, &drawn); err != nil {
			return err
		}
		html := drawn.String()
		for _, value := range slices.Compact(slices.Sorted(slices.Values(aims))) {
			field := `value="` + templ.EscapeString(value) + `"`
			html = strings.ReplaceAll(html, field, field+" data-aim")
		}
		_, err := io.WriteString(w, html)
		return err
	})
}

// Steps is how many steps the lessons of a game have; 0 where it brings none.
func Steps(ctx context.Context, game string) int { return len(engine.Steps(of(ctx, game).Rules)) }

// Minutes is how long lessons of so many steps take, without the round that is the last.
func Minutes(steps int) string { return strconv.Itoa((50*(steps-1) + 59) / 60) }

// NewLesson is the board of a step, which the reader, nil for a visitor, takes with a bot opposite.
func NewLesson(scene engine.Scene, reader *part.Person, l *Lesson) *Props {
	l.Scene = scene
	p := &Props{View: scene.View, Legal: scene.Legal, Log: entries(scene.Log), Lesson: l,
		Seats: []part.Person{{Me: true}, {Bot: bot.Novice}}}
	if reader != nil {
		p.Seats[p.View.Seat] = *reader
	}
	if scene.Done {
		p.View.ToMove, p.Legal = nil, nil
	}
	p.Status = Status{Seats: p.Seats, Mine: p.View.Seat, ToMove: p.View.ToMove, Game: p.View.Game}
	return p
}

// maxTold is how many events the last move of a lesson shows: a bot's whole turn comes at once.
const maxTold = 3

// entries is the log of a lesson, newest first, with the moves that a seat made one after the other as one.
func entries(log []engine.Entry) (list []Entry) {
	for _, t := range log {
		if n := len(list); n == 0 || list[n-1].Seat != t.Seat {
			list = append(list, Entry{Seat: t.Seat})
		}
		last := &list[len(list)-1]
		last.Version, last.Events = t.Version, append(last.Events, t.Events...)
		last.Events = last.Events[max(len(last.Events)-maxTold, 0):]
	}
	slices.Reverse(list)
	return list
}
