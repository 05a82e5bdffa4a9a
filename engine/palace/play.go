package palace

import (
	"slices"

	"carteado/engine"
	"carteado/engine/card"
)

// Make makes a legal move.
func (r *Round) Make(s engine.Seat, m *engine.Move, log *engine.Log) {
	counts := r.draw == 0
	switch m.Verb {
	case verbSwap:
		r.swap(s, m, log)
		return
	case verbReady:
		r.ready(s, log)
		return
	case verbPlay:
		r.lay(s, m, log)
	case verbFlip:
		r.flip(s, int(m.From.N)-1, log)
	case verbTake:
		r.take(s, m, log)
	}
	if counts {
		r.spent++
	}
	if how := r.over(); how != "" {
		r.finish(how, log)
	}
}

func (r *Round) swap(s engine.Seat, m *engine.Move, log *engine.Log) {
	words := m.Words()
	own, up := words[0].Card, words[1].Card
	r.hands[s].remove(own)
	r.hands[s].add(up)
	r.up[s][slices.Index(r.up[s][:], up)] = own
	if log != nil {
		log.Tell(engine.Event{
			Kind: "swapped", Seat: s, Open: true, Cards: slices.Clone(words), From: engine.In(engine.Hand),
			To: engine.In(engine.Up),
		})
	}
}

// ready locks a seat. When the last seat is ready the first discard is turned up.
func (r *Round) ready(s engine.Seat, log *engine.Log) {
	if log != nil {
		log.Tell(engine.Event{Kind: "ready", Seat: s, Open: true})
	}
	at := slices.Index(r.ToMove(), s)
	copy(r.moving[at:], r.moving[at+1:])
	if r.awaited--; r.awaited > 0 {
		return
	}
	r.phase, r.awaited, r.moving[0] = PhasePlay, 1, r.first()
	for r.pile == 0 || rankOf(r.cards[r.pile-1]).special() {
		next := r.drawPile()[0]
		r.draw--
		r.discard(next)
	}
	if log == nil {
		return
	}
	log.Tell(engine.Event{
		Kind: "starter", Seat: engine.Nobody, Open: true, Cards: wordsOf(r.discards()),
		From: engine.In(engine.Stock), To: engine.In(engine.Discard),
	})
	if r.rules.lowest {
		log.Tell(engine.Event{Kind: "begins", Seat: r.moving[0], Open: true})
	}
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
		if lowest(r.hands[s].one) < lowest(r.hands[first].one) {
			first = s
		}
	}
	return first
}

// after is the next seat clockwise that still holds cards.
func (r *Round) after(s engine.Seat) engine.Seat {
	for {
		if s++; s == engine.Seat(r.seats) {
			s = 0
		}
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
func (r *Round) lay(s engine.Seat, m *engine.Move, log *engine.Log) {
	words := m.Words()
	fromHand := !r.hands[s].empty()
	for _, w := range words {
		if fromHand {
			r.hands[s].remove(w.Card)
		} else {
			r.up[s][slices.Index(r.up[s][:], w.Card)] = card.Unknown
		}
		r.discard(w.Card)
	}
	k, cleared := rankOf(words[0].Card), 0
	burns := r.burns(k, len(words))
	if burns {
		cleared = r.clear(&r.burned)
	}
	if log != nil {
		event := engine.Event{Kind: "played", Seat: s, Open: true, Cards: slices.Clone(words),
			From: engine.In(engine.Hand), To: engine.In(engine.Discard)}
		if !fromHand {
			event.From = engine.In(engine.Up)
		}
		switch {
		case burns:
			event.Kind, event.N, event.To = "burned", cleared, engine.In(engine.Burned)
		case k == two:
			event.Kind = "reset"
		}
		log.Tell(event)
	}
	r.refill(s, log)
	r.goOn(s, k, len(words), burns, log)
}

// burns reports that the pile burns after n cards of a rank were laid on it.
func (r *Round) burns(k rank, n int) bool {
	if k == ten || n >= four {
		return true
	}
	if !r.rules.across || r.pile < four {
		return false
	}
	for _, c := range r.cards[r.pile-four : r.pile] {
		if rankOf(c) != k {
			return false
		}
	}
	return true
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

// refill draws up to three cards while the draw pile lasts. They are told in the order
// of the game.
func (r *Round) refill(s engine.Seat, log *engine.Log) {
	if r.draw == 0 {
		return
	}
	n := min(handSize-r.hands[s].len(), int(r.draw))
	if n <= 0 {
		return
	}
	drawn := r.drawPile()[:n]
	for _, c := range drawn {
		r.hands[s].add(c)
	}
	r.draw -= uint8(n)
	if log != nil {
		drawn = slices.Clone(drawn)
		slices.SortFunc(drawn, func(a, b card.Card) int { return int(place(a)) - int(place(b)) })
		log.Tell(engine.Event{
			Kind: "drew", Seat: s, Secret: drawn, N: len(drawn), From: engine.In(engine.Stock),
			To: engine.In(engine.Hand),
		})
	}
}

// goOn passes the turn on after n cards of a rank were laid.
func (r *Round) goOn(s engine.Seat, k rank, n int, burned bool, log *engine.Log) {
	if r.zone(s) == "" {
		r.goOut(s, log)
		return
	}
	if burned {
		return
	}
	r.moving[0] = r.after(s)
	if k != eight || !r.rules.skips {
		return
	}
	// Nobody is skipped twice.
	skipped := min(n, int(r.seats-r.gone)-1)
	for range skipped {
		r.moving[0] = r.after(r.moving[0])
	}
	if log != nil {
		log.Tell(engine.Event{Kind: "skipped", Seat: s, Open: true, N: skipped})
	}
}

// goOut takes a seat without cards out of the round. If the round goes on, the
// next seat with cards is to move.
func (r *Round) goOut(s engine.Seat, log *engine.Log) {
	r.gone++
	r.out[s] = r.gone
	if r.gone < r.seats {
		r.moving[0] = r.after(s)
	}
	switch {
	case log == nil:
	case r.rules.places:
		log.Tell(engine.Event{Kind: "placed", Seat: s, Open: true, N: int(r.gone)})
	default:
		log.Tell(engine.Event{Kind: "out", Seat: s, Open: true})
	}
}

// flip turns over a face-down card. If it may not be laid, it is taken with the
// pile.
func (r *Round) flip(s engine.Seat, place int, log *engine.Log) {
	c := r.down[s][place]
	k := rankOf(c)
	fits := r.obstacle(s, k, 1) == ""
	r.down[s][place] = card.Unknown
	r.discard(c)
	burns, cleared := fits && r.burns(k, 1), 0
	switch {
	case !fits:
		cleared = r.clear(&r.hands[s])
		r.moving[0] = r.after(s)
	case burns:
		cleared = r.clear(&r.burned)
	}
	if log != nil {
		event := engine.Event{
			Kind: "flipped", Seat: s, Open: true, Cards: []engine.Word{{Card: c}},
			From: engine.Nth(engine.Down, place+1), To: engine.In(engine.Discard), N: cleared,
		}
		switch {
		case !fits:
			event.Kind, event.To = "failed", engine.In(engine.Hand)
		case burns:
			event.Kind, event.To = "flipped_burned", engine.In(engine.Burned)
		}
		log.Tell(event)
	}
	if fits {
		r.goOn(s, k, 1, burns, log)
	}
}

// take puts the pile, and perhaps a face-up card, into the hand.
func (r *Round) take(s engine.Seat, m *engine.Move, log *engine.Log) {
	passes := r.pile == 0
	cleared := r.clear(&r.hands[s])
	up := m.Card()
	if up != card.Unknown {
		r.up[s][slices.Index(r.up[s][:], up)] = card.Unknown
		r.hands[s].add(up)
	}
	r.moving[0] = r.after(s)
	if log == nil {
		return
	}
	event := engine.Event{Kind: "took", Seat: s, Open: true, From: engine.In(engine.Discard),
		To: engine.In(engine.Hand), N: cleared}
	if passes {
		event = engine.Event{Kind: "passed", Seat: s, Open: true}
	}
	if up != card.Unknown {
		event.Kind, event.Cards = "took_with", []engine.Word{{Card: up}}
	}
	log.Tell(event)
}
