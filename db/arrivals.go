package db

import "context"

// AnswerClaim confirms or declines that a player was a guest of a night. Confirmed, what the guest has played is the
// player's, on screens and with real cards.
func (s *Store) AnswerClaim(ctx context.Context, club, by, night, guest, player int64, yes bool) error {
	return s.Nights.AnswerClaim(ctx, club, by, night, guest, player, yes, s.Claim)
}
