package accounts

import (
	"context"
	"strings"
	"time"

	"github.com/ergochat/confusables"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
)

// A Player is an account, in as many clubs as it likes.
type Player struct {
	ID        int64
	Name      string
	Email     string // "" where the player gave none
	Face      string // as part.Face writes it; empty: none is chosen
	Prefs     Prefs
	CreatedAt time.Time
}

// A NewPlayer signs up. Name and Email are normalised by the caller; they are
// unique whatever their case.
type NewPlayer struct {
	Name     string
	Email    string
	Password base.Secret // the argon2id hash, never the password
	Lang     string
	Idem     string // of the form, see MadeBefore
}

// An Account is a player with the hash that a password is checked against.
type Account struct {
	Player
	Password base.Secret
}

// PlayerColumnsSQL go with Player.Fields; the table is called p.
const PlayerColumnsSQL = `p.id, p.name, coalesce(p.email, ''), p.lang, p.theme, p.deck, p.card_index, p.hand_sort,
	p.outside, p.face, p.created_at`

func (p *Player) Fields() []any {
	return []any{&p.ID, &p.Name, &p.Email, &p.Prefs.Lang, &p.Prefs.Theme, &p.Prefs.Deck, &p.Prefs.Index, &p.Prefs.Sort,
		&p.Prefs.Outside, &p.Face, &p.CreatedAt}
}

// PlayerByName finds a player by name or e-mail, whatever the case; ErrNotFound.
func (s *Accounts) PlayerByName(ctx context.Context, nameOrEmail string) (Account, error) {
	return s.account(ctx, "player by name", `NOT p.placeholder
		AND (lower(p.name) = lower($1) OR lower(p.email) = lower($1))`, nameOrEmail)
}

// AccountOf returns the player with the password's hash; ErrNotFound.
func (s *Accounts) AccountOf(ctx context.Context, player int64) (Account, error) {
	return s.account(ctx, "account", `p.id = $1`, player)
}

func (s *Accounts) account(ctx context.Context, op, where string, arg any) (a Account, err error) {
	err = s.Read(ctx, op, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT `+PlayerColumnsSQL+`, p.password_hash FROM players p WHERE `+where, arg).
			Scan(append(a.Fields(), (*string)(&a.Password))...)
	})
	return a, err
}

// LooksLike reports that two names can be confused by eye: their letters look alike, such
// as a Latin and a Cyrillic a, as written, in small letters or in capitals. Iara and Lara
// differ; lara is the same name as Lara.
func LooksLike(a, b string) bool {
	return confusables.Skeleton(a) == confusables.Skeleton(b) ||
		confusables.Skeleton(strings.ToLower(a)) == confusables.Skeleton(strings.ToLower(b)) ||
		confusables.Skeleton(strings.ToUpper(a)) == confusables.Skeleton(strings.ToUpper(b))
}

// InsertPlayer signs a player up, who has a seal from then on: ErrTaken, ErrLookalike, ErrEmailTaken.
func (s *Accounts) InsertPlayer(ctx context.Context, tx *pg.Tx, n NewPlayer) (p Player, err error) {
	if err := refuseLookalike(ctx, tx, 0, n.Name); err != nil {
		return p, err
	}
	err = tx.QueryRow(ctx, `
		INSERT INTO players AS p (name, email, password_hash, lang)
		VALUES ($1, nullif($2, ''), $3, $4)
		RETURNING `+PlayerColumnsSQL, n.Name, n.Email, n.Password.Reveal(), n.Lang).Scan(p.Fields()...)
	if err != nil {
		return p, err
	}
	return p, s.DrawSeals(ctx, tx, base.SealOfPlayer, p.ID)
}

// SignUpPlaceholder makes an account of a player who has none: ErrNotFound for any other, ErrTaken, ErrLookalike,
// ErrEmailTaken.
func (s *Accounts) SignUpPlaceholder(ctx context.Context, tx *pg.Tx, player int64, n NewPlayer) (p Player, err error) {
	if err := refuseLookalike(ctx, tx, player, n.Name); err != nil {
		return p, err
	}
	err = tx.QueryRow(ctx, `
		UPDATE players p SET name = $2, email = nullif($3, ''), password_hash = $4, lang = $5, placeholder = false
		WHERE id = $1 AND placeholder AND claimed_by IS NULL AND deleted_at IS NULL
		RETURNING `+PlayerColumnsSQL, player, n.Name, n.Email, n.Password.Reveal(), n.Lang).Scan(p.Fields()...)
	return p, err
}
