package table

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/handlers/web"
	"carteado/views/table"
)

// Propose makes an offer to the others, about the match that the form showed.
func (w *Wing) Propose(r *web.Request) error {
	match, err := r.Match()
	if err != nil {
		return err
	}
	kind := live.OfferKind(r.Param("kind"))
	if !slices.Contains(live.OfferKinds, kind) {
		return base.ErrNotFound
	}
	added, err := contribution(r)
	if err != nil {
		return w.change(r, err)
	}
	err = w.Store.Propose(r.Ctx(), r.Club.ID, r.Table(), r.Player(), match, kind, added)
	if kind == live.OfferUndo && errors.Is(err, base.ErrStale) {
		return w.showFault(r, http.StatusConflict, "undo")
	}
	return w.change(r, err)
}

// AnswerOffer answers the offer that the form showed, or takes it back.
func (w *Wing) AnswerOffer(r *web.Request) error {
	match, err := r.Match()
	if err != nil {
		return err
	}
	offer, err := strconv.ParseInt(r.Field("offer"), 10, 64)
	answer := live.Answer(r.Field("answer"))
	if err != nil || !slices.Contains([]live.Answer{live.AnswerYes, live.AnswerNo, live.AnswerWithdraw}, answer) {
		return fmt.Errorf("answer: %w", web.ErrForm)
	}
	added, err := contribution(r)
	if err != nil {
		return w.change(r, err)
	}
	return w.change(r, w.Store.AnswerOffer(r.Ctx(), r.Club.ID, r.Table(), r.Player(), match, offer, answer, added))
}

// tableStatus holds clocks, offers and absent players of a table, as its reader sees them.
func tableStatus(r reader, b live.Board, try attempt) table.Status {
	v := table.Status{
		Club: r.club.Slug, Table: b.Table.Number, Match: b.Table.Match, Game: b.View.Game, Version: b.View.Version,
		Mine:  b.Table.Mine,
		Seats: web.People(r.player, b.Table.Seats), Over: b.View.Outcome != nil,
		Shut: b.Table.Status == live.TableClosed, Left: b.View.Left, ToMove: b.View.ToMove, Fault: try.fault,
		Time: table.Time{Pace: b.Table.Pace, Clock: b.Table.Clock, Now: b.Table.Now, Moved: b.Table.Moved},
		Stalled: b.Table.Pace.Kind == clock.None && !b.Table.Clock.Stands() && b.View.Outcome == nil &&
			b.Table.Now.Sub(b.Table.Moved) > live.Stalled,
		Undo: b.Undo, Watchers: watchers(b),
		Hosts: b.Table.Host == r.player && b.View.Outcome == nil, Watchable: b.Table.Watchable,
		Idem: try.idem, Seal: b.Table.NextSeal, Talks: b.Table.Phrases && !b.Table.Practice &&
			b.Table.Mine != engine.Spectator &&
			(b.View.Left == nil || !b.View.Left[b.Table.Mine]), Quiet: !b.Talk, Muted: b.Muted,
		Writes: b.Table.Messages && !try.refresh, Words: try.words, Word: try.word,
		Asides: entries(b.Asides), Practice: b.Table.Practice, Hint: try.hint,
		Occasion: web.OccasionOf(r.club, b.Table.Occasion),
	}
	if o := b.Offer; o != nil {
		v.Offer = &table.Offer{ID: o.ID, Kind: string(o.Kind), Seat: o.Seat, Version: o.Version, Yes: o.Yes,
			State: o.State, Asked: o.Asked}
	}
	return v
}
