package enginetest

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/bot"
)

var update = flag.Bool("update", false, "write golden replays anew, and those that are missing")

// Golden plays every replay in a directory again and compares what comes out. A
// replay is a text of a match: how it is dealt, every move, and after each round
// the result. The report of a rule bug is the replay of a match in which it shows.
//
// A file "index" lists the replays, so that none goes missing, and each value of
// each option has one. With -update replays are written anew, and missing ones
// are played by bots: what changed is visible in the diff.
func Golden(t *testing.T, g engine.Game, dir string) {
	if *update {
		if err := write(g, dir); err != nil {
			t.Fatal(err)
		}
	}
	if err := CheckGolden(g, dir); err != nil {
		t.Error(err)
	}
}

// CheckGolden is what Golden finds wrong, all at once.
func CheckGolden(g engine.Game, dir string) error {
	index, err := os.ReadFile(filepath.Join(dir, "index"))
	if err != nil {
		return fmt.Errorf("%w: go test -update writes what is missing", err)
	}
	there, err := replays(dir)
	if err != nil {
		return err
	}
	var wrong []error
	if got := strings.Join(there, "\n") + "\n"; got != string(index) {
		wrong = append(wrong, fmt.Errorf("the index lists\n%sand there are\n%s", index, got))
	}
	for _, name := range slices.Sorted(maps.Keys(standard(g))) {
		if !slices.Contains(there, name) {
			wrong = append(wrong, fmt.Errorf("%s is missing: go test -update writes it", name))
		}
	}
	for _, name := range there {
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		got, err := Replay(g, string(want))
		if err == nil && got != string(want) {
			err = errors.New(firstDifference(string(want), got))
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(wrong...)
}

const extension = ".replay"

// standard are the replays that every game has: the default for each number of
// seats, and each option's other values for the fewest.
func standard(g engine.Game) map[string]Case {
	info := g.Info()
	cases := map[string]Case{}
	for seats := info.MinSeats; seats <= info.MaxSeats; seats++ {
		for n, options := range Singly(info) {
			if n == 0 || seats == fewest(g, options) {
				cases[fmt.Sprintf("%d-%s%s", seats, Name(options), extension)] = Case{
					Seats: seats, Options: options, Seed: engine.Seed{}.Derive("golden", n),
				}
			}
		}
	}
	return cases
}

// replays lists the files of a directory, sorted.
func replays(dir string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(dir, "*"+extension))
	for i := range paths {
		paths[i] = filepath.Base(paths[i])
	}
	slices.Sort(paths)
	return paths, err
}

func write(g engine.Game, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	there, err := replays(dir)
	if err != nil {
		return err
	}
	texts := map[string]string{}
	for name, from := range standard(g) {
		if !slices.Contains(there, name) {
			if texts[name], err = perform(g, from); err != nil {
				return err
			}
		}
	}
	for _, name := range there {
		old, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		if texts[name], err = Replay(g, string(old)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			return err
		}
	}
	list := strings.Join(slices.Sorted(maps.Keys(texts)), "\n") + "\n"
	return os.WriteFile(filepath.Join(dir, "index"), []byte(list), 0o644)
}

// perform has bots play a match and writes its replay.
func perform(g engine.Game, from Case) (string, error) {
	m, err := engine.NewMatch(g, from.Seats, from.Options, from.Seed)
	if err != nil {
		return "", err
	}
	text := header(m, from.Seed)
	for moves := 0; len(m.ToMove()) > 0 && moves < 10000; moves++ {
		s := m.ToMove()[0]
		move := bot.For(g, bot.Steady).Choose(bot.Sight{
			View: m.View(s), Legal: m.Legal(s, nil), Seed: from.Seed.Derive("player", int(s)),
		})
		text += line(m, s, move)
	}
	return text + footer(m), nil
}

// Replay plays a written match again and writes what comes out: the same text,
// unless the rules have changed.
func Replay(g engine.Game, text string) (string, error) {
	info := g.Info()
	fields := map[string]string{}
	options := engine.Options{}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for len(lines) > 0 && lines[0] != "" {
		key, value, _ := strings.Cut(lines[0], " ")
		fields[key], lines = value, lines[1:]
		if key == "option" {
			name, chosen, _ := strings.Cut(value, "=")
			options[name] = chosen
		}
	}
	if fields["game"] != info.Key {
		return "", fmt.Errorf("replay of %q, not of %s", fields["game"], info.Key)
	}
	seats, err := strconv.Atoi(fields["seats"])
	if err != nil {
		return "", fmt.Errorf("replay: seats: %w", err)
	}
	seed, err := engine.ParseSeed(fields["seed"])
	if err != nil {
		return "", fmt.Errorf("replay: %w", err)
	}
	m, err := engine.NewMatch(g, seats, options, seed)
	if err != nil {
		return "", fmt.Errorf("replay: %w", err)
	}
	out := header(m, seed)
	for _, written := range lines {
		if written == "" || strings.HasPrefix(written, "=") {
			continue
		}
		var s int
		seat, move, _ := strings.Cut(written, " ")
		move, _, _ = strings.Cut(move, " ! ")
		parsed, err := engine.ParseMove(move)
		if err == nil {
			s, err = strconv.Atoi(seat)
		}
		if err != nil {
			return "", fmt.Errorf("replay: %q: %w", written, err)
		}
		out += line(m, engine.Seat(s), parsed)
	}
	return out + footer(m), nil
}

// header says how the match is dealt, with the options that are in force.
func header(m *engine.Match, seed engine.Seed) string {
	info := m.Game().Info()
	text := fmt.Sprintf("game %s\nrules %d\nshuffle %s\nseats %d\nseed %s\n", info.Key, info.Version, engine.ShuffleVersion, m.Seats(), seed.Hex())
	for _, o := range info.Options {
		text += "option " + o.Key + "=" + m.Options()[o.Key] + "\n"
	}
	return text + fmt.Sprintf("\n= round 1, seat %d deals\n", m.Dealer())
}

// line plays a move and writes it, with the rule if it is refused and with the
// result if it ends a round.
func line(m *engine.Match, s engine.Seat, move engine.Move) string {
	number, rounds := m.Number(), len(m.Rounds())
	text := fmt.Sprintf("%d %s", s, move)
	if _, err := m.Play(s, move); err != nil {
		return text + " ! " + strings.TrimPrefix(err.Error(), "illegal move: ") + "\n"
	}
	text += "\n"
	if len(m.Rounds()) > rounds {
		r := m.Rounds()[rounds]
		text += fmt.Sprintf("= round %d: %s by %d, points %v, totals %v\n", r.Number, r.How, r.By, r.Points, r.Totals)
	}
	if m.Number() > number {
		text += fmt.Sprintf("\n= round %d, seat %d deals\n", m.Number(), m.Dealer())
	}
	return text
}

func footer(m *engine.Match) string {
	outcome, over := m.Outcome()
	if !over {
		return fmt.Sprintf("= the match goes on, totals %v\n", m.Totals())
	}
	return fmt.Sprintf("= %s, totals %v, places %v\n", outcome.How, m.Totals(), outcome.Placing)
}

func firstDifference(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range a {
		if i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("line %d is %q, was %q", i+1, append(b, make([]string, len(a))...)[i], a[i])
		}
	}
	return fmt.Sprintf("line %d is %q, was not there", len(a)+1, b[len(a)])
}
