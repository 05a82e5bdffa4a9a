package proof

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
)

// A record is also written as text that a person can read, as chess has PGN: facts in brackets, then the rounds with
// their deals, moves and results, and how the match ended.
//
//	[Game "knock"]
//	[Seat "0" "Ana"]
//
//	; Round 1, dealt by seat 0
//	; hand:0 7H 8D …
//	1. 1 draw @stock
//	2. 1 discard KD {clock}
//	= 1 dealer 0 how knock by 1 winner 1 loser 0 points 0 12 totals 0 12
//
//	# target placing 2 1
//
// Lines that begin with a semicolon follow from the others and are there for people: Prove compares them.

// Text writes a record for people. Of a match that was proved it tells the deals, and where each round ended; nil lists
// the moves and then the results.
func (r Record) Text(match *engine.Match) ([]byte, error) {
	var out bytes.Buffer
	r.writeFacts(&out)
	if err := r.writeBody(&out, match); err != nil {
		return nil, err
	}
	if s := r.Signature; s != nil {
		out.WriteString(factLine("Signature", base64.StdEncoding.EncodeToString(s.Key),
			base64.StdEncoding.EncodeToString(s.Sign)))
	}
	return out.Bytes(), nil
}

func (r Record) writeBody(out *bytes.Buffer, match *engine.Match) error {
	over, dealt := make([]int, len(r.Moves)), make([]int, len(r.Moves)) // rounds, after each move
	var deals []Deal
	if match != nil {
		again, err := r.dealt(match.Game())
		if err != nil {
			return err
		}
		made, err := r.made()
		if err != nil {
			return err
		}
		note := func(i int, _ []engine.Event) { over[i], dealt[i] = len(again.Rounds()), again.Number() }
		if err := again.RepeatEach(made, note); err != nil {
			return err
		}
		if deals, err = r.Deals(match); err != nil {
			return err
		}
	}
	told, scored := 0, 0
	tell := func(n int) {
		for ; told < min(n, len(deals)); told++ {
			deals[told].write(out)
		}
	}
	score := func(n int) {
		for ; scored < min(n, len(r.Rounds)); scored++ {
			out.WriteString(scoreLine(r.Rounds[scored]))
		}
	}
	tell(1)
	if match == nil {
		out.WriteByte('\n')
	}
	for i, m := range r.Moves {
		out.WriteString(moveLine(i+1, m))
		score(over[i])
		tell(dealt[i])
	}
	score(len(r.Rounds))
	out.WriteByte('\n')
	if len(r.Totals) > 0 {
		out.WriteString(totalsLine(r.Totals))
	}
	if r.Outcome != nil {
		out.WriteString(outcomeLine(*r.Outcome))
	}
	return nil
}

func moveLine(number int, m Move) string {
	made := ""
	if m.Made != "" {
		made = " {" + m.Made + "}"
	}
	return fmt.Sprintf("%d. %d %s%s\n", number, m.Seat, m.Move, made)
}

func totalsLine(totals []int) string { return "#" + words("totals", totals) + "\n" }

func outcomeLine(o engine.Outcome) string { return "# " + o.How + words("placing", o.Placing) + "\n" }

func (r Record) writeFacts(out *bytes.Buffer) {
	for _, f := range r.facts() {
		if *f.value != "" {
			out.WriteString(factLine(f.name, *f.value))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(r.Options)) {
		out.WriteString(factLine("Option", key, r.Options[key]))
	}
	for i, s := range r.Seats {
		out.WriteString(factLine("Seat", strconv.Itoa(i), s.Name, s.Bot, s.Contribution, s.How, s.At))
	}
}

// factLine leaves out empty values at the end.
func factLine(name string, values ...string) string {
	for len(values) > 1 && values[len(values)-1] == "" {
		values = values[:len(values)-1]
	}
	line := "[" + name
	for _, v := range values {
		quoted, err := json.Marshal(v)
		if err != nil {
			quoted = []byte(`""`) // a string always has a form
		}
		line += " " + string(quoted)
	}
	return line + "]\n"
}

// yes is the text of what is so; what is not so is left out.
const yes = "yes"

// A fact is a field that is one text. Numbers are told apart when they are read.
type fact struct {
	name  string
	value *string
}

// facts are those of a copy of the record, whose numbers are texts.
func (r *Record) facts() []fact {
	match, rules, table, practice := strconv.FormatInt(r.Match, 10), strconv.Itoa(r.Rules), "", ""
	if r.Table != 0 {
		table = strconv.Itoa(r.Table)
	}
	if r.Practice {
		practice = yes
	}
	return []fact{
		{"Format", &r.Format}, {"Match", &match}, {"Club", &r.Club}, {"Table", &table},
		{"Practice", &practice}, {"Started", &r.Started}, {"Ended", &r.Ended}, {"Game", &r.Game}, {"Rules", &rules},
		{"Shuffle", &r.Shuffle},
		{"Commitment", &r.Commitment}, {"Sealed", &r.Sealed}, {"Secret", &r.Secret},
	}
}

func (d Deal) write(out *bytes.Buffer) {
	fmt.Fprintf(out, "\n; Round %d, dealt by seat %d\n", d.Round, d.Dealer)
	for _, pile := range d.Piles {
		fmt.Fprintf(out, "; %s %s\n", pile.Place, cardsText(pile.Cards))
	}
}

func cardsText(cards []card.Card) string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = c.String()
	}
	return strings.Join(names, " ")
}

// words are a word and the numbers behind it; nothing for no numbers.
func words(word string, numbers []int) string {
	if len(numbers) == 0 {
		return ""
	}
	text := " " + word
	for _, n := range numbers {
		text += " " + strconv.Itoa(n)
	}
	return text
}

func scoreLine(s engine.RoundScore) string {
	wins := ""
	if s.Wins {
		wins = " wins"
	}
	return fmt.Sprintf("= %d dealer %d how %s by %d winner %d loser %d%s%s%s%s\n", s.Number, s.Dealer, s.How, s.By,
		s.Winner, s.Loser, words("points", s.Points), words("totals", s.Totals), words("places", s.Places), wins)
}

// told compares what a text tells for people with what the record comes to.
func (r Record) told(match *engine.Match) error {
	if r.text == nil {
		return nil
	}
	text, err := r.Text(match)
	if err != nil {
		return &Fault{StepText, err}
	}
	// A house without the rules of the match has written it without deals.
	if bare, err := r.Text(nil); err == nil && bytes.Equal(bare, r.text) {
		return nil
	}
	was, now := strings.Split(string(r.text), "\n"), strings.Split(string(text), "\n")
	for i := range max(len(was), len(now)) {
		if i >= len(was) || i >= len(now) || was[i] != now[i] {
			return fault(StepText, "line %d is not the one that follows from the match", i+1)
		}
	}
	return nil
}
