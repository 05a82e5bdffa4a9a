package live

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/clock"
	"carteado/engine/role"
)

// A SeatKind says who shall take a seat.
type SeatKind string

// A seat is open to all, kept for a member, or a bot's.
const (
	SeatOpen   SeatKind = "open"
	SeatMember SeatKind = "member"
	SeatBot    SeatKind = "bot"
)

// A SeatChoice is the host's wish for one seat.
type SeatChoice struct {
	Kind   SeatKind
	Player int64  // for SeatMember
	Level  string // for SeatBot
}

// The host of a NewTable takes seat 0. Seats are the other seats, in order.
type NewTable struct {
	Game      string
	Options   engine.Options
	Seats     []SeatChoice
	Pace      string // in the notation of clock.Pace
	Reach     Reach  // "" is the club
	Silent    bool   // players say no phrases
	Unwatched bool   // nobody watches

	Practice bool // it counts nowhere; only with bots

	// Of a game night's round; no form fills them in.
	Shared *SharedDeals // what its deals share with other tables'
	Drawn  bool         // a guest may have been drawn to it

	Contribution Contribution // the host's, under the seal that the form showed
	Idem         string       // of the form, see MadeBefore
	Choice       string       // fields of the form to begin the next one with, as in an address; "" keeps the last
}

// OpenTable opens a table; its first match has the secret of the host's seal. It deals at once
// when bots take all the other seats. Refusals: *engine.ErrOption for a house
// rule that is not offered or does not go with the seats, engine.ErrSeats, *clock.ErrPace,
// ErrNotFound for a game or member there is not, *ErrQuota, ErrSeal, ErrPractice. A form that comes twice
// opens one table.
func (s *Tables) OpenTable(ctx context.Context, club, host int64, n NewTable) (t Table, err error) {
	game, known := s.games[n.Game]
	if !known {
		return t, fmt.Errorf("open table, game %q: %w", n.Game, base.ErrNotFound)
	}
	// Each house rule can be valid, but not together or not with this number of
	// seats. A trial deal that nobody sees finds out before anything is stored.
	trial, err := engine.NewMatch(game, len(n.Seats)+1, n.Options, engine.Seed{})
	if err != nil {
		return t, fmt.Errorf("open table: %w", err)
	}
	if n.Practice && slices.ContainsFunc(n.Seats, func(c SeatChoice) bool { return c.Kind != SeatBot }) {
		return t, fmt.Errorf("open table: %w", base.ErrPractice)
	}
	pace, err := clock.Parse(n.Pace)
	if err != nil {
		return t, fmt.Errorf("open table: %w", err)
	}
	options := trial.Options()
	err = s.InTx(ctx, "open table", func(ctx context.Context, tx *pg.Tx) error {
		t = Table{Club: club, Host: host, Game: n.Game, Options: options}
		before, err := base.MadeBefore(ctx, tx, host, base.KeyOf("table", club, n.Idem))
		if err != nil {
			return err
		}
		if before != 0 {
			return tx.QueryRow(ctx, `SELECT id, number, status FROM tables WHERE id = $1`, before).
				Scan(&t.ID, &t.Number, &t.Status)
		}
		// The club's counter makes openings wait for each other, so that
		// numbers have no gaps.
		err = tx.QueryRow(ctx, `
			UPDATE clubs SET last_table = last_table + 1
			WHERE id = $1 RETURNING last_table`, club).Scan(&t.Number)
		if err != nil {
			return err
		}
		// Check under the lock, so that a concurrent suspension is visible.
		if err := s.mayOpenTable(ctx, tx, club, host, n.Drawn); err != nil {
			return err
		}
		if err := insertTable(ctx, tx, &t, n, pace); err != nil {
			return err
		}
		if err := insertSeats(ctx, tx, t, n); err != nil {
			return err
		}
		if err := s.firstMatch(ctx, tx, t, n); err != nil {
			return err
		}
		if err := base.Note(ctx, tx, club, host, "table_opened", base.Details{"table": t.ID}); err != nil {
			return err
		}
		if t.Status, err = s.seatsChanged(ctx, tx, t); err != nil || t.Status != TableOpen ||
			n.Reach == ReachInvited || n.Shared != nil {
			return err
		}
		return delivery.CallWebhooks(ctx, tx, club, delivery.WebhookTable, t.ID, "")
	})
	return t, s.resealed(ctx, base.SealOfPlayer, host, err)
}

// insertTable keeps a table, and what its host has chosen for it.
func insertTable(ctx context.Context, tx *pg.Tx, t *Table, n NewTable, pace clock.Pace) error {
	err := tx.QueryRow(ctx, `
		INSERT INTO tables (club_id, number, game, options, host_id, reach, token, pace, phrases, watchable,
			practice, held)
		VALUES ($1, $2, $3, $4, $5, coalesce(nullif($6, ''), 'club'), $7, $8, $9, $10, $11, $12)
		RETURNING id, status`, t.Club, t.Number, n.Game, t.Options, t.Host, n.Reach, newToken(n.Reach),
		pace.String(), !n.Silent, !n.Unwatched, n.Practice, n.Shared != nil).
		Scan(&t.ID, &t.Status)
	if err != nil {
		return err
	}
	base.HasMade(ctx, tx, t.Host, base.KeyOf("table", t.Club, n.Idem), t.ID)
	if n.Choice != "" {
		tx.Do(ctx, `INSERT INTO choices (player_id, game, form) VALUES ($1, $2, $3) ON CONFLICT (player_id, game)
			DO UPDATE SET form = excluded.form, changed_at = excluded.changed_at`, t.Host, n.Game, n.Choice)
	}
	return nil
}

// firstMatch makes a table's first match, with the secret of its host's seal or of its duplicate round, and the seal of
// a rematch.
func (s *Tables) firstMatch(ctx context.Context, tx *pg.Tx, t Table, n NewTable) error {
	seal, err := s.takeSeal(ctx, tx, base.SealOfPlayer, t.Host, n.Contribution.Seal)
	if err == nil && n.Shared != nil {
		seal, err = n.Shared.sealFor(s, seal)
	}
	if err != nil {
		return err
	}
	if err := s.newMatch(ctx, tx, t, seal); err != nil {
		return err
	}
	if err := s.DrawSeals(ctx, tx, base.SealOfTable, t.ID); err != nil {
		return err
	}
	contribute(ctx, tx, t.ID, t.Host, n.Contribution)
	return nil
}

// insertSeats seats the host and prepares the other seats; an invited player must be another member, or a guest where
// a night has drawn the table.
func insertSeats(ctx context.Context, tx *pg.Tx, t Table, n NewTable) error {
	tx.Do(ctx, `INSERT INTO seats (table_id, seat, player_id) VALUES ($1, 0, $2)`, t.ID, t.Host)
	for i, choice := range n.Seats {
		var invited, level any
		switch choice.Kind {
		case SeatMember:
			invited = choice.Player
			switch err := maySit(ctx, tx, t.Club, choice.Player, n.Drawn); {
			case errors.Is(err, base.ErrNotFound), errors.Is(err, base.ErrForbidden), choice.Player == t.Host:
				return fmt.Errorf("invited player %d: %w", choice.Player, base.ErrNotFound)
			case err != nil:
				return err
			}
			addGuest(ctx, tx, t.ID, choice.Player)
			delivery.Tell(ctx, tx, delivery.NewNotice{Club: t.Club, Kind: delivery.NoticeSeat, Table: t.ID, By: t.Host,
				Key: fmt.Sprint(t.ID)}, choice.Player)
		case SeatBot:
			level = choice.Level
		}
		tx.Do(ctx, `INSERT INTO seats (table_id, seat, invited_id, bot) VALUES ($1, $2, $3, $4)`,
			t.ID, i+1, invited, level)
	}
	return nil
}

// maySit is nil for a member who may play, and at a table that a night has drawn for a guest.
func maySit(ctx context.Context, tx *pg.Tx, club, player int64, drawn bool) error {
	if drawn {
		return base.MaySit(ctx, tx, club, player)
	}
	return base.May(ctx, tx, club, player, role.Play)
}

// mayOpenTable checks the right to open a table, and the quotas; the caller has the club locked.
func (s *Tables) mayOpenTable(ctx context.Context, tx *pg.Tx, club, host int64, drawn bool) error {
	if err := maySit(ctx, tx, club, host, drawn); err != nil {
		return err
	}
	const going = `matches m JOIN tables t ON t.id = m.table_id WHERE m.club_id = $1 AND m.status <> 'over'
		AND t.status <> 'closed'`
	if err := s.Quota(ctx, tx, "tables", 1, going+` AND t.host_id = $2`, club, host); err != nil {
		return err
	}
	if err := s.Quota(ctx, tx, "tables_club", 1, going, club); err != nil {
		return err
	}
	return s.Quota(ctx, tx, "tables_hour", 1, `tables WHERE host_id = $1
		AND opened_at > now() - interval '1 hour'`, host)
}

// LastChoice is what a player has chosen last for a new table of a game, as NewTable.Choice; "" for nothing yet.
func (s *Tables) LastChoice(ctx context.Context, player int64, game string) (form string, err error) {
	err = s.Read(ctx, "last choice", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT coalesce((SELECT form FROM choices WHERE player_id = $1 AND game = $2), '')`,
			player, game).Scan(&form)
	})
	return form, err
}

// lookedAt is how many of a player's last matches in a club tell which bots they have met.
const lookedAt = 100

// LevelFor is the level of the bot that a member of a club meets who plays a game now.
func (s *Tables) LevelFor(ctx context.Context, club, player int64, game string) (level string, err error) {
	err = s.Read(ctx, "level", func(ctx context.Context, conn *pgxpool.Conn) error {
		met, err := pg.All[bot.Met](ctx, conn, `
			SELECT bots.levels, r.placed = 1 AS won
			FROM (SELECT * FROM results WHERE club_id = $1 AND player_id = $2 ORDER BY ended_at DESC, match_id DESC
				LIMIT $4) r
			CROSS JOIN LATERAL (
				SELECT array_agg(`+base.LevelSQL+`) FILTER (WHERE s.bot IS NOT NULL) AS levels, count(s.player_id) AS people
				FROM match_seats s WHERE s.match_id = r.match_id
			) bots
			WHERE r.game = $3 AND r.placed IS NOT NULL AND bots.people = 1
			ORDER BY r.ended_at DESC, r.match_id DESC LIMIT 2`, club, player, game, lookedAt)
		level = bot.LevelFor(met)
		return err
	})
	return level, err
}

// FirstTime reports that a member of a club has neither finished a match of a game there nor begun its lessons.
func (s *Tables) FirstTime(ctx context.Context, club, player int64, game string) (first bool, err error) {
	err = s.Read(ctx, "first time", func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, `SELECT NOT EXISTS (SELECT FROM tallies WHERE club_id = $1 AND player_id = $2
				AND game = $3 AND ended > 0)
			AND NOT EXISTS (SELECT FROM lessons WHERE player_id = $2 AND game = $3)`, club, player, game).Scan(&first)
	})
	return first, err
}
