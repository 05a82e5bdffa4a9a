package delivery

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/role"
)

// What webhooks hear.
const (
	WebhookTable   = "table"   // a table of the club waits for players
	WebhookNight   = "night"   // a game night is planned, moved or called off
	WebhookResult  = "result"  // a match that counts is over
	WebhookRequest = "request" // somebody asks to come in
)

// WebhookKinds lists it.
func WebhookKinds() []string {
	return []string{WebhookTable, WebhookNight, WebhookResult, WebhookRequest}
}

// A Webhook is an address outside of the house that hears what its club's owners have chosen.
type Webhook struct {
	ID      int64
	Host    string // of its address
	Kinds   []string
	Made    time.Time
	Turned  time.Time // the secret was drawn anew; zero: never
	Taken   time.Time // the last call that was taken; zero: none
	Refused time.Time // the last that was not; zero: none
	Refusal string    // and why
	Since   time.Time // no call was taken since; zero where the last one was
	Off     time.Time // zero: it is called
}

const (
	// webhookTries is how often a call is tried. The pauses between them are more than half a day.
	webhookTries = 9
	// webhookPatience is after how long of refusals alone a webhook is called no longer.
	webhookPatience = 3 * 24 * time.Hour
	// webhookNewsLasts is after how long a call that was not taken is old, and not tried any more.
	webhookNewsLasts = 24 * time.Hour
)

// WebhooksOf lists a club's webhooks to its owners.
func (s *Deliveries) WebhooksOf(ctx context.Context, club, viewer int64) (list []Webhook, err error) {
	err = s.ReadAs(ctx, "webhooks", club, viewer, role.Settle, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.All[Webhook](ctx, conn, `SELECT id, host, kinds, made_at AS made, refusal,
			coalesce(turned_at, '0001-01-01') AS turned, coalesce(taken_at, '0001-01-01') AS taken,
			coalesce(refused_at, '0001-01-01') AS refused, coalesce(refused_since, '0001-01-01') AS since,
			coalesce(off_at, '0001-01-01') AS off FROM webhooks WHERE club_id = $1 ORDER BY id`, club)
		return err
	})
	return list, err
}

// AddWebhook lets an address hear of a club, and returns the secret that signs: *base.ErrQuota. A form that comes twice
// adds one; the later answer has the secret that holds.
func (s *Deliveries) AddWebhook(ctx context.Context, club, by int64, address, host string, kinds []string,
	idem string) (id int64, secret base.Secret, err error) {
	form := base.KeyOf("webhook", club, idem)
	err = s.InTxAs(ctx, "add webhook", club, by, role.Settle, func(ctx context.Context, tx *pg.Tx) error {
		hook := sealedHook{Address: address, Secret: drawWebhookSecret()}
		secret = base.Secret(hook.Secret)
		if id, err = base.MadeBefore(ctx, tx, by, form); err != nil {
			return err
		}
		if id != 0 {
			return s.sealHook(ctx, tx, id, hook)
		}
		// The club's row makes two who add wait for each other.
		tx.Do(ctx, `SELECT FROM clubs WHERE id = $1 FOR NO KEY UPDATE`, club)
		if err := s.Quota(ctx, tx, "webhooks", 1, `webhooks WHERE club_id = $1`, club); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `INSERT INTO webhooks (club_id, host, kinds, sealed) VALUES ($1, $2, $3, '')
			RETURNING id`, club, host, kinds).Scan(&id); err != nil {
			return err
		}
		if err := s.sealHook(ctx, tx, id, hook); err != nil {
			return err
		}
		base.HasMade(ctx, tx, by, form, id)
		return base.Note(ctx, tx, club, by, "webhook_added", base.Details{"name": host})
	})
	return id, secret, err
}

// ChangeWebhook says what a webhook hears, and whether it is called at all: base.ErrNotFound.
func (s *Deliveries) ChangeWebhook(ctx context.Context, club, by, id int64, kinds []string, on bool) error {
	return s.InTxAs(ctx, "change webhook", club, by, role.Settle, func(ctx context.Context, tx *pg.Tx) error {
		var host string
		if err := tx.QueryRow(ctx, `UPDATE webhooks SET kinds = $3, off_at = CASE WHEN NOT $4 THEN
				coalesce(off_at, now()) END, refused_since = CASE WHEN NOT $4 OR off_at IS NULL THEN refused_since END
			WHERE club_id = $1 AND id = $2 RETURNING host`, club, id, kinds, on).Scan(&host); err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "webhook_changed", base.Details{"name": host})
	})
}

// RemoveWebhook forgets a webhook: base.ErrNotFound.
func (s *Deliveries) RemoveWebhook(ctx context.Context, club, by, id int64) error {
	return s.InTxAs(ctx, "remove webhook", club, by, role.Settle, func(ctx context.Context, tx *pg.Tx) error {
		var host string
		if err := tx.QueryRow(ctx, `DELETE FROM webhooks WHERE club_id = $1 AND id = $2 RETURNING host`, club, id).
			Scan(&host); err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "webhook_removed", base.Details{"name": host})
	})
}

// A WebhookCall is a job: to tell a webhook of an event.
type WebhookCall struct {
	Webhook int64     `json:"webhook"`
	ID      string    `json:"id"`      // the same however often it is tried
	Event   string    `json:"event"`   // one of WebhookKinds; "" for a test
	Subject int64     `json:"subject"` // the table, night, match or player
	What    string    `json:"what,omitempty"`
	At      time.Time `json:"at"`
}

// Kind names the job in the queue.
func (WebhookCall) Kind() string { return "webhook" }

// WebhookQueue has workers of its own: an address that hangs delays nobody else.
const WebhookQueue = "webhooks"

// CallWebhooks queues what a club's webhooks are to hear of an event, in its transaction.
func CallWebhooks(ctx context.Context, tx *pg.Tx, club int64, event string, subject int64, what string) error {
	calls, err := pg.Collect(ctx, tx, func(row pgx.CollectableRow) (c WebhookCall, err error) {
		c = WebhookCall{ID: rand.Text(), Event: event, Subject: subject, What: what}
		return c, row.Scan(&c.Webhook, &c.At)
	}, `SELECT id, now() FROM webhooks WHERE club_id = $1 AND off_at IS NULL AND $2 = ANY (kinds) ORDER BY id`, club,
		event)
	if err != nil {
		return err
	}
	var jobs []river.InsertManyParams
	for _, call := range calls {
		jobs = append(jobs, river.InsertManyParams{Args: call,
			InsertOpts: &river.InsertOpts{Queue: WebhookQueue, MaxAttempts: webhookTries}})
	}
	return tx.AddJobs(ctx, jobs...)
}

// WebhookContent is what a webhook is told now, by what secrets, and in what language. It holds what every member of
// the club may see, and of members no more than their names at tables and in results.
type WebhookContent struct {
	Address      string
	Secrets      []string
	Lang, Zone   string
	Club, Slug   string
	Number       int64 // of the table, the match or the night
	Game         string
	Host         base.Person // of a table
	Seats, Free  int         // of a table
	Name         string      // of a night
	Starts, Ends time.Time   // of a night
	Result       []WebhookSeat
	Waiting      int // who ask to come in
}

// A WebhookSeat is what a seat has come to.
type WebhookSeat struct {
	base.Seat
	Points int
	Place  int
}

// WebhookContent returns what a webhook is to be told of an event: base.ErrNotFound for one that is gone or off or
// hears no such thing, and for what is not so any more, such as a table that has its players. A webhook whose secret
// nobody can read is off from then on.
func (s *Deliveries) WebhookContent(ctx context.Context, call WebhookCall) (c WebhookContent, err error) {
	var lost error
	err = s.InTx(ctx, "webhook content", func(ctx context.Context, tx *pg.Tx) error {
		c, lost = WebhookContent{}, nil
		var club int64
		var sealed []byte
		var twice bool
		if err := tx.QueryRow(ctx, `SELECT w.club_id, w.sealed, coalesce(w.turned_at > now() - $4::interval, false),
				c.lang, c.time_zone, c.name, c.slug
			FROM webhooks w JOIN clubs c ON c.id = w.club_id
			WHERE w.id = $1 AND ($2 = '' OR w.off_at IS NULL AND $2 = ANY (w.kinds) AND $3 > now() - $5::interval)`,
			call.Webhook, call.Event, call.At, secretsOverlap, webhookNewsLasts).
			Scan(&club, &sealed, &twice, &c.Lang, &c.Zone, &c.Club, &c.Slug); err != nil {
			return err
		}
		hook, err := s.unsealHook(call.Webhook, sealed)
		if errors.Is(err, base.ErrKeyLost) {
			lost = fmt.Errorf("%w: %w", base.ErrNotFound, err)
			if err = switchOff(ctx, tx, call.Webhook, "key"); errors.Is(err, base.ErrNotFound) {
				err = nil
			}
			return err
		}
		if err != nil {
			return err
		}
		c.Address, c.Secrets = hook.Address, []string{hook.Secret}
		if twice && hook.Before != "" {
			c.Secrets = append(c.Secrets, hook.Before)
		}
		return c.read(ctx, tx, club, call)
	})
	return c, cmp.Or(err, lost)
}

// read reads what an event has come to.
func (c *WebhookContent) read(ctx context.Context, tx *pg.Tx, club int64, call WebhookCall) error {
	switch call.Event {
	case WebhookTable:
		return tx.QueryRow(ctx, `
			SELECT t.number, t.game, p.id, coalesce(p.name, ''), s.n, s.free
			FROM tables t JOIN players p ON p.id = t.host_id CROSS JOIN LATERAL (
				SELECT count(*) AS n, count(*) FILTER (WHERE k.player_id IS NULL AND k.bot IS NULL
					AND k.invited_id IS NULL) AS free FROM seats k WHERE k.table_id = t.id) s
			WHERE t.id = $1 AND t.club_id = $2 AND t.status = 'open' AND t.reach = 'club' AND NOT t.practice
				AND s.free > 0`, call.Subject, club).
			Scan(&c.Number, &c.Game, &c.Host.ID, &c.Host.Name, &c.Seats, &c.Free)
	case WebhookNight:
		return tx.QueryRow(ctx, `SELECT id, name, starts_at, ends_at FROM nights WHERE id = $1 AND club_id = $2
			AND ends_at > now() AND (called_off_at IS NOT NULL) = ($3 = 'off')`, call.Subject, club, call.What).
			Scan(&c.Number, &c.Name, &c.Starts, &c.Ends)
	case WebhookResult:
		return tx.QueryRow(ctx, `
			SELECT m.id, t.game, (SELECT json_agg(json_build_object('player', coalesce(s.player_id, 0),
				'bot', coalesce(s.bot, ''), 'name', coalesce(p.name, ''), 'points', m.totals[s.seat + 1],
				'place', m.outcome->'placing'->s.seat::int) ORDER BY s.seat)
				FROM match_seats s LEFT JOIN players p ON p.id = s.player_id WHERE s.match_id = m.id)
			FROM matches m JOIN tables t ON t.id = m.table_id
			WHERE m.id = $1 AND m.club_id = $2 AND m.status = 'over' AND t.reach = 'club' AND NOT t.practice
				AND m.outcome->>'how' <> '`+engine.ByClose+`'
				AND NOT EXISTS (SELECT FROM corrections WHERE match_id = m.id)`, call.Subject, club).
			Scan(&c.Number, &c.Game, &c.Result)
	case WebhookRequest:
		return tx.QueryRow(ctx, `SELECT count(*) FROM join_requests WHERE club_id = $1
			HAVING bool_or(player_id = $2)`, club, call.Subject).Scan(&c.Waiting)
	}
	return nil
}

// NoteWebhook notes that a webhook has taken a call, or why not. After days of refusals alone it is called no longer,
// and at once where the receiver says so; the club's owners are told.
func (s *Deliveries) NoteWebhook(ctx context.Context, id int64, refusal string, gone bool) error {
	return s.InTx(ctx, "note webhook", func(ctx context.Context, tx *pg.Tx) error {
		if refusal == "" {
			tx.Do(ctx, `UPDATE webhooks SET taken_at = now(), refused_since = NULL WHERE id = $1`, id)
			return nil
		}
		var over bool
		err := tx.QueryRow(ctx, `UPDATE webhooks SET refused_at = now(), refusal = $2,
				refused_since = coalesce(refused_since, now())
			WHERE id = $1 RETURNING $3 OR refused_since < now() - $4::interval`, id, refusal, gone, webhookPatience).
			Scan(&over)
		if over {
			err = switchOff(ctx, tx, id, refusal)
		}
		if errors.Is(err, base.ErrNotFound) { // removed meanwhile
			return nil
		}
		return err
	})
}

// switchOff lets nobody call a webhook, and tells the club's owners: base.ErrNotFound for one that is off.
func switchOff(ctx context.Context, tx *pg.Tx, id int64, why string) error {
	var club, at int64
	var host string
	if err := tx.QueryRow(ctx, `UPDATE webhooks SET off_at = now(), refused_at = now(), refusal = $2
		WHERE id = $1 AND off_at IS NULL RETURNING club_id, host, extract(epoch FROM off_at)::bigint`, id, why).
		Scan(&club, &host, &at); err != nil {
		return err
	}
	owners, err := base.WhoMay(ctx, tx, club, role.Settle)
	if err != nil {
		return err
	}
	Tell(ctx, tx, NewNotice{Club: club, Kind: NoticeWebhook, Key: fmt.Sprint(id, at), Subject: id}, owners...)
	return base.Note(ctx, tx, club, 0, "webhook_off", base.Details{"name": host})
}

// TestWebhook lets an owner call a webhook that says only that calls arrive: *base.ErrQuota.
func (s *Deliveries) TestWebhook(ctx context.Context, club, by, id int64) (c WebhookContent, err error) {
	err = s.InTxAs(ctx, "test webhook", club, by, role.Settle, func(ctx context.Context, tx *pg.Tx) error {
		var host string
		if err := tx.QueryRow(ctx, `SELECT host FROM webhooks WHERE club_id = $1 AND id = $2`, club, id).
			Scan(&host); err != nil {
			return err
		}
		if err := s.Quota(ctx, tx, "webhook_tests", 1, `audit WHERE club_id = $1 AND action = 'webhook_tested'
			AND at > now() - interval '1 hour'`, club); err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "webhook_tested", base.Details{"name": host})
	})
	if err == nil {
		c, err = s.WebhookContent(ctx, WebhookCall{Webhook: id})
	}
	return c, err
}
