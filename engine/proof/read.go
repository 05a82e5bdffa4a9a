package proof

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"carteado/engine"
)

// readText is the inverse of Text.
func readText(data []byte) (r Record, err error) {
	text := strings.TrimRight(strings.ReplaceAll(string(data), "\r\n", "\n"), "\n") + "\n"
	r.text, r.Options = []byte(text), engine.Options{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "" || line[0] == ';':
		case line[0] == '[':
			err = r.readFact(line)
		case line[0] == '=':
			err = r.readScore(line)
		case line[0] == '#':
			err = r.readEnd(line)
		default:
			err = r.readMove(line)
		}
		if err != nil {
			return r, fmt.Errorf("line %d: %w: %w", number, ErrFormat, err)
		}
	}
	if r.Format != Format {
		return r, ErrFormat
	}
	return r, nil
}

var errLine = errors.New("no line of a record")

// readFact reads a line of words in quotes.
func (r *Record) readFact(line string) error {
	name, rest, _ := strings.Cut(strings.TrimPrefix(line, "["), " ")
	var values []string
	decoder := json.NewDecoder(strings.NewReader(strings.TrimSuffix(rest, "]")))
	for decoder.More() {
		var v string
		if err := decoder.Decode(&v); err != nil {
			return errLine
		}
		values = append(values, v)
	}
	if len(values) == 0 || len(values) > 6 || same(line, factLine(name, values...)) != nil {
		return errLine
	}
	var v [6]string
	copy(v[:], values)
	switch name {
	case "Option":
		r.Options[v[0]] = v[1]
		return nil
	case "Seat":
		if v[0] != strconv.Itoa(len(r.Seats)) {
			return errLine
		}
		r.Seats = append(r.Seats, Seat{Name: v[1], Bot: v[2], Contribution: v[3], How: v[4], At: v[5]})
		return nil
	case "Signature":
		key, err := base64.StdEncoding.DecodeString(v[0])
		sign, failed := base64.StdEncoding.DecodeString(v[1])
		r.Signature = &Signature{Key: key, Sign: sign}
		return errors.Join(err, failed)
	case "Match":
		return readNumber(v[0], &r.Match)
	case "Rules":
		return readNumber(v[0], &r.Rules)
	case "Table":
		return readNumber(v[0], &r.Table)
	case "Practice":
		if r.Practice = v[0] == yes; !r.Practice {
			return errLine
		}
		return nil
	}
	for _, f := range r.facts() {
		if f.name == name {
			*f.value = v[0]
			return nil
		}
	}
	return errLine
}

func readNumber[N int | int64 | engine.Seat](text string, into *N) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if *into = N(n); int64(*into) != n {
		err = errLine
	}
	return err
}

// readMove reads "12. 0 draw @stock {clock}".
func (r *Record) readMove(line string) error {
	number, rest, numbered := strings.Cut(line, ". ")
	seat, move, seated := strings.Cut(rest, " ")
	var m Move
	if !numbered || !seated || number != strconv.Itoa(len(r.Moves)+1) {
		return errLine
	}
	if before, made, is := strings.Cut(move, " {"); is {
		move, m.Made = before, strings.TrimSuffix(made, "}")
	}
	m.Move = move
	err := readNumber(seat, &m.Seat)
	r.Moves = append(r.Moves, m)
	return errors.Join(err, same(line, moveLine(len(r.Moves), m)))
}

// same sees that a line was read as it would be written: there is one way to write a record.
func same(line, written string) error {
	if written != line+"\n" {
		return errLine
	}
	return nil
}

// readScore reads a line of writeScore.
func (r *Record) readScore(line string) error {
	parts := byWord(strings.TrimPrefix(line, "="))
	s := engine.RoundScore{}
	if len(parts["how"]) == 1 {
		s.How = parts["how"][0]
	}
	_, s.Wins = parts["wins"]
	r.Rounds = append(r.Rounds, s)
	to := &r.Rounds[len(r.Rounds)-1]
	return errors.Join(one(parts[""], &to.Number), one(parts["dealer"], &to.Dealer), one(parts["by"], &to.By),
		one(parts["winner"], &to.Winner), one(parts["loser"], &to.Loser), all(parts["points"], &to.Points),
		all(parts["totals"], &to.Totals), all(parts["places"], &to.Places), same(line, scoreLine(*to)))
}

// readEnd reads the totals, or how the match ended.
func (r *Record) readEnd(line string) error {
	parts := byWord(strings.TrimPrefix(line, "#"))
	if totals, are := parts["totals"]; are {
		err := all(totals, &r.Totals)
		return errors.Join(err, same(line, totalsLine(r.Totals)))
	}
	placing, ended := parts["placing"]
	var how string
	for word := range parts {
		if word != "placing" && word != "" {
			how = word
		}
	}
	if !ended || how == "" {
		return errLine
	}
	r.Outcome = &engine.Outcome{How: how}
	return errors.Join(all(placing, &r.Outcome.Placing), same(line, outcomeLine(*r.Outcome)))
}

// byWord are the words of a line behind each word that is one of the keys; "" has those ahead of the first.
func byWord(line string) map[string][]string {
	parts, key := map[string][]string{}, ""
	for _, word := range strings.Fields(line) {
		if _, err := strconv.Atoi(word); err != nil && key != "how" {
			key = word
			parts[key] = []string{}
			continue
		}
		parts[key] = append(parts[key], word)
		if key == "how" {
			key = ""
		}
	}
	return parts
}

func one[N int | engine.Seat](words []string, into *N) error {
	if len(words) != 1 {
		return errLine
	}
	return readNumber(words[0], into)
}

func all(words []string, into *[]int) error {
	for _, word := range words {
		*into = append(*into, 0)
		if err := readNumber(word, &(*into)[len(*into)-1]); err != nil {
			return err
		}
	}
	return nil
}
