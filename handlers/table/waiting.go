package table

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
)

func (w *Wing) JoinTable(r *web.Request) error {
	added, err := contribution(r)
	if err != nil {
		return w.change(r, err)
	}
	return w.change(r, w.Store.JoinTable(r.Ctx(), r.Club.ID, r.Table(), r.Player(), added))
}

func (w *Wing) LeaveSeat(r *web.Request) error {
	return w.change(r, w.Store.LeaveSeat(r.Ctx(), r.Club.ID, r.Table(), r.Player()))
}

// AddBot gives the seat of the form to a bot of its level, or the first seat
// that is not taken.
func (w *Wing) AddBot(r *web.Request) error {
	view, err := w.Store.TableOf(r.Ctx(), r.Club.ID, r.Table(), r.Player())
	if err != nil {
		return err
	}
	free := slices.IndexFunc(view.Seats, func(seat base.Seat) bool { return !seat.Taken() })
	if text := r.Field("seat"); text != "" {
		if free, err = strconv.Atoi(text); err != nil || free < 0 || free >= len(view.Seats) {
			return fmt.Errorf("seat: %w", web.ErrForm)
		}
	}
	if free < 0 {
		return w.change(r, base.ErrFull)
	}
	level := cmp.Or(r.Field("level"), bot.Club)
	if !slices.Contains(bot.Levels(), level) {
		return fmt.Errorf("level %q: %w", level, web.ErrForm)
	}
	return w.change(r, w.Store.AddBot(r.Ctx(), r.Club.ID, view.Number, r.Player(), view.Seats[free].Seat, level))
}

// StartTable begins with fewer players than the table was opened for.
func (w *Wing) StartTable(r *web.Request) error {
	return w.change(r, w.Store.StartTable(r.Ctx(), r.Club.ID, r.Table(), r.Player()))
}

func (w *Wing) waitingProps(r reader, t live.TableView, at string, try attempt) (tablepage.WaitingProps, error) {
	game, err := w.Game(t.Game)
	if err != nil {
		return tablepage.WaitingProps{}, err
	}
	props := tablepage.WaitingProps{
		Table: t.Number, At: at, Game: game, Options: t.Options,
		Goal: w.Goal(t.Game, t.Options), Joined: t.Mine != engine.Spectator, Host: t.Host == r.player,
		Reserved: t.Reserved(), Held: t.Held,
		Closed: t.Status == live.TableClosed,
		URL:    w.URL + link.Table(r.club.Slug, t.Number), Match: t.Match, Commitment: t.Commitment,
		Fault: try.fault, Word: try.word, Now: t.Now, Private: t.Reach == live.ReachInvited,
		Reason: tablepage.Closing(t.Closed), Kept: try.kept,
		Refreshes: try.refresh, Name: try.name, NameReason: try.nameReason, First: try.first,
		Occasion: web.OccasionOf(r.club, t.Occasion),
	}
	if props.Private {
		props.URL = w.URL + link.TableByKey(r.club.Slug, t.Number, t.Token.Reveal())
	}
	seated := web.People(r.player, t.Seats)
	for _, seat := range t.Seats {
		shown := tablepage.WaitingSeat{Seat: int(seat.Seat), Person: seated[seat.Seat], Host: seat.Player == t.Host}
		if seat.Missed != nil {
			shown.Missed, shown.Of = seat.Missed.Missed, seat.Missed.Matches
		}
		if seat.Invited != 0 {
			shown.Invited = &part.Person{ID: seat.Invited, Name: seat.Name, Face: part.FaceOf(seat.Face),
				Me: seat.Invited == r.player}
		}
		props.Seats = append(props.Seats, shown)
	}
	return props, nil
}
