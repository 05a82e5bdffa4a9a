package handlers

import (
	"errors"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/delivery"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/competition"
	"carteado/engine/role"
	"carteado/views/link"
)

// Every kind of notice stands in the inbox, rings on a device and comes by mail, as
// long as the player wants it there, and never in their quiet hours.
func TestEveryKindGoesEveryWay(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ctx, office, device := t.Context(), e.mailed(), newService(t)
	e.PushServices = []string{device.URL}
	me, other := "Bento", "Célia"
	if !e.board(1, me).View.MyTurn() {
		me, other = other, me
	}
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	mine, theirs := e.players[me], e.players[other]
	e.sql(`UPDATE matches SET to_move = '{}' FROM tables t WHERE t.id = table_id AND t.number = 3`)
	e.sql(`UPDATE memberships SET role = 'host' WHERE player_id = $1`, mine)
	// a name that no zone has any more loses nothing
	e.sql(`UPDATE players SET zone = 'Nowhere/Land' WHERE id = $1`, mine)
	timed, err := e.Store.OpenTable(ctx, e.clubID, mine, live.NewTable{Contribution: e.adds(me),
		Game: e.GameInfos[0].Key, Pace: "relaxed 1200",
		Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: theirs}}})
	check(err)
	check(e.Store.JoinTable(ctx, e.clubID, timed.Number, theirs, live.Contribution{}))
	match := func(number int) int64 { return e.board(number, me).Table.Match }
	answer := func(number int, player string, a live.Answer) {
		t.Helper()
		check(e.Store.AnswerOffer(ctx, e.clubID, number, e.players[player], match(number), e.board(number, me).Offer.ID,
			a, live.Contribution{}))
	}
	misses := func(before int) { // so many turns in a row, and one more
		t.Helper()
		// The table may still be at the second move of the last turn: then the position has changed meanwhile.
		dbtest.Await(t, "a turn of "+me+" is late", func() bool {
			for !e.board(timed.Number, me).View.MyTurn() {
				e.plays(timed.Number, other, e.board(timed.Number, other).Legal[0])
			}
			b := e.board(timed.Number, me)
			late := e.id(`WITH late AS (UPDATE matches SET clock = jsonb_set(clock, ARRAY['seats', $2::int::text],
				jsonb_build_object('missed', $3::int, 'due', '2020-01-01T00:00:00Z', 'since', '2020-01-01T00:00:00Z'))
					WHERE id = $1 AND version = $4 RETURNING id) SELECT count(*) FROM late`,
				b.Table.Match, int(b.Table.Mine), before, b.View.Version) == 1
			if late {
				check(e.Store.KeepTime(ctx, live.Tick{Match: b.Table.Match, Version: b.View.Version}))
			}
			return late
		})
	}
	check(e.Store.TakeAddress(ctx, mine, "player@example.org"))
	browser := e.as(me)
	browser.post(link.Devices, device.form())
	browser.post(link.Delivery, url.Values{"push": delivery.NoticeKinds(), "mail": delivery.NoticeKinds()})
	e.runs()

	for _, kind := range []struct {
		name, title, subject string // the subject where it is not the title
		tell                 func()
	}{
		{"turn", "Your turn, table 1", "It’s your turn with " + other, func() {
			e.sql(`UPDATE matches SET changed_at = now() - interval '3 hours' WHERE id = $1`, match(1))
		}},
		{"due", "Your time at table 1 is soon over", "", func() {
			e.sql(`UPDATE tables SET pace = 'slow 86400' WHERE number = 1`)
			for n, left := range []string{"5 hours", "3 hours"} { // and the first is too early
				e.sql(`UPDATE matches SET clock = jsonb_build_object('seats', (
					SELECT jsonb_agg(jsonb_build_object('since', now() - interval '20 hours', 'due',
						now() + $2::interval)) FROM generate_series(1, 2))) WHERE id = $1`, match(1), left)
				e.absent(me)
				if told := e.id(`SELECT count(*) FROM notices WHERE what = 'due'`); told != int64(n) {
					t.Errorf("with %s left it is told %d times", left, told)
				}
			}
		}},
		{"nudge", other + " gave you a nudge and is waiting", "", func() {
			check(e.Store.Nudge(ctx, e.clubID, 1, theirs))
		}},
		{"offer made", other + " proposes to end by agreement", "", func() {
			check(e.Store.Propose(ctx, e.clubID, 1, theirs, match(1), live.OfferEnd, live.Contribution{}))
		}},
		{"missed", "The table played for you", "", func() { misses(0) }},
		{"kept", "A bot plays in your place", "", func() { misses(2) }},
		{"offer accepted", other + " accepted: a pause", "", func() {
			path := link.Table(e.club, timed.Number)
			e.as(other).get(path).mustForm(path + "/offers/wait").send().want(http.StatusSeeOther)
			check(e.Store.RetakeSeat(ctx, e.clubID, timed.Number, mine))
			check(e.Store.Propose(ctx, e.clubID, timed.Number, mine, match(timed.Number), live.OfferPause,
				live.Contribution{}))
			answer(timed.Number, other, live.AnswerYes)
			// no turn of it is told, however slow this is
			e.sql(`UPDATE matches SET to_move = '{}' WHERE id = $1`, match(timed.Number))
		}},
		{"over", "is over", "", func() { e.plays(3, other, engine.Move{Verb: engine.VerbLeave}) }},
		{"seat", "Davi keeps a seat for you", "", func() {
			e.open("Davi", live.SeatChoice{Kind: live.SeatMember, Player: mine})
		}},
		{"news", "Ana has announced something", "", func() { e.announces("hear, hear") }},
		{"night", "A new night: Friday cards", "", func() {
			starts := time.Now().Add(48 * time.Hour)
			_, err := e.Store.PlanNight(ctx, e.clubID, e.players["Ana"], nights.Plan{Name: "Friday cards",
				Starts: starts, Ends: starts.Add(time.Hour), AnswersUntil: starts}, clock.Once, "")
			check(err)
		}},
		{"competition", "League: your round is open", "", func() {
			charter := competition.Standard()
			charter.Game, charter.Days = e.GameInfos[0].Key, 7
			id, err := e.Store.FoundCompetition(ctx, e.clubID, e.players["Ana"], "League", charter, "")
			check(err)
			for _, player := range []int64{mine, theirs} {
				check(e.Store.EnterCompetition(ctx, e.clubID, player, id, player))
			}
			check(e.Store.DrawRound(ctx, e.clubID, e.players["Ana"], id, 0))
		}},
		{"request", "Fábio would like to join the club", "", func() {
			made, err := e.Store.CreateInvitation(ctx, e.clubID, e.players["Ana"],
				clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour, Approval: true})
			check(err)
			_, _, err = e.Store.AcceptInvitation(ctx, made.Token.Reveal(),
				accounts.NewPlayer{Name: "Fábio", Password: goodHash()})
			if err != nil && !errors.Is(err, base.ErrForbidden) {
				t.Fatal(err)
			}
		}},
		{"report", "Davi reports a message of " + other, "", func() {
			e.sql(`UPDATE clubs SET messages = true`)
			check(e.Store.Say(ctx, live.Phrase{Club: e.clubID, Table: 1, Match: match(1), Player: theirs,
				ID: live.OwnWords, Words: "to be reported"}))
			number := int(e.id(`SELECT number FROM messages`))
			_, err := e.Store.ReportWords(ctx, e.clubID, e.players["Davi"], match(1), number)
			check(err)
		}},
		{"deletion", "Ana has asked for the deletion of", "", func() {
			e.sql(`UPDATE tables SET status = 'closed'`)
			e.sql(`UPDATE nights SET called_off_at = now()`)
			e.sql(`UPDATE competitions SET over_at = now()`)
			check(e.Store.AskDeletion(ctx, e.clubID, e.players["Ana"]))
		}},
	} {
		t.Log(kind.name) // which is read where the next line waits in vain
		kind.tell()
		e.absent(me)
		ping := device.next()
		if !strings.Contains(ping.Title, kind.title) {
			t.Errorf("%s: the device says %+v, want %q", kind.name, ping, kind.title)
		}
		letter, want := office.next(), kind.subject
		// One press leads to the move, in a browser that rings, however long ago it has signed in.
		if kind.name == "turn" {
			e.sql(`UPDATE sessions SET created_at = now() - interval '200 days' WHERE player_id = $1`, mine)
			for _, path := range []string{ping.URL, letter.link("/clubs/")} {
				browser.get(path).mustForm(link.Moves(e.club, 1))
			}
		}
		if want == "" {
			want = kind.title
		}
		subject, err := new(mime.WordDecoder).DecodeHeader(letter.header.Get("Subject"))
		if err != nil || !strings.Contains(subject, want) || letter.parts["text/plain"] == "" ||
			letter.parts["text/html"] == "" || strings.Contains(letter.parts["text/plain"]+letter.parts["text/html"],
			"to be reported") {
			t.Errorf("%s: the letter is %q, want %q, %v", kind.name, subject, want, err)
		}
		if inbox := browser.get(link.Notices).text(); kind.name != "turn" && kind.name != "due" &&
			!strings.Contains(inbox, kind.title) || !strings.Contains(inbox, "table 1") {
			t.Errorf("%s: the inbox says\n%s", kind.name, inbox)
		}
	}

	e.sql(`UPDATE clubs SET archived_at = NULL, delete_at = NULL`)
	calls := func() int64 {
		e.absent(me)
		return e.id(`SELECT count(*) FROM river_job WHERE kind = 'call'`)
	}
	before := calls()
	minute := time.Now().UTC().Hour()*60 + time.Now().UTC().Minute()
	e.sql(`UPDATE players SET zone = 'UTC', quiet_from = $2, quiet_till = $3
		WHERE id = $1`, mine, (minute+1440-120)%1440, (minute+120)%1440)
	e.announces("in the night")
	e.announces("and another")
	if n := calls(); n != before {
		t.Errorf("%d calls in quiet hours", n-before)
	}
	e.sql(`UPDATE players SET quiet_from = 0, quiet_till = 0 WHERE id = $1`, mine)
	e.absent(me)
	if ping := device.next(); ping.Title != "2 things wait for you" {
		t.Errorf("after quiet hours the device says %+v", ping)
	}
	office.next()
	before = calls()
	browser.post(link.Delivery, url.Values{"push": {"turn"}, "mail": {"turn"}})
	e.announces("unwanted")
	if n := calls(); n != before || len(device.pings)+len(office.letters) > 0 {
		t.Errorf("%d calls that nobody wants, %d notices and %d letters too many", n-before, len(device.pings),
			len(office.letters))
	}
}
