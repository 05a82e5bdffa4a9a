package clubs

import (
	"context"

	"carteado/db/base"
	"carteado/db/pg"
)

// Claim gives a player all that is a placeholder's: ErrMet where the two have met, and so are not one person. A guest's
// phone shows nothing any more.
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
	for _, own := range []string{
		`DELETE FROM sessions WHERE player_id = $1`, `DELETE FROM seals WHERE player_id = $1`,
		`DELETE FROM notices WHERE player_id = $1`, `DELETE FROM mutes WHERE $1 IN (player_id, muted_id)`,
		`DELETE FROM watches WHERE player_id = $1`, `DELETE FROM forms WHERE player_id = $1`,
	} {
		tx.Do(ctx, own, placeholder)
	}
	tx.Do(ctx, `SELECT claim_player($1, $2)`, placeholder, player)
	greetMember(ctx, tx, club, player)
	if err := base.NoteAbout(ctx, tx, club, player, placeholder, "player_claimed", nil); err != nil {
		return err
	}
	return s.Recount(ctx, tx, club)
}
