package db_test

import (
	"testing"

	"carteado/db/accounts"
	"carteado/db/base"
)

func TestSessions(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	token := func(s string) base.TokenHash { return base.HashToken([]byte(s)) }
	first, err := c.CreateSession(ctx, c.ana, "hash of Ana", token("one"), "Firefox", base.TokenHash{},
		accounts.ByPassword)
	must(t,
		err)
	second, err := c.CreateSession(ctx, c.ana, "hash of Ana", token("two"), "Chromium", base.TokenHash{},
		accounts.ByPassword)
	must(t, err)
	others, err := c.CreateSession(ctx, c.bento, "hash", token("three"), "Firefox", base.TokenHash{},
		accounts.ByPassword)
	must(t, err)

	session, err := c.SessionByHash(ctx, token("one"), true)
	must(t, err)
	if session.ID != first.ID || session.Player.Name != "Ana" || session.UserAgent != "Firefox" {
		t.Errorf("got %+v", session)
	}
	_, err = c.SessionByHash(ctx, token("four"), true)
	refused(t, err, base.ErrNotFound)

	list, err := c.Sessions(ctx, c.ana)
	must(t, err)
	if len(list) != 2 {
		t.Errorf("Ana has %d sessions, want 2", len(list))
	}
	refused(t, c.EndSession(ctx, c.ana, others.ID), base.ErrNotFound)
	must(t, c.EndOtherSessions(ctx, c.ana, second.ID))
	_, err = c.SessionByHash(ctx, token("one"), true)
	refused(t, err, base.ErrNotFound)
	_, err = c.SessionByHash(ctx, token("three"), true)
	must(t, err)
	must(t, c.EndSession(ctx, c.ana, second.ID))
	_, err = c.SessionByHash(ctx, token("two"), true)
	refused(t, err, base.ErrNotFound)
}

func TestSessionsExpire(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		age    string // of the session, and since it was seen
		alive  bool
		device bool // it is that of a device which rings
	}{
		"seen 13 days ago": {"created_at = now() - interval '20 days', seen_at = now() - interval '13 days'",
			true, false},
		"idle for 14 days": {"created_at = now() - interval '20 days', seen_at = now() - interval '14 days " +
			"1 second'", false, false},
		"89 days old": {"created_at = now() - interval '89 days', seen_at = now()", true, false},
		"90 days old, seen just now": {"created_at = now() - interval '90 days 1 second', seen_at = now()", false,
			false},
		"a device's, a year old": {"created_at = now() - interval '1 year', seen_at = now() - interval '13 days'",
			true, true},
		"a device's, idle": {"created_at = now() - interval '1 year', seen_at = now() - interval '14 days 1 second'",
			false, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			hash := base.HashToken([]byte("token"))
			_, err := c.CreateSession(ctx, c.ana, "hash of Ana", hash, "", base.TokenHash{}, accounts.ByPassword)
			must(t, err)
			_, err = c.Pool().Exec(ctx, "UPDATE sessions SET "+tc.age)
			must(t, err)
			if tc.device {
				must(t, c.exec(t, `INSERT INTO devices (player_id, session_id, endpoint, p256dh, auth)
					SELECT player_id, id, 'https://push.example/1', decode(repeat('00', 65), 'hex'),
						decode(repeat('00', 16), 'hex') FROM sessions`))
			}
			_, err = c.SessionByHash(ctx, hash, true)
			if tc.alive {
				must(t, err)
				if n := c.count(t, `SELECT count(*) FROM sessions
					WHERE seen_at > now() - interval '1 minute'`); n != 1 {
					t.Error("being seen was not noted")
				}
				return
			}
			refused(t, err,
				base.ErrNotFound)
			_, err = c.CreateSession(ctx, c.ana, "hash of Ana", base.HashToken([]byte("next")), "",
				base.TokenHash{}, accounts.ByPassword)
			must(t, err)
			want := 1
			if tc.device { // it rings on
				want = 2
			}
			if n := c.count(t, `SELECT count(*) FROM sessions`); n != want {
				t.Errorf("%d sessions, want %d: the expired one was not swept up", n, want)
			}
		})
	}
}
