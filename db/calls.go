package db

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"

	"carteado/db/pg"
	"carteado/engine/clock"
)

// A Calling is how a player wants to be called while they are away.
type Calling struct {
	Push    []string // the kinds of notices that go to their devices
	Mail    []string // and those that go by mail
	Daily   bool     // mail comes once a day
	Brief   bool     // a lock screen shows no names
	Address string   // that they have confirmed; "" for none
	Lost    *Lost    // an address that was given up; nil where there is none
}

// Lost is an address that was confirmed, and whose server has said for days that nobody is there.
type Lost struct {
	Address, Answer string
	At              time.Time
}

// defaultCalling is that of a player who has not chosen.
func defaultCalling() Calling {
	return Calling{
		Push: []string{NoticeTurn, NoticeNudge, NoticeMissed, NoticeKept, NoticeOffer, NoticeSeat, NoticeOver, NoticeRequest, NoticeReport},
		Mail: []string{NoticeTurn, NoticeMissed, NoticeKept, NoticeSeat, NoticeOver, NoticeNews},
	}
}

// CallingOf returns how a player wants to be called.
func (s *Store) CallingOf(ctx context.Context, player int64) (c Calling, err error) {
	err = s.Read(ctx, "calling", func(ctx context.Context, conn *pgxpool.Conn) error {
		var lost Lost
		err := conn.QueryRow(ctx, `
			SELECT push, mail, daily, brief, coalesce(address, ''), coalesce(lost_address, ''), coalesce(lost_answer, ''), coalesce(lost_at, '0001-01-01')
			FROM callings WHERE player_id = $1`, player).
			Scan(&c.Push, &c.Mail, &c.Daily, &c.Brief, &c.Address, &lost.Address, &lost.Answer, &lost.At)
		if lost.Address != "" {
			c.Lost = &lost
		}
		if errors.Is(err, pgx.ErrNoRows) {
			c, err = defaultCalling(), nil
		}
		return err
	})
	return c, err
}

// SaveCalling keeps all of how a player wants to be called but the address. A kind of notices that is new to a way
// begins with those to come.
func (s *Store) SaveCalling(ctx context.Context, player int64, c Calling) error {
	return s.InTx(ctx, "save calling", func(ctx context.Context, tx *pg.Tx) error {
		chose(ctx, tx, player)
		tx.Do(ctx, `
			INSERT INTO tellings (notice_id, device_id) SELECT n.id, w.device FROM notices n
			JOIN callings c ON c.player_id = n.player_id
			JOIN LATERAL (SELECT 0::bigint AS device, c.mail AS before, $3::text[] AS after
				UNION ALL SELECT d.id, c.push, $2::text[] FROM devices d WHERE d.player_id = n.player_id) w
				ON n.kind = ANY (w.after) AND n.kind <> ALL (w.before)
			WHERE n.player_id = $1 AND n.read_at IS NULL ON CONFLICT DO NOTHING`, player, c.Push, c.Mail)
		tx.Do(ctx, `UPDATE callings SET push = $2, mail = $3, daily = $4, brief = $5, mail_after = now() WHERE player_id = $1`,
			player, c.Push, c.Mail, c.Daily, c.Brief)
		return nil
	})
}

// chose gives a player who has not chosen what is chosen by default.
func chose(ctx context.Context, tx *pg.Tx, player int64) {
	c := defaultCalling()
	tx.Do(ctx, `INSERT INTO callings (player_id, push, mail) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, player, c.Push, c.Mail)
}

// A Call is a job: to tell a player what waits for them, by one way.
type Call struct {
	Player int64 `json:"player"`
	Device int64 `json:"device"` // 0: by mail
}

// Kind names the job in the queue.
func (Call) Kind() string { return "call" }

// away is how long a player has not been seen who is told by other ways than the
// pages; turns are told when they have lasted for as long.
const away = 2 * time.Minute

// lastMoveSQL is the last move of the seat s in the match m, 0 for none: a turn is told apart by it.
const lastMoveSQL = `coalesce((SELECT max(version) FROM moves WHERE match_id = m.id AND seat = s.seat), 0)`

// unmoved is the condition that the player of a notice n has made no move in its match since.
const unmoved = `NOT EXISTS (SELECT FROM moves v JOIN match_seats s ON s.match_id = v.match_id AND s.seat = v.seat
	WHERE v.match_id = n.match_id AND s.player_id = n.player_id AND v.made IS NULL AND v.at > n.at)`

// sameTurnSQL is the condition that a turn which a notice n tells of still lasts.
const sameTurnSQL = `EXISTS (SELECT FROM match_seats s JOIN matches m ON m.id = s.match_id
		WHERE m.id = n.match_id AND s.player_id = n.player_id AND ` + itsTurn + ` AND n.subject = ` + lastMoveSQL + `)`

// holds is the condition that a notice n is still to be told. What waits for the player is told while it waits; what has
// happened to a match of theirs is told until they have played on there.
const holds = `CASE n.kind
	WHEN 'turn' THEN ` + sameTurnSQL + `
	WHEN 'nudge' THEN ` + sameTurnSQL + `
	WHEN 'missed' THEN ` + unmoved + `
	WHEN 'kept' THEN ` + unmoved + ` AND EXISTS (SELECT FROM match_seats s JOIN matches m ON m.id = s.match_id
		WHERE m.id = n.match_id AND s.player_id = n.player_id
			AND (m.status <> 'playing' OR (m.clock->'seats'->s.seat::int->>'kept')::boolean))
	WHEN 'offer' THEN n.what LIKE '%.accepted' OR EXISTS (SELECT FROM offers o JOIN match_seats s ON s.match_id = o.match_id
		WHERE o.id = n.subject AND o.state = 'asked' AND s.player_id = n.player_id AND s.seat <> ALL (o.yes))
	WHEN 'seat' THEN EXISTS (SELECT FROM seats k JOIN tables o ON o.id = k.table_id WHERE o.id = n.table_id AND o.status = 'open' AND k.invited_id = n.player_id)
	WHEN 'request' THEN EXISTS (SELECT FROM join_requests r WHERE r.club_id = n.club_id AND r.player_id = n.by_id)
	WHEN 'report' THEN EXISTS (SELECT FROM messages WHERE match_id = n.match_id AND number = n.subject)
	WHEN 'news' THEN EXISTS (SELECT FROM announcements a WHERE a.id = n.subject AND a.club_id = n.club_id AND a.hidden_at IS NULL)
	ELSE true END`

// notTold is the condition that a notice n has not gone by a way w.
const notTold = `NOT EXISTS (SELECT FROM tellings t WHERE t.notice_id = n.id AND t.device_id = w.device)`

// Notices are told within two weeks. A mail server, or a device, may be away for long.
const tellable = `n.at > now() - interval '14 days'`

// untold is the condition that a notice n waits to go a way w.
const untold = `n.player_id = w.player_id AND n.kind = ANY (w.kinds) AND n.read_at IS NULL AND ` + tellable + `
	AND EXISTS (SELECT FROM members v WHERE v.club_id = n.club_id AND v.player_id = n.player_id)
	AND ` + notTold

// unsent is the condition that a notice n was about to go a way w, and nobody knows
// whether it did.
const unsent = `n.player_id = w.player_id AND ` + tellable + `
	AND EXISTS (SELECT FROM tellings t WHERE t.notice_id = n.id AND t.device_id = w.device AND NOT t.sent)`

// isDue is the condition that a notice n warns of a deadline.
const isDue = `n.kind = 'turn' AND n.what = 'due'`

// ways are the ways w to all players who are away: their devices and, with 0, mail. One is open that may be used now: mail
// that waits for the next digest is closed, but for a turn that runs out before that. A device shows notices for a year
// after its player was last seen there.
const ways = `(
	SELECT c.player_id, d.id AS device, c.push AS kinds, '-infinity'::timestamptz AS after FROM callings c JOIN devices d ON d.player_id = c.player_id
		JOIN sessions s ON s.id = d.session_id AND ` + stillRings + `
	UNION ALL SELECT c.player_id, 0, c.mail, c.mail_after FROM callings c WHERE c.address IS NOT NULL AND coalesce(c.closed_till, '-infinity') <= now()
) w JOIN players p ON p.id = w.player_id AND coalesce(p.seen_at, '-infinity') < now() - $1::interval`

const openNow = `(w.after <= now() OR EXISTS (SELECT FROM notices n WHERE n.player_id = w.player_id AND ` + isDue + ` AND n.read_at IS NULL AND ` + notTold + `))`

// zoneOf is the time zone of the player p, and without one of their own that of a club of theirs.
const zoneOf = `coalesce(nullif(p.zone, ''), (SELECT c.time_zone FROM members m JOIN clubs c ON c.id = m.club_id WHERE m.player_id = p.id ORDER BY c.id LIMIT 1), '')`

// QueueCalls marks what is over as read, makes a notice of each turn that waits for a player who is away, and jobs
// of all that is to be told to players who are away. It may run any number of times,
// in any number of programs. mail says whether there is a mail server.
func (s *Store) QueueCalls(ctx context.Context, mail bool) error {
	return s.InTx(ctx, "queue calls", func(ctx context.Context, tx *pg.Tx) error {
		over, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
			UPDATE notices n SET read_at = now() WHERE n.kind IN ('turn', 'nudge', 'kept', 'offer') AND n.read_at IS NULL AND NOT `+holds+` RETURNING n.player_id`)
		if err != nil {
			return err
		}
		if len(over) > 0 {
			notifyPlayers(tx, over)
		}
		tx.Do(ctx, `DELETE FROM notices WHERE at < now() - $1::interval`, noticesKept)
		tx.Do(ctx, `
			INSERT INTO notices (player_id, club_id, kind, table_id, match_id, key, subject)
			SELECT s.player_id, m.club_id, 'turn', m.table_id, m.id, 'turn ' || m.id || ' ' || last, last
			FROM (SELECT DISTINCT w.player_id FROM `+ways+`) away
			JOIN match_seats s ON s.player_id = away.player_id JOIN matches m ON m.id = s.match_id
			JOIN members v ON v.club_id = m.club_id AND v.player_id = s.player_id
			CROSS JOIN LATERAL (SELECT `+lastMoveSQL+` AS last) l
			WHERE `+itsTurn+` AND m.changed_at < now() - $1::interval AND m.changed_at > `+newerThan+`
			ON CONFLICT DO NOTHING`, away)
		if err := remind(ctx, tx); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `
			SELECT w.player_id, w.device, `+zoneOf+`, p.quiet_from, p.quiet_till, now() FROM `+ways+`
			WHERE (w.device > 0 OR $2) AND `+openNow+` AND EXISTS (SELECT FROM notices n WHERE (`+untold+` AND `+holds+`) OR (`+unsent+`)) ORDER BY 1, 2 LIMIT 1000`, away, mail)
		if err != nil {
			return err
		}
		var jobs []river.InsertManyParams
		var call Call
		var rest clock.Calendar
		var now time.Time
		_, err = pgx.ForEachRow(rows, []any{&call.Player, &call.Device, &rest.Zone, &rest.From, &rest.Till, &now}, func() error {
			if rest.QuietTill(now).IsZero() {
				jobs = append(jobs, river.InsertManyParams{Args: call, InsertOpts: &river.InsertOpts{MaxAttempts: callTries, UniqueOpts: pg.OnceInQueue}})
			}
			return nil
		})
		if err != nil {
			return err
		}
		return tx.AddJobsOnce(ctx, jobs...)
	})
}

// newerThan is how old a turn may be that is told: it began within 36 hours in which a program ran, so that one which
// began before a long outage is told after it.
const newerThan = `(SELECT CASE WHEN back_at > now() - interval '36 hours' THEN back_at - gone ELSE now() END FROM heartbeat) - interval '36 hours'`

// Reminders at tables by days. The last comes when a sixth of the time is left, but not more than longestWarning nor less
// than shortestWarning before the end, and not when less than tooLate is left. Where a move has at least longMove, one
// comes when half of its time is over.
const (
	longestWarning  = 4 * time.Hour
	shortestWarning = 30 * time.Minute
	tooLate         = 15 * time.Minute
	longMove        = 72 * time.Hour
)

// reminder is the reminder that a player is to have of a turn that ends at due, "" for none yet. Only the time that runs
// counts, so that somebody whose turn ends soon after their quiet hours hears of it before them.
func reminder(p clock.Pace, rest clock.Calendar, now, due time.Time) string {
	left := rest.Elapsed(now, due)
	switch {
	case due.Sub(now) < tooLate:
		return ""
	case left <= max(min(p.Move/6, longestWarning), shortestWarning):
		return "due"
	case p.Move >= longMove && left <= p.Move/2:
		return "half"
	}
	return ""
}

// remind makes the notices of reminder.
func remind(ctx context.Context, tx *pg.Tx) error {
	rows, err := tx.Query(ctx, `
		SELECT s.player_id, m.club_id, m.table_id, m.id, `+lastMoveSQL+`, t.pace, d.due, coalesce(nullif(p.zone, ''), c.time_zone), p.quiet_from, p.quiet_till, now()
		FROM (SELECT DISTINCT w.player_id FROM `+ways+`) away
		JOIN players p ON p.id = away.player_id JOIN match_seats s ON s.player_id = p.id JOIN matches m ON m.id = s.match_id
		JOIN members v ON v.club_id = m.club_id AND v.player_id = s.player_id JOIN tables t ON t.id = m.table_id JOIN clubs c ON c.id = m.club_id
		CROSS JOIN LATERAL (SELECT (m.clock->'seats'->s.seat::int->>'due')::timestamptz AS due) d
		WHERE `+itsTurn+` AND t.slow_move IS NOT NULL AND m.clock->>'paused' IS NULL AND d.due > now()
			AND (d.due <= now() + $2::interval + interval '12 hours' OR t.slow_move >= $3)`, away, longestWarning, longMove.Seconds())
	if err != nil {
		return err
	}
	type told struct {
		NewNotice
		player int64
	}
	var list []told
	one := told{NewNotice: NewNotice{Kind: NoticeTurn}}
	var pace string
	var rest clock.Calendar
	var due, now time.Time
	_, err = pgx.ForEachRow(rows, []any{&one.player, &one.Club, &one.Table, &one.Match, &one.Subject, &pace, &due, &rest.Zone, &rest.From, &rest.Till, &now}, func() error {
		p, err := clock.Parse(pace)
		if one.What = reminder(p, rest, now, due); err == nil && one.What != "" {
			one.Key = fmt.Sprint(one.Match, one.Subject, " ", one.What)
			list = append(list, one)
		}
		return err
	})
	for _, one := range list {
		tell(ctx, tx, one.NewNotice, one.player)
	}
	return err
}

// callTries is how often a call is tried before it is set aside. The next call tells the
// same again while it is still news.
const callTries = 8

// Called is what a call tells, and whom by which way.
type Called struct {
	Name, Lang, Zone string // of the player; without a time zone of their own, that of a club of theirs
	Calling          Calling
	Device           Device   // zero for mail
	Notices          []Notice // that are still so
	Key              string   // the same whenever the same is told
	Turns            []Turn   // all that wait for the player
}

// CallFor returns what a call is to tell now, which may be nothing: ErrNotFound when the
// way to the player is gone, ErrEarly in the player's quiet hours. In that it reads the state of things, nobody is told of
// what is over. It notes what is about to be sent: until Told, the same is returned
// again, and nothing new with it.
func (s *Store) CallFor(ctx context.Context, call Call) (c Called, err error) {
	err = s.InTx(ctx, "call", func(ctx context.Context, tx *pg.Tx) error {
		c = Called{}
		var rest clock.Calendar
		var now time.Time
		if err := tx.QueryRow(ctx, `
			SELECT p.name, p.lang, `+zoneOf+`, p.quiet_from, p.quiet_till, now(),
				k.push, k.mail, k.daily, k.brief, coalesce(k.address, ''), coalesce(d.id, 0), coalesce(d.endpoint, ''), d.p256dh, d.auth
			FROM players p JOIN callings k ON k.player_id = p.id LEFT JOIN devices d ON d.player_id = p.id AND d.id = $2
			WHERE p.id = $1 AND (d.id IS NOT NULL OR $2 = 0 AND k.address IS NOT NULL) FOR UPDATE OF k`, call.Player, call.Device).Scan(
			&c.Name, &c.Lang, &c.Zone, &rest.From, &rest.Till, &now, &c.Calling.Push, &c.Calling.Mail, &c.Calling.Daily, &c.Calling.Brief, &c.Calling.Address,
			&c.Device.ID, &c.Device.Endpoint, &c.Device.P256dh, &c.Device.Auth); err != nil {
			return err
		}
		if rest.Zone = c.Zone; !rest.QuietTill(now).IsZero() {
			return ErrEarly
		}
		kinds := c.Calling.Push
		if call.Device == 0 {
			kinds = c.Calling.Mail
		}
		const way = `(SELECT $1::bigint AS player_id, $2::bigint AS device, $3::text[] AS kinds) w`
		tx.Do(ctx, `
			INSERT INTO tellings (notice_id, device_id, sent) SELECT n.id, w.device, false FROM notices n JOIN `+way+` ON `+untold+` AND `+holds+`
			WHERE NOT EXISTS (SELECT FROM notices n WHERE `+unsent+`) ORDER BY n.id LIMIT $4`, call.Player, call.Device, kinds, noticesShown)
		if err := tx.QueryRow(ctx, `SELECT coalesce(md5(string_agg(n.id::text, ' ' ORDER BY n.id)), '') FROM notices n JOIN `+way+` ON `+unsent,
			call.Player, call.Device, kinds).Scan(&c.Key); err != nil {
			return err
		}
		c.Notices, err = pg.All[Notice](ctx, tx, `SELECT `+noticeColumns+` FROM notices n `+noticeTables+` JOIN `+way+` ON `+unsent+` AND `+holds+` ORDER BY n.id`,
			call.Player, call.Device, kinds)
		return err
	})
	if err == nil {
		c.Turns, err = s.Turns(ctx, call.Player)
	}
	return c, err
}

// Told notes that what CallFor returned has gone its way. Mail waits until then before
// the next one goes out.
func (s *Store) Told(ctx context.Context, call Call, then time.Time) error {
	return s.InTx(ctx, "told", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE tellings t SET sent = true FROM notices n
			WHERE n.id = t.notice_id AND n.player_id = $1 AND t.device_id = $2 AND NOT t.sent`, call.Player, call.Device)
		if call.Device > 0 {
			tx.Do(ctx, `UPDATE devices SET told_at = now() WHERE id = $1`, call.Device)
			return nil
		}
		tx.Do(ctx, `UPDATE callings SET mail_after = $2 WHERE player_id = $1`, call.Player, then)
		return nil
	})
}
