package db

import (
	"context"
	"time"
)

// A Club is who plays together. Everything else belongs to one.
type Club struct {
	ID       int64
	Slug     string // its part of a URL
	Name     string
	Lang     string // pt-BR or en, for those without an account
	TimeZone string // IANA name
}

// A Role is what a member may do.
type Role string

// The roles. Owners and organizers invite.
const (
	Owner     Role = "owner"
	Organizer Role = "organizer"
	Plain     Role = "member"
)

// MayInvite reports whether the role creates and revokes invitations.
func (r Role) MayInvite() bool { return r == Owner || r == Organizer }

// A NewClub is founded at setup.
type NewClub struct {
	Name     string
	Lang     string
	TimeZone string
}

// A Membership is a club as one of its members sees it.
type Membership struct {
	Club
	Role Role
}

// A Member of a club.
type Member struct {
	Player   int64
	Name     string
	Role     Role
	JoinedAt time.Time
	SeenAt   time.Time // last seen, to the minute; zero where never
	Online   bool      // seen in the last five minutes
}

// SetupDone reports whether the program has an owner.
func (s *Store) SetupDone(ctx context.Context) (bool, error) { return false, errNotYet }

// Setup founds the club with its owner, once: ErrSetupDone ever after.
func (s *Store) Setup(ctx context.Context, club NewClub, owner NewPlayer) (Club, Player, error) {
	return Club{}, Player{}, errNotYet
}

// ClubFor returns a club as its member sees it; ErrNotFound for anybody else.
func (s *Store) ClubFor(ctx context.Context, slug string, player int64) (Membership, error) {
	return Membership{}, errNotYet
}

// ClubsOf lists a player's clubs by name.
func (s *Store) ClubsOf(ctx context.Context, player int64) ([]Membership, error) {
	return nil, errNotYet
}

// Members lists a club's members by name, to a member.
func (s *Store) Members(ctx context.Context, club, viewer int64) ([]Member, error) {
	return nil, errNotYet
}
