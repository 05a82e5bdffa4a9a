package promise

import (
	"fmt"
	"strconv"
	"strings"

	"carteado/engine"
	"carteado/engine/bot"
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
