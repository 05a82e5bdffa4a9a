package simulate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/conform"
	"carteado/engine/shuffle"
)

// Command is carteado simulate.
type Command struct {
	Game    string         `help:"Key of the game." placeholder:"KEY"`
	Seats   int            `help:"Number of seats; by default as few as the game has."`
	Matches int            `help:"How many matches." default:"1000"`
	First   int            `help:"Number of the first match: any match can be played again by itself."`
	Rounds  int            `help:"Rounds after which a match is left; by default it is played until it is over."`
	Seed    string         `help:"A number, or 64 hexadecimal digits. The same seed gives the same matches." default:"1"`
	Option  engine.Options `help:"House rules that differ from the default." placeholder:"KEY=VALUE"`
	Bots    []string       `help:"Who plays, random or steady, seat by seat, over and over. They change seats from match to match." default:"random"`
	Checks  string         `help:"all: after every move cards, turns, results, that what is listed is accepted and all else refused without a trace, and in one position of --every each promise there is. light: cards, turns, results and the end. off: none." enum:"all,light,off" default:"all"`
	Every   int            `help:"See --checks=all. 1 looks at everything after every move, which costs several thousand times the move." default:"50"`
	Cores   int            `help:"How many cores to use; by default all."`
	JSON    bool           `help:"Report in JSON."`
	Replay  string         `help:"Check this match, as a report of a violation shows it, instead of others." type:"existingfile" placeholder:"FILE"`
}

// maxRound is more moves than any round needs whose players want to win. A few
// random rounds never end: in Huang Di two walls can be built and turned back when all
// cards that would lead further are buried.
const maxRound = 20_000

var checkLevels = map[string]conform.Checks{"all": conform.All, "light": conform.Light, "off": conform.Off}

// Run plays matches of one of the games and writes the report.
func (c Command) Run(ctx context.Context, games []engine.Game, out io.Writer) error {
	if c.Replay != "" {
		return c.replay(games, out)
	}
	s, err := c.simulation(games)
	if err != nil {
		return err
	}
	began := time.Now()
	stop := showProgress(os.Stderr, &s.progress)
	s.run(ctx)
	stop()
	report := s.report(time.Since(began))
	if c.JSON {
		err = writeJSON(out, report)
	} else {
		err = report.writeText(out)
	}
	switch {
	case err != nil:
		return err
	case report.Violations > 0:
		return fmt.Errorf("%d of %d matches broke a promise", report.Violations, report.Matches)
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted after %d of %d matches", report.Matches, c.Matches)
	}
	return nil
}

// A simulation is a checked command and its results so far.
type simulation struct {
	Command
	checker conform.Checker
	options engine.Options // resolved
	seed    engine.Seed
	bots    []string // by seat, of match 0
	players []bot.Player

	begun    atomic.Int64 // matches
	progress progress
	result   *tally // of all, when everything is done
}

func (c Command) simulation(games []engine.Game) (*simulation, error) {
	game, err := gameOf(games, c.Game)
	if err != nil {
		return nil, err
	}
	c.Seats = cmp.Or(c.Seats, game.Info().MinSeats)
	c.Cores = cmp.Or(c.Cores, runtime.GOMAXPROCS(0))
	if c.Matches < 1 || c.First < 0 || c.Rounds < 0 || c.Every < 1 || c.Cores < 1 {
		return nil, errors.New("a number is out of range")
	}
	s := &simulation{Command: c, checker: conform.Checker{Game: game, MaxMoves: maxRound}}
	s.progress.all = c.Matches
	if s.seed, err = readSeed(c.Seed); err != nil {
		return nil, err
	}
	m, err := engine.NewMatch(game, c.Seats, c.Option, s.seed)
	if err != nil {
		return nil, err
	}
	s.options = m.Options()
	for seat := range c.Seats {
		name := c.Bots[seat%len(c.Bots)]
		player, known := bot.Measure(game, name)
		if !known {
			return nil, fmt.Errorf("no bot %q: expected one of %s; the arena has others", name,
				strings.Join(bot.Yardsticks(game), ", "))
		}
		s.bots, s.players = append(s.bots, name), append(s.players, player)
	}
	return s, nil
}

// gameOf is the game with a key.
func gameOf(games []engine.Game, key string) (engine.Game, error) {
	var keys []string
	for _, game := range games {
		if game.Info().Key == key {
			return game, nil
		}
		keys = append(keys, game.Info().Key)
	}
	return nil, fmt.Errorf("no game %q: expected one of %s", key, strings.Join(keys, ", "))
}

func readSeed(text string) (engine.Seed, error) {
	if n, err := strconv.Atoi(text); err == nil && len(text) < 2*len(engine.Seed{}) {
		return engine.Seed{}.Derive("simulate", n), nil
	}
	seed, err := shuffle.ParseSeed(text)
	if err != nil {
		err = fmt.Errorf("seed %q: expected a number or 64 hexadecimal digits", text)
	}
	return seed, err
}

// sitting gives, by seat, the index of the player who sits there in a match. Players
// move round the table, so that each plays every seat equally often.
func (s *simulation) sitting(match int) []int {
	at := make([]int, s.Seats)
	for seat := range at {
		at[seat] = (seat + match) % s.Seats
	}
	return at
}

// seldom is how much memory is thrown away before it is collected, in per cent of what is
// kept; it takes the place of GOGC.
const seldom = 800

// run plays all matches, until it is interrupted. The results do not depend on the
// number of cores.
func (s *simulation) run(ctx context.Context) {
	// A match that is checked keeps a few hundred kilobytes and throws away its events and
	// copies: collecting them seldom costs some megabytes and saves a fifth of the time.
	defer debug.SetGCPercent(debug.SetGCPercent(seldom))
	var stopped atomic.Bool
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	s.result = newTally(s.Seats)
	var mutex sync.Mutex
	var cores sync.WaitGroup
	for range s.Cores {
		cores.Go(func() {
			own := newTally(s.Seats)
			for n := int(s.begun.Add(1)) - 1; n < s.Matches && !stopped.Load(); n = int(s.begun.Add(1)) - 1 {
				s.play(s.First+n, own, stopped.Load)
			}
			mutex.Lock()
			defer mutex.Unlock()
			s.result.merge(own)
		})
	}
	cores.Wait()
}

// play plays one match. A match that is interrupted does not count.
func (s *simulation) play(n int, to *tally, stop func() bool) {
	at := s.sitting(n)
	from := conform.Case{
		Seats: s.Seats, Options: s.options, Seed: s.seed.Derive("match", n), Bots: make([]bot.Player, s.Seats),
		Rounds: s.Rounds, Checks: checkLevels[s.Checks], Every: s.Every, Stop: stop, Bare: true,
	}
	for seat, i := range at {
		from.Bots[seat] = s.players[i]
	}
	m, made, err := s.checker.Play(from)
	if errors.Is(err, conform.ErrStopped) {
		return
	}
	if err == nil && from.Checks == conform.All && n%from.Every == 0 {
		err = s.checker.Trace(from)
	}
	moves := m.Version() - s.Seats*(m.Number()-1) // each seat has gone on from round to round
	if err != nil {
		to.broken(violation{Match: n, Seed: from.Seed.Hex(), What: err.Error(), Replay: conform.WriteReplay(
			m, from.Seed, made)})
	} else {
		to.add(m, moves, at, s.bots)
	}
	to.moves += moves
	s.progress.moves.Add(int64(moves))
	s.progress.done.Add(1)
}

// replay checks one match that is written down.
func (c Command) replay(games []engine.Game, out io.Writer) error {
	text, err := os.ReadFile(c.Replay)
	if err != nil {
		return err
	}
	key, from, err := conform.ReadReplay(string(text))
	if err != nil {
		return err
	}
	c.Game, c.Seats, c.Option = key, from.Seats, from.Options
	s, err := c.simulation(games)
	if err != nil {
		return err
	}
	from.Checks, from.Every = checkLevels[c.Checks], c.Every
	m, made, err := s.checker.Play(from)
	if err == nil && from.Checks == conform.All {
		err = s.checker.Trace(from)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d moves, %d rounds: every promise was kept\n", len(made), len(m.Rounds()))
	return err
}
