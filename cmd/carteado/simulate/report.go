package simulate

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"carteado/engine"
)

// A report holds the results of a simulation. All but Time follows from the command.
type report struct {
	Game       string         `json:"game"`
	Rules      int            `json:"rules"`
	Seats      int            `json:"seats"`
	Options    engine.Options `json:"options"` // that differ from the default
	Seed       string         `json:"seed"`
	Checks     string         `json:"checks"`
	Bots       []string       `json:"bots"`    // by seat, in match 0
	Matches    int            `json:"matches"` // played
	Unfinished int            `json:"unfinished"`
	Moves      length         `json:"moves"` // per match
	Rounds     length         `json:"rounds"`
	SeatWins   []int          `json:"seat_wins"`
	Draws      int            `json:"draws"`
	ByBot      []botReport    `json:"by_bot"`
	RoundEnds  map[string]int `json:"round_ends"`
	MatchEnds  map[string]int `json:"match_ends"`
	Violations int            `json:"violations"`
	First      []violation    `json:"first_violations"`
	Time       timeReport     `json:"time"`

	again string // the command that plays a match again, without its number
}

type botReport struct {
	Bot     string  `json:"bot"`
	Matches int     `json:"matches"` // that were finished
	Wins    int     `json:"wins"`    // alone in first place
	Draws   int     `json:"draws"`   // in first place with others
	Share   float64 `json:"share"`   // of matches won
	Margin  float64 `json:"margin"`  // the true share is nearer than this, 19 times of 20
}

type timeReport struct {
	Seconds  float64 `json:"seconds"`
	Cores    int     `json:"cores"`
	Moves    float64 `json:"moves_per_second"`
	PerCore  float64 `json:"moves_per_second_and_core"`
	PerRound float64 `json:"rounds_per_second"`
}

func (s *simulation) report(took time.Duration) report {
	t := s.result
	info := s.checker.Game.Info()
	r := report{
		Game: info.Key, Rules: info.Version, Seats: s.Seats, Options: differing(info, s.options), Seed: s.Seed,
		Checks: s.Checks,
		Bots:   s.bots, Matches: t.matches + t.violations, Unfinished: t.unfinished,
		Moves: t.movesPer.length(), Rounds: t.roundsPer.length(), SeatWins: t.seatWins, Draws: t.draws,
		ByBot:     []botReport{},
		RoundEnds: t.roundEnds, MatchEnds: t.matchEnds, Violations: t.violations,
		First: append([]violation{}, t.first...),
	}
	for _, name := range distinct(s.bots) {
		b := botReport{Bot: name, Matches: t.botIn[name], Wins: t.botWins[name], Draws: t.botDraws[name]}
		if b.Matches > 0 {
			b.Share = float64(b.Wins) / float64(b.Matches)
			b.Margin = 1.96 * math.Sqrt(b.Share*(1-b.Share)/float64(b.Matches))
		}
		r.ByBot = append(r.ByBot, b)
	}
	seconds := max(took.Seconds(), 1e-9)
	r.Time = timeReport{
		Seconds: seconds, Cores: s.Cores, Moves: float64(t.moves) / seconds,
		PerCore: float64(t.moves) / seconds / float64(s.Cores), PerRound: float64(r.Rounds.Sum) / seconds,
	}
	r.again = fmt.Sprintf("carteado simulate --game %s --seats %d --seed %s --bots %s --checks %s", info.Key, s.Seats,
		s.Seed, strings.Join(s.Bots, ","), s.Checks)
	for _, key := range slices.Sorted(maps.Keys(r.Options)) {
		r.again += fmt.Sprintf(" --option %s=%s", key, r.Options[key])
	}
	if s.Rounds > 0 {
		r.again += fmt.Sprintf(" --rounds %d", s.Rounds)
	}
	if s.Checks == "all" {
		r.again += fmt.Sprintf(" --every %d", s.Every)
	}
	return r
}

// differing are the options that differ from the default.
func differing(info engine.Info, options engine.Options) engine.Options {
	others := engine.Options{}
	for _, o := range info.Options {
		if options[o.Key] != o.Values[0] {
			others[o.Key] = options[o.Key]
		}
	}
	if rounds, duplicate := options[engine.Duplicate]; duplicate {
		others[engine.Duplicate] = rounds
	}
	return others
}

func writeJSON(out io.Writer, r any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(r)
}

func (r report) writeText(out io.Writer) error {
	var text, grid strings.Builder
	table := tabwriter.NewWriter(&grid, 0, 0, 2, ' ', tabwriter.AlignRight)
	line := func(format string, args ...any) { fmt.Fprintf(table, format+"\n", args...) }
	part := func(n, of int) string { return percent(float64(n) / float64(max(of, 1))) }
	fmt.Fprintf(&text, "%s, rules %d, %d seats, seed %s, checks: %s\n", r.Game, r.Rules, r.Seats, r.Seed, r.Checks)
	if len(r.Options) > 0 {
		fmt.Fprintf(&text, "house rules: %s\n", counted(r.Options, "%s=%s"))
	}
	fmt.Fprintf(&text, "%s matches, %s unfinished, %s draws\n\n", grouped(r.Matches), grouped(r.Unfinished),
		grouped(r.Draws))

	line("per match\tmean\tmedian\tlongest\tin all\t")
	for _, l := range []struct {
		name string
		length
	}{{"moves", r.Moves}, {"rounds", r.Rounds}} {
		line("%s\t%.1f\t%s\t%s\t%s\t", l.name, l.Mean, grouped(l.Median), grouped(l.Max), grouped(l.Sum))
	}
	line("\t\t\t\t\t")
	finished := r.Matches - r.Violations - r.Unfinished
	line("wins by seat\t\t\t\t\t")
	for seat, wins := range r.SeatWins {
		line("%d\t%s\t%s\t\t\t", seat, grouped(wins), part(wins, finished))
	}
	line("\t\t\t\t\t")
	line("wins by bot\t\t\t\t\t")
	for _, b := range r.ByBot {
		line("%s\t%s\t%s\t± %s\tdraws %s\t", b.Bot, grouped(b.Wins), percent(b.Share), percent(b.Margin),
			grouped(b.Draws))
	}
	line("\t\t\t\t\t")
	for _, ends := range []struct {
		name string
		how  map[string]int
	}{{"rounds ended by", r.RoundEnds}, {"matches ended by", r.MatchEnds}} {
		sum := 0
		for _, n := range ends.how {
			sum += n
		}
		line("%s\t\t\t\t\t", ends.name)
		for _, how := range slices.Sorted(maps.Keys(ends.how)) {
			line("%s\t%s\t%s\t\t\t", how, grouped(ends.how[how]), part(ends.how[how], sum))
		}
		line("\t\t\t\t\t")
	}
	_ = table.Flush() // into memory
	text.WriteString(blanks.ReplaceAllString(grid.String(), "\n"))
	fmt.Fprintf(&text, "%s moves/s, %s on each of %d cores; %s rounds/s; %.1f s\n",
		grouped(int(r.Time.Moves)), grouped(int(r.Time.PerCore)), r.Time.Cores, grouped(int(r.Time.PerRound)),
		r.Time.Seconds)
	fmt.Fprintf(&text, "violations: %s\n", grouped(r.Violations))
	for _, v := range r.First {
		fmt.Fprintf(&text, "\nmatch %d: %s\n\n%s\n", v.Match, v.What, v.Replay)
		fmt.Fprintf(&text, "To see it again: %s --matches 1 --first %d\nor, with the lines from \"game\" on in a "+
			"file: carteado simulate --replay FILE\n", r.again, v.Match)
	}
	_, err := io.WriteString(out, text.String())
	return err
}

// blanks are what a table leaves at the ends of lines.
var blanks = regexp.MustCompile(` +\n`)

func counted(options engine.Options, format string) string {
	var all []string
	for _, key := range slices.Sorted(maps.Keys(options)) {
		all = append(all, fmt.Sprintf(format, key, options[key]))
	}
	return strings.Join(all, ", ")
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// grouped writes a number with its thousands apart: 1,234,567.
func grouped(n int) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0 && text[i-1] != '-'; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
