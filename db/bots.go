package db

import (
	"context"

	"carteado/engine"
	"carteado/engine/bot"
)

// BotMove is the job of a bot that is to move. It is queued by the transaction
// that made it due.
type BotMove struct {
	Match   int64       `json:"match"`
	Version int         `json:"version"` // the position it is about
	Seat    engine.Seat `json:"seat"`
}

// Kind names the job in the queue.
func (BotMove) Kind() string { return "bot_move" }

// PlayBot makes a bot's move. It has no effect when the seat is not a bot's or
// the position has moved on, so that a job may run any number of times. The
// choice is made outside of any transaction, from what the seat may know.
func (s *Store) PlayBot(ctx context.Context, match int64, version int, seat engine.Seat, choose func(bot.Sight) engine.Move) error {
	return errNotYet
}

// BotLevel is the level of the bot on a seat; ErrNotFound where there is none.
func (s *Store) BotLevel(ctx context.Context, match int64, seat engine.Seat) (game, level string, err error) {
	return "", "", errNotYet
}
