package competitions

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/competition"
	"carteado/engine/pairing"
	"carteado/engine/role"
)

// entrant is somebody who takes part, or did; nil for nobody.
func (c Competition) entrant(player int64) *Entrant {
	at := slices.IndexFunc(c.Entrants, func(e Entrant) bool { return e.Player == player })
	if at < 0 {
		return nil
	}
	return &c.Entrants[at]
}

// MayEnter reports that a player may enter now: before the first round, later if the charter says so; one who has
// left may come back until the next round is drawn.
func (c Competition) MayEnter(player int64) bool {
	next := len(c.Rounds) + 1
	e := c.entrant(player)
	switch {
	case !c.Over.IsZero() || e != nil && e.Left == 0:
		return false
	case e != nil && e.Left == next:
		return true
	}
	return c.Charter.Open(next)
}

// EnterCompetition has a member take part: base.ErrStale where nobody may enter any more, base.ErrFull for more than
// can be drawn, base.ErrForbidden for a member who enters another and does not look after competitions.
func (s *Competitions) EnterCompetition(ctx context.Context, club, by, id, player int64) error {
	right := role.Play
	if by != player {
		right = role.Season
	}
	return s.change(ctx, "enter competition", club, by, id, right, func(ctx context.Context, tx *pg.Tx,
		c Competition) error {
		if e := c.entrant(player); e != nil && e.Left == 0 {
			return nil
		}
		if err := base.May(ctx, tx, club, player, role.Play); err != nil {
			return err
		}
		if !c.MayEnter(player) {
			return base.ErrStale
		}
		if len(c.Entrants) >= pairing.MaxPlayers {
			return base.ErrFull
		}
		seed := 1
		for _, e := range c.Entrants {
			seed = max(seed, e.Seed+1)
		}
		tx.Do(ctx, `INSERT INTO competitors (competition_id, player_id, seed, from_round) VALUES ($1, $2, $3, $4)
			ON CONFLICT (competition_id, player_id) DO UPDATE SET left_round = NULL`, id, player, seed,
			len(c.Rounds)+1)
		return base.NoteAbout(ctx, tx, club, by, player, "competition_entered", base.Details{"competition": id,
			"name": c.Name})
	})
}

// WithdrawEntrant takes an entrant out: before the first round as if they had not entered, later from the next round
// on. What they have played counts. base.ErrStale for one who is not there, or once it is over, base.ErrForbidden as
// when entering.
func (s *Competitions) WithdrawEntrant(ctx context.Context, club, by, id, player int64) error {
	right := role.Play
	if by != player {
		right = role.Season
	}
	return s.change(ctx, "withdraw", club, by, id, right, func(ctx context.Context, tx *pg.Tx, c Competition) error {
		if e := c.entrant(player); e == nil || e.Left != 0 || !c.Over.IsZero() {
			return base.ErrStale
		}
		withdraw(ctx, tx, c, player)
		return base.NoteAbout(ctx, tx, club, by, player, "competition_left", base.Details{"competition": id,
			"name": c.Name})
	})
}

func withdraw(ctx context.Context, tx *pg.Tx, c Competition, player int64) {
	if len(c.Rounds) == 0 {
		tx.Do(ctx, `DELETE FROM competitors WHERE competition_id = $1 AND player_id = $2`, c.ID, player)
	} else {
		tx.Do(ctx, `UPDATE competitors SET left_round = $3 WHERE competition_id = $1 AND player_id = $2`, c.ID, player,
			len(c.Rounds)+1)
	}
}

// LeaveCompetitions takes a member who leaves the club out of those that go on.
func (s *Competitions) LeaveCompetitions(ctx context.Context, tx *pg.Tx, club, player int64) error {
	list, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
		SELECT c.id FROM competitions c JOIN competitors e ON e.competition_id = c.id AND e.player_id = $2
		WHERE c.club_id = $1 AND c.over_at IS NULL AND e.left_round IS NULL ORDER BY c.id
		FOR NO KEY UPDATE OF c`, club, player)
	for _, id := range list {
		if err != nil {
			return err
		}
		var c Competition
		if c, err = selectCompetition(ctx, tx, club, id); err == nil {
			withdraw(ctx, tx, c, player)
			err = compute(ctx, tx, club, id)
		}
	}
	return err
}

// MoveEntrantUp has an entrant change places in the list with the one above, where the list is the seeding:
// base.ErrStale once the first round is drawn, or for a player who is not in it.
func (s *Competitions) MoveEntrantUp(ctx context.Context, club, by, id, player int64) error {
	return s.change(ctx, "move entrant up", club, by, id, role.Season, func(ctx context.Context, tx *pg.Tx,
		c Competition) error {
		at := slices.IndexFunc(c.Entrants, func(e Entrant) bool { return e.Player == player })
		if len(c.Rounds) > 0 || at < 1 || c.Charter.Seeding != competition.ByList {
			return base.ErrStale
		}
		c.Entrants[at], c.Entrants[at-1] = c.Entrants[at-1], c.Entrants[at]
		for i, e := range c.Entrants {
			tx.Do(ctx, `UPDATE competitors SET seed = $3 WHERE competition_id = $1 AND player_id = $2`, id, e.Player,
				i+1)
		}
		return nil
	})
}
