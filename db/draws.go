package db

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// OpenDrawnTables opens those tables of a round that are played here and are not open yet. If the program ends in the
// middle, the next call goes on where this one was: each table is opened once, by its key. A table with a guest who
// has no phone of the night's, or one that a host has play so, is played with real cards. That of somebody who may not
// play any more stays closed until a host seats them out, and does not keep the others.
func (s *Store) OpenDrawnTables(ctx context.Context, club, by, night int64, round int) error {
	draws, err := s.DrawsOf(ctx, club, by, night)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(draws, func(d nights.Draw) bool { return d.Number == round })
	if at < 0 {
		return base.ErrStale
	}
	d := draws[at]
	if !d.Screens || d.Opened.IsZero() || !d.Over.IsZero() {
		return nil
	}
	var deals *live.SharedDeals
	for _, t := range d.Tables {
		guests := slices.ContainsFunc(t.Seats, func(seat nights.DrawnSeat) bool { return seat.Player == 0 })
		if t.Table != 0 || t.Paper || guests || t.Played() || t.Closed != "" {
			continue
		}
		if d.Options.Duplicates() > 0 && deals == nil {
			if deals, err = s.SharedOf(ctx, night, round); err != nil {
				return err
			}
		}
		var players []int64
		for _, seat := range t.Seats {
			players = append(players, seat.Player)
		}
		var opened live.Table
		// What was opened at this number before the table was dissolved is closed, and stays so.
		for again := 0; again == 0 || err == nil && opened.Status == live.TableClosed; again++ {
			opened, err = s.openFor(ctx, club, players, live.NewTable{Game: d.Game, Options: d.Options, Shared: deals,
				Drawn: true,
				Idem:  fmt.Sprintf("night %d.%d.%d.%d.%d.%d", night, round, t.Number, d.Lot, t.Seated, again)})
		}
		var quota *base.ErrQuota
		if errors.Is(err, base.ErrForbidden) || errors.Is(err, base.ErrNotFound) || errors.As(err, &quota) {
			continue
		}
		if err != nil {
			return err
		}
		err = s.SeatAtTable(ctx, night, round, t, opened.ID)
		if errors.Is(err, base.ErrStale) { // another host has changed its seats, and opens it
			err = s.WithdrawTable(ctx, club, opened.Number, players[0])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// openFor opens a table for players who were drawn to it, by seat; the first has opened it.
func (s *Store) openFor(ctx context.Context, club int64, players []int64, n live.NewTable) (live.Table, error) {
	seal, err := s.SealOf(ctx, players[0])
	if err != nil {
		return live.Table{}, err
	}
	n.Contribution = live.Contribution{Seal: seal}
	for _, player := range players[1:] {
		n.Seats = append(n.Seats, live.SeatChoice{Kind: live.SeatMember, Player: player})
	}
	return s.OpenTable(ctx, club, players[0], n)
}

// UndoRound takes a round back that nobody has played, and closes its tables here with a reason, the host's own, too.
func (s *Store) UndoRound(ctx context.Context, club, by, night int64, round int, reason string) error {
	return s.Nights.UndoRound(ctx, club, by, night, round, s.closeAt(club, by, reason, true))
}

// EndRound ends a round of a night, and closes its tables where they are scored as they stand when the time is over. A
// round of the same deals is released where nobody plays it any more.
func (s *Store) EndRound(ctx context.Context, club, by, night int64, round int, reason string) error {
	before := func(ctx context.Context, tx *pg.Tx) error {
		return s.ReleaseIn(ctx, tx, live.ReleaseJob{Night: night, Round: round})
	}
	err := s.Nights.EndRound(ctx, club, by, night, round, before, s.closeAt(club, by, reason, true))
	if err != nil {
		return err
	}
	return s.ReleaseRound(ctx, live.ReleaseJob{Night: night, Round: round})
}

// CloseDrawnTable closes a table of a round whose players have gone: base.ErrOwnMatch for a host who plays there.
func (s *Store) CloseDrawnTable(ctx context.Context, club, by, night int64, round, number int, stands bool,
	reason string) error {
	return s.CloseDrawn(ctx, club, by, night, round, number, stands, s.closeAt(club, by, reason, false))
}

// SeatIn gives somebody who waits a seat at a table of a round that goes on, or, with number 0, all who wait tables of
// their own.
func (s *Store) SeatIn(ctx context.Context, club, by, night int64, round, number int, who int64, reason string) error {
	var err error
	if number == 0 {
		err = s.SeatRest(ctx, club, by, night, round)
	} else {
		err = s.Nights.SeatIn(ctx, club, by, night, round, number, who, s.closeAt(club, by, reason, true))
	}
	if err != nil {
		return err
	}
	return s.OpenDrawnTables(ctx, club, by, night, round)
}

// SeatOut takes somebody who has gone home out of a round that goes on, or has a bot play on for them.
func (s *Store) SeatOut(ctx context.Context, club, by, night int64, round int, who int64, reason string) error {
	err := s.Nights.SeatOut(ctx, club, by, night, round, who, s.closeAt(club, by, reason, true),
		func(ctx context.Context, tx *pg.Tx, table int, player int64) error {
			return s.substitute(ctx, tx, club, table, player)
		})
	if err != nil {
		return err
	}
	return s.OpenDrawnTables(ctx, club, by, night, round)
}

// substitute has a bot keep a player's seat in the match that is played at a table.
func (s *Store) substitute(ctx context.Context, tx *pg.Tx, club int64, table int, player int64) error {
	var match int64
	if err := tx.QueryRow(ctx, `SELECT max(m.id) FROM matches m JOIN tables t ON t.id = m.table_id
		WHERE t.club_id = $1 AND t.number = $2`, club, table).Scan(&match); err != nil {
		return err
	}
	p, err := live.LockPosition(ctx, tx, match)
	if err != nil {
		return err
	}
	if p.Mine = engine.Seat(slices.Index(p.Players, player)); p.Mine < 0 || p.Status != base.MatchPlaying {
		return base.ErrStale
	}
	return s.keepFor(ctx, tx, &p)
}

// keepFor has a bot keep the seat p.Mine of a locked match, which need not have a clock.
func (s *Store) keepFor(ctx context.Context, tx *pg.Tx, p *live.MatchPosition) error {
	match, err := s.LoadMatch(ctx, tx, p)
	if err != nil || match.HasLeft(p.Mine) || p.BotKeeps(p.Mine) {
		return err
	}
	if _, over := match.Outcome(); over { // it is held
		return nil
	}
	if p.Clock == nil {
		p.Clock = clock.Untimed(match.Seats())
	}
	if err := p.ReadNow(ctx, tx); err != nil {
		return err
	}
	p.Clock.Keep(p.Pace, int(p.Mine))
	return s.KeepSeat(ctx, tx, p, match, p.Mine)
}

// closeAt closes tables for a host. A rule that is the same for all tables closes that of the host, too.
func (s *Store) closeAt(club, by int64, reason string, rule bool) nights.CloseAt {
	return func(ctx context.Context, tx *pg.Tx, table int, stands bool) (places map[int64]int, err error) {
		t, err := live.LockTable(ctx, tx, club, table, by)
		if err != nil || t.Status == live.TableClosed {
			return nil, err
		}
		if stands && t.MatchStatus == base.MatchPlaying {
			if places, err = s.asItStands(ctx, tx, t); err != nil {
				return nil, err
			}
		}
		if rule {
			t.Mine = engine.Spectator
		}
		return places, s.ShutTable(ctx, tx, t, by, reason)
	}
}

// asItStands is in which place each player of a locked table is: nil where no round is over, or nobody can tell.
func (s *Store) asItStands(ctx context.Context, tx *pg.Tx, t live.TableView) (map[int64]int, error) {
	p, err := live.LockPosition(ctx, tx, t.Match)
	if err != nil || p.Status != base.MatchPlaying {
		return nil, err
	}
	match, err := s.LoadMatch(ctx, tx, &p)
	switch {
	case errors.Is(err, base.ErrOtherRules) || errors.Is(err, base.ErrKeyLost):
		return nil, nil
	case err != nil:
		return nil, err
	case len(match.Rounds()) == 0:
		return nil, nil
	}
	places, placing := map[int64]int{}, match.Placing()
	for _, seat := range t.Seats {
		places[seat.Player] = placing[seat.Seat]
	}
	return places, nil
}
