package simulate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"carteado/engine"
	"carteado/engine/bot"
)

// Arena is carteado arena: it measures how well bots play.
type Arena struct {
	Game     string         `help:"Key of the game." placeholder:"KEY"`
	Seats    int            `help:"Number of seats; by default as few as the game has."`
	Bots     []string       `help:"Who plays: novice, club, strong, master, random, steady, at Knock simple, or cmd:./program. As many as there are seats or fewer sit at one table, over and over; more play all against all." default:"master,club"`
	Matches  int            `help:"How many matches, of each pair where all play against all." default:"1000"`
	Rounds   int            `help:"Rounds after which a match is left; by default it is played until it is over."`
	Deals    string         `help:"own: every match has deals of its own. duplicate: the same deals are played from every seat. lines: so, and each seat draws from a line of its own, as at a duplicate night." enum:"own,duplicate,lines" default:"own"`
	Option   engine.Options `help:"House rules that differ from the default." placeholder:"KEY=VALUE"`
	Seed     string         `help:"A number, or 64 hexadecimal digits. The same seed gives the same matches." default:"1"`
	Playouts int            `help:"How many rounds a bot that searches plays out for a decision, in place of its level's own number."`
	Think    time.Duration  `help:"How long a bot that searches may think, in place of a number of playouts. Then no match can be repeated."`
	Timeout  time.Duration  `help:"How long a program may take for its answer." default:"2s"`
	Cores    int            `help:"How many cores to use; by default all."`
	JSON     bool           `help:"Report in JSON."`
}

// Run plays the matches and writes the report.
func (c Arena) Run(ctx context.Context, games []engine.Game, out io.Writer) error {
	a, err := c.arena(games)
	if err != nil {
		return err
	}
	began := time.Now()
	stop := showProgress(os.Stderr, &a.progress)
	a.run(ctx)
	stop()
	report := a.report(time.Since(began))
	if c.JSON {
		err = writeJSON(out, report)
	} else {
		err = report.writeText(out)
	}
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("interrupted after %d of %d matches", report.Matches, a.progress.all)
	}
	return cmp.Or(err, a.broken())
}

// An arena is a checked command and its results so far.
type arena struct {
	Arena
	game    engine.Game
	seed    engine.Seed
	options engine.Options // resolved
	names   []string       // the bots, each once
	tables  [][]int        // who plays at a table, by seat of its first match
	results []bout         // by match, those of a table together

	begun    atomic.Int64
	progress progress
}

// A bout is the result of a match.
type bout struct {
	played bool
	at     []int     // by seat: the bot
	shares []float64 // by seat: of the first place
	points []int     // by seat: the totals
	moves  int
	what   string // why a program lost it
	spent  []spent
}

// spent is what a bot used up in a match.
type spent struct {
	times    []int32 // microseconds of each decision
	playouts int64
}

func (c Arena) arena(games []engine.Game) (*arena, error) {
	game, err := gameOf(games, c.Game)
	if err != nil {
		return nil, err
	}
	c.Seats = cmp.Or(c.Seats, game.Info().MinSeats)
	c.Cores = cmp.Or(c.Cores, runtime.GOMAXPROCS(0))
	if c.Matches < 1 || c.Cores < 1 || c.Rounds < 0 || c.Playouts < 0 || c.Think < 0 || c.Timeout <= 0 {
		return nil, errors.New("a number is out of range")
	}
	a := &arena{Arena: c, game: game}
	if a.seed, err = readSeed(c.Seed); err != nil {
		return nil, err
	}
	if c.Deals == "lines" {
		c.Option = maps.Clone(c.Option)
		if c.Option == nil {
			c.Option = engine.Options{}
		}
		c.Option[engine.Duplicate] = cmp.Or(c.Option[engine.Duplicate], strconv.Itoa(engine.MaxDuplicates))
	}
	m, err := engine.NewMatch(game, c.Seats, c.Option, a.seed)
	if err != nil {
		return nil, err
	}
	a.options = m.Options()
	a.names = distinct(c.Bots)
	for _, name := range a.names {
		if err := a.known(name); err != nil {
			return nil, err
		}
	}
	a.seat()
	a.results = make([]bout, c.Matches*len(a.tables))
	a.progress.all = len(a.results)
	return a, nil
}

// known refuses a bot that there is not.
func (a *arena) known(name string) error {
	if strings.HasPrefix(name, command) {
		return nil
	}
	if _, err := newPlayer(a.game, name, bot.Budget{}); err != nil {
		return err
	}
	return nil
}

// newPlayer is a player of this program.
func newPlayer(g engine.Game, name string, budget bot.Budget) (bot.Player, error) {
	if slices.Contains(bot.Levels(), name) {
		return bot.For(g, name, budget), nil
	}
	if p, ok := bot.Measure(g, name); ok {
		return p, nil
	}
	return nil, fmt.Errorf("no bot %q at %s: expected one of %s", name, g.Info().Key,
		strings.Join(slices.Concat(bot.Levels(), bot.Yardsticks(g)), ", "))
}

// seat says who plays whom.
func (a *arena) seat() {
	index := func(name string) int { return slices.Index(a.names, name) }
	if len(a.Bots) <= a.Seats {
		table := make([]int, a.Seats)
		for s := range table {
			table[s] = index(a.Bots[s%len(a.Bots)])
		}
		a.tables = append(a.tables, table)
		return
	}
	for i := range a.names {
		for j := range i {
			table := make([]int, a.Seats)
			for s := range table {
				table[s] = []int{j, i}[s%2]
			}
			a.tables = append(a.tables, table)
		}
	}
}

// run plays all matches, until it is interrupted. The results do not depend on the number of cores.
func (a *arena) run(ctx context.Context) {
	var stopped atomic.Bool
	defer context.AfterFunc(ctx, func() { stopped.Store(true) })()
	var cores sync.WaitGroup
	for range min(a.Cores, len(a.results)) {
		cores.Go(func() {
			c := &corner{arena: a, programs: map[string]*program{}}
			defer c.close()
			for n := int(a.begun.Add(1)) - 1; n < len(a.results) && !stopped.Load(); n = int(a.begun.Add(1)) - 1 {
				a.results[n] = c.play(ctx, n)
				a.progress.moves.Add(int64(a.results[n].moves))
				a.progress.done.Add(1)
			}
		})
	}
	cores.Wait()
}

// A corner plays matches on one core.
type corner struct {
	*arena
	programs map[string]*program
}

// play plays one match. Players move round the table from match to match; with duplicate deals
// so many matches as there are seats have the same ones.
func (c *corner) play(ctx context.Context, n int) bout {
	table := c.tables[n/c.Matches]
	n %= c.Matches
	deal, turn := n, n
	if c.Deals != "own" {
		deal = n / c.Seats
	}
	m, err := engine.NewMatch(c.game, c.Seats, c.options, c.seed.Derive("arena", deal))
	b := bout{at: make([]int, c.Seats), spent: make([]spent, len(c.names))}
	if err != nil {
		b.what = err.Error()
		return b
	}
	for s := range b.at {
		b.at[s] = table[(s+turn)%c.Seats]
	}
	g := sit(c, m, b.at, c.seed.Derive("arena bots", n), b.spent)
	g.number = n
	loser := g.play(ctx)
	if ctx.Err() != nil {
		return b
	}
	b.played, b.points, b.moves = true, slices.Clone(m.Totals()), m.Version()
	b.what, b.shares = g.what, shares(m, loser)
	return b
}

// shares are the seats' shares of the first place. A bot that failed has none.
func shares(m *engine.Match, loser engine.Seat) []float64 {
	list := make([]float64, m.Seats())
	placing, first := m.Placing(), 0
	for s := range list {
		if engine.Seat(s) != loser && (loser != engine.Nobody || placing[s] == 1) {
			first++
			list[s] = 1
		}
	}
	for s := range list {
		list[s] /= float64(max(first, 1))
	}
	return list
}

// A sitting is a match that is being played, with what each seat has seen of the round.
type sitting struct {
	*corner
	match   *engine.Match
	number  int // of the match
	players []bot.Player
	at      []int
	courses []engine.Course
	told    []int // by seat: events that a program was told already
	seed    engine.Seed
	spent   []spent
	what    string
}

func sit(c *corner, m *engine.Match, at []int, seed engine.Seed, counts []spent) *sitting {
	g := &sitting{corner: c, match: m, at: at, seed: seed, spent: counts, courses: make([]engine.Course, m.Seats()),
		told: make([]int, m.Seats())}
	for _, i := range at {
		// a program's is nil
		player, _ := newPlayer(c.game, c.names[i], bot.Budget{Playouts: c.Playouts, Played: &counts[i].playouts})
		g.players = append(g.players, player)
	}
	g.dealt()
	return g
}

// dealt begins the courses of a round.
func (g *sitting) dealt() {
	for s := range g.courses {
		g.courses[s] = engine.Course{Dealt: g.match.View(engine.Seat(s)).Round, Seen: g.courses[s].Seen[:0]}
		g.told[s] = 0
	}
}

// maxMatch is more moves than any match needs whose players want to win.
const maxMatch = 100_000

// play plays the match to its end and returns the seat whose program failed, Nobody where none did.
func (g *sitting) play(ctx context.Context) engine.Seat {
	var log engine.Log
	for m := g.match; len(m.ToMove()) > 0 && !g.left() && ctx.Err() == nil; {
		if m.Version() > maxMatch {
			g.what = "the match does not end"
			return engine.Nobody
		}
		s := m.ToMove()[0]
		log.Events = log.Events[:0]
		move, err := g.choose(ctx, s)
		if err == nil {
			err = m.Make(s, &move, &log)
		}
		if err != nil {
			g.what = fmt.Sprintf("%s: %v", g.names[g.at[s]], err)
			return s
		}
		if slices.ContainsFunc(log.Events, func(e engine.Event) bool { return e.Kind == "dealt" }) {
			g.dealt()
			continue
		}
		for viewer := range g.courses {
			g.courses[viewer].See(log.Events, engine.Seat(viewer))
		}
	}
	return engine.Nobody
}

// left reports that so many rounds were played as were asked for.
func (g *sitting) left() bool { return g.Rounds > 0 && len(g.match.Rounds()) >= g.Rounds }

func (g *sitting) choose(ctx context.Context, s engine.Seat) (engine.Move, error) {
	m := g.match
	if m.Between() {
		return engine.Move{Verb: engine.VerbNext}, nil
	}
	sight := bot.Sight{View: m.View(s), Course: g.courses[s], Legal: m.Legal(s, nil),
		Seed: g.seed.Derive("seat", int(s))}
	counts := &g.spent[g.at[s]]
	began := time.Now()
	defer func() {
		counts.times = append(counts.times, int32(min(time.Since(began).Microseconds(), 1<<30)))
	}()
	if g.players[s] == nil {
		return g.ask(ctx, s, sight)
	}
	player := g.players[s]
	if g.Think > 0 {
		until := began.Add(g.Think)
		player, _ = newPlayer(g.game, g.names[g.at[s]], bot.Budget{Stop: func() bool { return time.Now().After(until) },
			Played: &counts.playouts})
	}
	return player.Choose(sight), nil
}
