package live

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/pg"
	"carteado/engine"
)

// A Plan is what a player wants to do in their next turn, if the last move before it shows a card. Nobody else can know
// of it: it moves no position, and no move of others reads or waits for it. It is played after COMMIT of the move that
// begins the turn, one move at a time, so that a card which is drawn decides nothing before it is drawn.
type Plan struct {
	Number int
	Shows  string   // a card or a rank in its written form; "" for whatever the others do
	Moves  []string // in their written form
	Begun  bool     // the first of its moves is made
}

// The most plans of a player in a match, and moves in one.
const (
	MaxPlans     = 8
	MaxPlanMoves = 20
)

// OwnSeatSQL is the match $2 of the club $1, if the player $3 has a seat in it.
const OwnSeatSQL = `matches m JOIN tables t ON t.id = m.table_id JOIN match_seats own ON own.match_id = m.id
	AND own.player_id = $3
	JOIN entrants v ON v.club_id = m.club_id AND v.player_id = $3
	WHERE m.club_id = $1 AND m.id = $2`

// PlansOf returns a player's plans in a match, in the order in which they are tried.
func (s *Tables) PlansOf(ctx context.Context, match, player int64) (plans []Plan, err error) {
	err = s.Read(ctx, "plans", func(ctx context.Context, conn *pgxpool.Conn) error {
		plans, err = pg.All[Plan](ctx, conn, `
			SELECT number, shows, moves, begun FROM plans WHERE match_id = $1 AND player_id = $2
				ORDER BY number`, match, player)
		if err != nil || len(plans) == 0 {
			return err
		}
		var secret StoredSecret
		err = conn.QueryRow(ctx, `SELECT seed, secret FROM matches WHERE id = $1`, match).
			Scan(&secret.Plain, &secret.Sealed)
		if err != nil {
			return err
		}
		key, err := secret.Open(s.Keys, match)
		if err != nil {
			return err
		}
		return openPlans(key, plans)
	})
	return plans, err
}

// AddPlan adds a plan to those of a player, behind the others: ErrStale in the player's own turn, ErrFull when there
// are MaxPlans, ErrNotFound for a player without a seat in the match. It locks nothing that a move needs.
func (s *Tables) AddPlan(ctx context.Context, club, match, player int64, p Plan) error {
	return s.InTx(ctx, "add plan", func(ctx context.Context, tx *pg.Tx) error {
		var mine bool
		var version, last, count int
		var secret StoredSecret
		err := tx.QueryRow(ctx, `SELECT own.seat = ANY (m.to_move), m.version, m.seed, m.secret, p.last, p.count
			FROM (SELECT coalesce(max(number), 0) AS last, count(*) AS count FROM plans
					WHERE match_id = $2 AND player_id = $3) p,
				`+OwnSeatSQL+` AND m.status = 'playing'`, club, match, player).Scan(&mine, &version,
			&secret.Plain, &secret.Sealed, &last, &count)
		switch {
		case err != nil:
			return err
		case mine:
			return base.ErrStale
		case count >= MaxPlans:
			return base.ErrFull
		}
		key, err := secret.Open(s.Keys, match)
		if err != nil {
			return err
		}
		moves := make([]string, len(p.Moves))
		for i, move := range p.Moves {
			moves[i] = key.Text(keys.Plan, move)
		}
		tx.Do(ctx, `
			INSERT INTO plans (match_id, player_id, number, shows, moves, version) VALUES ($1, $2, $3, $4, $5, $6)
			ON CONFLICT DO NOTHING`,
			match, player, last+1,
			key.Text(keys.Plan, p.Shows), moves, version)
		return tx.Err()
	})
}

// RemovePlan takes back a plan.
func (s *Tables) RemovePlan(ctx context.Context, match, player int64, number int) error {
	return s.InTx(ctx, "remove plan", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM plans WHERE match_id = $1 AND player_id = $2 AND number = $3`, match, player, number)
		return tx.Err()
	})
}

// Planned are those of many turns whose players have plans at the match. It is asked for the turns of a moment
// together.
func (s *Tables) Planned(ctx context.Context, turns []DueMove) (due []DueMove, err error) {
	matches, versions, seats := make([]int64, len(turns)), make([]int, len(turns)), make([]engine.Seat, len(turns))
	for i, turn := range turns {
		matches[i], versions[i], seats[i] = turn.Match, turn.Version, turn.Seat
	}
	err = s.Read(ctx, "planned", func(ctx context.Context, conn *pgxpool.Conn) error {
		due, err = pg.All[DueMove](ctx, conn, `
			SELECT t.match, t.version, t.seat
			FROM unnest($1::bigint[], $2::integer[], $3::smallint[]) AS t (match, version, seat)
			WHERE EXISTS (SELECT FROM plans p JOIN match_seats s ON s.match_id = p.match_id
				AND s.player_id = p.player_id
				WHERE p.match_id = t.match AND s.seat = t.seat)`, matches, versions, seats)
		return err
	})
	return due, err
}

// playPlans makes the moves that the player of a seat has planned for the turn that has begun, until the turn is
// over, the rules refuse one, or none is left. Then the player has no plans in the match any more.
func (s *Tables) playPlans(ctx context.Context, due DueMove) error {
	for more := true; more; {
		err := s.InTx(ctx, "play plan", func(ctx context.Context, tx *pg.Tx) (err error) {
			more, err = s.playPlan(ctx, tx, due)
			return err
		})
		var illegal *engine.Illegal
		switch {
		case errors.As(err, &illegal):
			return s.InTx(ctx, "end plans", func(ctx context.Context, tx *pg.Tx) error {
				return endPlans(ctx, tx, due.Match, due.Seat)
			})
		case err != nil:
			return err
		}
	}
	return nil
}

// endPlans removes all plans of a seat's player.
func endPlans(ctx context.Context, tx *pg.Tx, match int64, seat engine.Seat) error {
	tx.Do(ctx, `
		DELETE FROM plans p USING match_seats s
		WHERE p.match_id = $1 AND s.match_id = $1 AND s.seat = $2 AND p.player_id = s.player_id`, match, seat)
	return tx.Err()
}

// playPlan makes the next planned move of a seat, and reports that there may be another: *engine.Illegal where the
// rules refuse it.
func (s *Tables) playPlan(ctx context.Context, tx *pg.Tx, due DueMove) (more bool, err error) {
	var planned, member bool // asked before anything is locked
	err = tx.QueryRow(ctx, `SELECT EXISTS (SELECT FROM plans WHERE match_id = s.match_id AND player_id = s.player_id),
			EXISTS (SELECT FROM members WHERE club_id = m.club_id AND player_id = s.player_id)
		FROM match_seats s JOIN matches m ON m.id = s.match_id WHERE s.match_id = $1 AND s.seat = $2`,
		due.Match, due.Seat).Scan(&planned, &member)
	if err != nil || !planned {
		return false, err
	}
	p, err := LockPosition(ctx, tx, due.Match)
	if err != nil {
		return false, err
	}
	if p.Status != base.MatchPlaying || !member {
		return false, endPlans(ctx, tx, due.Match, due.Seat)
	}
	match, err := s.LoadMatch(ctx, tx, &p)
	if err == nil {
		err = p.ReadNow(ctx, tx)
	}
	if err != nil || p.Clock.Stands() || p.Clock != nil && p.Clock.Late(int(due.Seat), p.Now) {
		return false, err
	}
	plan, err := s.planFor(ctx, tx, &p, due.Seat)
	mine := slices.Contains(match.ToMove(), due.Seat)
	if err != nil || !mine && (plan == nil || !plan.Begun) { // their turn has not begun
		return false, err
	}
	if plan == nil || !mine || match.Between() || match.HasLeft(due.Seat) || p.BotKeeps(due.Seat) {
		return false, endPlans(ctx, tx, due.Match, due.Seat)
	}
	move, err := engine.ParseMove(plan.Moves[0])
	if err != nil {
		return false, endPlans(ctx, tx, due.Match, due.Seat)
	}
	player := p.Players[due.Seat]
	tx.Do(ctx, `
		DELETE FROM plans WHERE match_id = $1 AND player_id = $2 AND (number <> $3 OR cardinality(moves) = 1)`,
		p.Match, player, plan.Number)
	tx.Do(ctx, `UPDATE plans SET moves = moves[2:], begun = true WHERE match_id = $1
		AND player_id = $2`, p.Match, player)
	err = s.Advance(ctx, tx, &p, match, due.Seat, move, fmt.Sprintf("%splan %d %d", BotKey, due.Seat, p.Version))
	return err == nil && len(plan.Moves) > 1, err
}

// planFor is the plan of a seat that has begun, or else the first that fits the last move, and was made after the
// seat's own; nil where there is none.
func (s *Tables) planFor(ctx context.Context, tx *pg.Tx, p *MatchPosition, seat engine.Seat) (*Plan, error) {
	mover, stored := engine.Nobody, []byte(nil)
	err := tx.QueryRow(ctx, `SELECT seat, events FROM moves WHERE match_id = $1 AND version = $2`,
		p.Match, p.Version).Scan(&mover, &stored)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) { // before the first move there is none
		return nil, err
	}
	events, err := openEvents(p.Key, stored)
	if err != nil {
		return nil, err
	}
	plans, err := pg.Collect(ctx, tx, pgx.RowToStructByName[Plan], `SELECT number, shows, moves, begun FROM plans
		WHERE match_id = $1 AND player_id = $2
			AND (begun OR version >= (SELECT coalesce(max(version), 0) FROM moves WHERE match_id = $1 AND seat = $3))
		ORDER BY begun DESC, number`, p.Match, p.Players[seat], seat)
	if err == nil {
		err = openPlans(p.Key, plans)
	}
	for i := range plans {
		if plans[i].Begun || plans[i].Shows == "" || mover != seat && shows(events, plans[i].Shows) {
			return &plans[i], nil
		}
	}
	return nil, err
}

// openPlans decrypts plans where they are.
func openPlans(key *keys.Match, plans []Plan) (err error) {
	for i := range plans {
		p := &plans[i]
		if p.Shows, err = key.OpenText(keys.Plan, p.Shows); err != nil {
			return err
		}
		for n := range p.Moves {
			if p.Moves[n], err = key.OpenText(keys.Plan, p.Moves[n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// shows reports that everybody saw a card in the events of a move. The card may be a rank of the French pack.
func shows(events []engine.Event, card string) bool {
	for _, e := range events {
		for _, word := range e.Cards {
			if c := word.Card; e.Open && (c.String() == card || c.IsFrench() && c.String()[:1] == card) {
				return true
			}
		}
	}
	return false
}
