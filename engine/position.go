package engine

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"carteado/engine/card"
)

// A Position is a moment of a round as examples, tests and the gallery write it:
//
//	seats 3; turn 1; hand:1 7H 8S KD; up:1; discard 3C; rest burned; ten_on_any=off
//
// Its items are separated by semicolons or line ends. A pile stands with its
// cards in the order of Round.Piles, and alone when it is empty. An option is
// written key=value. The words seats, dealer, turn and rest mean the same in all
// games; the other words are the game's own, and its Set explains them.
//
// Cards that no pile names go where they do not matter: first those that a pile
// counts, x9 for nine of them, then into the piles that Fill completes, then to the
// pile that rest names, or to none of the table after "rest nowhere".
//
// A game reads a position with the methods below. The first error stays, and Set
// reports it, together with piles and words that the game did not ask for.
type Position struct {
	Options      Options // resolved
	Seats        int     // by default as many as the text needs
	Dealer, Turn Seat    // by default 0
	Others       []card.Card

	piles map[Place][]Word
	some  []some
	words map[string][]string
	asked map[string]bool
	err   error
}

// some are cards of a pile that are counted and not named.
type some struct {
	place  Place
	at, of int // below the card at this index, so many
}

// A Setter is offered by games that can be set up in the middle of a round.
type Setter interface {
	// Set makes a round from a position, which it reads completely.
	Set(*Position) (Round, error)
}

// Set makes a round from a written position, under these options and those of
// the text.
func Set(g Game, text string, o Options) (Round, error) {
	return set(g, text, o, func(*Position, Round) {})
}

// set hands the round and the position to more, which may read words of its own.
func set(g Game, text string, o Options, more func(*Position, Round)) (r Round, err error) {
	defer func() {
		if err != nil {
			r, err = nil, fmt.Errorf("%s position %q: %w", g.Info().Key, text, err)
		}
	}()
	setter, ok := g.(Setter)
	if !ok {
		return nil, errors.New("the game sets up no positions")
	}
	p, err := ParsePosition(text)
	if err != nil {
		return nil, err
	}
	for key, value := range o {
		p.Options[key] = value
	}
	if p.Options, err = g.Info().Resolve(p.Options); err != nil {
		return nil, err
	}
	p.sit(g.Info())
	if p.err != nil {
		return nil, p.err
	}
	r, err = setter.Set(p)
	if err == nil && p.err == nil {
		more(p, r)
	}
	if p.err != nil {
		err = p.err
	}
	if unread := p.unread(); len(unread) > 0 {
		err = errors.Join(err, fmt.Errorf("the game does not read %s", strings.Join(unread, ", ")))
	}
	return r, err
}

// unread are the piles and words that the game did not read.
func (p *Position) unread() (names []string) {
	for place := range p.piles {
		names = append(names, place.String())
	}
	names = slices.AppendSeq(names, maps.Keys(p.words))
	names = slices.DeleteFunc(names, func(name string) bool { return p.asked[name] })
	slices.Sort(names)
	return names
}

// ParsePosition reads a position that belongs to no game yet.
func ParsePosition(text string) (*Position, error) {
	p := &Position{Options: Options{}, piles: map[Place][]Word{}, words: map[string][]string{},
		asked: map[string]bool{}}
	for _, item := range items(text) {
		name, rest, _ := strings.Cut(item, " ")
		if key, value, is := strings.Cut(item, "="); is && !strings.Contains(item, " ") {
			p.Options[key] = value
			continue
		}
		values := strings.Fields(rest)
		place, err := ParsePlace(name)
		_, given := p.piles[place]
		_, said := p.words[name]
		switch {
		case given && err == nil || said:
			return nil, fmt.Errorf("%s is there twice", name)
		case err == nil:
			err = p.pile(place, values)
		case !strings.Contains(name, ":"):
			p.words[name], err = values, nil
		}
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// items splits what is separated by semicolons or line ends.
func items(text string) (list []string) {
	for item := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		if item = strings.TrimSpace(item); item != "" {
			list = append(list, item)
		}
	}
	return list
}

// pile reads the cards of a pile.
func (p *Position) pile(place Place, texts []string) error {
	words := []Word{}
	for _, text := range texts {
		if n, err := strconv.ParseUint(strings.TrimPrefix(text, "x"), 10, 8); err == nil && text[0] == 'x' {
			p.some = append(p.some, some{place, len(words), int(n)})
			continue
		}
		w, err := parseWord(text)
		if err != nil {
			return err
		}
		words = append(words, w)
	}
	p.piles[place] = words
	return nil
}

// sit finds the number of seats and refuses a name of a seat beyond it.
func (p *Position) sit(info Info) {
	highest := Seat(info.MinSeats - 1)
	p.Dealer, p.Turn = Seat(p.Number("dealer")), Seat(p.Number("turn"))
	for place := range p.piles {
		highest = max(highest, place.Seat())
	}
	highest = max(highest, p.Dealer, p.Turn)
	p.Seats = int(highest) + 1
	if p.Has("seats") {
		p.Seats = p.Number("seats")
	}
	switch {
	case p.Seats < info.MinSeats || p.Seats > info.MaxSeats:
		p.fail("%d seats, expected %d to %d", p.Seats, info.MinSeats, info.MaxSeats)
	case p.Seats <= int(highest):
		p.fail("seat %d of %d", highest, p.Seats)
	}
}

func (p *Position) fail(format string, args ...any) {
	if p.err == nil {
		p.err = fmt.Errorf(format, args...)
	}
}

// Given reports whether the position names a pile; it may name an empty one.
func (p *Position) Given(place Place) bool {
	_, given := p.piles[place]
	return given
}

// Words are the cards of a pile with what they stand for; none after an error, so
// that a game never sets out more cards than there are.
func (p *Position) Words(place Place) []Word {
	p.asked[place.String()] = true
	if p.err != nil {
		return nil
	}
	return p.piles[place]
}

// Cards are the cards of a pile.
func (p *Position) Cards(place Place) []card.Card {
	cards := []card.Card{}
	for _, w := range p.Words(place) {
		cards = append(cards, w.Card)
	}
	return cards
}

// Has reports whether a word is there.
func (p *Position) Has(word string) bool {
	_, said := p.words[word]
	p.asked[word] = true
	return said
}

// Values are what stands behind a word.
func (p *Position) Values(word string) []string {
	p.asked[word] = true
	return p.words[word]
}

// Numbers are the values of a word as numbers.
func (p *Position) Numbers(word string) []int {
	var list []int
	for _, value := range p.Values(word) {
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 {
			p.fail("%s %s: expected a number", word, value)
		}
		list = append(list, n)
	}
	return list
}

// Number is the one value of a word; 0 where it is not there.
func (p *Position) Number(word string) int {
	list := p.Numbers(word)
	switch {
	case len(list) == 1:
		return list[0]
	case p.Has(word):
		p.fail("%s: expected one number", word)
	}
	return 0
}

// Card is the one card behind a word; Unknown where the word is not there.
func (p *Position) Card(word string) card.Card {
	cards, err := card.List(strings.Join(p.Values(word), " "))
	switch {
	case err == nil && len(cards) == 1:
		return cards[0]
	case p.Has(word):
		p.fail("%s: expected one card", word)
	}
	return card.Unknown
}

// Use sets Others to the cards of a pack that the position does not name, in the
// order of the pack.
func (p *Position) Use(pack []card.Card) {
	named := map[card.Card]int{}
	for _, words := range p.piles {
		for _, w := range words {
			named[w.Card]++
		}
	}
	delete(named, card.Unknown) // an empty place
	for _, c := range pack {
		if named[c] > 0 {
			named[c]--
		} else {
			p.Others = append(p.Others, c)
		}
	}
	for c, n := range named {
		if n > 0 {
			p.fail("%s is there too often", c)
		}
	}
	for _, some := range slices.Backward(p.some) {
		p.insert(some.place, some.at, some.of)
	}
}

// insert puts so many of Others into a pile, below the card at an index.
func (p *Position) insert(place Place, at, n int) {
	if n > len(p.Others) {
		p.fail("no cards are left for %s", place)
		return
	}
	var words []Word
	for _, c := range p.Others[:n] {
		words = append(words, Word{Card: c})
	}
	p.Others = p.Others[n:]
	p.piles[place] = slices.Insert(slices.Clip(p.piles[place]), at, words...)
}

// Fill puts so many of Others into each of these piles that the position does
// not name.
func (p *Position) Fill(size int, places ...Place) {
	for _, place := range places {
		if !p.Given(place) {
			p.insert(place, 0, size)
		}
	}
}

// Rest puts what is left of Others behind the cards of a pile that is drawn from,
// or under those of the pile that the word rest names.
func (p *Position) Rest(place Place) {
	rest := p.Values("rest")
	switch {
	case len(rest) == 0:
		p.insert(place, len(p.piles[place]), len(p.Others))
	case rest[0] != "nowhere":
		under, err := ParsePlace(rest[0])
		if err != nil {
			p.fail("rest: %w", err)
		}
		p.insert(under, 0, len(p.Others))
	}
	p.Others = nil
}

// SetMatch makes a match whose round is set up from a written position. One word more
// tells of the rounds before it, each by its ending, its winner (- for nobody) and the
// points of every seat:
//
//	scores knock 0 5 18 void - 0 0
func SetMatch(g Game, text string) (*Match, error) {
	m := &Match{game: g, from: Seed{}}
	_, err := set(g, text, nil, func(p *Position, r Round) {
		m.options, m.scoring, m.round = p.Options, ScoringOf(g, p.Options), r
		m.state.Totals, m.state.Since = make([]int, p.Seats), make([]int, p.Seats)
		scores := slices.Collect(slices.Chunk(p.Values("scores"), 2+p.Seats))
		for i, row := range scores {
			m.state.Number = i + 1
			m.state.Dealer = Seat((int(p.Dealer) + (p.Seats-1)*(len(scores)-i)) % p.Seats) // the deal went round
			m.score(p.score(row))
		}
		m.state.Number, m.state.Dealer, m.state.Ready = len(scores)+1, p.Dealer, nil
		if _, over := r.Result(); over || m.state.Outcome != nil {
			p.fail("the round or the match is over")
		}
	})
	return m, err
}

// score reads a round that was played before.
func (p *Position) score(row []string) Result {
	r := Result{How: row[0], By: Nobody, Winner: Nobody, Loser: Nobody, Points: make([]int, p.Seats)}
	if len(row) != 2+p.Seats {
		p.fail("scores: expected an ending, a winner and %d numbers", p.Seats)
		return r
	}
	for i, text := range row[1:] {
		n, err := strconv.Atoi(text)
		switch {
		case i > 0 && err == nil:
			r.Points[i-1] = n
		case i == 0 && err == nil && n >= 0 && n < p.Seats:
			r.By, r.Winner = Seat(n), Seat(n)
		case i > 0 || text != "-":
			p.fail("scores: expected a number, not %s", text)
		}
	}
	return r
}
