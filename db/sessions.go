package db

import (
	"context"
	"time"
)

// A Session is a browser that is signed in.
type Session struct {
	ID        int64
	Player    Player
	UserAgent string
	CreatedAt time.Time
	SeenAt    time.Time // to the minute
}

// CreateSession signs a player in.
func (s *Store) CreateSession(ctx context.Context, player int64, token TokenHash, userAgent string) (Session, error) {
	return Session{}, errNotYet
}

// SessionByHash returns the session of a token; ErrNotFound when there is none
// or it has expired, idle for 14 days or 90 days old. It notes that the session
// was seen, once a minute.
func (s *Store) SessionByHash(ctx context.Context, token TokenHash) (Session, error) {
	return Session{}, errNotYet
}

// Sessions lists a player's sessions, last seen first.
func (s *Store) Sessions(ctx context.Context, player int64) ([]Session, error) {
	return nil, errNotYet
}

// EndSession ends one session of a player; ErrNotFound when it is not theirs.
func (s *Store) EndSession(ctx context.Context, player, session int64) error { return errNotYet }

// EndOtherSessions ends all sessions of a player but one.
func (s *Store) EndOtherSessions(ctx context.Context, player, keep int64) error { return errNotYet }
