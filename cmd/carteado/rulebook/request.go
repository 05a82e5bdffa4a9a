package rulebook

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/shuffle"
	"carteado/views/i18n"
)

// A request is one line. Absent fields are nil.
type request struct {
	Cmd     string
	Lang    *string
	Game    *string
	Seats   *int
	Dealer  *int
	Options engine.Options
	Seed    *string
	Mix     *mixField
	Pack    []string
	Seat    *int
	Move    *string
	State   *savedState
}

// A handler answers a request with something to be written as JSON. It changes
// the session only if there is no error. A match is there, unless the request needs none.
type handler func(*Session, request) (any, error)

// requests are all commands, with the fields they take beside cmd and lang.
var requests = map[string]struct {
	fields string
	answer handler
	match  bool // there must be one
}{
	"games":  {"", (*Session).listGames, false},
	"new":    {"game seats dealer options seed mix pack", (*Session).deal, false},
	"legal":  {"seat", (*Session).legal, true},
	"play":   {"seat move", (*Session).play, true},
	"view":   {"seat", (*Session).view, true},
	"cards":  {"", (*Session).cards, true},
	"state":  {"", (*Session).save, true},
	"load":   {"game state", (*Session).load, false},
	"result": {"", (*Session).result, true},
	"next":   {"", (*Session).next, true},
}

// readRequest reads a line strictly: a field that a command does not know is more
// likely a mistake than a wish.
func readRequest(line []byte) (r request, handle handler, err error) {
	if len(line) > maxLine {
		return r, nil, refuse("line", "the line is longer than %d bytes", maxLine)
	}
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(line, &fields); err != nil || fields == nil {
		return r, nil, refuse("line", "expected one JSON object on a line")
	}
	if err := json.Unmarshal(fields["cmd"], &r.Cmd); err != nil {
		return r, nil, refuse("command", "expected a field cmd, a string")
	}
	known, ok := requests[r.Cmd]
	if !ok {
		return r, nil, refuse("command", "no command %.40q: expected one of %s", r.Cmd,
			strings.Join(slices.Sorted(maps.Keys(requests)), ", "))
	}
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if field != "cmd" && field != "lang" && !slices.Contains(strings.Fields(known.fields), field) {
			return r, nil, refuse("field", "%s has no field %.40q", r.Cmd, field)
		}
	}
	if err := json.Unmarshal(line, &r); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			return r, nil, refuse("field", "field %s: a %s is the wrong type", wrong.Field, wrong.Value)
		}
		return r, nil, refuse("field", "%v", err)
	}
	return r, known.answer, nil
}

// language is that of the request, or else the session's.
func (r request) language(otherwise string) (string, error) {
	switch {
	case r.Lang == nil:
		return otherwise, nil
	case !i18n.Known(*r.Lang):
		return otherwise, refuse("field", "no language %.40q: expected one of %s", *r.Lang,
			strings.Join(i18n.Languages(), ", "))
	}
	return *r.Lang, nil
}

// required is the value of a field that must be there.
func required[T any](r request, name string, field *T) (T, error) {
	if field == nil {
		var none T
		return none, refuse("field", "%s: expected a field %s", r.Cmd, name)
	}
	return *field, nil
}

// game is the game that a request names.
func (s *Session) game(r request) (engine.Game, error) {
	key, err := required(r, "game", r.Game)
	if err != nil {
		return nil, err
	}
	var keys []string
	for _, game := range s.games {
		if game.Info().Key == key {
			return game, nil
		}
		keys = append(keys, game.Info().Key)
	}
	return nil, refuse("game", "no game %.40q: expected one of %s", key, strings.Join(keys, ", "))
}

// seat is the seat that a request names, from lowest on.
func (s *Session) seat(r request, lowest engine.Seat) (engine.Seat, error) {
	seat, err := required(r, "seat", r.Seat)
	switch {
	case err != nil:
		return 0, err
	case seat < int(lowest) || seat >= s.match.Seats():
		return 0, refuse("seat", "no seat %d: expected %d to %d", seat, lowest, s.match.Seats()-1)
	}
	return engine.Seat(seat), nil
}

// A mixField is what the seed of a match is mixed with: the match's number and what each seat has added.
type mixField struct {
	Match         string   `json:"match"`
	Contributions []string `json:"contributions"`
}

// source is what the deals follow from: the seed alone, or mixed with what the seats have added.
func (f *mixField) source(seed engine.Seed, seats int) (engine.Source, error) {
	if f == nil {
		return seed, nil
	}
	if len(f.Contributions) != seats {
		return nil, refuse("field", "mix: expected a contribution for each of %d seats, got %d", seats,
			len(f.Contributions))
	}
	from, err := shuffle.From(shuffle.V2, seed, f.Match, f.Contributions)
	if err != nil {
		return nil, refuse("field", "mix: %v", err)
	}
	return from, nil
}

// chance is the seed and the pack of a request. Without a seed, a pack comes with
// the seed of zeros.
func (r request) chance() (seed engine.Seed, pack []card.Card, err error) {
	if r.Seed == nil && r.Pack == nil {
		return seed, nil, refuse("field", "%s: expected a field seed, pack or both", r.Cmd)
	}
	if r.Seed != nil {
		if seed, err = shuffle.ParseSeed(*r.Seed); err != nil {
			return seed, nil, refuse("field", "%v", err)
		}
	}
	if r.Pack != nil {
		pack = make([]card.Card, len(r.Pack))
	}
	for i, name := range r.Pack {
		if pack[i], err = card.Parse(name); err != nil {
			return seed, nil, refuse("field", "pack: %v", err)
		}
	}
	return seed, pack, nil
}
