package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// An OfferKind says what a player proposes to the others at a table.
type OfferKind string

// The kinds of offers: another match when one is over; to end a running match without a
// winner; to stop its clocks; to wait for a player whose seat a bot keeps; to start the clocks again; to take back the
// own last move. An undo expires with the next move. The other offers hold until they are answered: they
// are about the match and not about a position.
const (
	OfferRematch OfferKind = "rematch"
	OfferEnd     OfferKind = "end"
	OfferPause   OfferKind = "pause"
	OfferWait    OfferKind = "wait"
	OfferResume  OfferKind = "resume"
	OfferUndo    OfferKind = "undo"
)

// OfferKinds are all of them.
var OfferKinds = []OfferKind{OfferRematch, OfferEnd, OfferPause, OfferWait, OfferResume, OfferUndo}

// The states of an offer.
const (
	OfferAsked     = "asked"
	OfferAccepted  = "accepted"
	OfferDeclined  = "declined"
	OfferWithdrawn = "withdrawn"
	OfferExpired   = "expired"
)

// An Offer is what a player has proposed at a version of a match. At most one at a time
// is open.
type Offer struct {
	ID      int64         `json:"id"`
	Kind    OfferKind     `json:"kind"`
	Seat    engine.Seat   `json:"seat"`
	Version int           `json:"version"`
	Yes     []engine.Seat `json:"yes"` // seats that agree, the asking seat first
	State   string        `json:"state"`
	Asked   time.Time     `json:"asked"`
	Ended   *time.Time    `json:"ended"`
}

// Open reports that answers are waited for.
func (o *Offer) Open() bool { return o != nil && o.State == OfferAsked }

// notice tells of a state of the offer, once.
func (o *Offer) notice(state string) delivery.NewNotice {
	what := string(o.Kind) + "." + state
	return delivery.NewNotice{Kind: delivery.NoticeOffer, Key: fmt.Sprint(o.ID, " ", what), Subject: o.ID, What: what}
}

// lastOffer is the last *Offer of the match m, as JSON.
const lastOffer = `SELECT json_build_object('id', id, 'kind', kind, 'seat', seat, 'version', version, 'yes', yes,
	'state', state, 'asked', asked_at, 'ended', ended_at)
	FROM offers WHERE match_id = m.id ORDER BY id DESC LIMIT 1`

// expireOffers closes the open offer of a match, which makes no sense any more.
const expireOffers = `UPDATE offers SET state = 'expired', ended_at = clock_timestamp() WHERE match_id = $1
	AND state = 'asked'`

// An Answer is a player's reply to an offer.
type Answer string

// The answers: to agree, to decline, and to withdraw one's own offer.
const (
	AnswerYes      Answer = "yes"
	AnswerNo       Answer = "no"
	AnswerWithdraw Answer = "withdraw"
)

// Stalled is how long a match without a clock waits before its players are offered to
// end it, and Silence how long such an offer waits for those who do not move: then
// the others agree for them.
const (
	Stalled = 7 * 24 * time.Hour
	Silence = 48 * time.Hour
)

// Propose makes an offer to the others at a table, of the match that the form showed.
// Bots agree to it, and so does a seat that has no player; when nobody else is there to be asked
// it is done at once. Proposed twice, or by two, it is one offer, and the second
// agrees. ErrStale where it makes no sense now, ErrForbidden without a seat.
//
// With a rematch goes what the player adds to its deals: ErrSeal where there is no seal yet.
func (s *Tables) Propose(ctx context.Context, club int64, number int, player, match int64, kind OfferKind,
	c Contribution) error {
	err := s.offered(ctx, "propose", club, number, player, match, func(ctx context.Context, tx *pg.Tx,
		at *offerTable) error {
		at.contribution = c
		if at.open != nil {
			if at.open.Kind != kind {
				return base.ErrStale
			}
			if !at.sensible(kind) { // as for an answer
				return at.close(ctx, tx, s, OfferExpired)
			}
			return at.agree(ctx, tx, s)
		}
		if !at.sensible(kind) {
			return base.ErrStale
		}
		o := Offer{Kind: kind, Seat: at.Mine, Version: at.Version, Yes: []engine.Seat{at.Mine}}
		err := tx.QueryRow(ctx, `INSERT INTO offers (match_id, kind, seat, version, yes) VALUES ($1, $2, $3, $4, $5)
			RETURNING id, asked_at`,
			at.Match, kind, o.Seat, o.Version, o.Yes).Scan(&o.ID, &o.Asked)
		if err != nil {
			return err
		}
		at.open = &o
		at.contribute(ctx, tx)
		s.aside(ctx, tx, &at.MatchPosition, at.Mine, AsideKind(kind)+".asked", 0)
		for _, seat := range at.table.Seats {
			if at.asked(seat) {
				tellSeats(ctx, tx, &at.MatchPosition, o.notice(OfferAsked), at.Mine, seat.Seat)
			}
		}
		if kind == OfferEnd && at.untimed() {
			if err := at.queueSilence(ctx, tx); err != nil {
				return err
			}
		}
		return at.agree(ctx, tx, s)
	})
	if kind == OfferRematch && errors.Is(err, base.ErrGone) {
		return nil // the others were faster
	}
	return err
}

// AnswerOffer answers an offer: ErrGone for one that is not open any more. A player who agrees to a rematch adds to
// its deals.
func (s *Tables) AnswerOffer(ctx context.Context, club int64, number int, player, match, offer int64, answer Answer,
	c Contribution) error {
	return s.offered(ctx, "answer offer", club, number, player, match, func(ctx context.Context, tx *pg.Tx,
		at *offerTable) error {
		at.contribution = c
		switch {
		case at.open == nil || at.open.ID != offer:
			return base.ErrGone
		case !at.sensible(at.open.Kind): // the match has gone on, or is over
			return at.close(ctx, tx, s, OfferExpired)
		case answer == AnswerYes:
			return at.agree(ctx, tx, s)
		case answer == AnswerNo && at.open.Kind == OfferRematch && len(at.table.Seats) > 2 && at.open.Seat != at.Mine &&
			at.table.Host != player:
			return at.standUp(ctx, tx, s)
		case answer == AnswerNo && at.open.Seat != at.Mine:
			return at.close(ctx, tx, s, OfferDeclined)
		case answer == AnswerWithdraw && at.open.Seat == at.Mine:
			return at.close(ctx, tx, s, OfferWithdrawn)
		}
		return base.ErrForbidden
	})
}

// An offerTable is a table at which something is proposed, with its match locked.
type offerTable struct {
	MatchPosition
	table     TableView
	match     *engine.Match // nil when it is over
	open      *Offer
	undoable  bool // the last move can be taken back
	last      engine.Seat
	undoMoves int           // moves that are taken back; those of bots behind the player's own, where it is practice
	suspended []engine.Seat // whose players are suspended, so that they cannot answer

	contribution Contribution // of who agrees to a rematch
}

// offered locks a table and its last match for one of the match's players.
func (s *Tables) offered(ctx context.Context, op string, club int64, number int, player, match int64,
	do func(context.Context, *pg.Tx, *offerTable) error) error {
	var at offerTable
	err := s.InTx(ctx, op, func(ctx context.Context, tx *pg.Tx) (err error) {
		at = offerTable{}
		switch at.table, err = LockTable(ctx, tx, club, number, player); {
		case err != nil:
			return err
		case at.table.Mine == engine.Spectator:
			return base.ErrForbidden
		case at.table.Match != match:
			return base.ErrGone // it was dealt since
		case at.table.MatchStatus == base.MatchWaiting:
			return base.ErrStale
		}
		if at.MatchPosition, err = lockRunning(ctx, tx, club, number, player); err != nil {
			return err
		}
		if err := at.ReadNow(ctx, tx); err != nil {
			return err
		}
		if at.Status == base.MatchPlaying {
			if at.match, err = s.LoadMatch(ctx, tx, &at.MatchPosition); err != nil {
				return err
			}
			if at.match.HasLeft(at.Mine) {
				return base.ErrForbidden
			}
			if err := at.lastMove(ctx, tx); err != nil {
				return err
			}
			if at.suspended, err = pg.Collect(ctx, tx, pgx.RowTo[engine.Seat], `SELECT seat
				FROM (`+suspendedSeatsSQL+`) s`, at.Match); err != nil {
				return err
			}
		}
		err = tx.QueryRow(ctx, `SELECT (`+lastOffer+`) FROM matches m WHERE m.id = $1`, at.Match).Scan(&at.open)
		if err != nil {
			return err
		}
		if !at.open.Open() {
			at.open = nil
		}
		return do(ctx, tx, &at)
	})
	return s.resealed(ctx, base.SealOfTable, at.Table, err)
}

// sensible reports that an offer of a kind makes sense now.
func (at *offerTable) sensible(kind OfferKind) bool {
	paused := at.Clock.Stands()
	switch kind {
	case OfferRematch:
		return at.Status == base.MatchOver && at.table.Status == TablePlaying
	case OfferEnd:
		return at.match != nil
	case OfferPause:
		return at.Clock != nil && at.Pace.Pauses() && !paused
	case OfferWait:
		return at.Clock != nil && !paused && slices.ContainsFunc(at.Clock.Seats, func(s clock.Seat) bool {
			return s.Kept
		})
	case OfferResume:
		return at.Clock.Halted(clock.HaltAgreed) || at.Clock.Halted(clock.HaltAbsent)
	case OfferUndo:
		by := at.Mine
		if at.open != nil {
			by = at.open.Seat
		}
		return at.undoable && at.last == by && !paused
	}
	return false
}

// lastMove looks whose the last move is, and whether it can be taken back: its player
// has made it, and it showed them nothing.
func (at *offerTable) lastMove(ctx context.Context, tx *pg.Tx) error {
	if at.undoMoves = 1; at.table.Practice {
		moves, err := bareMoves(ctx, tx, at.Match, at.Key)
		if err == nil && !at.match.Between() {
			at.undoMoves, at.undoable = ownLast(moves, at.Mine)
			at.last = at.Mine
		}
		return err
	}
	var last LogEntry
	var events []byte
	err := tx.QueryRow(ctx, `SELECT seat, events, coalesce(made, '') FROM moves WHERE match_id = $1
		AND version = $2`, at.Match, at.Version).
		Scan(&last.Seat, &events, &last.Made)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err == nil {
		last.Events, err = openEvents(at.Key, events)
	}
	at.last, at.undoable = last.Seat, last.undoable(at.match)
	return err
}

// undoable reports that the player of a seat may propose to take a move back that is
// the match's last.
func (e LogEntry) undoable(match *engine.Match) bool { return e.Made == "" && match.Undoable(e.Events) }

// ownLast is how many moves of a round go back to before the last one of a seat; false where it has made none. Moves to
// the next round are kept.
func ownLast(moves []engine.Made, seat engine.Seat) (back int, made bool) {
	for _, i := range slices.Backward(engine.Standing(moves)) {
		if back++; moves[i].Move.Verb == engine.VerbNext {
			return 0, false
		}
		if moves[i].Seat == seat {
			return back, true
		}
	}
	return 0, false
}

// takeBack takes the last move back, in practice with those of bots behind it. It is played again up to there, because
// no earlier position is kept.
func (s *Tables) takeBack(ctx context.Context, tx *pg.Tx, at *offerTable) error {
	moves, err := bareMoves(ctx, tx, at.Match, at.Key)
	undo := engine.Move{Verb: engine.VerbUndo}
	for n := 0; n < at.undoMoves && err == nil; n++ {
		standing := engine.Standing(moves)
		at.before, err = s.Repeat(at.Match, at.MatchPosition, at.table.Options, len(at.table.Seats),
			moves[:standing[len(standing)-1]])
		if err == nil {
			key := fmt.Sprintf("%sundo %d", BotKey, at.Version)
			err = s.Advance(ctx, tx, &at.MatchPosition, at.match, at.last, undo, key)
		}
		moves = append(moves, engine.Made{Seat: at.last, Move: undo})
	}
	return err
}

// agree notes that the player agrees.
func (at *offerTable) agree(ctx context.Context, tx *pg.Tx, s *Tables) error {
	o := at.open
	if !slices.Contains(o.Yes, at.Mine) {
		at.contribute(ctx, tx)
		o.Yes = append(o.Yes, at.Mine)
		tx.Do(ctx, `UPDATE offers SET yes = $2 WHERE id = $1`, o.ID, o.Yes)
		s.aside(ctx, tx, &at.MatchPosition, at.Mine, AsideKind(o.Kind)+".yes", 0)
	}
	return at.carryOut(ctx, tx, s)
}

// contribute notes what a player who agrees to a rematch adds to its deals.
func (at *offerTable) contribute(ctx context.Context, tx *pg.Tx) {
	if at.open.Kind == OfferRematch {
		contribute(ctx, tx, at.Table, at.table.Seats[at.Mine].Player, at.contribution)
	}
}

// standUp gives up the seat of a player who wants no rematch at a table of more than
// two. The others may play on with somebody else there, as the host decides.
func (at *offerTable) standUp(ctx context.Context, tx *pg.Tx, s *Tables) error {
	tx.Do(ctx, `UPDATE seats SET player_id = NULL WHERE table_id = $1 AND seat = $2`, at.Table, at.Mine)
	s.aside(ctx, tx, &at.MatchPosition, at.Mine, AsideKind(OfferRematch)+".declined", 0)
	return at.carryOut(ctx, tx, s)
}
