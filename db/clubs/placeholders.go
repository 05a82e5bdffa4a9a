package clubs

import (
	"context"

	"carteado/db/base"
	"carteado/db/pg"
)

// Claim gives a player all that is a placeholder's: ErrMet where the two have met, and so are not one person, ErrGone
// where somebody has said already who it is. A guest's phone shows nothing any more, and no link leads to it.
func (s *Clubs) Claim(ctx context.Context, tx *pg.Tx, club, placeholder, player int64) error {
	var met bool
	if err := tx.QueryRow(ctx, `SELECT
		EXISTS (SELECT FROM match_seats a JOIN match_seats b USING (match_id)
			WHERE a.player_id = $1 AND b.player_id = $2)
		OR EXISTS (SELECT FROM recorded_seats a JOIN recorded_seats b USING (match_id)
			WHERE a.player_id = $1 AND b.player_id = $2)
		OR EXISTS (SELECT FROM arrivals a JOIN arrivals b USING (night_id)
			WHERE a.player_id = $1 AND b.player_id = $2)
		OR EXISTS (SELECT FROM competitors a JOIN competitors b USING (competition_id)
			WHERE a.player_id = $1 AND b.player_id = $2)`,
		placeholder, player).Scan(&met); err != nil {
		return err
	}
	if met {
		return base.ErrMet
	}
	var free bool
	if err := tx.QueryRow(ctx, `SELECT claimed_by IS NULL AND deleted_at IS NULL FROM players WHERE id = $1
		FOR NO KEY UPDATE`, placeholder).Scan(&free); err != nil {
		return err
	}
	if !free {
		return base.ErrGone
	}
	tx.Do(ctx, `INSERT INTO lessons AS l (player_id, game, steps)
		SELECT $2, game, steps FROM lessons WHERE player_id = $1
		ON CONFLICT (player_id, game) DO UPDATE SET steps = l.steps || ARRAY(
			SELECT step FROM unnest(excluded.steps) step WHERE step <> ALL (l.steps))`, placeholder, player)
	for _, own := range []string{
		`DELETE FROM lessons WHERE player_id = $1`,
		`DELETE FROM sessions WHERE player_id = $1`, `DELETE FROM seals WHERE player_id = $1`,
		`DELETE FROM notices WHERE player_id = $1`, `DELETE FROM mutes WHERE $1 IN (player_id, muted_id)`,
		`DELETE FROM watches WHERE player_id = $1`, `DELETE FROM forms WHERE player_id = $1`,
		`UPDATE invitations SET revoked_at = coalesce(revoked_at, now()) WHERE placeholder_id = $1 AND used < uses`,
	} {
		tx.Do(ctx, own, placeholder)
	}
	tx.Do(ctx, `SELECT claim_player($1, $2)`, placeholder, player)
	if err := s.greetMember(ctx, tx, club, player); err != nil {
		return err
	}
	if err := base.NoteAbout(ctx, tx, club, player, placeholder, "player_claimed", nil); err != nil {
		return err
	}
	return s.Recount(ctx, tx, club)
}
