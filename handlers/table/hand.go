package table

import (
	"net/http"
	"slices"
	"strings"

	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/card"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/table"
)

// hand is the reader's hand as a board shows it; nil where there is none to order.
func (w *Wing) hand(r *web.Request, b live.Board) []card.Card {
	if kindOf(b) != tablepage.KindBoard || b.View.Seat == engine.Spectator {
		return nil
	}
	props := table.Props{View: b.View, Legal: b.Legal, Sort: r.Viewer.Player.Prefs.Sort, Order: cardsOf(b.Order)}
	return props.Hand(w.GamesByKey[b.View.Game])
}

// ShowHand lets a player put the hand in order, one step at a time.
func (w *Wing) ShowHand(r *web.Request) error {
	board, err := w.board(r)
	if err != nil {
		return err
	}
	hand := w.hand(r, board)
	if hand == nil {
		return r.GoTo(link.Table(r.Club.Slug, r.Table()))
	}
	return r.Show(http.StatusOK, tablepage.Hand(tablepage.HandProps{
		Table: r.Table(), Match: board.Table.Match, Cards: hand, Chosen: r.QueryParams()["card"],
	}))
}

// ArrangeHand keeps the order of a hand: as it is written in the form, or with the
// chosen cards a step to the left or right. It is no move and needs no turn.
func (w *Wing) ArrangeHand(r *web.Request) error {
	board, err := w.board(r)
	if err != nil {
		return err
	}
	match, err := r.Match()
	if err != nil {
		return err
	}
	hand := w.hand(r, board)
	if hand == nil || match != board.Table.Match {
		return w.refuse(r, http.StatusConflict, attempt{}, table.Refusal{Kind: "stale"})
	}
	try := attempt{chosen: chosenIn(r)}
	order, ok := reordered(hand, r.Field("hand"), try.chosen)
	if !ok {
		return w.refuse(r, http.StatusUnprocessableEntity, try, table.Refusal{Kind: "hand"})
	}
	board.Order = nil
	for _, c := range order {
		board.Order = append(board.Order, c.String())
	}
	err = w.Store.SaveHand(r.Ctx(), live.Hand{
		Club: r.Club.ID, Table: r.Table(), Match: match, Player: r.Player(), Round: board.View.Number,
		Cards: board.Order,
	})
	if err != nil {
		return err
	}
	w.Store.Waiters.Redraw(board.Table.ID)
	if r.Field("step") != "" {
		return r.GoTo(link.HandWith(r.Club.Slug, r.Table(), try.chosen))
	}
	if !r.HTMX() {
		return r.GoTo(link.Table(r.Club.Slug, r.Table()))
	}
	return w.tableFragment(r, http.StatusOK, tablepage.KindBoard, board, try)
}

// cardsOf are cards by their names; nil for none.
func cardsOf(names []string) (cards []card.Card) {
	for _, name := range names {
		if c, err := card.Parse(name); err == nil {
			cards = append(cards, c)
		}
	}
	return cards
}

// reordered is a hand in the order that a form asks for: the named cards first, which
// must all be in the hand, or the chosen cards a step to the left or right.
func reordered(hand []card.Card, asked string, chosen []string) ([]card.Card, bool) {
	moved := chosen
	if asked != "left" && asked != "right" {
		moved = strings.Fields(asked)
	}
	var cards []card.Card
	rest := slices.Clone(hand)
	for _, name := range moved {
		name, _ = strings.CutSuffix(name, " @hand") // forms of games with several piles name the pile, too
		c, err := card.Parse(name)
		i := slices.Index(rest, c)
		if err != nil || i < 0 {
			return nil, false
		}
		cards, rest = append(cards, c), slices.Delete(rest, i, i+1)
	}
	switch {
	case len(cards) == 0:
		return nil, false
	case asked == "left":
		return stepped(hand, cards), true
	case asked == "right":
		hand = slices.Clone(hand)
		slices.Reverse(hand)
		hand = stepped(hand, cards)
		slices.Reverse(hand)
		return hand, true
	}
	return append(cards, rest...), true
}

// stepped is a hand in which cards have gone a step towards its beginning.
func stepped(hand, cards []card.Card) []card.Card {
	hand, cards = slices.Clone(hand), slices.Clone(cards)
	held := 0 // cards that were moved and stand at the beginning
	for i, c := range hand {
		at := slices.Index(cards, c)
		if at < 0 {
			continue
		}
		cards = slices.Delete(cards, at, at+1)
		if i > held {
			hand[i-1], hand[i] = hand[i], hand[i-1]
		} else {
			held++
		}
	}
	return hand
}
