package db_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/engine/enginetest/toy"
	"carteado/engine/role"
)

func TestSetupHappensOnce(t *testing.T) {
	t.Parallel()
	store := dbtest.Store(t, toy.Game{})
	done, err := store.SetupDone(t.Context())
	must(t, err)
	if done {
		t.Error("done before anybody set up")
	}
	results := make(chan error)
	for i := range 4 {
		go func() {
			_, _, err := store.Setup(t.Context(), db.NewClub{Name: "Clube", Lang: "en", TimeZone: "UTC"},
				db.NewPlayer{Name: fmt.Sprintf("Ana %d", i), Password: "hash"})
			results <- err
		}()
	}
	won := 0
	for range 4 {
		if err := <-results; err == nil {
			won++
		} else {
			refused(t, err, db.ErrSetupDone)
		}
	}
	if won != 1 {
		t.Errorf("%d set the club up, want 1", won)
	}
	if done, _ = store.SetupDone(t.Context()); !done {
		t.Error("not done after setup")
	}
}

func TestPlayersAreFoundWhateverTheCase(t *testing.T) {
	t.Parallel()
	c := found(t)
	for _, name := range []string{"Ana", "aNA", "ANA@exemplo.ORG"} {
		account, err := c.PlayerByName(t.Context(), name)
		must(t, err)
		if account.ID != c.ana || account.Password.Reveal() != "hash of Ana" {
			t.Errorf("%s: got player %d", name, account.ID)
		}
	}
	_, err := c.PlayerByName(t.Context(), "Nina")
	refused(t, err, db.ErrNotFound)
	account, err := c.AccountOf(t.Context(), c.ana)
	must(t, err)
	text, err := json.Marshal(account)
	must(t, err)
	for _, shown := range []string{fmt.Sprintf("%v %+v %#v %s", account, account, account, account.Password), string(text)} {
		if containsFold(shown, "hash of Ana") {
			t.Errorf("the hash is printed: %s", shown)
		}
	}
}

func TestSessions(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	token := func(s string) db.TokenHash { return db.HashToken([]byte(s)) }
	first, err := c.CreateSession(ctx, c.ana, "hash of Ana", token("one"), "Firefox")
	must(t, err)
	second, err := c.CreateSession(ctx, c.ana, "hash of Ana", token("two"), "Chromium")
	must(t, err)
	others, err := c.CreateSession(ctx, c.bento, "hash", token("three"), "Firefox")
	must(t, err)

	session, err := c.SessionByHash(ctx, token("one"))
	must(t, err)
	if session.ID != first.ID || session.Player.Name != "Ana" || session.UserAgent != "Firefox" {
		t.Errorf("got %+v", session)
	}
	_, err = c.SessionByHash(ctx, token("four"))
	refused(t, err, db.ErrNotFound)

	list, err := c.Sessions(ctx, c.ana)
	must(t, err)
	if len(list) != 2 {
		t.Errorf("Ana has %d sessions, want 2", len(list))
	}
	refused(t, c.EndSession(ctx, c.ana, others.ID), db.ErrNotFound)
	must(t, c.EndOtherSessions(ctx, c.ana, second.ID))
	_, err = c.SessionByHash(ctx, token("one"))
	refused(t, err, db.ErrNotFound)
	_, err = c.SessionByHash(ctx, token("three"))
	must(t, err)
	must(t, c.EndSession(ctx, c.ana, second.ID))
	_, err = c.SessionByHash(ctx, token("two"))
	refused(t, err, db.ErrNotFound)
}

func TestSessionsExpire(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		age   string // of the session, and since it was seen
		alive bool
	}{
		"seen 13 days ago":           {"created_at = now() - interval '20 days', seen_at = now() - interval '13 days'", true},
		"idle for 14 days":           {"created_at = now() - interval '20 days', seen_at = now() - interval '14 days 1 second'", false},
		"89 days old":                {"created_at = now() - interval '89 days', seen_at = now()", true},
		"90 days old, seen just now": {"created_at = now() - interval '90 days 1 second', seen_at = now()", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, ctx := found(t), t.Context()
			hash := db.HashToken([]byte("token"))
			_, err := c.CreateSession(ctx, c.ana, "hash of Ana", hash, "")
			must(t, err)
			_, err = c.Pool().Exec(ctx, "UPDATE sessions SET "+tc.age)
			must(t, err)
			_, err = c.SessionByHash(ctx, hash)
			if tc.alive {
				must(t, err)
				if n := c.count(t, `SELECT count(*) FROM sessions WHERE seen_at > now() - interval '1 minute'`); n != 1 {
					t.Error("being seen was not noted")
				}
				return
			}
			refused(t, err, db.ErrNotFound)
			_, err = c.CreateSession(ctx, c.ana, "hash of Ana", db.HashToken([]byte("next")), "")
			must(t, err)
			if n := c.count(t, `SELECT count(*) FROM sessions`); n != 1 {
				t.Errorf("%d sessions, want 1: the expired one was not swept up", n)
			}
		})
	}
}

func TestPasswordChangeEndsOtherSessions(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	hash := func(s string) db.TokenHash { return db.HashToken([]byte(s)) }
	mine, err := c.CreateSession(ctx, c.ana, "hash of Ana", hash("mine"), "")
	must(t, err)
	_, err = c.CreateSession(ctx, c.ana, "hash of Ana", hash("thief's"), "")
	must(t, err)
	refused(t, c.SetPassword(ctx, c.ana, "not the hash", "new", mine.ID, hash("renewed")), db.ErrStale)
	must(t, c.SetPassword(ctx, c.ana, "hash of Ana", "new", mine.ID, hash("renewed")))
	for _, gone := range []string{"mine", "thief's"} {
		_, err = c.SessionByHash(ctx, hash(gone))
		refused(t, err, db.ErrNotFound)
	}
	session, err := c.SessionByHash(ctx, hash("renewed"))
	must(t, err)
	if session.ID != mine.ID {
		t.Error("the session did not survive")
	}
	must(t, c.UpgradeHash(ctx, c.ana, "hash of Ana", "upgraded from an old page"))
	must(t, c.UpgradeHash(ctx, c.ana, "new", "upgraded"))
	account, err := c.AccountOf(ctx, c.ana)
	must(t, err)
	if account.Password != "upgraded" {
		t.Errorf("got hash %q", account.Password.Reveal())
	}
}

func TestPrefs(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	want := db.Prefs{Lang: "en", Theme: "dark", Deck: "4", Index: "big", Sort: "suit"}
	must(t, c.SavePrefs(ctx, c.ana, want))
	account, err := c.AccountOf(ctx, c.ana)
	must(t, err)
	if account.Prefs != want {
		t.Errorf("got %+v, want %+v", account.Prefs, want)
	}
	must(t, c.SaveSort(ctx, c.ana, ""))
	want.Sort = ""
	if account, err = c.AccountOf(ctx, c.ana); err != nil || account.Prefs != want {
		t.Errorf("got %+v, %v, want %+v", account.Prefs, err, want)
	}
}

func TestClubs(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	m, err := c.ClubFor(ctx, "clube-do-baralho", c.ana)
	must(t, err)
	if m.ID != c.id || m.Role != role.Owner || m.TimeZone != "America/Sao_Paulo" {
		t.Errorf("got %+v", m)
	}
	_, err = c.ClubFor(ctx, "clube-do-baralho", c.davi)
	refused(t, err, db.ErrNotFound)
	_, err = c.ClubFor(ctx, "no-such-club", c.ana)
	refused(t, err, db.ErrNotFound)
	clubs, err := c.ClubsOf(ctx, c.bento)
	must(t, err)
	if len(clubs) != 1 || clubs[0].Role != role.Member {
		t.Errorf("Bento is in %+v", clubs)
	}
	members, err := c.Members(ctx, c.id, c.bento)
	must(t, err)
	var names []string
	for _, member := range members {
		names = append(names, member.Name)
	}
	if fmt.Sprint(names) != "[Ana Bento Célia]" {
		t.Errorf("members %v", names)
	}
	_, err = c.Members(ctx, c.id, c.davi)
	refused(t, err, db.ErrNotFound)
}

func TestSlug(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Clube do Baralho": "clube-do-baralho",
		"São João & Cia.":  "sao-joao-cia",
		"Ação":             "acao",
		"皇帝":               "club",
		"Caféé 皇帝 21":      "cafee-21",
	} {
		if got := db.Slug(name); got != want {
			t.Errorf("slug of %s: got %s, want %s", name, got, want)
		}
	}
}

func TestAuditIsInsertOnly(t *testing.T) {
	t.Parallel()
	c := found(t)
	for _, sql := range []string{`UPDATE audit SET action = ''`, `DELETE FROM audit`, `TRUNCATE audit`} {
		if _, err := c.Pool().Exec(context.Background(), sql); err == nil {
			t.Errorf("%s was allowed", sql)
		}
	}
}
