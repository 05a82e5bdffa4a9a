package palace

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// Play makes a move.
func (r *Round) Play(s engine.Seat, m engine.Move) ([]engine.Event, error) {
	if broken := r.check(s, &m); broken != nil {
		return nil, broken
	}
	switch m.Verb {
	case verbSwap:
		return r.swap(s, m), nil
	case verbReady:
		return r.ready(s), nil
	}
	counts := r.draw == 0
	var events []engine.Event
	switch m.Verb {
	case verbPlay:
		events = r.lay(s, m)
	case verbFlip:
		events = r.flip(s, int(m.From.N)-1)
	case verbTake:
		events = r.take(s, m)
	}
	if counts {
		r.spent++
	}
	if how := r.over(); how != "" {
		events = r.finish(how, events)
	}
	return events, nil
}

func (r *Round) swap(s engine.Seat, m engine.Move) []engine.Event {
	words := slices.Clone(m.Words())
	own, up := words[0].Card, words[1].Card
	r.hands[s].remove(own)
	r.hands[s].add(up)
	r.up[s][slices.Index(r.up[s][:], up)] = own
	return []engine.Event{{
		Kind: "swapped", Seat: s, Open: true, Cards: words, From: engine.In(engine.Hand), To: engine.In(engine.Up),
	}}
}

// ready locks a seat. When the last seat is ready the first discard is turned up.
func (r *Round) ready(s engine.Seat) []engine.Event {
	events := []engine.Event{{Kind: "ready", Seat: s, Open: true}}
	at := slices.Index(r.ToMove(), s)
	copy(r.moving[at:], r.moving[at+1:])
	if r.awaited--; r.awaited > 0 {
		return events
	}
	r.phase, r.awaited, r.moving[0] = PhasePlay, 1, r.first()
	for r.pile == 0 || rankOf(r.cards[r.pile-1]).special() {
		next := r.drawPile()[0]
		r.draw--
		r.discard(next)
	}
	events = append(events, engine.Event{
		Kind: "starter", Seat: engine.Nobody, Open: true, Cards: wordsOf(r.discards()),
		From: engine.In(engine.Stock), To: engine.In(engine.Discard),
	})
	if r.rules.lowest {
		events = append(events, engine.Event{Kind: "begins", Seat: r.moving[0], Open: true})
	}
	return events
}

func wordsOf(cards []card.Card) []engine.Word {
	words := make([]engine.Word, len(cards))
	for i, c := range cards {
		words[i].Card = c
	}
	return words
}

// Announces tells who begins where the holder of the lowest card does.
func (r *Round) Announces(_ engine.Seat, m engine.Move) any {
	if r.rules.lowest && m.Verb == verbReady && r.phase == PhaseExchange && r.awaited == 1 {
		return r.first()
	}
	return nil
}

// first is the seat that begins.
func (r *Round) first() engine.Seat {
	first := r.after(r.dealer)
	if !r.rules.lowest {
		return first
	}
	for s := r.after(first); s != r.after(r.dealer); s = r.after(s) {
		if r.hands[s].lowest() < r.hands[first].lowest() {
			first = s
		}
	}
	return first
}

// after is the next seat clockwise that still holds cards.
func (r *Round) after(s engine.Seat) engine.Seat {
	for {
		s = (s + 1) % engine.Seat(r.seats)
		if r.out[s] == 0 {
			return s
		}
	}
}

func (r *Round) discard(c card.Card) {
	r.cards[r.pile] = c
	r.pile++
}

// lay plays cards of the hand or of the row.
func (r *Round) lay(s engine.Seat, m engine.Move) []engine.Event {
	words := slices.Clone(m.Words())
	event := engine.Event{Kind: "played", Seat: s, Open: true, Cards: words, From: engine.In(engine.Hand), To: engine.In(engine.Discard)}
	fromHand := !r.hands[s].empty()
	if !fromHand {
		event.From = engine.In(engine.Up)
	}
	for _, w := range words {
		if fromHand {
			r.hands[s].remove(w.Card)
		} else {
			r.up[s][slices.Index(r.up[s][:], w.Card)] = card.Unknown
		}
		r.discard(w.Card)
	}
	k := rankOf(words[0].Card)
	burns := r.burns(k, len(words))
	switch {
	case burns:
		event.Kind, event.N, event.To = "burned", r.clear(&r.burned), engine.In(engine.Burned)
	case k == two:
		event.Kind = "reset"
	}
	events := append(make([]engine.Event, 0, 3), event)
	if drawn := r.refill(s); len(drawn) > 0 {
		events = append(events, engine.Event{
			Kind: "drew", Seat: s, Secret: drawn, N: len(drawn), From: engine.In(engine.Stock), To: engine.In(engine.Hand),
		})
	}
	return r.goOn(s, k, len(words), burns, events)
}

// burns reports that the pile burns after n cards of a rank were laid on it.
func (r *Round) burns(k rank, n int) bool {
	other := func(c card.Card) bool { return rankOf(c) != k }
	return k == ten || n >= four ||
		r.rules.across && r.pile >= four && !slices.ContainsFunc(r.cards[r.pile-four:r.pile], other)
}

// clear puts the pile into a hand, or with the cards out of play, and says how many
// cards it had.
func (r *Round) clear(to *hand) int {
	n := int(r.pile)
	for _, c := range r.discards() {
		to.add(c)
	}
	r.pile = 0
	return n
}

// refill draws up to three cards while the draw pile lasts, and lists them in the
// order of the game.
func (r *Round) refill(s engine.Seat) (drawn []card.Card) {
	n := min(handSize-r.hands[s].len(), int(r.draw))
	if n <= 0 {
		return nil
	}
	drawn = slices.Clone(r.drawPile()[:n])
	for _, c := range drawn {
		r.hands[s].add(c)
	}
	r.draw -= uint8(n)
	slices.SortFunc(drawn, func(a, b card.Card) int { return int(place(a)) - int(place(b)) })
	return drawn
}

// goOn passes the turn on after n cards of a rank were laid.
func (r *Round) goOn(s engine.Seat, k rank, n int, burned bool, events []engine.Event) []engine.Event {
	if r.zone(s) == "" {
		return append(events, r.goOut(s))
	}
	if burned {
		return events
	}
	r.moving[0] = r.after(s)
	if k != eight || !r.rules.skips {
		return events
	}
	// Nobody is skipped twice.
	skipped := min(n, int(r.seats-r.gone)-1)
	for range skipped {
		r.moving[0] = r.after(r.moving[0])
	}
	return append(events, engine.Event{Kind: "skipped", Seat: s, Open: true, N: skipped})
}

// goOut takes a seat without cards out of the round. If the round goes on, the
// next seat with cards is to move.
func (r *Round) goOut(s engine.Seat) engine.Event {
	r.gone++
	r.out[s] = r.gone
	if r.gone < r.seats {
		r.moving[0] = r.after(s)
	}
	if r.rules.places {
		return engine.Event{Kind: "placed", Seat: s, Open: true, N: int(r.gone)}
	}
	return engine.Event{Kind: "out", Seat: s, Open: true}
}

// flip turns over a face-down card. If it may not be laid, it is taken with the
// pile.
func (r *Round) flip(s engine.Seat, place int) []engine.Event {
	c := r.down[s][place]
	k := rankOf(c)
	event := engine.Event{
		Kind: "flipped", Seat: s, Open: true, Cards: []engine.Word{{Card: c}},
		From: engine.Nth(engine.Down, place+1), To: engine.In(engine.Discard),
	}
	fits := r.obstacle(s, k, 1) == ""
	r.down[s][place] = card.Unknown
	r.discard(c)
	if !fits {
		event.Kind, event.To, event.N = "failed", engine.In(engine.Hand), r.clear(&r.hands[s])
		r.moving[0] = r.after(s)
		return []engine.Event{event}
	}
	burns := r.burns(k, 1)
	if burns {
		event.Kind, event.To, event.N = "flipped_burned", engine.In(engine.Burned), r.clear(&r.burned)
	}
	return r.goOn(s, k, 1, burns, []engine.Event{event})
}

// take puts the pile, and perhaps a face-up card, into the hand.
func (r *Round) take(s engine.Seat, m engine.Move) []engine.Event {
	event := engine.Event{Kind: "took", Seat: s, Open: true, From: engine.In(engine.Discard), To: engine.In(engine.Hand)}
	if r.pile == 0 {
		event = engine.Event{Kind: "passed", Seat: s, Open: true}
	}
	event.N = r.clear(&r.hands[s])
	if up := m.Card(); up != card.Unknown {
		r.up[s][slices.Index(r.up[s][:], up)] = card.Unknown
		r.hands[s].add(up)
		event.Kind, event.Cards = "took_with", []engine.Word{{Card: up}}
	}
	r.moving[0] = r.after(s)
	return []engine.Event{event}
}
