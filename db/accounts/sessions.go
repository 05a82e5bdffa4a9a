package accounts

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
)

// A Session is a browser that is signed in.
type Session struct {
	ID        int64
	Player    Player
	UserAgent string
	CreatedAt time.Time
	SeenAt    time.Time // to the minute

	OpenedBy string    // By…: the best proof that it has had
	ProvedAt time.Time // when it last proved whose it is

	LinkBy   int64 // maker of the password link by which somebody may have signed in; 0 for nobody, see MayShow
	Watching bool  // the player made such a link: see NoteWatch
}

// What a session was opened by.
const (
	ByPassword = "password"
	ByPasskey  = "passkey"
	ByCode     = "code"  // of recovery
	ByNight    = "night" // a guest of a game night, who has no account
)

// SessionAlive is the condition that a session has not expired. That of a device which rings lasts while it is used:
// from a notice to the move is one press. That of a guest of a game night lives while they are there: it is over when
// the night's door closes or the night is called off, and rests while they have gone home.
const SessionAlive = `s.seen_at > now() - interval '14 days' AND (s.created_at > now() - interval '90 days'
	OR EXISTS (SELECT FROM devices WHERE session_id = s.id))
	AND (s.opened_by <> '` + ByNight + `' OR EXISTS (SELECT FROM night_guests WHERE player_id = s.player_id))`

const sessionColumnsSQL = PlayerColumnsSQL + `, s.id, s.user_agent, s.created_at, s.seen_at, s.opened_by, s.proved_at,
	CASE WHEN s.link_until > now() THEN s.link_by ELSE 0 END,
	EXISTS (SELECT FROM sessions l WHERE l.link_by = s.player_id AND l.link_until > now())`

func (session *Session) Fields() []any {
	return append(session.Player.Fields(), &session.ID, &session.UserAgent, &session.CreatedAt, &session.SeenAt,
		&session.OpenedBy, &session.ProvedAt, &session.LinkBy, &session.Watching)
}

// maxSessions is how many browsers a player can be signed in with. A further one
// ends the session that was used longest ago.
const maxSessions = 30

// CreateSession signs a player in, and sweeps up the player's expired sessions.
// checked is the hash that the password matched: ErrWrongPassword when the
// password was changed since or the account is gone, because either has ended all
// sessions. The browser, if it is not the zero TokenHash, is one of the player's
// from now on. base.ErrPasskeyOnly by the password of a player who has given that up.
func (s *Accounts) CreateSession(ctx context.Context, player int64, checked base.Secret, token base.TokenHash,
	userAgent string, browser base.TokenHash, by string,
) (session Session, err error) {
	err = s.InTx(ctx, "create session", func(ctx context.Context, tx *pg.Tx) error {
		var passkeysOnly bool
		err := tx.QueryRow(ctx, `UPDATE players SET seen_at = now() WHERE id = $1 AND password_hash = $2
			AND password_hash <> '' RETURNING passkeys_only`, player, checked.Reveal()).Scan(&passkeysOnly)
		switch {
		case errors.Is(err, pgx.ErrNoRows):
			return base.ErrWrongPassword
		case err != nil:
			return err
		case passkeysOnly && by == ByPassword:
			return base.ErrPasskeyOnly
		}
		tx.Do(ctx, `DELETE FROM sessions s WHERE s.player_id = $1 AND NOT (`+SessionAlive+`)
			AND NOT (`+delivery.StillRingsSQL+` AND EXISTS (SELECT FROM devices WHERE session_id = s.id))`, player)
		if err := tx.QueryRow(ctx, `
			WITH s AS (
				INSERT INTO sessions (player_id, token_hash, user_agent, opened_by, link_by, link_until)
				SELECT $1, $2, $3, $6, l.created_by, l.used_at + $5::interval FROM (SELECT) one LEFT JOIN LATERAL (
					SELECT created_by, used_at FROM password_links
					WHERE player_id = $1 AND created_by <> player_id AND NOT first AND used_at > now() - $5::interval
						AND NOT EXISTS (
						SELECT FROM browsers WHERE player_id = $1 AND token_hash = $4 AND since < used_at)
					ORDER BY used_at DESC LIMIT 1
				) l ON true
				RETURNING *
			)
			SELECT `+sessionColumnsSQL+` FROM s JOIN players p ON p.id = s.player_id`,
			player, token[:], userAgent, browser[:], linkDoubt, by).Scan(session.Fields()...); err != nil {
			return err
		}
		rememberBrowser(ctx, tx, player, browser)
		if s.Unlimited {
			return base.Note(ctx, tx, 0, player, "signed_in", nil)
		}
		// Those seen last stay.
		tx.Do(ctx, `DELETE FROM sessions WHERE id IN (SELECT id FROM sessions WHERE player_id = $1
			ORDER BY seen_at DESC, id DESC OFFSET $2)`,
			player, maxSessions)
		return base.Note(ctx, tx, 0, player, "signed_in", nil)
	})
	return session, err
}

// formerToken is how long a session is found by the token that it had before: a form that is pressed twice is sent
// by it again.
const formerToken = time.Minute

// SessionByHash returns the session of a token; ErrNotFound when there is none
// or it has expired: see SessionAlive. Where somebody looks at
// the page it notes that the session and its player were seen, once a minute.
func (s *Accounts) SessionByHash(ctx context.Context, token base.TokenHash, looking bool) (session Session, err error) {
	err = s.Read(ctx, "session", func(ctx context.Context, conn *pgxpool.Conn) error {
		var old bool
		err := conn.QueryRow(ctx, `
			SELECT `+sessionColumnsSQL+`, s.seen_at < now() - interval '1 minute'
			FROM sessions s JOIN players p ON p.id = s.player_id
			WHERE (s.token_hash = $1 OR s.former_hash = $1 AND s.renewed_at > now() - $2::interval) AND `+SessionAlive,
			token[:], formerToken).Scan(append(session.Fields(), &old)...)
		if err != nil || !old || !looking {
			return err
		}
		_, err = conn.Exec(ctx, `
			WITH s AS (UPDATE sessions SET seen_at = now() WHERE id = $1)
			UPDATE players SET seen_at = now() WHERE id = $2`, session.ID, session.Player.ID)
		return err
	})
	return session, err
}

// ProveSession notes that a session has proved whose it is, and by what, and gives it a new token. It keeps one that
// is younger than formerToken: of two forms at once, the first would else be answered with what the second replaced.
func (s *Accounts) ProveSession(ctx context.Context, session int64, by string, token base.TokenHash) (renewed bool,
	err error,
) {
	err = s.InTx(ctx, "prove session", func(ctx context.Context, tx *pg.Tx) error {
		if err := tx.Change(ctx, base.ErrNotFound, `UPDATE sessions SET proved_at = now(),
			opened_by = CASE WHEN $2 = 'passkey' THEN $2 ELSE opened_by END WHERE id = $1`, session, by); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `UPDATE sessions SET former_hash = token_hash, token_hash = $2, renewed_at = now()
			WHERE id = $1 AND coalesce(renewed_at < now() - $3::interval, true)`, session, token[:], formerToken)
		renewed = tag.RowsAffected() > 0
		return err
	})
	return renewed, err
}

// Sessions lists a player's sessions, last seen first.
func (s *Accounts) Sessions(ctx context.Context, player int64) (sessions []Session, err error) {
	err = s.Read(ctx, "sessions", func(ctx context.Context, conn *pgxpool.Conn) error {
		sessions, err = pg.Collect(ctx, conn, pg.Scanned[Session], `
			SELECT `+sessionColumnsSQL+` FROM sessions s JOIN players p ON p.id = s.player_id
			WHERE s.player_id = $1 AND `+SessionAlive+`
			ORDER BY s.seen_at DESC, s.id DESC`, player)
		return err
	})
	return sessions, err
}

// EndSession ends one session of a player; ErrNotFound when it is not theirs.
func (s *Accounts) EndSession(ctx context.Context, player, session int64) error {
	return s.InTx(ctx, "end session", func(ctx context.Context, tx *pg.Tx) error {
		return tx.Change(ctx, base.ErrNotFound, `DELETE FROM sessions WHERE player_id = $1
			AND id = $2`, player, session)
	})
}

// EndOtherSessions ends all sessions of a player but one.
func (s *Accounts) EndOtherSessions(ctx context.Context, player, keep int64) error {
	return s.InTx(ctx, "end other sessions", func(ctx context.Context, tx *pg.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM sessions WHERE player_id = $1 AND id <> $2`, player, keep)
		return err
	})
}
