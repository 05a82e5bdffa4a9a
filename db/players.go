package db

import (
	"context"
	"time"
)

// A Player is an account, in as many clubs as it likes.
type Player struct {
	ID        int64
	Name      string
	Email     string // "" where the player gave none
	Prefs     Prefs
	CreatedAt time.Time
}

// Prefs are a player's settings; "" is the default of each.
type Prefs struct {
	Lang  string // pt-BR or en
	Theme string // light or dark; "" follows the device
	Deck  string // "4" for four colours
	Index string // "big" for large indices
}

// A NewPlayer signs up. Name and Email are normalised by the caller; they are
// unique whatever their case.
type NewPlayer struct {
	Name     string
	Email    string
	Password Secret // the argon2id hash, never the password
	Lang     string
}

// An Account is a player with the hash that a password is checked against.
type Account struct {
	Player
	Password Secret
}

// PlayerByName finds a player by name or e-mail, whatever the case; ErrNotFound.
func (s *Store) PlayerByName(ctx context.Context, nameOrEmail string) (Account, error) {
	return Account{}, errNotYet
}

// AccountOf returns the player with the password's hash; ErrNotFound.
func (s *Store) AccountOf(ctx context.Context, player int64) (Account, error) {
	return Account{}, errNotYet
}

// SetPassword changes the password, gives the session a new token and ends all
// other sessions. Nothing happens when old is not the hash any more: ErrStale.
func (s *Store) SetPassword(ctx context.Context, player int64, old, hash Secret, session int64, token TokenHash) error {
	return errNotYet
}

// UpgradeHash replaces the hash of an unchanged password by a stronger one,
// unless the password was changed meanwhile.
func (s *Store) UpgradeHash(ctx context.Context, player int64, old, hash Secret) error {
	return errNotYet
}

// SavePrefs replaces a player's settings.
func (s *Store) SavePrefs(ctx context.Context, player int64, p Prefs) error { return errNotYet }
