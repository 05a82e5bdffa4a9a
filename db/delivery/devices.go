package delivery

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/pg"
)

// A Device is a browser that shows a player's notices. Signing out there ends it; an idle session does not.
type Device struct {
	ID           int64
	Endpoint     string // the address of its push service: a secret
	P256dh, Auth []byte // the browser's keys
	UserAgent    string // of its session
	ToldAt       time.Time
}

// maxDevices bounds the devices of a player. A further one ends the oldest.
const maxDevices = 10

// AddDevice lets a browser show a player's notices from now on, and no one else's.
func (s *Deliveries) AddDevice(ctx context.Context, player, session int64, d Device) error {
	return s.InTx(ctx, "add device", func(ctx context.Context, tx *pg.Tx) error {
		ensureSettings(ctx, tx, player)
		tx.Do(ctx, `
			INSERT INTO devices (player_id, session_id, endpoint, p256dh, auth) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (endpoint) DO UPDATE SET player_id = $1, session_id = $2, p256dh = $4, auth = $5`,
			player, session, d.Endpoint, d.P256dh, d.Auth)
		// A new device is not told what the player was told before it came.
		tx.Do(ctx, `INSERT INTO tellings (notice_id, device_id) SELECT n.id, d.id FROM notices n, devices d
			WHERE n.player_id = $1 AND n.read_at IS NULL AND d.endpoint = $2
				ON CONFLICT DO NOTHING`, player, d.Endpoint)
		tx.Do(ctx, `DELETE FROM devices WHERE id IN (SELECT id FROM devices WHERE player_id = $1
			ORDER BY id DESC OFFSET $2)`, player, maxDevices)
		return nil
	})
}

// RenewDevice puts a browser's new subscription in the place of the one that it had, known by its endpoint and its
// secret: base.ErrNotFound.
func (s *Deliveries) RenewDevice(ctx context.Context, before string, secret []byte, d Device) error {
	return s.InTx(ctx, "renew device", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM devices WHERE endpoint = $1 AND endpoint <> $2 AND EXISTS (SELECT FROM devices
			WHERE endpoint = $2 AND auth = $3)`,
			d.Endpoint, before, secret)
		return tx.Change(ctx, pg.ErrNotFound, `UPDATE devices SET endpoint = $3, p256dh = $4, auth = $5
			WHERE endpoint = $1 AND auth = $2`,
			before, secret, d.Endpoint, d.P256dh, d.Auth)
	})
}

// deviceRest is how long a player is not asked again who did not want a device to call them.
const deviceRest = 30 * 24 * time.Hour

// AsksDevice reports that it is worth asking a player whether a device may call them on their
// turn: none does, and they have not said no to that of late.
func (s *Deliveries) AsksDevice(ctx context.Context, player int64) (asks bool, err error) {
	err = s.Read(ctx, "asks device", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT NOT EXISTS (SELECT FROM devices WHERE player_id = $1)
			AND NOT EXISTS (SELECT FROM callings WHERE player_id = $1
				AND (NOT push @> ARRAY[$2] OR asked_at > now() - $3::interval))`,
			player, NoticeTurn, deviceRest).Scan(&asks)
	})
	return asks, err
}

// DeclineDevice notes that a player does not want to be asked for a device now.
func (s *Deliveries) DeclineDevice(ctx context.Context, player int64) error {
	return s.InTx(ctx, "decline device", func(ctx context.Context, tx *pg.Tx) error {
		ensureSettings(ctx, tx, player)
		tx.Do(ctx, `UPDATE callings SET asked_at = now() WHERE player_id = $1`, player)
		return nil
	})
}

// Devices lists a player's devices.
func (s *Deliveries) Devices(ctx context.Context, player int64) (list []Device, err error) {
	err = s.Read(ctx, "devices", func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.All[Device](ctx, conn, `
			SELECT d.id, '' AS endpoint, ''::bytea AS p256dh, ''::bytea AS auth, s.user_agent,
				coalesce(d.told_at, '0001-01-01') AS told_at
			FROM devices d JOIN sessions s ON s.id = d.session_id WHERE d.player_id = $1 ORDER BY d.id`, player)
		return err
	})
	return list, err
}

// DeviceGone forgets the device at an address of which its push server says that it is gone (push.ErrGone). One that
// has another address meanwhile stays.
func (s *Deliveries) DeviceGone(ctx context.Context, player int64, endpoint string) error {
	return s.InTx(ctx, "device gone", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM devices WHERE player_id = $1 AND endpoint = $2`, player, endpoint)
		return nil
	})
}

// EndDevice forgets a device on which its player wants no notices any more. One that is unknown is no error.
func (s *Deliveries) EndDevice(ctx context.Context, player, id int64) error {
	return s.InTx(ctx, "end device", func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `DELETE FROM devices WHERE player_id = $1 AND id = $2`, player, id)
		return nil
	})
}

// StillRingsSQL is the condition that the device of a session s shows notices, which it does for longer than it is
// signed in: a player at a table by days may be away for weeks.
const StillRingsSQL = `s.seen_at > now() - interval '1 year'`
