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
// cards in the order of Round.Cards, and alone when it is empty. An option is
// written key=value. The words seats, dealer, turn and rest mean the same in all
// games; the other words are the game's own, and its Set explains them.
//
// Cards that no pile names go where they do not matter: first into the piles
// that Fill completes, then to the pile that rest names, or to none of the table
// after "rest nowhere".
//
// A game reads a position with the methods below. The first error stays, and Set
// reports it, together with piles and words that the game did not ask for.
type Position struct {
	Options      Options // resolved
	Seats        int     // by default as many as the text needs
	Dealer, Turn Seat    // by default 0
	Others       []card.Card

	piles map[Place][]Word
	words map[string][]string
	asked map[string]bool
	err   error
}

// A Setter is offered by games that can be set up in the middle of a round.
type Setter interface {
	// Set makes a round from a position, which it reads completely.
	Set(*Position) (Round, error)
}

// Set makes a round from a written position, under these options and those of
// the text.
func Set(g Game, text string, o Options) (Round, error) {
	r, err := set(g, text, o)
	if err != nil {
		return nil, fmt.Errorf("%s position %q: %w", g.Info().Key, text, err)
	}
	return r, nil
}

func set(g Game, text string, o Options) (Round, error) {
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
	r, err := setter.Set(p)
	if p.err != nil {
		err = p.err
	}
	if unread := p.unread(); len(unread) > 0 {
		err = errors.Join(err, fmt.Errorf("the game does not read %s", strings.Join(unread, ", ")))
	}
	return r, err
}

// unread are the piles and words that nobody asked for.
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
	p := &Position{Options: Options{}, piles: map[Place][]Word{}, words: map[string][]string{}, asked: map[string]bool{}}
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
			p.piles[place], err = parseWords(values)
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

func parseWords(texts []string) ([]Word, error) {
	words := make([]Word, len(texts))
	for i, text := range texts {
		var err error
		if words[i], err = parseWord(text); err != nil {
			return nil, err
		}
	}
	return words, nil
}

// sit finds out how many seats there are and whether all that is named are.
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
}

// Fill puts so many of Others into each of these piles that the position does
// not name.
func (p *Position) Fill(size int, places ...Place) {
	for _, place := range places {
		switch {
		case p.Given(place):
		case len(p.Others) < size:
			p.fail("no cards are left for %s", place)
		default:
			p.put(place, p.Others[:size])
			p.Others = p.Others[size:]
		}
	}
}

// Rest puts what is left of Others behind the cards of a pile that is drawn from,
// or under those of the pile that the word rest names.
func (p *Position) Rest(place Place) {
	rest := p.Values("rest")
	switch {
	case len(rest) == 0:
		p.put(place, p.Others)
	case rest[0] != "nowhere":
		under, err := ParsePlace(rest[0])
		if err != nil {
			p.fail("rest: %w", err)
		}
		above := p.piles[under]
		p.piles[under] = nil
		p.put(under, p.Others)
		p.piles[under] = append(p.piles[under], above...)
	}
	p.Others = nil
}

func (p *Position) put(place Place, cards []card.Card) {
	words := slices.Clone(p.piles[place])
	for _, c := range cards {
		words = append(words, Word{Card: c})
	}
	p.piles[place] = words
}
