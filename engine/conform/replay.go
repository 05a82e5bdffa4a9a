package conform

import (
	"fmt"
	"strconv"
	"strings"

	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/shuffle"
)

// Record has bots play a match and writes its replay.
func Record(g engine.Game, from Case) (string, error) {
	m, err := engine.NewMatch(g, from.Seats, from.Options, from.Seed)
	if err != nil {
		return "", err
	}
	text := header(m, from.Seed)
	for moves := 0; len(m.ToMove()) > 0 && moves < 10000; moves++ {
		s := m.ToMove()[0]
		move := bot.Plain(g).Choose(bot.Sight{
			View: m.View(s), Legal: m.Legal(s, nil), Seed: from.Seed.Derive("player", int(s)),
		})
		text += line(m, s, move)
	}
	return text + footer(m), nil
}

// Replay plays a written match again and writes the result: the same text, unless the
// rules have changed.
func Replay(g engine.Game, text string) (string, error) {
	game, from, told, err := read(text)
	switch {
	case err != nil:
		return "", err
	case game != g.Info().Key:
		return "", fmt.Errorf("replay of %q, not of %s", game, g.Info().Key)
	}
	m, err := engine.NewMatch(g, from.Seats, from.Options, from.Seed)
	if err != nil {
		return "", fmt.Errorf("replay: %w", err)
	}
	out := header(m, from.Seed)
	for _, t := range told {
		out += line(m, t.Seat, t.Move)
	}
	return out + footer(m), nil
}

// ReadReplay reads the key of a written match's game and the match as a case, to
// be played under the checks. Moves that were refused are left out.
func ReadReplay(text string) (game string, from Case, err error) {
	game, from, told, err := read(text)
	from.Script = []Made{}
	for _, t := range told {
		if !t.refused {
			from.Script = append(from.Script, t.Made)
		}
	}
	return game, from, err
}

// WriteReplay writes moves of a match as they stand, without playing them: it is
// the report of a match that went wrong.
func WriteReplay(m *engine.Match, seed engine.Seed, made []Made) string {
	var b strings.Builder
	b.WriteString(header(m, seed))
	for _, made := range made {
		fmt.Fprintf(&b, "%d %s\n", made.Seat, made.Move)
	}
	return b.String()
}

// A told move is a line of a replay.
type told struct {
	Made
	refused bool
}

func read(text string) (game string, from Case, moves []told, err error) {
	fields := map[string]string{}
	from.Options = engine.Options{}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for len(lines) > 0 && lines[0] != "" {
		key, value, _ := strings.Cut(lines[0], " ")
		fields[key], lines = value, lines[1:]
		if key == "option" {
			name, chosen, _ := strings.Cut(value, "=")
			from.Options[name] = chosen
		}
	}
	if from.Seats, err = strconv.Atoi(fields["seats"]); err != nil {
		return "", from, nil, fmt.Errorf("replay: seats: %w", err)
	}
	if from.Seed, err = shuffle.ParseSeed(fields["seed"]); err != nil {
		return "", from, nil, fmt.Errorf("replay: %w", err)
	}
	for _, line := range lines {
		if line == "" || strings.HasPrefix(line, "=") {
			continue
		}
		var t told
		seat, move, _ := strings.Cut(line, " ")
		move, _, t.refused = strings.Cut(move, " ! ")
		if t.Move, err = engine.ParseMove(move); err == nil {
			t.Seat, err = parseSeat(seat)
		}
		if err != nil {
			return "", from, nil, fmt.Errorf("replay: %q: %w", line, err)
		}
		moves = append(moves, t)
	}
	return fields["game"], from, moves, nil
}

func parseSeat(text string) (engine.Seat, error) {
	n, err := strconv.ParseInt(text, 10, 8)
	return engine.Seat(n), err
}

// header says how the match is dealt, with the options that are in force.
func header(m *engine.Match, seed engine.Seed) string {
	info := m.Game().Info()
	text := fmt.Sprintf("game %s\nrules %d\nshuffle %s\nseats %d\nseed %s\n", info.Key, info.Version, shuffle.V1,
		m.Seats(), seed.Hex())
	for _, o := range info.Options {
		text += "option " + o.Key + "=" + m.Options()[o.Key] + "\n"
	}
	if rounds, duplicate := m.Options()[engine.Duplicate]; duplicate {
		text += "option " + engine.Duplicate + "=" + rounds + "\n"
	}
	return text + fmt.Sprintf("\n= round 1, seat %d deals\n", engine.FirstDealer(seed, m.Seats()))
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
