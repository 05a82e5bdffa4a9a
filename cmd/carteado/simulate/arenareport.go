package simulate

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"carteado/engine"
)

// An arenaReport holds the results of an arena. All but Time follows from the command, if no bot
// thinks by the clock.
type arenaReport struct {
	Game    string         `json:"game"`
	Rules   int            `json:"rules"`
	Seats   int            `json:"seats"`
	Options engine.Options `json:"options"` // that differ from the default
	Seed    string         `json:"seed"`
	Deals   string         `json:"deals"`
	Matches int            `json:"matches"` // played
	Moves   int            `json:"moves"`
	Tables  []tableReport  `json:"tables"`
	Failed  []string       `json:"failed"` // matches that programs lost by their answers
	Time    []timesReport  `json:"time"`   // by bot
	Seconds float64        `json:"seconds"`
}

// A tableReport is what bots that played together won.
type tableReport struct {
	Matches int           `json:"matches"`
	Bots    []arenaResult `json:"bots"`
	Found   *found        `json:"found,omitempty"` // of two bots, where one has more points for certain
}

// found is how many deals it takes until the points say which of two bots is the better one: in four of five trials,
// with an error in one of twenty. A deal that is played from every seat is one.
type found struct {
	Deals float64 `json:"deals"`
	Least float64 `json:"least"` // the true number is between these, 19 times of 20
	Most  float64 `json:"most"`
}

// An arenaResult is one bot's at a table.
type arenaResult struct {
	Bot    string  `json:"bot"`
	Seats  int     `json:"seats"`  // how many of the table's
	Share  float64 `json:"share"`  // of matches won, by seat; a tie is shared
	Margin float64 `json:"margin"` // the true share is nearer than this, 19 times of 20
	Points float64 `json:"points"` // of a match, by seat
	Error  float64 `json:"points_margin"`
}

// timesReport says how long a bot thinks.
type timesReport struct {
	Bot       string  `json:"bot"`
	Decisions int     `json:"decisions"`
	Mean      float64 `json:"mean_ms"`
	P99       float64 `json:"p99_ms"`
	Playouts  float64 `json:"playouts_per_second"`
}

func (a *arena) report(took time.Duration) arenaReport {
	info := a.game.Info()
	r := arenaReport{
		Game: info.Key, Rules: info.Version, Seats: a.Seats, Options: differing(info, a.options), Seed: a.Seed,
		Deals:  a.Deals,
		Failed: []string{}, Seconds: took.Seconds(),
	}
	for i, table := range a.tables {
		bouts := a.results[i*a.Matches : (i+1)*a.Matches]
		t := tableReport{}
		for _, b := range bouts {
			if b.played {
				t.Matches++
				r.Moves += b.moves
			}
			if b.what != "" {
				r.Failed = append(r.Failed, b.what)
			}
		}
		for _, which := range distinct(table) {
			t.Bots = append(t.Bots, a.result(which, bouts))
		}
		if len(t.Bots) == 2 {
			t.Found = a.found(distinct(table), bouts)
		}
		r.Matches += t.Matches
		r.Tables = append(r.Tables, t)
	}
	for i, name := range a.names {
		r.Time = append(r.Time, a.times(i, name))
	}
	return r
}

// together is how many matches have the same deals.
func (a *arena) together() int {
	if a.Deals == "own" {
		return 1
	}
	return a.Seats
}

// found compares the points of two bots, deal by deal; nil where the difference could be chance.
func (a *arena) found(which []int, bouts []bout) *found {
	var ahead sample
	for group := range slices.Chunk(bouts, a.together()) {
		var points [2]sample
		for _, b := range group {
			for s, i := range b.at {
				if b.played {
					points[slices.Index(which, i)].add(float64(b.points[s]))
				}
			}
		}
		if points[0].n > 0 && points[1].n > 0 {
			ahead.add(points[0].sum/points[0].n - points[1].sum/points[1].n)
		}
	}
	mean, margin := ahead.mean()
	if mean = math.Abs(mean); mean <= margin || margin == 0 {
		return nil
	}
	const both = 1.96 + 0.84 // standard errors: two-sided 5 %, and 80 %
	deviation := margin / 1.96 * math.Sqrt(ahead.n)
	deals := func(mean float64) float64 { return both * both * deviation * deviation / (mean * mean) }
	return &found{deals(mean), deals(mean + margin), deals(mean - margin)}
}

// result is what a bot won in some matches. Matches with the same deals count as one sample.
func (a *arena) result(which int, bouts []bout) arenaResult {
	var shares, points sample
	result := arenaResult{Bot: a.names[which]}
	for group := range slices.Chunk(bouts, a.together()) {
		share, sum, seats := 0.0, 0, 0
		for _, b := range group {
			if !b.played {
				continue
			}
			result.Seats = 0
			for s, i := range b.at {
				if i == which {
					share, sum, seats = share+b.shares[s], sum+b.points[s], seats+1
					result.Seats++
				}
			}
		}
		if seats > 0 {
			shares.add(share / float64(seats))
			points.add(float64(sum) / float64(seats))
		}
	}
	result.Share, result.Margin = shares.mean()
	result.Points, result.Error = points.mean()
	return result
}

// A sample adds up numbers for their mean.
type sample struct{ n, sum, squares float64 }

func (s *sample) add(x float64) { s.n, s.sum, s.squares = s.n+1, s.sum+x, s.squares+x*x }

// mean is the mean with the half of its 95 % interval.
func (s *sample) mean() (mean, margin float64) {
	if s.n < 2 {
		return s.sum, 0
	}
	mean = s.sum / s.n
	return mean, 1.96 * math.Sqrt(max(0, s.squares/s.n-mean*mean)/(s.n-1))
}

func (a *arena) times(which int, name string) timesReport {
	var all []int32
	var sum, playouts int64
	for i := range a.results {
		if len(a.results[i].spent) == 0 {
			continue
		}
		spent := &a.results[i].spent[which]
		all = append(all, spent.times...)
		playouts += spent.playouts
	}
	for _, t := range all {
		sum += int64(t)
	}
	t := timesReport{Bot: name, Decisions: len(all)}
	if len(all) > 0 {
		slices.Sort(all)
		t.Mean = float64(sum) / float64(len(all)) / 1000
		t.P99 = float64(all[len(all)*99/100]) / 1000
	}
	if sum > 0 {
		t.Playouts = float64(playouts) / (float64(sum) / 1e6)
	}
	return t
}

func (r arenaReport) writeText(out io.Writer) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%s, rules %d, %d seats, seed %s, %s deals\n", r.Game, r.Rules, r.Seats, r.Seed, r.Deals)
	if len(r.Options) > 0 {
		fmt.Fprintf(&text, "house rules: %s\n", counted(r.Options, "%s=%s"))
	}
	fmt.Fprintf(&text, "%s matches, %s moves, %.1f s\n", grouped(r.Matches), grouped(r.Moves), r.Seconds)
	grid := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	for _, t := range r.Tables {
		fmt.Fprintf(grid, "\n%s matches\tseats\twins\t\tpoints\t\t\n", grouped(t.Matches))
		for _, b := range t.Bots {
			fmt.Fprintf(grid, "%s\t%d\t%s\t± %s\t%.2f\t± %.2f\t\n",
				b.Bot, b.Seats, percent(b.Share), percent(b.Margin), b.Points, b.Error)
		}
		if f := t.Found; f != nil {
			_ = grid.Flush()
			fmt.Fprintf(&text, "who has better points is found after %.0f deals (%.0f to %.0f)\n", f.Deals, f.Least,
				f.Most)
		}
	}
	_ = grid.Flush() // into memory
	if len(r.Tables) > 1 {
		r.writeCross(grid)
	}
	fmt.Fprint(grid, "\n\tdecisions\tmean\tp99\tplayouts/s\t\n")
	for _, t := range r.Time {
		fmt.Fprintf(grid, "%s\t%s\t%.2f ms\t%.1f ms\t%s\t\n", t.Bot, grouped(t.Decisions), t.Mean, t.P99,
			grouped(int(t.Playouts)))
	}
	_ = grid.Flush()
	for _, what := range r.Failed[:min(len(r.Failed), shownViolations)] {
		fmt.Fprintf(&text, "\nlost by its answer: %s\n", what)
	}
	_, err := io.WriteString(out, blanks.ReplaceAllString(text.String(), "\n"))
	return err
}

// writeCross writes the shares of all against all: the row's over the column's.
func (r arenaReport) writeCross(grid io.Writer) {
	over := map[[2]string]float64{}
	var names []string
	for _, t := range r.Tables {
		a, b := t.Bots[0], t.Bots[1]
		over[[2]string{a.Bot, b.Bot}] = a.Share / max(a.Share+b.Share, 1e-9)
		over[[2]string{b.Bot, a.Bot}] = b.Share / max(a.Share+b.Share, 1e-9)
		names = append(names, a.Bot, b.Bot)
	}
	names = distinct(names)
	fmt.Fprintf(grid, "\nover\t%s\t\n", strings.Join(names, "\t"))
	for _, row := range names {
		fmt.Fprintf(grid, "%s\t", row)
		for _, column := range names {
			if row == column {
				fmt.Fprint(grid, "–\t")
				continue
			}
			fmt.Fprintf(grid, "%s\t", percent(over[[2]string{row, column}]))
		}
		fmt.Fprintln(grid)
	}
}
