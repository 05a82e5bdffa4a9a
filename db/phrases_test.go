package db_test

import (
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/palace"
)

// said are the phrases that a viewer sees at table 1.
func (c club) said(t *testing.T, viewer int64) (kinds []string) {
	t.Helper()
	for _, e := range c.board(t, 1, viewer).Asides {
		kinds = append(kinds, e.Events[0].Kind)
	}
	return kinds
}

// A phrase sent a hundred times at once is said a few times; then the store says why not,
// by the database's clock.
func TestPhrasesAreLimited(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	match := c.board(t, 1, c.ana).Table.Match
	say := func(player int64, idem string) error {
		return c.Say(ctx, live.Phrase{Club: c.id, Table: 1, Match: match, Player: player, ID: "nice", Idem: idem})
	}
	began := time.Now()
	var wait sync.WaitGroup
	var refusals atomic.Int32
	for i := range 100 {
		wait.Go(func() {
			err := say(c.ana, fmt.Sprint("key ", i))
			var quota *base.ErrQuota
			if errors.As(err, &quota) && quota.What == "phrases" {
				refusals.Add(1)
			} else if err != nil && !errors.Is(err, base.ErrUnavailable) {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	allowed := 6 * (1 + int(time.Since(began)/(30*time.Second)))
	if n := len(c.said(t, c.bento)); n == 0 || n > allowed || refusals.Load() == 0 {
		t.Errorf("%d phrases were said of %d, and %d refused", n, allowed, refusals.Load())
	}
	must(t, say(c.bento, "one")) // others are not held up
	must(t, say(c.bento, "one")) // the same form says it once
	if n := c.count(t, `SELECT count(*) FROM asides WHERE seat = 1`); n != 1 {
		t.Errorf("one form said a phrase %d times", n)
	}
	must(t, c.exec(t, `ALTER TABLE asides DISABLE TRIGGER USER`))
	must(t, c.exec(t, `UPDATE asides SET at = at - interval '31 seconds'`))
	must(t, say(c.ana, "later"))
}

// What a muted player says reaches everybody but the player who muted them, and nobody else can tell.
func TestMuted(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	match := c.board(t, 1, c.ana).Table.Match
	before := c.board(t, 1, c.bento)
	must(t, c.Mute(ctx, c.id, 1, c.ana, 1, true))
	must(t, c.Mute(ctx, c.id, 1, c.ana, 1, true))
	refused(t, c.Mute(ctx, c.id, 1, c.ana, 0, true), base.ErrNotFound)
	refused(t, c.Mute(ctx, c.id, 1, c.celia, 1, true), base.ErrNotFound)
	if after := c.board(t, 1, c.bento); after.Table.At != before.Table.At || after.Muted != nil {
		t.Errorf("who is muted can tell: %+v", after)
	}
	must(t, c.Say(ctx, live.Phrase{Club: c.id, Table: 1, Match: match, Player: c.bento, ID: "nice"}))
	must(t, c.Say(ctx, live.Phrase{Club: c.id, Table: 1, Match: match, Player: c.ana, ID: "clap"}))
	for viewer, want := range map[int64]int{c.ana: 1, c.bento: 2, c.celia: 2} {
		if said := c.said(t, viewer); len(said) != want {
			t.Errorf("player %d sees %v, want %d", viewer, said, want)
		}
	}
	must(t, c.Mute(ctx, c.id, 1, c.ana, 1, false))
	if said := c.said(t, c.ana); len(said) != 2 {
		t.Errorf("heard again: %v", said)
	}
	must(t, c.DeleteAccount(ctx, c.bento))
}

// Nobody says anything while cards are exchanged in secret, before a deal or after
// leaving, and where a table or its club wants no phrases.
func TestWhenNothingIsSaid(t *testing.T) {
	t.Parallel()
	c, ctx := foundOn(t, dbtest.Store(t, palace.Game{}), palace.Game{}), t.Context()
	c.table(t, nil)
	match := c.board(t, 1, c.ana).Table.Match
	say := func(player int64) error {
		return c.Say(ctx, live.Phrase{Club: c.id, Table: 1, Match: match, Player: player, ID: "nice"})
	}
	ready := func(player int64) {
		in := c.input(t, 1, player, fmt.Sprint("ready ", player))
		in.Move = engine.Move{Verb: "ready"}
		_, err := c.Play(ctx, in)
		must(t, err)
	}
	refused(t, say(c.ana), base.ErrSecret)
	ready(c.ana)
	refused(t, say(c.ana), base.ErrSecret) // Bento still chooses
	refused(t, say(c.bento), base.ErrSecret)
	if c.board(t, 1, c.ana).Talk {
		t.Error("the page offers to talk during the exchange")
	}
	ready(c.bento)
	must(t, say(c.ana))
	refused(t, say(c.celia), base.ErrNotFound)
	must(t, c.exec(t, `UPDATE tables SET phrases = false`))
	refused(t, say(c.ana), base.ErrSilent)
	must(t, c.exec(t, `UPDATE tables SET phrases = true`))
	must(t, c.ChangeClub(ctx, c.id, c.ana, func(club *clubs.Club) { club.Phrases = false }))
	refused(t, say(c.ana), base.ErrSilent)
	if b := c.board(t, 1, c.ana); b.Talk || len(b.Asides) != 1 {
		t.Errorf("in a club without phrases: %v, %+v", b.Talk, b.Asides)
	}
	refused(t, c.Say(ctx, live.Phrase{Club: c.id, Table: 1, Match: match + 1, Player: c.ana, ID: "nice"}), base.ErrGone)
}

// Where the club wants it, and there alone, players write words of their own. They are
// kept with the match, limited and muted as phrases are, and go with their writer's account.
func TestOwnWords(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	c.table(t, nil)
	match := c.board(t, 1, c.ana).Table.Match
	write := func(player int64, words string) error {
		return c.Say(ctx, live.Phrase{Club: c.id, Table: 1, Match: match, Player: player, ID: live.OwnWords,
			Words: words})
	}
	refused(t, write(c.ana, "oi"), base.ErrSilent)
	wants := func(silent bool) {
		must(t, c.ChangeClub(ctx, c.id, c.ana, func(club *clubs.Club) {
			club.Phrases, club.Messages = !silent, true
		}))
	}
	wants(true)
	refused(t, write(c.ana, "oi"), base.ErrSilent)
	wants(false)
	must(t, c.exec(t, `UPDATE tables SET phrases = false`))
	refused(t, write(c.ana, "oi"), base.ErrSilent)
	must(t, c.exec(t, `UPDATE tables SET phrases = true`))
	must(t, write(c.ana, "oi: {who}"))
	must(t, write(c.bento, "olá"))
	said := func(viewer int64, want ...string) {
		t.Helper()
		if kinds := c.said(t, viewer); !slices.Equal(kinds, want) {
			t.Errorf("player %d sees %v, want %v", viewer, kinds, want)
		}
	}
	said(c.celia, "aside.say.own:oi: {who}", "aside.say.own:olá")
	must(t, c.Mute(ctx, c.id, 1, c.ana, 1, true))
	said(c.ana, "aside.say.own:oi: {who}")
	for range 5 {
		must(t, write(c.bento, "mais"))
	}
	must(t, c.exec(t, `ALTER TABLE asides DISABLE TRIGGER USER`))
	must(t, c.exec(t, `UPDATE asides SET at = now()`)) // the test may have been slow
	must(t, c.exec(t, `ALTER TABLE asides ENABLE TRIGGER USER`))
	if err := write(c.bento, "mais"); !errors.As(err, new(*base.ErrQuota)) {
		t.Errorf("a seventh message within half a minute: %v", err)
	}
	must(t, c.exec(t, `INSERT INTO forms (player_id, idem) SELECT id, 'report 0 ' || n
		FROM players, generate_series(1, 20) n`))
	if _, err := c.ReportWords(ctx, c.id, c.celia, match, 2); !errors.As(err, new(*base.ErrQuota)) {
		t.Errorf("a report too many within an hour: %v", err)
	}
	c.givesUp(t, 1, c.bento)
	must(t, c.DeleteAccount(ctx, c.bento))
	for _, viewer := range []int64{c.ana, c.celia} {
		r, err := c.Replay(ctx, c.id, match, 0, viewer)
		must(t, err)
		if len(r.Said) != 1 || r.Said[0].Events[0].Kind != "aside.say.own:oi: {who}" {
			t.Errorf("a replay tells %+v", r.Said)
		}
	}
}
