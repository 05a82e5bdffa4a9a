// Package sample holds what prepared boards are made of: the people of a club, and
// matches that are set up and played for a page. Faces make their samples of it, and
// the gallery its other pages.
package sample

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/clock"
	"carteado/views/link"
	matchpage "carteado/views/page/match"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
)

func Page(name string, c templ.Component) table.Sample { return table.Sample{Name: name, Component: c} }

// Fragment is what a poll or a move is answered with.
func Fragment(name string, c templ.Component) table.Sample {
	return table.Sample{Name: name, Component: c, Fragment: true}
}

// Club is the slug of the club in which everything happens.
const Club = "quinta"

// Now is the time at which all pages are shown.
var Now = time.Date(2026, time.November, 20, 23, 31, 0, 0, time.UTC)

// The people of the club. Ana reads the pages.
var (
	Ana    = part.Person{ID: 1, Name: "Ana", Me: true, Face: part.Face{Emblem: "kite", Colour: 7}}
	Bento  = part.Person{ID: 2, Name: "Bento", Face: part.Face{Emblem: "cup", Colour: 2}}
	Celia  = part.Person{ID: 3, Name: "Célia"}
	Davi   = part.Person{ID: 4, Name: "Davi"}
	Iara   = part.Person{ID: 5, Name: "Iara"}
	Robot  = part.Person{Bot: "club"}
	Nobody = part.Person{}
)

// Crowd is Ana and others, two of them bots of a kind if there are so many.
func Crowd(n int) []part.Person {
	one, two := Robot, Robot
	one.Number, two.Number = 1, 2
	return []part.Person{Ana, Bento, Celia, one, two, Davi}[:n]
}

// Names as awkward as the club lets people choose them: as long as may be, without a
// space, and made of signs.
var (
	LongName = part.Person{ID: 3, Name: "Maximilianaconstantinaalbuquerquedosanto"}
	OddName  = part.Person{ID: 2, Name: "🦊🃏 ♠♥ wwwwwwwwwwwwwwwwwwwwwwwwwwwwwwwww"}
)

// Scores are six rounds of Knock, after which it stands at 41 to 67.
const Scores = "scores knock 0 5 18 knock 1 22 3 knock_zero 1 14 -10 knock 0 6 31 knock_zero 0 -10 9 knock 0 4 16"

// A Board is a match at a table: a position, as engine.SetMatch reads it, and moves that are made from there;
// a seat stands in front of a move that is not by the first to move. The match itself makes the view. A
// mistake in the text panics.
type Board struct {
	Game     engine.Game
	Position string
	Moves    string
	Seat     engine.Seat // the seat of the reader
	People   []part.Person
	Table    int
	Match    int64
	Chosen   []string
	Refused  string // a move that Seat has tried last
}

// play makes the moves. Entries of the log are oldest first, with all events.
func (b Board) play(after func(version int, m *engine.Match)) (*engine.Match, []table.Entry) {
	m, err := engine.SetMatch(b.Game, b.Position)
	if err != nil {
		panic("sample: " + err.Error())
	}
	made, err := engine.ParseMoves(b.Moves, first(m.ToMove()))
	if err != nil {
		panic("sample: " + err.Error())
	}
	var log []table.Entry
	after(0, m)
	for _, move := range made {
		if move.Move.Verb == engine.VerbClose {
			move.Seat = engine.Nobody
		}
		events, err := m.Play(move.Seat, move.Move)
		if err != nil {
			panic(fmt.Sprintf("sample: %d %s, after %s in %s: %v, not one of %s", move.Seat, move.Move, b.Moves, b.Position, err, m.Legal(move.Seat, nil)))
		}
		log = append(log, table.Entry{Version: m.Version(), Seat: move.Seat, Events: events, Time: Now.Add(-time.Minute)})
		after(m.Version(), m)
	}
	return m, log
}

func first(seats []engine.Seat) engine.Seat { return append(seats, engine.Nobody)[0] }

// Props are the table as Seat sees it.
func (b Board) Props() *table.Props {
	p := b.Seen(b.play(func(int, *engine.Match) {}))
	if b.Refused == "" {
		return p
	}
	m, _ := b.play(func(int, *engine.Match) {})
	var illegal *engine.Illegal
	if _, err := m.Play(b.Seat, Moves(b.Refused)[0]); !errors.As(err, &illegal) {
		panic(fmt.Sprintf("sample: %s in %s: %v", b.Refused, b.Position, err))
	}
	p.Refusal = &table.Refusal{Kind: "illegal", Rule: illegal.Rule, Args: illegal.Args}
	return p
}

// Seen is a match as Seat sees it. Entries of the log are oldest first, with all events.
func (b Board) Seen(m *engine.Match, log []table.Entry) *table.Props {
	p := &table.Props{
		Club: Club, Table: b.Table, At: fmt.Sprintf("%d.1.%d", b.Match, m.Version()), Match: b.Match, Idem: "4f0c1d9a", View: m.View(b.Seat),
		Legal: m.Legal(b.Seat, nil), Seats: slices.Clone(b.People[:m.Seats()]), Chosen: b.Chosen,
	}
	p.Status = b.status(p)
	for _, e := range slices.Backward(log) {
		var seen []engine.Event
		for _, event := range e.Events {
			if event, saw := event.For(b.Seat); saw {
				seen = append(seen, event)
			}
		}
		e.Events = seen
		p.Log = append(p.Log, e)
	}
	return p
}

// Page is the table as Seat sees it.
func (b Board) Page(name string) table.Sample { return Page(name, table.Page(b.Props())) }

// ByDays is Page at a table by days, whose deadlines are days and hours away.
func (b Board) ByDays(name string) table.Sample {
	p := b.Props()
	p.Status.Time = table.Time{Pace: clock.Pace{Kind: clock.Slow, Move: 2 * 24 * time.Hour}, Now: Now, Moved: Now}
	p.Status.Time.Clock = clock.New(p.Status.Time.Pace, p.View.Seats)
	for _, seat := range p.View.ToMove {
		p.Status.Time.Clock.Begin(p.Status.Time.Pace, int(seat), Now, clock.Calendar{})
	}
	p.Status.Occasion = table.Occasion{Name: "Liga da primavera na casa da Clara", URL: link.Competition("quinta", 1)}
	return Page(name, table.Page(p))
}

// Advised is Page at a table of practice, with advice to make one move rather than two others: those that are named,
// or else legal ones.
func (b Board) Advised(name, moves string) table.Sample {
	p, named := b.Props(), Moves(moves)
	if len(named) == 0 {
		named = []engine.Move{p.Legal[0], p.Legal[len(p.Legal)/2], p.Legal[len(p.Legal)-1]}
	}
	advice := bot.Advice{Best: named[0], Others: []bot.Compared{{Move: named[1], Loss: 0.031, Error: 0.02},
		{Move: named[2], Loss: 0.082, Error: 0.02}}}
	advice.Reasons = b.Game.(engine.Reasoner).Reasons(p.View.Round, advice.Best, advice.Others[0].Move)
	p.Status.Practice, p.Status.Talks, p.Status.Hint = true, false, &advice
	p.Status.Seats[1-b.Seat].ID, p.Status.Seats[1-b.Seat].Bot = 0, bot.Strong
	return Page(name, table.Page(p))
}

// Recap is the result of the round that the moves have ended.
func (b Board) Recap() tablepage.RecapProps {
	p := b.Props()
	return tablepage.RecapProps{
		Table: p.Table, At: p.At, Match: p.Match, Idem: p.Idem, View: p.View, Seats: p.Seats,
		Status: b.status(p),
	}
}

// status is what the table shows beside the moves.
func (b Board) status(p *table.Props) table.Status {
	return table.Status{
		Club: Club, Table: b.Table, Match: b.Match, Game: p.View.Game, Version: p.View.Version, Seats: p.Seats, Mine: b.Seat, ToMove: p.View.ToMove,
		Left: p.View.Left, Over: p.View.Outcome != nil, Shut: p.View.Outcome != nil && p.View.Outcome.How == engine.ByClose,
		Time: table.Time{Now: Now, Moved: Now.Add(-time.Minute)}, Idem: p.Idem, Seal: "161994eb7b0081ae80d1e0df9e8785dc3c78afab149a4eb10e3380b35e6a5968", Talks: b.Seat != engine.Spectator, Hosts: b.Seat == 0, Watchable: true,
	}
}

// Said is a phrase that a seat has just said after a version.
func Said(version int, seat engine.Seat, phrase string) table.Entry {
	return table.Entry{Version: version, Seat: seat, Time: Now, Events: []engine.Event{{Kind: "aside.say." + phrase, Seat: seat, Open: true, N: 7 + int(seat)}}}
}

// Replay is the match after so many of its moves, the last of which ends it.
func (b Board) Replay(step int) matchpage.ReplayProps {
	var starts []int
	var views []engine.MatchView
	m, log := b.play(func(version int, m *engine.Match) {
		if len(starts) < m.Number() {
			starts = append(starts, version)
		}
		if version == step {
			views = open(m)
		}
	})
	p := b.Replayed(m, log, starts)
	p.Step, p.Views = step, views
	return p
}

// Replayed is a match at its last move; each of its rounds starts after so many.
func (b Board) Replayed(m *engine.Match, log []table.Entry, starts []int) matchpage.ReplayProps {
	p := matchpage.ReplayProps{
		Match: b.Match, Game: b.Game.Info().Key, Step: m.Version(), Views: open(m), Seats: slices.Clone(b.People[:m.Seats()]),
		Moves: log, Starts: starts, Said: []table.Entry{Said(2, 1, "nice")}, Rounds: len(m.Rounds()), Scores: m.Rounds(),
		Link: "https://clube.example/clubs/quinta/matches/8/replay/3", Ended: Now.Add(-22 * time.Hour),
	}
	p.Outcome, _ = m.Outcome()
	return p
}

// open is what each seat sees of a match.
func open(m *engine.Match) (views []engine.MatchView) {
	for seat := range m.Seats() {
		views = append(views, m.View(engine.Seat(seat)))
	}
	return views
}

// Lesson is a step of a game's lessons after so many of the moves that it asks for, with a wrong try at last; "" for
// none. A step that is a round stands at its deal.
func Lesson(g engine.Game, at, moves int, wrong string) *table.Props {
	steps := engine.Steps(g)
	l := &table.Lesson{At: at, Home: "/", Round: steps[at].Moves == ""}
	for _, s := range steps {
		l.Steps = append(l.Steps, s.Key)
	}
	board := func(scene engine.Scene) *table.Props {
		p := table.NewLesson(scene, &Ana, l)
		p.Idem = "4f0c1d9a"
		return p
	}
	if l.Round {
		p, err := bot.NewPractice(g, bot.Novice, steps[at].Options, engine.Seed{})
		for ; err == nil && moves > 0 && !p.Over(); moves-- {
			legal := p.Scene().Legal
			err = p.Make(legal[len(legal)-1])
		}
		if err != nil {
			panic("sample: " + err.Error())
		}
		return board(p.Scene())
	}
	e, err := steps[at].Set(g)
	for next, asks := e.Next(); err == nil && moves > 0 && asks; moves-- {
		err = e.Make(next)
		next, asks = e.Next()
	}
	if err != nil {
		panic("sample: " + err.Error())
	}
	if wrong != "" {
		l.Wrong = &table.Refusal{Kind: "elsewhere"}
		var illegal *engine.Illegal
		if err := e.Make(Moves(wrong)[0]); errors.As(err, &illegal) {
			l.Wrong = &table.Refusal{Kind: "illegal", Rule: illegal.Rule, Args: illegal.Args}
		}
	}
	return board(e.Scene())
}

// Moves reads moves, with semicolons between them.
func Moves(text string) []engine.Move {
	made, err := engine.ParseMoves(text, 0)
	if err != nil {
		panic("sample: " + err.Error())
	}
	list := make([]engine.Move, len(made))
	for i, m := range made {
		list[i] = m.Move
	}
	return list
}
