package db

import (
	"context"
	"time"
)

// An Invitation is a link into a club.
type Invitation struct {
	ID        int64
	Club      Club
	Token     Secret // its part of the URL
	Role      Role   // of those who come by it
	By        string // name of who made it
	Uses      int    // how many may come by it
	Used      int
	CreatedAt time.Time
	ExpiresAt time.Time
	Revoked   bool
	Gone      bool // used up, expired or revoked
}

// A NewInvitation is asked for by an owner or organizer.
type NewInvitation struct {
	Role Role
	Uses int
	TTL  time.Duration
}

// CreateInvitation makes a link. ErrForbidden unless by may invite; nobody
// gives a higher role than their own, and none gives Owner.
func (s *Store) CreateInvitation(ctx context.Context, club, by int64, n NewInvitation) (Invitation, error) {
	return Invitation{}, errNotYet
}

// Invitations lists a club's invitations, newest first, to those who may
// invite; ErrForbidden for other members.
func (s *Store) Invitations(ctx context.Context, club, viewer int64) ([]Invitation, error) {
	return nil, errNotYet
}

// Invitation returns the invitation of a link: ErrNotFound, or ErrGone.
func (s *Store) Invitation(ctx context.Context, token string) (Invitation, error) {
	return Invitation{}, errNotYet
}

// RevokeInvitation ends an invitation; harmless when it is gone already.
func (s *Store) RevokeInvitation(ctx context.Context, club, by, id int64) error { return errNotYet }

// AcceptInvitation signs a new player up, as a member of the club: ErrNotFound,
// ErrGone, ErrTaken, ErrEmailTaken.
func (s *Store) AcceptInvitation(ctx context.Context, token string, p NewPlayer) (Club, Player, error) {
	return Club{}, Player{}, errNotYet
}

// JoinByInvitation makes a player a member. Who is one already stays as they
// are, and the invitation is not used.
func (s *Store) JoinByInvitation(ctx context.Context, token string, player int64) (Club, error) {
	return Club{}, errNotYet
}
