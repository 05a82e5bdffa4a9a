package delivery

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/clock"
)

// Marks count the turns and notices that wait for a reader in all clubs; every page shows
// them.
type Marks struct {
	Unread int // notices
	Clubs  []ClubTurns
	Zone   string // the reader's own time zone, or that of their first club
	Seat   *Seat  // of a round that goes on at a game night; nil for none
}

// ClubTurns is one of a player's clubs, with the number of its matches that wait for them.
type ClubTurns struct {
	Slug, Name, Crest string
	Turns             int
	Alone             bool // the club has no other member, so that the player is its owner
}

// itsTurnSQL is the condition that the match m waits for the seat s; v is the membership of
// its player.
const itsTurnSQL = `m.status = 'playing' AND s.seat = ANY (m.to_move)`

// keptSQL is the condition that a bot keeps the seat s of the match m, and the others have not agreed to wait for its
// player.
const keptSQL = `coalesce((m.clock->'seats'->s.seat::int->>'kept')::boolean
	AND coalesce(m.clock->>'why', '') <> 'absent', false)`

// waitsSQL is the condition that the match m waits for the player of the seat s, and not for a bot.
const waitsSQL = itsTurnSQL + ` AND NOT ` + keptSQL

// turnsSQL selects the matches m of a player $1, with the seat s.
const turnsSQL = `match_seats s JOIN matches m ON m.id = s.match_id
	JOIN members v ON v.club_id = m.club_id AND v.player_id = s.player_id
	WHERE s.player_id = $1 AND ` + itsTurnSQL

// unreadSQL selects the notices n of a player $1 that wait to be read. A turn is no such
// notice: it waits at its table.
const unreadSQL = `notices n JOIN members v ON v.club_id = n.club_id AND v.player_id = n.player_id
	WHERE n.player_id = $1 AND n.read_at IS NULL AND n.kind <> 'turn'`

// Marks counts what waits for a player, in each of their clubs.
func (s *Deliveries) Marks(ctx context.Context, player int64) (m Marks, err error) {
	err = s.Read(ctx, "marks", func(ctx context.Context, conn *pgxpool.Conn) error {
		m = Marks{}
		var seats []Seat
		var batch pgx.Batch
		pg.Queue(&batch, &seats, pgx.RowToStructByName[Seat], seatSQL, player)
		pg.Queue(&batch, &m.Clubs, func(row pgx.CollectableRow) (c ClubTurns, err error) {
			return c, row.Scan(&c.Slug, &c.Name, &c.Crest, &c.Turns, &c.Alone, &m.Unread, &m.Zone)
		}, `
			SELECT c.slug, c.name, c.crest, coalesce(t.turns, 0),
				NOT EXISTS (SELECT FROM memberships o WHERE o.club_id = c.id AND o.player_id <> $1), (SELECT count(*)
					FROM `+unreadSQL+`), (SELECT `+base.ZoneSQL+` FROM players p WHERE p.id = $1)
			FROM entrants e JOIN clubs c ON c.id = e.club_id
			LEFT JOIN (SELECT m.club_id, count(*) AS turns FROM `+turnsSQL+` GROUP BY m.club_id) t ON t.club_id = c.id
			WHERE e.player_id = $1 ORDER BY c.id`, player)
		err := conn.SendBatch(ctx, &batch).Close()
		base.InNameOrder(m.Clubs, func(c ClubTurns) string { return c.Name })
		if len(seats) > 0 {
			m.Seat = &seats[0]
		}
		return err
	})
	return m, err
}

// The kinds of notices.
const (
	NoticeTurn    = "turn"    // the player is to move; made only while they are away, to call them
	NoticeNudge   = "nudge"   // another player waits for their move
	NoticeMissed  = "missed"  // their time was over, and the table played for them
	NoticeKept    = "kept"    // a bot keeps their seat
	NoticeOffer   = "offer"   // another player proposes something to them, or accepts what they proposed
	NoticeSeat    = "seat"    // a seat is kept for them
	NoticeOver    = "over"    // a match of theirs has ended
	NoticeNews    = "news"    // an announcement, or that the club is to be deleted
	NoticeRequest = "request" // somebody asks to come into the club
	NoticeAddress = "address" // no letter reaches their address any more; shown on the site alone
	NoticeReport  = "report"  // a member reports to the hosts what a player wrote
	NoticeWebhook = "webhook" // a webhook of the club is off, because nobody took its calls; shown on the site alone
	NoticeNight   = "night"   // a game night is planned, moved or called off, waits for an answer, or has a place

	// a competition's round has opened or is soon over, an hour is named or arranged
	NoticeCompetition = "competition"
)

// NoticeKinds are those that a player can have sent to a device or by mail.
func NoticeKinds() []string {
	return []string{NoticeTurn, NoticeNudge, NoticeMissed, NoticeKept, NoticeOffer, NoticeSeat, NoticeOver, NoticeNews,
		NoticeRequest, NoticeReport, NoticeNight, NoticeCompetition}
}

// A NewNotice is a notice without its reader.
type NewNotice struct {
	Club         int64
	Kind         string
	Table, Match int64     // 0: it is about none
	By           int64     // the player who caused it and is not told; 0 for nobody
	Key          string    // unique together with the kind
	Subject      int64     // within the kind, as the column subject says; 0 for none
	What         string    // as in a Notice
	Moment       time.Time // that it tells of; zero for none
}

// Tell writes notices for players, in the transaction of the event. A notice with the
// same kind and key is written once.
func Tell(ctx context.Context, tx *pg.Tx, n NewNotice, players ...int64) {
	if len(players) == 0 {
		return
	}
	tx.Do(ctx, `
		INSERT INTO notices (player_id, club_id, kind, table_id, match_id, by_id, key, subject, what, moment)
		SELECT player, $2, $3, nullif($4::bigint, 0), nullif($5::bigint, 0), nullif($6::bigint, 0), $3 || ' ' || $7, $8,
			$9, nullif($10::timestamptz, '0001-01-01 00:00:00Z')
		FROM unnest($1::bigint[]) AS player WHERE player <> $6
		ON CONFLICT DO NOTHING`, players, n.Club, n.Kind, n.Table, n.Match, n.By, n.Key, n.Subject, n.What,
		n.Moment)
	const many = 500 // so many names fit into one NOTIFY
	for len(players) > 0 {
		some := players[:min(many, len(players))]
		players = players[len(some):]
		notifyPlayers(tx, some)
	}
}

// TellSeats leaves a notice for the players of some seats of its match, but for the seat whose doing it is.
func TellSeats(ctx context.Context, tx *pg.Tx, n NewNotice, by engine.Seat, seats ...engine.Seat) {
	tx.Do(ctx, `
		INSERT INTO notices (player_id, club_id, kind, table_id, match_id, by_id, key, subject, what)
		SELECT player_id, $2, $3, $4, match_id, (SELECT player_id FROM match_seats WHERE match_id = $1 AND seat = $6),
			$3 || ' ' || $5, $8, $9
		FROM match_seats WHERE match_id = $1 AND seat = ANY ($7) AND seat <> $6 AND player_id IS NOT NULL
			ON CONFLICT DO NOTHING`,
		n.Match, n.Club, n.Kind, n.Table, n.Key, by, seats, n.Subject, n.What)
}

// notifyPlayers tells that more or less may wait for players, once the transaction is
// committed.
func notifyPlayers(tx *pg.Tx, players []int64) {
	tx.After.Queue(`SELECT pg_notify($1, $2)`, base.Channel, "0 0 notice "+strings.ReplaceAll(
		strings.Trim(fmt.Sprint(players), "[]"), " ", ","))
}

// A Notice is a line of a player's inbox.
type Notice struct {
	ID              int64
	Kind            string
	Club            string // slug
	ClubName        string
	Table           int    // number; 0 where it is about none
	Game            string // of the table
	Match           int64
	By              int64  // the player who caused it
	Name            string // of By; "" where the account is gone
	About           int64  // who wrote what is reported
	AboutName       string
	Night           int64 // the game night that it is about, 0 for none
	NightName       string
	NightAt         time.Time
	Competition     int64 // that it is about, 0 for none
	CompetitionName string
	Moment          time.Time // that it tells of; zero for none
	// for an offer: its kind and its state, as in "rematch.asked"; for a turn "half" if half of its time is over, "due"
	// if all soon is, "resumes" if a pause is soon over; for the end of a match "closed" if it counts for
	// nobody, "anew" if it was also dealt anew; for a night one of nights.Told…, for a competition one of
	// competitions.Told…; for news "deletion" if the club is to be deleted, "kept" if it is not any more, "" for an
	// announcement
	What string
	At   time.Time
	Read bool
}

const noticeColumnsSQL = `n.id, n.kind, c.slug AS club, c.name AS club_name, coalesce(t.number, 0) AS "table",
	coalesce(t.game, '') AS game,
	coalesce(n.match_id, 0) AS match, coalesce(n.by_id, 0) AS by, coalesce(p.name, '') AS name,
	coalesce(o.id, 0) AS about, coalesce(o.name, '') AS about_name, coalesce(g.id, 0) AS night,
	coalesce(g.name, '') AS night_name, coalesce(g.starts_at, '0001-01-01') AS night_at,
	coalesce(k.id, 0) AS competition, coalesce(k.name, '') AS competition_name,
	coalesce(n.moment, '0001-01-01') AS moment,
	n.what, n.at, n.read_at IS NOT NULL AS read`

const noticeTablesSQL = `JOIN members v ON v.club_id = n.club_id AND v.player_id = n.player_id
	JOIN clubs c ON c.id = n.club_id
	LEFT JOIN tables t ON t.id = n.table_id
	LEFT JOIN players p ON p.id = n.by_id
	LEFT JOIN nights g ON n.kind = 'night' AND g.id = n.subject
	LEFT JOIN competitions k ON n.kind = 'competition' AND k.id = n.subject
	LEFT JOIN asides a ON n.kind = 'report' AND a.match_id = n.match_id AND a.number = n.subject
	LEFT JOIN match_seats r ON r.match_id = a.match_id AND r.seat = a.seat
	LEFT JOIN players o ON o.id = r.player_id`

// maxShown is how many notices the page shows, and noticesKept how long they are
// kept.
const (
	maxShown    = 100
	noticesKept = 60 * 24 * time.Hour
)

// Notices lists what a player was told, newest first.
func (s *Deliveries) Notices(ctx context.Context, player int64) (list []Notice, err error) {
	err = s.Read(ctx, "notices", func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.All[Notice](ctx, conn, `
			SELECT `+noticeColumnsSQL+` FROM notices n `+noticeTablesSQL+`
			WHERE n.player_id = $1 AND n.kind <> 'turn' ORDER BY n.id DESC LIMIT $2`, player, maxShown)
		return err
	})
	return list, err
}

// ReadNotice marks a notice as read and returns it: base.ErrNotFound.
func (s *Deliveries) ReadNotice(ctx context.Context, player, id int64) (n Notice, err error) {
	err = s.InTx(ctx, "read notice", func(ctx context.Context, tx *pg.Tx) error {
		list, err := pg.All[Notice](ctx, tx, `SELECT `+noticeColumnsSQL+` FROM notices n `+noticeTablesSQL+`
			WHERE n.player_id = $1 AND n.id = $2`, player, id)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return pg.ErrNotFound
		}
		if n = list[0]; n.Read {
			return nil
		}
		tx.Do(ctx, `UPDATE notices SET read_at = now() WHERE id = $1`, id)
		notifyPlayers(tx, []int64{player})
		return nil
	})
	return n, err
}

// ReadNotices marks a player's notices as read, up to the last that the player saw.
func (s *Deliveries) ReadNotices(ctx context.Context, player, last int64) error {
	return s.InTx(ctx, "read notices", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `UPDATE notices SET read_at = now() WHERE player_id = $1 AND read_at IS NULL
			AND id <= $2`, player, last)
		notifyPlayers(tx, []int64{player})
		return nil
	})
}

// A Turn is a match that waits for a player.
type Turn struct {
	Club     string // slug
	ClubName string
	Table    int // number
	Game     string
	Others   []base.Seat
	Since    time.Time
	Due      time.Time // zero where there is no deadline, or none that runs
	Pace     string
	Missed   int  // turns in a row that the table has played
	Kept     bool // a bot keeps the seat, and nobody waits for the player
}

// Last reports that a bot keeps the seat once the time of the turn is over.
func (t Turn) Last() bool {
	p, err := clock.Parse(t.Pace)
	return err == nil && p.Kind != clock.None && t.Missed+1 >= p.MaxMissed()
}

// Turns lists the matches that wait for a player, in all clubs: what runs out first, then the longest.
func (s *Deliveries) Turns(ctx context.Context, player int64) (list []Turn, err error) {
	err = s.Read(ctx, "turns", func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.All[Turn](ctx, conn, `
			SELECT c.slug AS club, c.name AS club_name, t.number AS "table", t.game, m.changed_at AS since,
				coalesce(m.due, '0001-01-01') AS due, t.pace, m.missed, m.kept,
				(SELECT json_agg(json_build_object('player', coalesce(o.player_id, 0), 'bot', coalesce(o.bot, ''),
				'name', coalesce(p.name, '')) ORDER BY o.seat)
					FROM match_seats o LEFT JOIN players p ON p.id = o.player_id WHERE o.match_id = m.id
						AND o.seat <> m.seat) AS others
			FROM (SELECT m.id, m.table_id, m.changed_at, s.seat, `+keptSQL+` AS kept,
				coalesce((m.clock->'seats'->s.seat::int->>'missed')::int, 0) AS missed, CASE
					WHEN m.clock->>'paused' IS NULL THEN (m.clock->'seats'->s.seat::int->>'due')::timestamptz END AS due
					FROM `+turnsSQL+`) m
			JOIN tables t ON t.id = m.table_id JOIN clubs c ON c.id = t.club_id
			ORDER BY m.due NULLS LAST, m.changed_at, m.id`, player)
		return err
	})
	return list, err
}

// MarkSettled marks notices as read whose matter is settled: those of a kind, and with the table, the player who caused
// them, the subject and the what that n names.
func MarkSettled(ctx context.Context, tx *pg.Tx, n NewNotice, players ...int64) {
	tx.Do(ctx, `UPDATE notices SET read_at = now() WHERE player_id = ANY ($1) AND read_at IS NULL AND kind = $2
		AND ($3 = 0 OR table_id = $3) AND ($4 = 0 OR by_id = $4) AND ($5 = 0 OR subject = $5)
		AND ($6 = '' OR what = $6)`, players, n.Kind, n.Table, n.By, n.Subject, n.What)
	notifyPlayers(tx, players)
}
