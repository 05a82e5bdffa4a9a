package db_test

import (
	"context"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/dbtest"
	"carteado/db/delivery"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

var kills = flag.Int("kills", 25, "how often TestToldOnceThroughKills kills a call")

// calls are how many are queued after a look at what waits to be told.
func (c club) calls(t *testing.T) int {
	t.Helper()
	must(t, c.exec(t, `UPDATE players SET seen_at = now() - interval '1 hour'`))
	must(t, c.QueueDeliveries(t.Context(), true))
	return c.count(t, `SELECT count(*) FROM river_job WHERE kind = 'call'`)
}

// A notice that does not hold any more queues no call, however often the house looks.
func TestNoCallForWhatIsOver(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.TakeAddress(ctx, c.bento, "bento@exemplo.org"))
	_, err := c.Announce(ctx, c.id, c.ana, "hear, hear", "")
	must(t, err)
	must(t, c.exec(t, `UPDATE announcements SET hidden_at = now()`))
	if n := c.calls(t); n != 0 {
		t.Errorf("%d calls for an announcement that is hidden", n)
	}
	must(t, c.exec(t, `UPDATE announcements SET hidden_at = NULL`))
	if n := c.calls(t); n != 1 {
		t.Errorf("%d calls for an announcement", n)
	}
}

// mortal is a network on which all connections die with a write, before or after the
// server has it.
type mortal struct {
	writes atomic.Int64 // until then
	heard  atomic.Bool
}

type mortalConn struct {
	net.Conn
	*mortal
}

func (c mortalConn) Write(p []byte) (int, error) {
	if c.writes.Add(-1) != 0 {
		return c.Conn.Write(p)
	}
	if c.heard.Load() {
		_, _ = c.Conn.Write(p)
	}
	_ = c.Close()
	return 0, io.ErrClosedPipe
}

// A call that is killed at any moment, and made again, tells everything, and once: what
// is sent twice has the same key, by which mail programs and devices show it once.
func TestToldOnceThroughKills(t *testing.T) {
	t.Parallel()
	c, ctx, network := found(t), t.Context(), &mortal{}
	dies, err := db.OpenAdjusted(ctx, db.Config{URL: c.Pool().Config().ConnString(), Games: []engine.Game{toy.Game{}},
		Timeout: dbtest.Timeout}, func(config *pgx.ConnConfig) {
		dial := config.DialFunc
		config.DialFunc = func(ctx context.Context, kind, address string) (net.Conn, error) {
			conn, err := dial(ctx, kind, address)
			return mortalConn{conn, network}, err
		}
	})
	must(t, err)
	defer dies.Close()
	must(t, c.SaveDeliverySettings(ctx, c.bento,
		delivery.Settings{Push: []string{}, Mail: []string{delivery.NoticeOver}}))
	must(t, c.TakeAddress(ctx, c.bento, "bento@exemplo.org"))
	call, chance := delivery.Delivery{Player: c.bento}, rand.New(rand.NewPCG(1, 2))
	sent, again := map[int64]map[string]bool{}, 0
	killed := 0
	for killed < *kills {
		must(t, c.exec(t, `INSERT INTO notices (player_id, club_id, kind, key)
			SELECT $1, $2, 'over', 'over ' || count(*) FROM notices`, c.bento, c.id))
		network.heard.Store(chance.IntN(2) == 0)
		network.writes.Store(1 + chance.Int64N(24)) // somewhat more than a call makes
		for late := time.Now().Add(dbtest.Timeout); ; {
			told, err := dies.DeliveryContent(ctx, call)
			if err != nil {
				if time.Now().After(late) {
					t.Fatal(err)
				}
				continue
			}
			for _, n := range told.Notices {
				if sent[n.ID] == nil {
					sent[n.ID] = map[string]bool{}
				} else {
					again++
				}
				sent[n.ID][told.Key] = true
			}
			if len(told.Notices) > 0 && chance.IntN(4) == 0 {
				killed++ // between sending and noting that
			} else if err := dies.Delivered(ctx, call, 0); err == nil {
				break
			}
		}
		if network.writes.Load() <= 0 {
			killed++
		}
	}
	twice := 0
	for _, keys := range sent {
		twice += len(keys) - 1
	}
	missing := c.count(t, `SELECT count(*) FROM notices `) - len(sent)
	if missing != 0 || twice != 0 || again == 0 {
		t.Error("something was lost, or told twice, or nothing was put to the test")
	}
	t.Logf("%d kills: %d missing, %d told twice, %d sent again with the same key", killed, missing, twice, again)
}

// What was about to be sent and could not is not sent any more once it was read, or its player wants no such letters.
func TestWhatIsUnderwayIsNotToldAnyMore(t *testing.T) {
	t.Parallel()
	for name, ends := range map[string]func(c club){
		"read": func(c club) { must(t, c.exec(t, `UPDATE notices SET read_at = now()`)) },
		"unwanted": func(c club) {
			must(t, c.SaveDeliverySettings(t.Context(), c.bento, delivery.Settings{Push: []string{},
				Mail: []string{delivery.NoticeOver}}))
		},
	} {
		c, ctx := found(t), t.Context()
		must(t, c.TakeAddress(ctx, c.bento, "bento@exemplo.org"))
		_, err := c.Announce(ctx, c.id, c.ana, "hear, hear", "")
		must(t, err)
		call := delivery.Delivery{Player: c.bento}
		told, err := c.DeliveryContent(ctx, call)
		must(t, err)
		if len(told.Notices) != 1 {
			t.Fatalf("%d notices", len(told.Notices))
		}
		ends(c)
		if told, err = c.DeliveryContent(ctx, call); err != nil || len(told.Notices) > 0 {
			t.Errorf("%s, and told all the same: %+v, %v", name, told.Notices, err)
		}
	}
}

// A turn that is soon over opens the mail before its time only for those who want letters about turns.
func TestOnlyWantedWarningsOpenTheMail(t *testing.T) {
	t.Parallel()
	c := found(t)
	away, _ := c.bySlow(t, "slow 86400")
	must(t, c.SaveDeliverySettings(t.Context(), away, delivery.Settings{Push: []string{},
		Mail: []string{delivery.NoticeOver}}))
	must(t, c.exec(t, `INSERT INTO notices (player_id, club_id, kind, key) VALUES ($1, $2, 'over', 'over 1')`, away, c.id))
	must(t, c.exec(t, `UPDATE callings SET mail_after = now() + interval '20 minutes'`))
	c.endsIn(t, "3 hours")
	if n := c.calls(t); n != 0 {
		t.Errorf("%d calls before the pause is over", n)
	}
}

// bySlow deals table 1 at a pace by days to Ana and Bento, of whom the one who is to move is away, and gets mail.
func (c club) bySlow(t *testing.T, pace string) (away int64, call delivery.Delivery) {
	t.Helper()
	c.timed(t, pace)
	away = c.mover(t, 1)
	must(t, c.TakeAddress(t.Context(), away, "away@exemplo.org"))
	return away, delivery.Delivery{Player: away}
}

// told are the kinds of what a call tells now, and what of a turn.
func (c club) told(t *testing.T, call delivery.Delivery) (kinds []string) {
	t.Helper()
	c.calls(t)
	told, err := c.DeliveryContent(t.Context(), call)
	must(t, err)
	for _, n := range told.Notices {
		kinds = append(kinds, strings.TrimSpace(n.Kind+" "+n.What))
	}
	if len(kinds) > 0 {
		must(t, c.Delivered(t.Context(), call, 0))
	}
	must(t, c.exec(t, `DELETE FROM river_job WHERE kind = 'call'`))
	return kinds
}

// due sets when the time of the seats that are waited for ends.
func (c club) endsIn(t *testing.T, in string) {
	t.Helper()
	must(t, c.exec(t, `
		UPDATE matches SET changed_at = now() - interval '1 hour', clock = jsonb_set(clock, '{seats}', (
			SELECT jsonb_agg(CASE WHEN s ? 'due' THEN s || jsonb_build_object('due', now() + $1::interval) ELSE s END
				ORDER BY n)
			FROM jsonb_array_elements(clock->'seats') WITH ORDINALITY AS x (s, n)))
		WHERE clock IS NOT NULL`, in))
}

// What happened to a match is told to a player who was away: a turn that the table played, a seat that a bot keeps, and
// the end, also when bots have ended the match meanwhile. Once the player has played on, it is no news.
func TestWhatHappenedIsTold(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	away, call := c.bySlow(t, "slow 86400")
	passes := func() {
		t.Helper()
		for c.mover(t, 1) == away {
			c.lapse(t)
			if clock := c.keep(t).Table.Clock; clock.Seats[0].Kept || clock.Seats[1].Kept {
				return
			}
		}
	}
	passes()
	if got := c.told(t, call); !slices.Equal(got, []string{"missed"}) {
		t.Errorf("after a missed turn %q is told", got)
	}
	must(t, c.exec(t, `DELETE FROM tellings`))
	other := c.discards(t, 1)
	c.discards(t, 1)
	if got := c.told(t, call); len(got) > 0 {
		t.Errorf("%q is told to somebody who has played on", got)
	}
	for range 2 {
		c.discards(t, 1)
		passes()
	}
	board := c.board(t, 1, other)
	_, err := c.Play(ctx, live.PlayInput{
		Club: c.id, Table: 1, Match: board.Table.Match, Player: other, Version: board.View.Version, Idem: "leave",
		Move: engine.Move{Verb: engine.VerbLeave},
	})
	must(t, err)
	if got := c.told(t, call); !slices.Contains(got, "kept") || !slices.Contains(got, "over") {
		t.Errorf("after the end of a match in which a bot kept the seat %q is told", got)
	}
}

// A reminder comes halfway where a move has days, and when the end is near, also to somebody whose mail waits for the
// daily letter; none comes when it is too late to help.
func TestReminders(t *testing.T) {
	t.Parallel()
	for _, step := range []struct{ pace, due, want string }{
		{"slow 86400", "20 hours", "turn"},
		{"slow 86400", "11 hours", "turn"},
		{"slow 259200", "37 hours", "turn"},
		{"slow 259200", "35 hours", "turn, turn half"},
		{"slow 86400", "3 hours 50 minutes", "turn, turn due"},
		{"slow 3600", "25 minutes", "turn, turn due"},
		{"slow 3600", "40 minutes", "turn"},
		{"slow 86400", "10 minutes", "turn"},
		{"slow 43200+432000", "70 hours", "turn"},
		{"slow 43200+432000", "65 hours", "turn, turn half"},
		{"slow 43200+432000", "3 hours", "turn, turn due"},
	} {
		c := found(t)
		_, call := c.bySlow(t, step.pace)
		c.endsIn(t, step.due)
		if got := strings.Join(c.told(t, call), ", "); got != step.want {
			t.Errorf("%s, %s before the end: %q is told, want %q", step.pace, step.due, got, step.want)
		}
	}
}

// The daily letter is not waited for when a turn runs out before it.
func TestDigestIsBrokenForADeadline(t *testing.T) {
	t.Parallel()
	c := found(t)
	away, _ := c.bySlow(t, "slow 86400")
	must(t, c.exec(t, `UPDATE callings SET daily = true, mail_after = now() + interval '20 hours'
		WHERE player_id = $1`, away))
	c.endsIn(t, "10 hours")
	if n := c.calls(t); n > 0 {
		t.Fatalf("%d calls before the daily letter", n)
	}
	c.endsIn(t, "3 hours")
	if n := c.calls(t); n != 1 {
		t.Errorf("%d calls for a turn that runs out before the daily letter", n)
	}
}

// A turn that began before an outage of days is told after it, and what a mail server refused for days goes out then.
func TestToldAfterAnOutage(t *testing.T) {
	t.Parallel()
	c := found(t)
	_, call := c.bySlow(t, "slow 1209600")
	must(t, c.exec(t, `UPDATE matches SET changed_at = now() - interval '74 hours'`))
	if got := c.told(t, call); len(got) > 0 {
		t.Fatalf("%q is told three days late, and no program was away", got)
	}
	must(t, c.exec(t, `UPDATE heartbeat SET at = now() - interval '72 hours'`))
	must(t, c.Beat(t.Context()))
	if got := c.told(t, call); !slices.Equal(got, []string{"turn"}) {
		t.Errorf("after an outage of three days %q is told", got)
	}
	must(t, c.exec(t, `UPDATE tellings SET sent = false`))
	must(t, c.exec(t, `UPDATE notices SET at = now() - interval '4 days'`))
	if got := c.told(t, call); !slices.Equal(got, []string{"turn"}) {
		t.Errorf("when the mail server is there again after four days, %q is told", got)
	}
}

// A device shows notices for a year after its player was there, whether or not the session has ended by itself; signing
// out ends it, and a browser that changes its subscription goes on.
func TestDeviceRingsForAYear(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.timed(t, "slow 1209600")
	away := c.mover(t, 1)
	var session int64
	must(t, c.Pool().QueryRow(ctx, `INSERT INTO sessions (player_id, token_hash, user_agent)
		VALUES ($1, sha256('one'), '') RETURNING id`, away).Scan(&session))
	device := delivery.Device{Endpoint: "https://push.example/1", P256dh: make([]byte, 65),
		Auth: []byte("sixteen letters!")}
	must(t, c.AddDevice(ctx, away, session, device))
	rings := func(want int, when string) {
		t.Helper()
		must(t, c.exec(t, `DELETE FROM tellings`))
		must(t, c.exec(t, `DELETE FROM notices`))
		must(t, c.exec(t, `DELETE FROM river_job`))
		must(t, c.exec(t, `UPDATE matches SET changed_at = now() - interval '1 hour'`))
		if n := c.calls(t); n != want {
			t.Errorf("%s: %d calls, want %d", when, n, want)
		}
	}
	must(t, c.exec(t, `UPDATE sessions SET seen_at = now() - interval '100 days',
		created_at = now() - interval '200 days'`))
	_, err := c.CreateSession(ctx, away, base.Secret("x"), base.TokenHash{1}, "another", base.TokenHash{},
		accounts.ByPassword)
	if err != nil && !errors.Is(err, base.ErrWrongPassword) {
		t.Fatal(err)
	}
	rings(1, "a session that ended by itself")
	must(t, c.DeviceGone(ctx, away, "https://push.example/0")) // its address of before
	rings(1, "a subscription that was renewed meanwhile")
	fresh := device
	fresh.Endpoint = "https://push.example/2"
	refused(t, c.RenewDevice(ctx, device.Endpoint, []byte("sixteen strangers"), fresh), base.ErrNotFound)
	must(t, c.RenewDevice(ctx, device.Endpoint, device.Auth, fresh))
	if n := c.count(t, `SELECT count(*) FROM devices WHERE endpoint = $1`, fresh.Endpoint); n != 1 {
		t.Errorf("%d devices have the new subscription", n)
	}
	rings(1, "a new subscription")
	must(t, c.exec(t, `UPDATE sessions SET seen_at = now() - interval '366 days'`))
	rings(0, "after a year")
	must(t, c.exec(t, `UPDATE sessions SET seen_at = now() - interval '100 days'`))
	must(t, c.EndSession(ctx, away, session))
	rings(0, "after signing out")
}
