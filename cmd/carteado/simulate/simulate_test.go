package simulate

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/enginetest/toy"
	"carteado/engine/knock"
)

// A bent game is the toy with a bug in its moves.
type bent struct {
	toy.Game
	key  string
	made func(*toy.Round, engine.Seat, *engine.Move, *engine.Log)
}

type bentRound struct {
	*toy.Round
	game bent
}

func (g bent) Info() engine.Info {
	info := toy.Game{}.Info()
	info.Key = g.key
	return info
}

func (g bent) Deal(s engine.Setup) (engine.Round, error) { return g.bend(g.Game.Deal(s)) }

func (g bent) Load(data []byte) (engine.Round, error) { return g.bend(g.Game.Load(data)) }

func (g bent) bend(r engine.Round, err error) (engine.Round, error) {
	if err != nil {
		return nil, err
	}
	return bentRound{r.(*toy.Round), g}, nil
}

func (r bentRound) CopyInto(engine.Round) engine.Round {
	return bentRound{r.Round.CopyInto(nil).(*toy.Round), r.game}
}

func (r bentRound) Is(other engine.Round) bool { return r.Round.Is(other.(bentRound).Round) }

func (r bentRound) Make(s engine.Seat, m *engine.Move, log *engine.Log) {
	r.game.made(r.Round, s, m, log)
}

// losing is a game in which a card that is laid on the seven of hearts pushes the
// pile's first card off the table.
var losing = bent{key: "losing", made: func(r *toy.Round, s engine.Seat, m *engine.Move, log *engine.Log) {
	top := r.Discard[max(0, len(r.Discard)-1):]
	r.Make(s, m, log)
	if m.Verb == "discard" && slices.Equal(top, []card.Card{card.New(7, card.Hearts)}) {
		r.Discard = r.Discard[1:]
	}
}}

// telling is a game in which everybody is told what is drawn from a renewed stock.
var telling = bent{key: "telling", made: func(r *toy.Round, s engine.Seat, m *engine.Move, log *engine.Log) {
	r.Make(s, m, log)
	if log != nil && m.From.Kind == engine.Stock && r.Renewed > 0 {
		drew := &log.Events[len(log.Events)-1]
		drew.Cards = []engine.Word{{Card: drew.Secret[0]}}
	}
}}

// games are one of the club's and three that no club offers.
var games = []engine.Game{knock.Game{}, toy.Game{}, losing, telling}

// simulated runs a command and returns its report as JSON and as text.
func simulated(t *testing.T, c Command) (r report, text string, err error) {
	t.Helper()
	if c.Checks == "" {
		c.Checks = "all"
	}
	if c.Every == 0 {
		c.Every = 50
	}
	if c.Seed == "" {
		c.Seed = "7"
	}
	var out bytes.Buffer
	c.JSON = true
	err = c.Run(t.Context(), games, &out)
	if json.Unmarshal(out.Bytes(), &r) != nil {
		return r, "", err
	}
	out.Reset()
	c.JSON = false
	if again := c.Run(t.Context(), games, &out); fmt.Sprint(again) != fmt.Sprint(err) {
		t.Errorf("first %v, then %v", err, again)
	}
	return r, out.String(), err
}

// untimed is a report without what takes time, written.
func untimed(t *testing.T, r report) string {
	t.Helper()
	r.Time = timeReport{}
	data, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// What is not looked at is played the same, though by a shorter way.
func TestChecksDoNotPlay(t *testing.T) {
	var reports []string
	for _, checks := range []string{"light", "off"} {
		r, _, err := simulated(t, Command{Game: "knock", Matches: 20, Bots: []string{"random"}, Checks: checks,
			Rounds: 3})
		if err != nil {
			t.Fatal(err)
		}
		r.Checks = ""
		reports = append(reports, untimed(t, r))
	}
	if reports[0] != reports[1] {
		t.Errorf("%s\n%s", reports[0], reports[1])
	}
}

// However many cores play, the report is the same but for the time.
func TestSimulateIsTheSameAgain(t *testing.T) {
	for _, c := range []Command{
		{Game: "toy", Seats: 3, Matches: 8, Bots: []string{"steady", "random"}, Rounds: 2},
		{Game: "losing", Seats: 2, Matches: 40, Bots: []string{"random"}, Checks: "light"},
		{Game: "knock", Matches: 12, Bots: []string{"steady"}, Option: engine.Options{"knock_limit": "7"}},
	} {
		var reports, texts []string
		times := regexp.MustCompile(`(?m)^.* moves/s,.*$`)
		for _, c.Cores = range []int{1, 3} {
			r, text, _ := simulated(t, c)
			reports, texts = append(reports, untimed(t, r)), append(texts, times.ReplaceAllString(text, ""))
		}
		if reports[0] != reports[1] || texts[0] != texts[1] || len(texts[0]) < 200 {
			t.Errorf("%s\n%s\n%s\n%s", reports[0], reports[1], texts[0], texts[1])
		}
	}
}

// Every match is won, drawn or left, by a seat and by a bot.
func TestSimulateAddsUp(t *testing.T) {
	for _, c := range []Command{
		{Game: "toy", Seats: 4, Matches: 50, Bots: []string{"steady", "random"}, Checks: "off"},
		{Game: "toy", Seats: 2, Matches: 50, Bots: []string{"random"}, Checks: "light", Rounds: 3},
	} {
		r, text, err := simulated(t, c)
		if err != nil {
			t.Fatal(err)
		}
		seats, bots := 0, 0
		for _, n := range r.SeatWins {
			seats += n
		}
		for _, b := range r.ByBot {
			bots += b.Wins
			if b.Matches != r.Matches-r.Unfinished {
				t.Errorf("%+v of %d matches", b, r.Matches)
			}
		}
		rounds := 0
		for _, n := range r.RoundEnds {
			rounds += n
		}
		if r.Matches != 50 || seats != bots || seats+r.Draws+r.Unfinished != 50 || rounds != r.Rounds.Sum ||
			len(r.ByBot) != len(c.Bots) ||
			c.Rounds > 0 && (r.Rounds.Max > c.Rounds || r.Unfinished == 0) || r.Moves.Mean*50 != float64(r.Moves.Sum) {
			t.Errorf("%+v\n%s", r, text)
		}
	}
}

// The better bot wins more, wherever it sits.
func TestSimulateMeasuresBots(t *testing.T) {
	r, text, err := simulated(t, Command{Game: "knock", Matches: 40, Bots: []string{"steady", "random"}, Checks: "off"})
	if err != nil || r.ByBot[1].Bot != "steady" || r.ByBot[1].Share < 0.9 || r.SeatWins[0] < 10 || r.SeatWins[1] < 10 {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestBotsChangeSeats(t *testing.T) {
	s := &simulation{Command: Command{Seats: 4}}
	sat := map[[2]int]int{}
	for n := range 8 {
		for seat, i := range s.sitting(n) {
			sat[[2]int{seat, i}]++
		}
	}
	for seat := range 4 {
		for i := range 4 {
			if sat[[2]int{seat, i}] != 2 {
				t.Errorf("%d sits on seat %d %d times", i, seat, sat[[2]int{seat, i}])
			}
		}
	}
}

// A planted bug is an error of the command, and its replay shows the same again;
// so does the command that plays that match alone.
func TestSimulateFindsAndShows(t *testing.T) {
	for _, checks := range []string{"all", "light"} {
		r, text, err := simulated(t, Command{Game: "losing", Seats: 2, Matches: 10, Rounds: 3, Bots: []string{"random"},
			Checks: checks})
		if err == nil || r.Violations == 0 || r.Violations == 10 || len(r.First) != shownViolations ||
			!strings.Contains(r.First[0].What, "cards: ") {
			t.Fatalf("%v, %d violations\n%s", err, r.Violations, text)
		}
		for _, v := range r.First {
			if !strings.Contains(text, v.Replay) || !strings.Contains(text, v.What) {
				t.Errorf("match %d is not shown in\n%s", v.Match, text)
			}
			path := filepath.Join(t.TempDir(), "bug.replay")
			if err := os.WriteFile(path, []byte(v.Replay), 0o600); err != nil {
				t.Fatal(err)
			}
			_, _, err := simulated(t, Command{Replay: path, Matches: 1, Bots: []string{"random"}, Checks: checks})
			if err == nil || err.Error() != v.What {
				t.Errorf("the replay shows\n%v\nnot\n%s", err, v.What)
			}
			one, _, err := simulated(t, Command{Game: "losing", Seats: 2, Matches: 1, Rounds: 3, First: v.Match,
				Bots: []string{"random"}, Checks: checks})
			if err == nil || len(one.First) != 1 || one.First[0] != v {
				t.Errorf("match %d by itself: %v, %+v", v.Match, err, one.First)
			}
		}
	}
}

// A leak that shows only after a renewal is found, also where there are two of each
// card. At --every 50 it takes five times as many matches.
func TestSimulateFindsALeakAfterARenewal(t *testing.T) {
	r, _, err := simulated(t, Command{
		Game: "telling", Seats: 4, Matches: 11, Rounds: 1, Every: 10, Bots: []string{"random"},
		Option: engine.Options{"turns": "40", "packs": "2", "swap": "off"},
	})
	if err == nil || r.Violations == 0 {
		t.Errorf("%v, %d violations", err, r.Violations)
	}
}

func TestSimulateReplayOfAGoodMatch(t *testing.T) {
	var out bytes.Buffer
	err := Command{Replay: "../../../engine/knock/testdata/replays/2-default.replay", Matches: 1, Seed: "1",
		Bots: []string{"random"}, Checks: "light", Every: 1}.Run(t.Context(), games, &out)
	if err != nil || !strings.Contains(out.String(), "every promise was kept") {
		t.Errorf("%v, %s", err, out.String())
	}
}

func TestSimulateRefuses(t *testing.T) {
	good := Command{Game: "knock", Matches: 1, Bots: []string{"random"}}
	for name, change := range map[string]func(*Command){
		"no game":             func(c *Command) { c.Game = "" },
		"an unknown game":     func(c *Command) { c.Game = "chess" },
		"too many seats":      func(c *Command) { c.Seats = 3 },
		"a negative number":   func(c *Command) { c.Matches = -1 },
		"an unknown option":   func(c *Command) { c.Option = engine.Options{"limit": "3"} },
		"an unknown value":    func(c *Command) { c.Option = engine.Options{"knock_limit": "4"} },
		"an unknown bot":      func(c *Command) { c.Bots = []string{"deep"} },
		"a seed of words":     func(c *Command) { c.Seed = "seven" },
		"a file that is none": func(c *Command) { c.Replay = "nowhere" },
		"no replay":           func(c *Command) { c.Replay = "simulate.go" },
	} {
		c := good
		change(&c)
		if r, _, err := simulated(t, c); err == nil || r.Violations > 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A simulation that is interrupted says what came out so far.
func TestSimulateIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var out bytes.Buffer
	dealt := 0
	c := Command{
		Game: "toy", Seats: 2, Matches: 1_000_000, Rounds: 1, Seed: "1", Bots: []string{"random"}, Checks: "light",
		Every: 1, Cores: 1,
	}
	game := interrupted{deal: func() {
		if dealt++; dealt == 20 {
			cancel()
		}
	}}
	err := c.Run(ctx, []engine.Game{game}, &out)
	if err == nil || !regexp.MustCompile(`^interrupted after \d+ of 1000000 matches$`).MatchString(err.Error()) ||
		!strings.Contains(out.String(), "matches ended by") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// An interrupted game does something at each deal.
type interrupted struct {
	toy.Game
	deal func()
}

func (g interrupted) Deal(s engine.Setup) (engine.Round, error) {
	g.deal()
	return g.Game.Deal(s)
}

func TestProgress(t *testing.T) {
	line := func(done, all, moves int64, took time.Duration) string {
		p := &progress{all: int(all)}
		p.done.Store(done)
		p.moves.Store(moves)
		return p.line(took)
	}
	for want, got := range map[string]string{
		"[........................] 0 of 1,000,000 matches, 0 moves/s, ? left": line(0, 1_000_000, 0, 0),
		"[######..................] 250 of 1,000 matches, 1,234 moves/s, 1m15s left": line(250, 1000, 30850,
			25*time.Second),
		"[########################] 1,000 of 1,000 matches, 1,234 moves/s, 0s left": line(1000, 1000, 123400,
			100*time.Second),
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	stop := showProgress(file, &progress{all: 1})
	stop()
	if info, err := file.Stat(); err != nil || info.Size() > 0 {
		t.Errorf("a file shows progress: %v", err)
	}
}
