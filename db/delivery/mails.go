package delivery

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
)

// AskAddress is a job: to ask at an address whether it is the player's.
type AskAddress struct {
	Player  int64  `json:"player"`
	Address string `json:"address" river:"unique"`
}

// Kind names the job in the queue.
func (AskAddress) Kind() string { return "ask_address" }

// SendPassword is a job: to send a player a link for a new password. Player is 0 for an
// unknown name, which is queued too, so that both requests take equally long.
type SendPassword struct {
	Player int64 `json:"player"`
}

// Kind names the job in the queue.
func (SendPassword) Kind() string { return "send_password" }

// SendInvitation is a job: to send an invitation by mail. The address stands in the
// invitation, and only until the letter has gone.
type SendInvitation struct {
	Invitation int64 `json:"invitation"`
}

// Kind names the job in the queue.
func (SendInvitation) Kind() string { return "send_invitation" }

// maxPasswordsAnHour are the letters to a player who has forgotten, in an hour.
const maxPasswordsAnHour = 3

// ConfirmAddress queues the question whether an address is the player's: *base.ErrQuota.
func (s *Deliveries) ConfirmAddress(ctx context.Context, player int64, address string) error {
	return s.InTx(ctx, "confirm address", func(ctx context.Context, tx *pg.Tx) error {
		if err := s.Quota(ctx, tx, "questions", 1,
			`audit WHERE player_id = $1 AND action = 'address_asked'
				AND at > now() - interval '1 hour'`, player); err != nil {
			return err
		}
		ensureSettings(ctx, tx, player)
		tx.Do(ctx, `UPDATE callings SET asked_address = $2 WHERE player_id = $1`, player, address)
		if err := Queue(ctx, tx, AskAddress{player, address}); err != nil {
			return err
		}
		return base.Note(ctx, tx, 0, player, "address_asked", nil)
	})
}

// Queue adds a job that sends a letter.
func Queue(ctx context.Context, tx *pg.Tx, job river.JobArgs) error {
	return tx.AddJobs(ctx, river.InsertManyParams{Args: job, InsertOpts: &river.InsertOpts{MaxAttempts: maxAttempts}})
}

// TakeAddress makes an address the player's own, who has confirmed it: base.ErrEmailTaken when another account has it,
// base.ErrGone where another one was asked since, or the password was changed.
func (s *Deliveries) TakeAddress(ctx context.Context, player int64, address string) error {
	return s.InTx(ctx, "take address", func(ctx context.Context, tx *pg.Tx) error {
		if err := base.LockAccount(ctx, tx, player); err != nil {
			return err
		}
		ensureSettings(ctx, tx, player)
		if err := tx.Change(ctx, base.ErrGone, `
			UPDATE callings SET address = $2, mail_after = now(), closed_till = NULL, lost_address = NULL,
				lost_at = NULL, lost_answer = NULL
			WHERE player_id = $1 AND coalesce(asked_address, $2) = $2`, player, address); err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE players SET email = $2 WHERE id = $1`, player, address)
		tx.Do(ctx, `
			INSERT INTO tellings (notice_id, device_id) SELECT id, 0 FROM notices WHERE player_id = $1
				AND read_at IS NULL
			ON CONFLICT DO NOTHING`, player)
		return base.Note(ctx, tx, 0, player, "address_confirmed", nil)
	})
}

// Unsubscribe ends mails: those of a kind, or, with "", all but those about the
// account.
func (s *Deliveries) Unsubscribe(ctx context.Context, player int64, kind string) error {
	return s.InTx(ctx, "unsubscribe", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE callings SET mail = CASE WHEN $2 = '' THEN '{}' ELSE array_remove(mail, $2) END
			WHERE player_id = $1`, player, kind)
		tx.Do(ctx, `
			UPDATE tellings t SET sent = true FROM notices n
			WHERE n.id = t.notice_id AND n.player_id = $1 AND $2 IN ('', n.kind) AND t.device_id = 0
				AND NOT t.sent`, player, kind)
		return nil
	})
}

// MailDaily lets mail come once a day.
func (s *Deliveries) MailDaily(ctx context.Context, player int64) error {
	return s.InTx(ctx, "mail daily", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE callings SET daily = true WHERE player_id = $1`, player)
		return nil
	})
}

// ForgotPassword queues a letter with a link for a new password to the confirmed address of an account. For a name that
// nobody has, an account without such an address, and one that has asked too often it does as much work, and sends
// nothing. The name and the e-mail of a player count as one.
func (s *Deliveries) ForgotPassword(ctx context.Context, nameOrEmail string) error {
	return s.InTx(ctx, "forgot password", func(ctx context.Context, tx *pg.Tx) error {
		var player int64
		err := tx.QueryRow(ctx, `
			SELECT p.id FROM players p JOIN callings c ON c.player_id = p.id AND c.address IS NOT NULL
			WHERE lower(p.name) = lower($1) OR lower(p.email) = lower($1)`, nameOrEmail).Scan(&player)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		who := strings.ToLower(nameOrEmail)
		if player > 0 {
			who = fmt.Sprintf("player %d", player)
		}
		hash := sha256.Sum256([]byte(who))
		// Requests for one account wait for each other, so that a burst does not slip through.
		tx.Do(ctx, `SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))`, hash[:])
		tx.Do(ctx, `DELETE FROM letters WHERE at < now() - interval '2 days'`)
		tag, err := tx.Exec(ctx, `
			INSERT INTO letters (kind, hash) SELECT 'password', $1 WHERE
				(SELECT count(*) FROM letters WHERE kind = 'password' AND hash = $1
				AND at > now() - interval '1 hour') < $2`, hash[:], maxPasswordsAnHour)
		if err != nil {
			return err
		}
		if tag.RowsAffected() == 0 {
			player = 0
		}
		return Queue(ctx, tx, SendPassword{player})
	})
}

// A Recipient is a player as letters to them need it.
type Recipient struct {
	Name, Lang string
	Club       string // the first of theirs
	Address    string // confirmed; "" for none
}

// RecipientOf returns a player to write to: base.ErrNotFound.
func (s *Deliveries) RecipientOf(ctx context.Context, player int64) (r Recipient, err error) {
	err = s.Read(ctx, "recipient", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `
			SELECT p.name, p.lang, coalesce((SELECT c.name FROM members m JOIN clubs c ON c.id = m.club_id
				WHERE m.player_id = p.id ORDER BY c.id LIMIT 1), ''),
				coalesce(k.address, '')
			FROM players p LEFT JOIN callings k ON k.player_id = p.id WHERE p.id = $1
				AND p.deleted_at IS NULL`, player).
			Scan(&r.Name, &r.Lang, &r.Club, &r.Address)
	})
	return r, err
}

// invitationPause is the time in which an address gets one invitation, from all clubs together.
const invitationPause = 7 * 24 * time.Hour

// MayMail notes that an invitation goes to an address, by its hash, and reports whether
// it may: not to one where somebody has refused invitations, not when another went there of late, and not while its
// server has said for days that nobody is there.
func (s *Deliveries) MayMail(ctx context.Context, invitation int64, hash []byte) (may bool, err error) {
	err = s.InTx(ctx, "may mail", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM mailed WHERE NOT refused AND at < now() - $1::interval`, invitationPause)
		tag, err := tx.Exec(ctx, `
			INSERT INTO mailed (hash, invitation_id)
			SELECT $1, $2 WHERE NOT EXISTS (SELECT FROM refusals WHERE hash = $1 AND `+givenUpSQL+`
				AND last_at > now() - $3::interval)
			ON CONFLICT (hash) DO UPDATE SET at = now() WHERE NOT mailed.refused
				AND mailed.invitation_id = $2`, hash, invitation, refusalsKept)
		may = tag.RowsAffected() > 0
		return err
	})
	return may, err
}

// Mailed forgets the address of an invitation, whose letter has gone or never will.
func (s *Deliveries) Mailed(ctx context.Context, invitation int64) error {
	return s.InTx(ctx, "mailed", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE invitations SET address = '' WHERE id = $1 AND address IS NOT NULL`, invitation)
		return nil
	})
}

// RefuseMail lets no invitation and no question go to an address any more, known by its hash.
func (s *Deliveries) RefuseMail(ctx context.Context, hash []byte) error {
	return s.InTx(ctx, "refuse mail", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `INSERT INTO mailed (hash, refused) VALUES ($1, true) ON CONFLICT (hash) DO UPDATE
			SET refused = true`, hash)
		return nil
	})
}

// givenUpSQL is the condition that an address is given up: its server has said several times, and for two days, that
// nobody is there. One such answer counts in twelve hours.
const givenUpSQL = `times >= 3 AND counted_at - since >= interval '2 days'`

// refusalsKept is how long an address that was given up gets no invitation.
const refusalsKept = 60 * 24 * time.Hour

// A Refusal is what becomes of an address after its server has refused a letter.
type Refusal struct {
	GivenUp bool
	Wait    time.Duration // before the next letter
}

// LetterRefused notes that a server takes no letter to an address, known by its hash, and its answer. nobody says that
// by this answer nobody is there.
func (s *Deliveries) LetterRefused(ctx context.Context, hash []byte, answer string, nobody bool) (
	r Refusal, err error) {
	err = s.InTx(ctx, "refused", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM refusals WHERE last_at < now() - $1::interval`, refusalsKept)
		const countsSQL = `($3 AND coalesce(refusals.counted_at, '-infinity') < now() - interval '12 hours')`
		const longest = 6 * time.Hour
		return tx.QueryRow(ctx, `
			INSERT INTO refusals (hash, answer, times, since, counted_at)
			VALUES ($1, left($2, 40), $3::boolean::int, CASE WHEN $3 THEN now() END, CASE WHEN $3 THEN now() END)
			ON CONFLICT (hash) DO UPDATE SET tries = refusals.tries + 1, last_at = now(), answer = left($2, 40),
				times = refusals.times + `+countsSQL+`::int,
				since = CASE WHEN $3 THEN coalesce(refusals.since, now()) ELSE refusals.since END,
				counted_at = CASE WHEN `+countsSQL+` THEN now() ELSE refusals.counted_at END
			RETURNING coalesce(`+givenUpSQL+`, false), least(interval '15 minutes' * 2 ^ least(tries - 1, 10),
				$4::interval)`,
			hash, answer, nobody, longest).Scan(&r.GivenUp, &r.Wait)
	})
	return r, err
}

// LetterTaken forgets that letters to an address were refused: its server has taken one.
func (s *Deliveries) LetterTaken(ctx context.Context, hash []byte) error {
	return s.Read(ctx, "delivered", func(ctx context.Context, conn *pgxpool.Conn) error {
		_, err := conn.Exec(ctx, `DELETE FROM refusals WHERE hash = $1`, hash)
		return err
	})
}

// Postpone lets no mail go to a player for a while. What was about to go, goes then.
func (s *Deliveries) Postpone(ctx context.Context, player int64, wait time.Duration) error {
	return s.InTx(ctx, "postpone mail", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE callings SET closed_till = now() + $2::interval WHERE player_id = $1`, player, wait)
		return nil
	})
}

// LoseAddress gives a player's confirmed address up, with the last answer of its server, and tells the player on the
// site.
func (s *Deliveries) LoseAddress(ctx context.Context, player int64, address, answer string) error {
	return s.InTx(ctx, "lose address", func(ctx context.Context, tx *pg.Tx) error {
		tag, err := tx.Exec(ctx, `
			UPDATE callings SET address = NULL, lost_address = address, lost_at = now(), lost_answer = left($3, 40)
			WHERE player_id = $1 AND address = $2`, player, address, answer)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		tx.Do(ctx, `
			INSERT INTO notices (player_id, club_id, kind, key)
			SELECT player_id, club_id, $2, $2 || ' ' || extract(epoch FROM now()) FROM memberships WHERE player_id = $1
				ORDER BY club_id LIMIT 1`,
			player, NoticeAddress)
		notifyPlayers(tx, []int64{player})
		return base.Note(ctx, tx, 0, player, "address_lost", nil)
	})
}

// MayAsk notes that the question whether an address is a player's goes to it, known by its hash, and reports whether
// it may: one a day for all who ask, and none where somebody has refused. The job that asks may try again.
func (s *Deliveries) MayAsk(ctx context.Context, job int64, hash []byte) (may bool, err error) {
	err = s.InTx(ctx, "may ask", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `SELECT pg_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 0))`, hash)
		tag, err := tx.Exec(ctx, `
			INSERT INTO letters (kind, hash, job) SELECT 'question', $1, $2
			WHERE NOT EXISTS (SELECT FROM mailed WHERE hash = $1 AND refused) AND NOT EXISTS (
				SELECT FROM letters WHERE kind = 'question' AND hash = $1 AND job <> $2
					AND at > now() - interval '1 day')`, hash, job)
		may = tag.RowsAffected() > 0
		return err
	})
	return may, err
}

// MailState says whether letters arrive.
type MailState struct {
	Refused int       // addresses that have refused a letter within two days
	Since   time.Time // the first of them
	Answer  string    // the last answer, as in "550 5.7.1"
	Lost    int       // confirmed addresses that were given up within a month
}

// SelectMailState reads whether letters arrive.
func SelectMailState(ctx context.Context, q pg.Querier) (m MailState, err error) {
	err = q.QueryRow(ctx, `
		SELECT count(*), coalesce(min(coalesce(since, last_at)), '0001-01-01'),
			coalesce((array_agg(answer ORDER BY last_at DESC))[1], ''),
			(SELECT count(*) FROM callings WHERE lost_at > now() - interval '30 days')
		FROM refusals WHERE last_at > now() - interval '2 days'`).Scan(&m.Refused, &m.Since, &m.Answer, &m.Lost)
	return m, err
}
