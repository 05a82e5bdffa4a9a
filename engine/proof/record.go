// Package proof checks a match that is over away from the club that played it: the commitment to its secret, what each
// seat has added, every deal, every move by the rules of its version, the scores and the outcome.
package proof

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"carteado/engine"
	"carteado/engine/shuffle"
)

// Format names the form of a Record as JSON.
const Format = "carteado match 1"

// A Record is a match with everything from which it follows, and what came of it.
type Record struct {
	Format     string              `json:"format"`
	Match      int64               `json:"match"` // the number that the commitment names
	Game       string              `json:"game"`
	Rules      int                 `json:"rules"` // version of the game's
	Options    engine.Options      `json:"options"`
	Shuffle    string              `json:"shuffle"` // version of the method
	Commitment string              `json:"commitment"`
	Sealed     string              `json:"sealed"` // when the club committed, as RFC 3339
	Secret     string              `json:"secret"` // in hexadecimal
	Seats      []Seat              `json:"seats"`
	Moves      []Move              `json:"moves"`
	Rounds     []engine.RoundScore `json:"rounds"`
	Totals     []int               `json:"totals"`
	Outcome    *engine.Outcome     `json:"outcome"` // nil while the match goes on
	Club       string              `json:"club,omitempty"`
	Table      int                 `json:"table,omitempty"`
	Practice   bool                `json:"practice,omitempty"` // the player may take back more than the last move
	Started    string              `json:"started,omitempty"`  // as RFC 3339
	Ended      string              `json:"ended,omitempty"`
	Signature  *Signature          `json:"signature,omitempty"` // of the house that handed the record out

	text []byte // from which it was read, without the signature; nil for JSON
}

// A Seat is who sat there, and what they have added to the deals.
type Seat struct {
	Name         string `json:"name,omitempty"`
	Bot          string `json:"bot,omitempty"` // its level
	Contribution string `json:"contribution"`
	How          string `json:"how,omitempty"` // word, browser, form, bot or none
	At           string `json:"at,omitempty"`  // when, as RFC 3339
}

// A Move is one move of the match, in order. An undo takes the one before it back.
type Move struct {
	Seat engine.Seat `json:"seat"`
	Move string      `json:"move"`
	Made string      `json:"made,omitempty"` // clock or bot, for a player who was away
}

// The steps of a proof, in order.
const (
	StepSignature  = "signature"  // the house has signed this record, if it is signed
	StepCommitment = "commitment" // the secret is the one to which the club committed
	StepMoves      = "moves"      // deals follow from secret and contributions; moves, and taking back, keep the rules
	StepScores     = "scores"     // rounds, totals and outcome are what the moves lead to
	StepText       = "text"       // what the text tells for people is what the record comes to
)

// A Fault says at which step a record does not hold, and why.
type Fault struct {
	Step string
	Why  error
}

func (f *Fault) Error() string { return f.Step + ": " + f.Why.Error() }

func (f *Fault) Unwrap() error { return f.Why }

func fault(step, why string, args ...any) error { return &Fault{step, fmt.Errorf(why, args...)} }

// Refusals of a record that this program cannot judge.
var (
	ErrFormat = errors.New("no exported match of a format that this program knows")
	ErrGame   = errors.New("no such game here")
	ErrRules  = errors.New("other rules than those that this program plays")
)

// Read reads a record, be it written as JSON or as text.
func Read(data []byte) (r Record, err error) {
	if text := bytes.TrimPrefix(data, []byte("\ufeff")); len(text) > 0 && text[0] == '[' {
		return readText(text)
	}
	if err = json.Unmarshal(data, &r); err != nil || r.Format != Format {
		return r, errors.Join(ErrFormat, err)
	}
	return r, nil
}

// Source is what the deals follow from.
func (r Record) Source() (engine.Source, error) {
	secret, err := shuffle.ParseSeed(r.Secret)
	if err != nil {
		return nil, &Fault{StepCommitment, err}
	}
	var contributions []string
	for _, seat := range r.Seats {
		contributions = append(contributions, seat.Contribution)
	}
	from, err := shuffle.From(r.Shuffle, secret, strconv.FormatInt(r.Match, 10), contributions)
	if err != nil {
		return nil, &Fault{StepCommitment, err}
	}
	return from, nil
}

// Committed checks that the secret is the one to which the club committed: a *Fault.
func (r Record) Committed() error {
	secret, err := shuffle.ParseSeed(r.Secret)
	if err != nil {
		return &Fault{StepCommitment, err}
	}
	if made := secret.Commit(r.Shuffle, strconv.FormatInt(r.Match, 10)); made != r.Commitment {
		return fault(StepCommitment, "the secret makes %s, and the club committed to %s", made, r.Commitment)
	}
	return nil
}

// Prove plays the match again from its secret, its contributions and its moves, and returns it: ErrGame, ErrRules, or a
// *Fault at the first step that does not hold.
func (r Record) Prove(games []engine.Game) (*engine.Match, error) {
	at := slices.IndexFunc(games, func(g engine.Game) bool { return g.Info().Key == r.Game })
	if at < 0 {
		return nil, fmt.Errorf("%.40q: %w", r.Game, ErrGame)
	}
	if rules := games[at].Info().Version; rules != r.Rules {
		return nil, fmt.Errorf("%s by rules %d, this program plays %d: %w", r.Game, r.Rules, rules, ErrRules)
	}
	if err := r.Signed(); err != nil {
		return nil, err
	}
	if err := r.Committed(); err != nil {
		return nil, err
	}
	match, err := r.After(games[at], len(r.Moves))
	if err != nil {
		return nil, err
	}
	if err := r.led(match); err != nil {
		return match, err
	}
	return match, r.told(match)
}

// After is the match after some of its moves: a *Fault.
func (r Record) After(game engine.Game, moves int) (*engine.Match, error) {
	match, err := r.dealt(game)
	if err != nil {
		return nil, err
	}
	made, err := r.made()
	if err == nil {
		err = r.repeat(match, made[:moves])
	}
	if err != nil {
		return nil, &Fault{StepMoves, err}
	}
	return match, nil
}

// repeat plays moves again. But for practice, what is taken back has to be the same player's move, made by hand, and
// must have shown nothing that was hidden: else a seat could look at a card and choose again.
func (r Record) repeat(match *engine.Match, made []engine.Made) (err error) {
	var standing []int
	told := make([][]engine.Event, len(made))
	failed := match.RepeatEach(made, func(i int, events []engine.Event) {
		if made[i].Move.Verb != engine.VerbUndo {
			standing, told[i] = append(standing, i), events
			return
		}
		last := standing[len(standing)-1]
		standing = standing[:len(standing)-1]
		if !r.Practice && err == nil &&
			(made[last].Seat != made[i].Seat || r.Moves[last].Made != "" || !match.Undoable(told[last])) {
			err = fmt.Errorf("move %d takes %q of seat %d back, which the rules forbid", i+1, made[last].Move,
				made[last].Seat)
		}
	})
	return cmp.Or(failed, err)
}

// dealt is the match before its first move.
func (r Record) dealt(game engine.Game) (*engine.Match, error) {
	from, err := r.Source()
	if err != nil {
		return nil, err
	}
	match, err := engine.NewMatch(game, len(r.Seats), r.Options, from)
	if err != nil {
		return nil, &Fault{StepMoves, err}
	}
	return match, nil
}

// made are the moves, read.
func (r Record) made() (list []engine.Made, err error) {
	list = make([]engine.Made, len(r.Moves))
	for i, m := range r.Moves {
		list[i].Seat = m.Seat
		if list[i].Move, err = engine.ParseMove(m.Move); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return list, nil
}

// led checks that rounds, totals and outcome are what the moves lead to.
func (r Record) led(match *engine.Match) error {
	var outcome *engine.Outcome
	if o, over := match.Outcome(); over {
		outcome = &o
	}
	for _, part := range []struct {
		name       string
		told, made any
	}{{"rounds", r.Rounds, match.Rounds()}, {"totals", r.Totals, match.Totals()}, {"outcome", r.Outcome, outcome}} {
		told, err := json.Marshal(part.told)
		if err != nil {
			return &Fault{StepScores, err}
		}
		made, err := json.Marshal(part.made)
		if err != nil {
			return &Fault{StepScores, err}
		}
		if string(told) != string(made) && !(string(told) == "null" && string(made) == "[]") &&
			!(string(told) == "[]" && string(made) == "null") {
			return fault(StepScores, "%s are %s, and the moves lead to %s", part.name, told, made)
		}
	}
	return nil
}
