package delivery

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/clock"
)

// A Delivery is a job: to tell a player what waits for them, on one device or by mail.
type Delivery struct {
	Player int64 `json:"player"`
	Device int64 `json:"device"` // 0: by mail
}

// Kind names the job in the queue.
func (Delivery) Kind() string { return "call" }

// awayAfter: a player who was not seen for so long is told beside the pages, too. A turn is told when it has lasted for
// as long.
const awayAfter = 2 * time.Minute

// LastMoveSQL is the last move of the seat s in the match m, 0 for none: a turn is told apart by it.
const LastMoveSQL = `coalesce((SELECT max(version) FROM moves WHERE match_id = m.id AND seat = s.seat), 0)`

// unmovedSQL is the condition that the player of a notice n has made no move in its match since.
const unmovedSQL = `NOT EXISTS (SELECT FROM moves v JOIN match_seats s ON s.match_id = v.match_id AND s.seat = v.seat
	WHERE v.match_id = n.match_id AND s.player_id = n.player_id AND v.made IS NULL AND v.at > n.at)`

// sameTurnSQL is the condition that a turn which a notice n tells of still lasts.
const sameTurnSQL = `EXISTS (SELECT FROM match_seats s JOIN matches m ON m.id = s.match_id
		WHERE m.id = n.match_id AND s.player_id = n.player_id AND ` + waitsSQL + ` AND n.subject = ` + LastMoveSQL +
	`)`

// unplayedSQL is the condition that the table of a notice n of a competition is in its last round and not over, and
// that an hour which the notice tells of is still to come, still named, and not taken yet.
const unplayedSQL = `EXISTS (SELECT FROM competition_seats s
	JOIN competition_tables t USING (competition_id, round, number)
	WHERE s.competition_id = n.subject AND s.player_id = n.player_id AND s.place IS NULL
		AND s.round = (SELECT max(number) FROM competition_rounds WHERE competition_id = n.subject)
		AND NOT EXISTS (SELECT FROM matches m WHERE m.table_id = t.table_id AND m.status = 'over'
			AND m.outcome->>'how' <> 'closed')
		AND (n.what NOT IN ('hour', 'arranged') OR n.moment > now() AND EXISTS (SELECT FROM appointments a
			WHERE a.competition_id = s.competition_id AND a.round = s.round AND a.number = s.number
				AND a.player_id = n.by_id AND a.at = n.moment))
		AND (n.what <> 'hour' OR NOT EXISTS (SELECT FROM appointments a WHERE a.competition_id = s.competition_id
			AND a.round = s.round AND a.number = s.number AND a.player_id = n.player_id AND a.at = n.moment)))`

// holdsSQL is the condition that a notice n is still to be told. What waits for the player is told while it waits; what
// has happened to a match of theirs is told until they have played on there.
const holdsSQL = `CASE n.kind
	WHEN 'turn' THEN ` + sameTurnSQL + `
	WHEN 'nudge' THEN ` + sameTurnSQL + `
	WHEN 'missed' THEN ` + unmovedSQL + `
	WHEN 'kept' THEN ` + unmovedSQL + ` AND EXISTS (SELECT FROM match_seats s JOIN matches m ON m.id = s.match_id
		WHERE m.id = n.match_id AND s.player_id = n.player_id
			AND (m.status <> 'playing' OR (m.clock->'seats'->s.seat::int->>'kept')::boolean))
	WHEN 'offer' THEN n.what LIKE '%.accepted' OR EXISTS (SELECT FROM offers o JOIN match_seats s
		ON s.match_id = o.match_id
		WHERE o.id = n.subject AND o.state = 'asked' AND s.player_id = n.player_id AND s.seat <> ALL (o.yes))
	WHEN 'seat' THEN EXISTS (SELECT FROM seats k JOIN tables o ON o.id = k.table_id WHERE o.id = n.table_id
		AND o.status = 'open' AND k.invited_id = n.player_id)
	WHEN 'request' THEN EXISTS (SELECT FROM join_requests r WHERE r.club_id = n.club_id AND r.player_id = n.by_id)
	WHEN 'report' THEN EXISTS (SELECT FROM messages WHERE match_id = n.match_id AND number = n.subject)
	WHEN 'night' THEN CASE WHEN n.what = 'claimed' THEN EXISTS (SELECT FROM arrivals WHERE night_id = n.subject
			AND claimant_id = n.by_id)
		WHEN n.what IN ('given', 'declined') THEN true
		ELSE EXISTS (SELECT FROM nights g WHERE g.id = n.subject AND g.ends_at > now()
				AND (n.what = 'off') = (g.called_off_at IS NOT NULL))
			AND (n.what <> 'remind' OR NOT EXISTS (SELECT FROM night_answers WHERE night_id = n.subject
				AND player_id = n.player_id)) END
	WHEN 'competition' THEN ` + unplayedSQL + `
	WHEN 'news' THEN CASE n.what WHEN '' THEN EXISTS (SELECT FROM announcements a WHERE a.id = n.subject
			AND a.club_id = n.club_id AND a.hidden_at IS NULL)
		ELSE (n.what = 'deletion') = EXISTS (SELECT FROM clubs WHERE id = n.club_id AND delete_at IS NOT NULL) END
	ELSE true END`

// notDeliveredSQL is the condition that a notice n has not gone to a target w.
const notDeliveredSQL = `NOT EXISTS (SELECT FROM tellings t WHERE t.notice_id = n.id AND t.device_id = w.device)`

// recentSQL is the condition that a notice n may still be told: a mail server, or a device, may be away for long.
const recentSQL = `n.at > now() - interval '14 days'`

// stillWantedSQL is the condition that a notice n is of a kind that a target w takes, and was not read meanwhile.
const stillWantedSQL = `n.kind = ANY (w.kinds) AND n.read_at IS NULL`

// undeliveredSQL is the condition that a notice n waits to go to a target w.
const undeliveredSQL = `n.player_id = w.player_id AND ` + stillWantedSQL + ` AND ` + recentSQL + `
	AND EXISTS (SELECT FROM members v WHERE v.club_id = n.club_id AND v.player_id = n.player_id)
	AND ` + notDeliveredSQL

// underwaySQL is the condition that a notice n was about to go to a target w, and nobody knows whether it did.
const underwaySQL = `n.player_id = w.player_id AND ` + recentSQL + `
	AND EXISTS (SELECT FROM tellings t WHERE t.notice_id = n.id AND t.device_id = w.device AND NOT t.sent)`

// isDueSQL is the condition that a notice n warns of a deadline.
const isDueSQL = `n.kind = 'turn' AND n.what = 'due'`

// lastsMinutesSQL is the condition that a notice n is about a turn at a table with a clock, but without days.
const lastsMinutesSQL = `n.kind = 'turn' AND EXISTS (SELECT FROM match_seats s
	JOIN matches m ON m.id = s.match_id JOIN tables t ON t.id = m.table_id
	WHERE m.id = n.match_id AND s.player_id = n.player_id AND t.slow_move IS NULL
		AND m.clock->'seats'->s.seat::int->>'due' IS NOT NULL)`

// openNowSQL is the condition that a target w may be used now. Mail waits until its time, but for a turn that runs out
// before that.
const openNowSQL = `(w.after <= now() OR EXISTS (SELECT FROM notices n
	WHERE n.player_id = w.player_id AND ` + isDueSQL + ` AND ` + stillWantedSQL + ` AND ` + notDeliveredSQL + `))`

// sinceSQL is since when something waits to be told to a target w: the epoch if it is told at once, the time
// of the oldest notice if it waits for the letter of the day. NULL: nothing waits.
const sinceSQL = `(SELECT min(CASE WHEN w.daily AND NOT (` + isDueSQL + ` OR ` + lastsMinutesSQL + `)
		THEN n.at ELSE 'epoch' END)
	FROM notices n WHERE (` + undeliveredSQL + ` AND ` + holdsSQL + `) OR (` + underwaySQL + `))`

// targetsSQL are the targets w of all players who are away: their devices and, with 0, their mail. A device shows
// notices for a year after its player was last seen there.
const targetsSQL = `(
	SELECT c.player_id, d.id AS device, c.push AS kinds, '-infinity'::timestamptz AS after, false AS daily
		FROM callings c
		JOIN devices d ON d.player_id = c.player_id
		JOIN sessions s ON s.id = d.session_id AND ` + StillRingsSQL + `
	UNION ALL SELECT c.player_id, 0, c.mail, c.mail_after, c.daily FROM callings c WHERE c.address IS NOT NULL
		AND coalesce(c.closed_till, '-infinity') <= now()
) w JOIN players p ON p.id = w.player_id AND coalesce(p.seen_at, '-infinity') < now() - $1::interval`

// evening is the hour, in the player's zone, at which a letter a day goes out.
const evening = 18

// QueueDeliveries marks what is over as read, makes a notice of each turn that waits for a player who is away, and jobs
// of all that is to be told to players who are away. It may run any number of times, in any number of programs. mail
// says whether there is a mail server.
func (s *Deliveries) QueueDeliveries(ctx context.Context, mail bool) error {
	return s.InTx(ctx, "queue deliveries", func(ctx context.Context, tx *pg.Tx) error {
		over, err := pg.Collect(ctx, tx, pgx.RowTo[int64], `
			UPDATE notices n SET read_at = now()
			WHERE n.kind IN ('turn', 'nudge', 'kept', 'offer') AND n.read_at IS NULL AND NOT `+holdsSQL+`
				RETURNING n.player_id`)
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
			FROM (SELECT DISTINCT w.player_id FROM `+targetsSQL+`) away
			JOIN match_seats s ON s.player_id = away.player_id JOIN matches m ON m.id = s.match_id
			JOIN members v ON v.club_id = m.club_id AND v.player_id = s.player_id
			CROSS JOIN LATERAL (SELECT `+LastMoveSQL+` AS last) l
			WHERE `+waitsSQL+` AND m.changed_at < now() - $1::interval AND m.changed_at > `+newerThanSQL+`
			ON CONFLICT DO NOTHING`, awayAfter)
		if err := remind(ctx, tx); err != nil {
			return err
		}
		rows, err := tx.Query(ctx, `
			SELECT * FROM (SELECT w.player_id, w.device, `+base.ZoneSQL+`, p.quiet_from, p.quiet_till, now(),
				`+sinceSQL+` AS since FROM `+targetsSQL+` WHERE (w.device > 0 OR $2) AND `+openNowSQL+`) w
			WHERE since IS NOT NULL ORDER BY 1, 2`, awayAfter, mail)
		if err != nil {
			return err
		}
		var jobs []river.InsertManyParams
		var one Delivery
		var rest clock.Calendar
		var now, since time.Time
		_, err = pgx.ForEachRow(rows, []any{&one.Player, &one.Device, &rest.Zone, &rest.From, &rest.Till, &now, &since},
			func() error {
				if len(jobs) < maxQueued && rest.QuietTill(now).IsZero() && !since.After(rest.LastAt(now, evening)) {
					jobs = append(jobs, river.InsertManyParams{
						Args: one, InsertOpts: &river.InsertOpts{MaxAttempts: maxAttempts, UniqueOpts: pg.OnceInQueue},
					})
				}
				return nil
			})
		if err != nil {
			return err
		}
		return tx.AddJobsOnce(ctx, jobs...)
	})
}

// maxQueued is how many deliveries are queued at a time; the next look queues what is left.
const maxQueued = 1000

// maxAttempts is how often a delivery is tried before it is set aside. The next one tells the same while it is still
// news.
const maxAttempts = 8

// ErrQuiet puts a delivery off in the quiet hours of its player.
var ErrQuiet = errors.New("quiet hours")

// Content is what a delivery brings, and to whom.
type Content struct {
	Name, Lang, Zone string // of the player; without a time zone of their own, that of a club of theirs
	Settings         Settings
	Device           Device   // zero for mail
	Notices          []Notice // that are still so
	Key              string   // the same whenever the same is told
	Turns            []Turn   // all that wait for the player, and for no bot
}

// DeliveryContent returns what a delivery is to bring now, which may be nothing: base.ErrNotFound when the device or
// the address is gone, ErrQuiet in the player's quiet hours. It reads what is so now, and nobody is told of what is
// over. It notes what is about to be sent: until Delivered, the same is returned again, and nothing new with it.
func (s *Deliveries) DeliveryContent(ctx context.Context, d Delivery) (c Content, err error) {
	err = s.InTx(ctx, "delivery content", func(ctx context.Context, tx *pg.Tx) error {
		c = Content{}
		var rest clock.Calendar
		var now time.Time
		if err := tx.QueryRow(ctx, `
			SELECT p.name, p.lang, `+base.ZoneSQL+`, p.quiet_from, p.quiet_till, now(),
				k.push, k.mail, k.daily, k.brief, coalesce(k.address, ''), coalesce(d.id, 0), coalesce(d.endpoint, ''),
					d.p256dh, d.auth
			FROM players p JOIN callings k ON k.player_id = p.id LEFT JOIN devices d ON d.player_id = p.id AND d.id = $2
			WHERE p.id = $1 AND (d.id IS NOT NULL OR $2 = 0 AND k.address IS NOT NULL)
				FOR UPDATE OF k`, d.Player, d.Device).Scan(
			&c.Name, &c.Lang, &c.Zone, &rest.From, &rest.Till, &now,
			&c.Settings.Push, &c.Settings.Mail, &c.Settings.Daily, &c.Settings.Brief, &c.Settings.Address,
			&c.Device.ID, &c.Device.Endpoint, &c.Device.P256dh, &c.Device.Auth); err != nil {
			return err
		}
		if rest.Zone = c.Zone; !rest.QuietTill(now).IsZero() {
			return ErrQuiet
		}
		kinds := c.Settings.Push
		if d.Device == 0 {
			kinds = c.Settings.Mail
		}
		const targetSQL = `(SELECT $1::bigint AS player_id, $2::bigint AS device, $3::text[] AS kinds) w`
		tx.Do(ctx, `
			INSERT INTO tellings (notice_id, device_id, sent)
			SELECT n.id, w.device, false FROM notices n JOIN `+targetSQL+` ON `+undeliveredSQL+` AND `+holdsSQL+`
			WHERE NOT EXISTS (SELECT FROM notices n WHERE `+underwaySQL+`) ORDER BY n.id
				LIMIT $4`, d.Player, d.Device, kinds, maxShown)
		if err := tx.QueryRow(ctx, `
			SELECT coalesce(md5(string_agg(n.id::text, ' ' ORDER BY n.id)), '') FROM notices n JOIN `+targetSQL+`
				ON `+underwaySQL,
			d.Player, d.Device, kinds).Scan(&c.Key); err != nil {
			return err
		}
		c.Notices, err = pg.All[Notice](ctx, tx, `
			SELECT `+noticeColumnsSQL+` FROM notices n `+noticeTablesSQL+` JOIN `+targetSQL+` ON `+underwaySQL+`
				AND `+stillWantedSQL+` AND `+holdsSQL+` ORDER BY n.id`,
			d.Player, d.Device, kinds)
		return err
	})
	if err == nil {
		c.Turns, err = s.Turns(ctx, d.Player)
		c.Turns = slices.DeleteFunc(c.Turns, func(t Turn) bool { return t.Kept })
	}
	return c, err
}

// Delivered notes that what DeliveryContent returned was sent. The next mail goes out after a pause or later.
func (s *Deliveries) Delivered(ctx context.Context, d Delivery, pause time.Duration) error {
	return s.InTx(ctx, "delivered", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE tellings t SET sent = true FROM notices n
			WHERE n.id = t.notice_id AND n.player_id = $1 AND t.device_id = $2 AND NOT t.sent`, d.Player, d.Device)
		if d.Device > 0 {
			tx.Do(ctx, `UPDATE devices SET told_at = now() WHERE id = $1`, d.Device)
			return nil
		}
		tx.Do(ctx, `UPDATE callings SET mail_after = now() + $2 WHERE player_id = $1`, d.Player, pause)
		return nil
	})
}
