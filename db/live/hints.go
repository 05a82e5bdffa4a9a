package live

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/engine"
	"carteado/engine/bot"
)

// An AdvicePosition is one in which a player may ask what to do.
type AdvicePosition struct {
	Match   int64
	Version int
	Game    string
	Sight   bot.Sight // what the player may know, and nothing else
}

// PositionForAdvice returns what a player may know at a table of practice, where it is their turn: ErrNotFound without
// a seat there, ErrCounts at a table that is no practice, ErrStale when another match is dealt or nothing is to be
// done, ErrOtherRules.
func (s *Tables) PositionForAdvice(ctx context.Context, club int64, number int, player, match int64) (
	q AdvicePosition, err error) {
	err = s.Read(ctx, "position for advice", func(ctx context.Context, conn *pgxpool.Conn) error {
		var (
			p        MatchPosition
			practice bool
			made     []string
		)
		err := conn.QueryRow(ctx, `
			SELECT `+PositionColumns+`, t.practice, `+madeInRoundSQL+`::text[]
			FROM matches m JOIN tables t ON t.id = m.table_id JOIN match_seats s ON s.match_id = m.id
			JOIN members v ON v.club_id = t.club_id AND v.player_id = s.player_id
			WHERE t.club_id = $1 AND t.number = $2 AND s.player_id = $3 AND m.id = $4`, club, number, player, match).
			Scan(append(p.Fields(), &practice, &made)...)
		switch {
		case err != nil:
			return err
		case !practice:
			return base.ErrCounts
		case p.Status != base.MatchPlaying || p.Clock.Stands():
			return base.ErrStale
		}
		m, err := s.LoadMatch(ctx, conn, &p)
		if err != nil {
			return err
		}
		if m.Between() || !slices.Contains(m.ToMove(), p.Mine) || m.HasLeft(p.Mine) {
			return base.ErrStale
		}
		q = AdvicePosition{Match: p.Match, Version: p.Version, Game: p.Game}
		q.Sight, err = s.sightOf(&p, m, p.Mine, made)
		return err
	})
	return q, err
}

// sightOf is what a seat may know, with the moves that were made in the round. Its seed comes from the match's by a
// hash, so it tells nothing about the deal, and the match can be replayed.
func (s *Tables) sightOf(p *MatchPosition, m *engine.Match, seat engine.Seat, made []string) (
	sight bot.Sight, err error) {
	from, err := s.SourceOf(p.Match, &p.Shuffled)
	if err != nil {
		return sight, err
	}
	for i, text := range made {
		by, move, _ := strings.Cut(text, " ")
		if move, err = p.Key.OpenText(keys.Move, move); err != nil {
			return sight, err
		}
		made[i] = by + " " + move
	}
	return bot.Sight{
		View: m.View(seat), Course: courseOf(m, from, seat, made), Legal: m.Legal(seat, nil),
		Seed: from.Derive(fmt.Sprintf("bot %d", seat), m.Version()),
	}, nil
}
