// Package delivery is what players are told and how it reaches them: notices on every page, the devices and the mail
// of players who are away, and letters about an account. A notice is written in the transaction of its event;
// deliveries are jobs, which read what still holds when they run.
//
// A delivery notes what is about to be sent before it is sent, and that it was sent afterwards. If the program is
// killed between the two, the same is sent again under the same key, and shown once.
//
// The tables callings and tellings hold settings and deliveries. They keep the names of an earlier version, as does the
// kind of the job, because a migration only adds: the version before runs beside this one.
package delivery

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
)

// Deliveries are those to all players. They are safe for concurrent use.
type Deliveries struct{ *base.DB }

// New returns the deliveries of a database.
func New(d *base.DB) *Deliveries { return &Deliveries{DB: d} }

// Settings are how a player wants to be told while they are away.
type Settings struct {
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

// defaultSettings are those of a player who has not chosen.
func defaultSettings() Settings {
	return Settings{
		Push: []string{
			NoticeTurn, NoticeNudge, NoticeMissed, NoticeKept, NoticeOffer, NoticeSeat, NoticeOver, NoticeRequest,
			NoticeReport, NoticeNight, NoticeCompetition,
		},
		Mail: []string{NoticeTurn, NoticeMissed, NoticeKept, NoticeSeat, NoticeOver, NoticeNews, NoticeNight,
			NoticeCompetition},
	}
}

// DeliverySettings returns how a player wants to be told.
func (s *Deliveries) DeliverySettings(ctx context.Context, player int64) (c Settings, err error) {
	err = s.Read(ctx, "delivery settings", func(ctx context.Context, conn *pgxpool.Conn) error {
		var lost Lost
		err := conn.QueryRow(ctx, `
			SELECT push, mail, daily, brief, coalesce(address, ''),
				coalesce(lost_address, ''), coalesce(lost_answer, ''), coalesce(lost_at, '0001-01-01')
			FROM callings WHERE player_id = $1`, player).
			Scan(&c.Push, &c.Mail, &c.Daily, &c.Brief, &c.Address, &lost.Address, &lost.Answer, &lost.At)
		if lost.Address != "" {
			c.Lost = &lost
		}
		if errors.Is(err, pgx.ErrNoRows) {
			c, err = defaultSettings(), nil
		}
		return err
	})
	return c, err
}

// SaveDeliverySettings keeps the settings of a player but the address. A kind that is new to devices or to mail begins
// with notices to come.
func (s *Deliveries) SaveDeliverySettings(ctx context.Context, player int64, c Settings) error {
	return s.InTx(ctx, "save delivery settings", func(ctx context.Context, tx *pg.Tx) error {
		ensureSettings(ctx, tx, player)
		tx.Do(ctx, `
			INSERT INTO tellings (notice_id, device_id) SELECT n.id, w.device FROM notices n
			JOIN callings c ON c.player_id = n.player_id
			JOIN LATERAL (SELECT 0::bigint AS device, c.mail AS before, $3::text[] AS after
				UNION ALL SELECT d.id, c.push, $2::text[] FROM devices d WHERE d.player_id = n.player_id) w
				ON n.kind = ANY (w.after) AND n.kind <> ALL (w.before)
			WHERE n.player_id = $1 AND n.read_at IS NULL ON CONFLICT DO NOTHING`, player, c.Push, c.Mail)
		tx.Do(ctx, `UPDATE callings SET push = $2, mail = $3, daily = $4, brief = $5, mail_after = now()
			WHERE player_id = $1`,
			player, c.Push, c.Mail, c.Daily, c.Brief)
		return nil
	})
}

// ensureSettings writes the default settings of a player who has not chosen.
func ensureSettings(ctx context.Context, tx *pg.Tx, player int64) {
	c := defaultSettings()
	tx.Do(ctx, `INSERT INTO callings (player_id, push, mail) VALUES ($1, $2, $3)
		ON CONFLICT DO NOTHING`, player, c.Push, c.Mail)
}
