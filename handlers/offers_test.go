package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/views/link"
)

// A rematch is proposed, seen by the other, and answered, all by plain forms.
func TestRematchIsProposedAndAccepted(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana, bento, celia := e.as("Ana"), e.as("Bento"), e.as("Célia")
	path := link.Table(e.club, 2)
	poll := pollOf(t, celia.get(path))
	bento.get(path).mustForm(path + "/offers/rematch").send().want(http.StatusSeeOther)
	celia.get(poll, fromScript...).reads("Bento proposed a rematch.")
	if page := bento.get(path); !strings.Contains(page.body, "You proposed a rematch") ||
		page.form(path+"/offers/rematch") != nil {
		t.Errorf("after proposing, the page says\n%s", page.body)
	}
	if page := ana.get(path); !strings.Contains(page.body, "Bento proposes a rematch") ||
		page.form(path+"/offers/answer") != nil {
		t.Errorf("who watches sees\n%s", page.body)
	}
	answer := celia.get(path).mustForm(path + "/offers/answer")
	answer.with("answer", "no").send().want(http.StatusSeeOther)
	if page := bento.get(path); !strings.Contains(page.body, "The proposal was declined") {
		t.Errorf("after it was declined, the page says\n%s", page.body)
	}
	gone := answer.with("answer", "yes").send().want(http.StatusGone)
	if !strings.Contains(gone.body, "does not hold any more") {
		t.Errorf("an answer too late: %s", gone.body)
	}
	celia.get(path).mustForm(path + "/offers/rematch").send().want(http.StatusSeeOther)
	bento.get(path).mustForm(path+"/offers/answer").with("answer", "yes").send().want(http.StatusSeeOther)
	if board := e.board(2, "Bento"); board.View.Outcome != nil {
		t.Error("no rematch is dealt though both agree")
	}
}

// The player who moved last may propose to take it back, the others agree, and the page says so.
func TestMoveIsTakenBack(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	path, mover, other := link.Table(e.club, 1), "Bento", "Célia"
	if !e.board(1, mover).View.MyTurn() {
		mover, other = other, mover
	}
	took := slices.IndexFunc(e.board(1, mover).Legal, func(m engine.Move) bool { return m.String() == "draw @discard" })
	e.plays(1, mover, e.board(1, mover).Legal[took])
	if page := e.as(other).get(path); page.form(path+"/offers/undo") != nil {
		t.Error("a move of another's is offered to be taken back")
	}
	e.as(mover).get(path).mustForm(path + "/offers/undo").send().want(http.StatusSeeOther)
	asked := e.as(other).get(path).reads(mover + " proposed to take back a move.")
	if !strings.Contains(asked.body, mover+" proposes to take back a move") {
		t.Errorf("the other sees\n%s", asked.body)
	}
	asked.mustForm(path+"/offers/answer").with("answer", "yes").send().want(http.StatusSeeOther)
	if page := e.as(other).get(path); !strings.Contains(page.text(), mover+" took back the move") ||
		len(e.board(1, mover).Legal) <= took {
		t.Errorf("after that the page says\n%s", page.text())
	}
}

// The clock of a table is in the form for a new one, and stands on the page.
func TestPaceIsChosen(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := e.as("Bento")
	form := bento.get(link.NewTable(e.club)).mustForm(link.Tables(e.club))
	if got := form.values.Get("pace"); got != "" {
		t.Errorf("the club's usual pace is %q", got)
	}
	for _, pace := range []url.Values{
		{"pace": {"own"}, "pace_number": {"0"}, "pace_unit": {"days"}}, {"pace": {"own"}, "pace_number": {"365"},
			"pace_unit": {"days"}},
		{"pace": {"own"}, "pace_number": {"x"}, "pace_unit": {"hours"}}, {"pace": {"soon"}},
		{"pace": {"own"}, "pace_number": {"2"}, "pace_unit": {"days"}, "pace_reserve": {"15"}, "pace_reserve_unit": {
			"days"}},
		{"pace": {"own"}, "pace_number": {"2"}, "pace_unit": {"days"}, "pace_reserve": {"-1"}, "pace_reserve_unit": {
			"days"}},
	} {
		again := form.with("seat1", "bot:club")
		for name := range pace {
			again = again.with(name, pace.Get(name))
		}
		refused := again.send().want(http.StatusUnprocessableEntity)
		if !strings.Contains(refused.body, "Choose a time that is possible") {
			t.Errorf("%v is refused with\n%s", pace, refused.body)
		}
	}
	opened := form.with("seat1", "bot:club", "pace", "own", "pace_number", "2", "pace_unit", "days",
		"pace_reserve", "").send().want(http.StatusSeeOther)
	page := bento.get(opened.Header.Get("Location")).want(http.StatusOK)
	if !strings.Contains(page.body, "data-now=") {
		t.Errorf("no clock on\n%s", page.body)
	}
	// So much for each move, and so much for the match; the club may have such a pace for its usual one.
	bento.get(link.NewTable(e.club)).mustForm(link.Tables(e.club)).with("pace", "own", "pace_number", "36", "pace_unit",
		"hours", "pace_reserve", "3", "pace_reserve_unit", "days").send().want(http.StatusSeeOther)
	const pace = "slow 129600+259200"
	if e.id(`SELECT count(*) FROM tables WHERE pace = $1`, pace) != 1 {
		t.Errorf("no table has the pace %s", pace)
	}
	e.sql(`UPDATE clubs SET pace = $1`, pace)
	kept := bento.get(link.NewTable(e.club)).mustForm(link.Tables(e.club)).values
	for name, want := range map[string]string{"pace": "own", "pace_number": "36", "pace_unit": "hours",
		"pace_reserve": "3", "pace_reserve_unit": "days"} {
		if got := kept.Get(name); got != want {
			t.Errorf("the form has %s %q, want %q", name, got, want)
		}
	}
}

// Quiet hours and holidays are kept or refused with a reason, and the form stays
// filled in.
func TestRestIsKept(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := e.as("Bento")
	form := func() *form { return bento.get(link.Settings).mustForm(link.Rest) }
	for why, fields := range map[string][]string{
		"at most 12 a day":     {"quiet_from", "08:00", "quiet_till", "22:30"},
		"need a beginning":     {"quiet_from", "22:30", "quiet_till", ""},
		"does not know that":   {"rest_zone", "Mars/Olympus"},
		"Holidays begin today": {"begins", "2020-01-01", "ends", "2020-01-05"},
	} {
		refused := form().with(fields...).send().want(http.StatusUnprocessableEntity)
		if !strings.Contains(refused.body, why) || refused.mustForm(link.Rest).values.Get(fields[0]) != fields[1] &&
			fields[0] != "rest_zone" {
			t.Errorf("%v: want %q in\n%s", fields, why, refused.body)
		}
	}
	form().with("quiet_from", "22:30", "quiet_till", "08:00").send().want(http.StatusSeeOther)
	if kept := form().values; kept.Get("quiet_from") != "22:30" || kept.Get("quiet_till") != "08:00" {
		t.Errorf("kept: %v", kept)
	}
	// Zones that were renamed: all pages with times are shown, and the form is kept as before.
	e.sql(`UPDATE players SET zone = 'Nowhere/Land'`)
	e.sql(`UPDATE clubs SET time_zone = 'Nowhere/Land'`)
	e.sql(`UPDATE tables SET pace = 'slow 86400'`)
	for _, path := range []string{link.Club(e.club), link.Table(e.club, 1), link.Notices, link.Settings} {
		bento.get(path).want(http.StatusOK)
	}
	form().with("quiet_till", "07:30").send().want(http.StatusSeeOther)
}

// A player who is to move nudges nobody, by a form of another time either, and is told so.
func TestNobodyNudgesThemselves(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	mover := "Bento"
	if !e.board(1, mover).View.MyTurn() {
		mover = "Célia"
	}
	b, nudge := e.as(mover), link.Nudge(e.club, 1)
	if b.get(link.Table(e.club, 1)).form(nudge) != nil {
		t.Error("it is offered")
	}
	if refused := b.post(nudge, url.Values{}).want(http.StatusConflict); !strings.Contains(refused.body,
		"the table has changed") {
		t.Errorf("refused with\n%s", refused.text())
	}
	if n := e.id(`SELECT count(*) FROM notices WHERE kind = 'nudge'`); n > 0 {
		t.Errorf("%d nudges", n)
	}
}

// From a move one is led to the next table that waits, and home when none does.
func TestNextTable(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	mover := "Bento"
	if !e.board(1, mover).View.MyTurn() {
		mover = "Célia"
	}
	b := e.as(mover)
	next := func(after int) string {
		return b.get(link.NextAfter(e.club, after)).want(http.StatusSeeOther).Header.Get("Location")
	}
	if got := next(4); got != link.Table(e.club, 1) && got != link.Table(e.club, 3) {
		t.Errorf("the next is %s", got)
	}
	if got := next(1); got == link.Table(e.club, 1) {
		t.Error("the next is where one comes from")
	}
	if got := e.as("Davi").get(link.NextAfter(e.club, 4)).want(http.StatusSeeOther).
		Header.Get("Location"); got != link.Notices {
		t.Errorf("with nothing to do, one is led to %s", got)
	}
}
