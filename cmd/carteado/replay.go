package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/proof"
)

type replayCommand struct {
	File string `arg:"" help:"A match that was downloaded from its page, as JSON or as text." type:"existingfile"`
}

// Run steps through a match, with all its cards, away from the server: Return goes on, b back, a number to that move,
// q ends.
func (c replayCommand) Run(in io.Reader, out io.Writer) error {
	data, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	return replayFile(data, games.Rules(), in, out)
}

// replayFile shows the beginning of a match that holds, and then a position for each line that it is told.
func replayFile(data []byte, rules []engine.Game, in io.Reader, out io.Writer) error {
	r, err := proof.Read(data)
	if err != nil {
		return err
	}
	match, err := r.Prove(rules)
	if err != nil {
		return err
	}
	screen, lines := bufio.NewWriter(out), bufio.NewScanner(in)
	last := len(r.Moves)
	for at, going := 0, true; going; {
		if err := showStep(screen, r, match.Game(), at); err != nil {
			return err
		}
		fmt.Fprintf(screen, "\n%d of %d. Return: on, b: back, a number: to that move, q: end\n", at, last)
		if err := screen.Flush(); err != nil {
			return err
		}
		if going = lines.Scan(); !going {
			break
		}
		switch word := strings.TrimSpace(lines.Text()); {
		case word == "q":
			going = false
		case word == "b":
			at = max(0, at-1)
		case word == "":
			going = at < last
			at++
		default:
			n, err := strconv.Atoi(word)
			if err != nil || n < 0 || n > last {
				fmt.Fprintf(screen, "%q is neither of these, nor a number from 0 to %d.\n", word, last)
				continue
			}
			at = n
		}
	}
	return lines.Err()
}

// showStep writes the position after a number of moves.
func showStep(out io.Writer, r proof.Record, game engine.Game, at int) error {
	match, err := r.After(game, at)
	if err != nil {
		return err
	}
	said := "the deal"
	if at > 0 {
		m := r.Moves[at-1]
		said = fmt.Sprintf("%s: %s", seatName(r, m.Seat), m.Move)
		if m.Made != "" {
			said += " (" + printable(m.Made) + ")"
		}
	}
	fmt.Fprintf(out, "\n%s, round %d. %s\n", r.Game, match.Number(), said)
	for seat := range r.Seats {
		s := engine.Seat(seat)
		turn := "  "
		if slices.Contains(match.ToMove(), s) {
			turn = "> "
		}
		fmt.Fprintf(out, "%s%s: %d\n", turn, seatName(r, s), match.Totals()[seat])
	}
	for _, pile := range match.Round().Piles(nil) {
		if len(pile.Cards) == 0 {
			continue
		}
		names := make([]string, len(pile.Cards))
		for i, c := range pile.Cards {
			names[i] = c.String()
		}
		fmt.Fprintf(out, "  %-10s %s\n", pile.Place, strings.Join(names, " "))
	}
	if outcome, over := match.Outcome(); over {
		fmt.Fprintf(out, "Over by %s:", outcome.How)
		for seat, place := range outcome.Placing {
			fmt.Fprintf(out, " %s %d.", seatName(r, engine.Seat(seat)), place)
		}
		fmt.Fprintln(out)
	}
	return nil
}

// seatName is who sat there, with the number of the seat.
func seatName(r proof.Record, seat engine.Seat) string {
	if seat < 0 || int(seat) >= len(r.Seats) {
		return "a host"
	}
	s := r.Seats[seat]
	return fmt.Sprintf("%s (%d)", printable(cmp.Or(s.Name, s.Bot)), seat)
}

// printable is a text of somebody's file without what would steer a terminal or begin a line.
func printable(name string) string {
	return strings.Map(func(r rune) rune {
		if !strconv.IsPrint(r) {
			return -1
		}
		return r
	}, name)
}
