package db_test

import (
	"fmt"
	"testing"
	"time"

	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/role"
)

// phone is a guest's, by a word.
func phone(word string) nights.Phone {
	return nights.Phone{Token: base.HashToken([]byte(word)), UserAgent: word}
}

// visitor is a guest who comes by the code on the wall, and plays on a phone of that word.
func (c club) visitor(t *testing.T, night int64, name string) (player int64) {
	t.Helper()
	code, err := c.CodeOf(t.Context(), c.id, c.ana, night)
	must(t, err)
	if code == "" {
		must(t, c.MakeCode(t.Context(), c.id, c.ana, night))
		code, err = c.CodeOf(t.Context(), c.id, c.ana, night)
		must(t, err)
	}
	_, err = c.ArriveByCode(t.Context(), code, 0, name, phone(name))
	must(t, err)
	session, err := c.SessionByHash(t.Context(), phone(name).Token, true)
	must(t, err)
	if session.OpenedBy != accounts.ByNight || session.Player.Name != name {
		t.Fatalf("the phone is signed in as %+v", session)
	}
	return session.Player.ID
}

func (c club) arrival(t *testing.T, player int64) int64 {
	t.Helper()
	return int64(c.count(t, `SELECT id FROM arrivals WHERE player_id = $1`, player))
}

// A guest's session lives while they are at the night, and no longer.
func TestAVisitEndsWithTheNight(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t)
	luis := c.visitor(t, night, "Luís")
	alive := func(want bool, when string) {
		t.Helper()
		_, err := c.SessionByHash(ctx, phone("Luís").Token, true)
		if (err == nil) != want {
			t.Errorf("%s: the session says %v", when, err)
		}
		_, err = c.VisitOf(ctx, luis)
		if (err == nil) != want {
			t.Errorf("%s: the visit says %v", when, err)
		}
		if _, err = c.EndedVisit(ctx, phone("Luís").Token); err != nil {
			t.Errorf("%s: %v", when, err)
		}
	}
	alive(true, "at the night")
	must(t, c.SetGuest(ctx, c.id, c.ana, night, c.arrival(t, luis), false))
	alive(false, "sent home")
	must(t, c.SetGuest(ctx, c.id, c.ana, night, c.arrival(t, luis), true))
	alive(true, "let in again")
	must(t, c.EndVisit(ctx, luis))
	alive(false, "gone home")
	must(t, c.SetGuest(ctx, c.id, c.ana, night, c.arrival(t, luis), true))
	must(t, c.MakeCode(ctx, c.id, c.ana, night))
	alive(true, "with a new code on the wall")
	must(t, c.exec(t, `UPDATE nights SET called_off_at = now()`))
	alive(false, "the night is called off")
	must(t, c.exec(t, `UPDATE nights SET called_off_at = NULL, starts_at = now() - interval '1 day',
		ends_at = now() - interval '7 hours', answers_until = now() - interval '1 day'`))
	alive(false, "the night is over")
	_, err := c.EndedVisit(ctx, phone("nobody").Token)
	refused(t, err, base.ErrNotFound)
}

// A guest is no member: in no list, with no right, and sees no table but their own.
func TestAVisitorIsNoMember(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night := c.tonight(t)
	luis := c.visitor(t, night, "Luís")
	m, err := c.ClubFor(ctx, c.slug, luis)
	must(t, err)
	if m.Role != role.Guest {
		t.Errorf("in the role %q", m.Role)
	}
	list, err := c.Members(ctx, c.id, c.ana)
	must(t, err)
	for _, m := range list {
		if m.Player == luis {
			t.Error("a guest in the list of members")
		}
	}
	_, err = c.Members(ctx, c.id, luis)
	refused(t, err, base.ErrForbidden)
	_, _, silent, err := c.NightOf(ctx, c.id, c.ana, night)
	must(t, err)
	for _, p := range silent {
		if p.ID == luis || p.ID == c.bento {
			t.Errorf("%s is waited for to say whether they come, and is here", p.Name)
		}
	}
	_, err = c.OpenTable(ctx, c.id, c.ana, live.NewTable{Game: "toy",
		Seats: []live.SeatChoice{{Kind: live.SeatMember, Player: luis}}})
	refused(t, err, base.ErrNotFound)
	_, err = c.DrawsOf(ctx, c.id, luis, night)
	refused(t, err, base.ErrForbidden)
	_, err = c.OpenTable(ctx, c.id, luis, live.NewTable{Game: "toy", Seats: []live.SeatChoice{{Kind: live.SeatOpen}}})
	refused(t, err, base.ErrForbidden)
	table := c.table(t, nil)
	_, err = c.TableOf(ctx, c.id, table, luis)
	refused(t, err, base.ErrNotFound)
	_, err = c.Board(ctx, c.id, table, luis)
	refused(t, err, base.ErrNotFound)
	_, err = c.Admit(ctx, c.id, table, luis)
	refused(t, err, base.ErrNotFound)
	refused(t, c.JoinTable(ctx, c.id, table, luis), base.ErrNotFound)
	code, err := c.CodeOf(ctx, c.id, c.ana, night)
	must(t, err)
	_, err = c.ArriveByCode(ctx, code, 0, "BENTO", phone("x"))
	refused(t, err, base.ErrLookalike) // a member's
	_, err = c.ArriveByCode(ctx, code, c.bento, "Rui", phone("x"))
	refused(t, err, base.ErrForbidden)
	d, err := c.DoorOfNight(ctx, code, luis)
	must(t, err)
	if d.Member {
		t.Error("the door takes a guest for a member")
	}
}

// sitsWithVisitor is a round whose table a guest and Bento play on screens.
func (c club) sitsWithVisitor(t *testing.T) (night, luis int64, table int) {
	t.Helper()
	ctx := t.Context()
	night = c.tonight(t)
	luis = c.visitor(t, night, "Luís")
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.ana, false))
	must(t, c.SetArrived(ctx, c.id, c.ana, night, c.celia, false))
	w := wish(1)
	w.Screens = true
	must(t, c.DrawTables(ctx, c.id, c.ana, night, w))
	must(t, c.OpenRound(ctx, c.id, c.ana, night, 1))
	must(t, c.OpenDrawnTables(ctx, c.id, c.ana, night, 1))
	d := c.draws(t, night)[0]
	if table = d.Tables[0].Table; table == 0 {
		t.Fatalf("a guest with a phone is drawn to a table with real cards: %+v", d)
	}
	for _, player := range []int64{luis, c.bento} {
		must(t, c.JoinTable(ctx, c.id, table, player))
		marks, err := c.Marks(ctx, player)
		must(t, err)
		if marks.Seat == nil || marks.Seat.Table != table {
			t.Errorf("%d is told %+v", player, marks.Seat)
		}
	}
	return night, luis, table
}

// playsWithVisitor is such a round, in which they play to the end.
func (c club) playsWithVisitor(t *testing.T) (night, luis int64) {
	t.Helper()
	ctx := t.Context()
	night, luis, table := c.sitsWithVisitor(t)
	session, err := c.SessionByHash(ctx, phone("Luís").Token, true)
	must(t, err)
	for i := 0; c.board(t, table, luis).View.Outcome == nil; i++ {
		in := c.input(t, table, c.mover(t, table), fmt.Sprint("visit ", i))
		if in.Player == luis {
			in.Session = session.ID
		}
		_, err := c.Play(ctx, in)
		must(t, err)
	}
	if s := c.draws(t, night)[0].Tables[0]; !s.Played() {
		t.Errorf("the round does not know who won: %+v", s.Seats)
	}
	return night, luis
}

// What a guest has played on a screen becomes a member's, once a host has confirmed that it was them.
func TestAClaimBringsWhatWasPlayedOnAScreen(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, luis := c.playsWithVisitor(t)
	guest := c.arrival(t, luis)
	dora := c.joins(t, "Dora")
	must(t, c.ClaimGuest(ctx, c.id, dora, night, guest, true))
	must(t, c.AnswerClaim(ctx, c.id, c.ana, night, guest, dora, true))
	if n := c.count(t, `SELECT count(*) FROM match_seats WHERE player_id = $1`, dora); n != 1 {
		t.Errorf("she has %d matches", n)
	}
	if n := c.count(t, `SELECT count(*) FROM arrivals WHERE player_id = $1 AND name = ''`, dora); n != 1 {
		t.Errorf("she came %d times", n)
	}
	_, err := c.SessionByHash(ctx, phone("Luís").Token, true)
	refused(t, err, base.ErrNotFound)
	if n := c.count(t, `SELECT count(*) FROM sessions WHERE player_id = $1`, dora); n != 0 {
		t.Errorf("the guest's phone is signed in as her: %d", n)
	}
}

// A member who has met a guest at a table is not that guest, even if they came to another night only.
func TestNobodyClaimsWhomTheyMet(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, luis := c.playsWithVisitor(t)
	guest := c.arrival(t, luis)
	must(t, c.exec(t, `DELETE FROM draw_seats USING arrivals r WHERE r.id = arrival_id AND r.player_id = $1`, c.bento))
	must(t, c.exec(t, `DELETE FROM arrivals WHERE player_id = $1`, c.bento))
	must(t, c.ClaimGuest(ctx, c.id, c.bento, night, guest, true))
	refused(t, c.AnswerClaim(ctx, c.id, c.ana, night, guest, c.bento, true), base.ErrMet)
}

// A guest makes an account, and all they have played is theirs: first as a guest still, then as a member.
func TestAVisitorMakesAnAccount(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, luis := c.playsWithVisitor(t)
	n := accounts.NewPlayer{Name: "Bento", Password: "hash", Lang: "en"}
	_, err := c.SignUpGuest(ctx, luis, n)
	refused(t, err, base.ErrTaken)
	n.Name = "Luís"
	p, err := c.SignUpGuest(ctx, luis, n)
	must(t, err)
	if p.ID != luis {
		t.Errorf("another player: %+v", p)
	}
	_, err = c.SignUpGuest(ctx, luis, n)
	refused(t, err, base.ErrNotFound) // pressed twice
	_, err = c.SessionByHash(ctx, phone("Luís").Token, true)
	refused(t, err, base.ErrNotFound)
	v, err := c.VisitOf(ctx, luis)
	must(t, err)
	if !v.Account || !v.Asked {
		t.Errorf("%+v", v)
	}
	refused(t, c.ClaimGuest(ctx, c.id, c.joins(t, "Dora"), night, c.arrival(t, luis), true), base.ErrNotFound)
	list, err := c.JoinRequests(ctx, c.id, c.ana)
	must(t, err)
	if len(list) != 1 || list[0].Player != luis || list[0].Role != role.Member {
		t.Errorf("asking are %+v", list)
	}
	must(t, c.AnswerRequest(ctx, c.id, c.ana, luis, true))
	m, err := c.ClubFor(ctx, c.slug, luis)
	must(t, err)
	if m.Role != role.Member {
		t.Errorf("let in as %q", m.Role)
	}
	came, err := c.ArrivalsOf(ctx, c.id, luis, night)
	must(t, err)
	for _, a := range came {
		if a.Player == luis && a.Guest {
			t.Error("a guest still")
		}
	}
}

// A guest's name is forgotten like that of a player of another house.
func TestAVisitorIsErased(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	_, luis := c.playsWithVisitor(t)
	list, err := c.PlaceholdersOf(ctx, c.id, c.ana, "luís")
	must(t, err)
	if len(list) != 1 || list[0].Player != luis || list[0].Matches != 1 {
		t.Fatalf("known by name are %+v", list)
	}
	must(t, c.EraseName(ctx, c.id, c.ana, list[0], func(int64) string { return "somebody" }))
	if n := c.count(t, `SELECT (SELECT count(*) FROM players WHERE name = 'Luís')
		+ (SELECT count(*) FROM arrivals WHERE name = 'Luís') + (SELECT count(*) FROM sessions WHERE player_id = $1)`,
		luis); n != 0 {
		t.Errorf("%d rows know the name", n)
	}
}

// A guest who is erased at a table leaves it, as who deletes an account does: nobody waits for somebody who is gone.
func TestAVisitorIsErasedAtATable(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, luis, table := c.sitsWithVisitor(t)
	must(t, c.EraseName(ctx, c.id, c.ana, db.Placeholder{Player: luis}, nil))
	o := c.board(t, table, c.bento).View.Outcome
	if o == nil || o.How != engine.ByLeft {
		t.Fatalf("the match has ended as %+v", o)
	}
	if s := c.draws(t, night)[0].Tables[0]; !s.Played() {
		t.Errorf("the round does not know who won: %+v", s.Seats)
	}
	if n := c.count(t, `SELECT count(*) FROM seats WHERE player_id = $1`, luis); n != 0 {
		t.Error("the seat is kept for nobody")
	}
}

// Erasing a guest's name changes nobody's place and no rating.
func TestAnErasedVisitorHasNoRating(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.ChooseRatings(ctx, c.id, c.ana, results.RatingsAll))
	season := c.season(t, -time.Hour, time.Hour)
	_, luis := c.playsWithVisitor(t)
	must(t, c.EraseName(ctx, c.id, c.ana, db.Placeholder{Player: luis}, nil))
	must(t, c.ComputeRatings(ctx, results.RatingCompute{Club: c.id}))
	if n := c.count(t, `SELECT count(*) FROM rated`); n != 0 {
		t.Errorf("with nobody %d are rated", n)
	}
	_, _, err := c.RecomputeStandings(ctx)
	must(t, err)
	st, err := c.StandingsOf(ctx, c.id, c.bento, season)
	must(t, err)
	if len(st.Lines) != 1 || st.Lines[0].Player != c.bento {
		t.Errorf("the season is %+v", st.Lines)
	}
}

// Where the night is over and the match is not, a bot plays on for the guest, so that nobody waits for them.
func TestABotPlaysOnForAVisitor(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	night, luis, table := c.sitsWithVisitor(t)
	kept := func() int {
		t.Helper()
		must(t, c.KeepForVisitors(ctx))
		return c.count(t, `SELECT count(*) FROM asides WHERE kind = 'kept'`)
	}
	if n := kept(); n != 0 {
		t.Errorf("at the night %d seats are kept", n)
	}
	arrival := int64(c.count(t, `SELECT id FROM arrivals WHERE name = 'Luís'`))
	must(t, c.SetGuest(ctx, c.id, c.ana, night, arrival, false))
	if n := kept(); n != 0 { // the host may have tapped the wrong name, and says it at the table if not
		t.Errorf("%d seats are kept for who has gone home while the night lasts", n)
	}
	must(t, c.SetGuest(ctx, c.id, c.ana, night, arrival, true))
	in := c.input(t, table, luis, "late")
	session, err := c.SessionByHash(ctx, phone("Luís").Token, true)
	must(t, err)
	in.Session = session.ID
	must(t, c.exec(t, `UPDATE nights SET starts_at = now() - interval '1 day', ends_at = now() - interval '7 hours',
		answers_until = now() - interval '1 day'`))
	_, err = c.Play(ctx, in)
	refused(t, err, base.ErrNotFound)
	for range 2 {
		if n := kept(); n != 1 {
			t.Errorf("after the night %d seats are kept", n)
		}
	}
}

// A match with a guest counts among the members: a guest has no place in a season, and nobody's rating moves by them.
func TestAVisitorHasNoRating(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.ChooseRatings(ctx, c.id, c.ana, results.RatingsAll))
	season := c.season(t, -time.Hour, time.Hour)
	_, luis := c.playsWithVisitor(t)
	rated := func() int {
		t.Helper()
		must(t, c.ComputeRatings(ctx, results.RatingCompute{Club: c.id}))
		return c.count(t, `SELECT count(*) FROM rated`)
	}
	if n := rated(); n != 0 {
		t.Errorf("with a guest %d are rated", n)
	}
	standings := func() (lines int) {
		t.Helper()
		_, _, err := c.RecomputeStandings(ctx)
		must(t, err)
		st, err := c.StandingsOf(ctx, c.id, c.bento, season)
		must(t, err)
		return len(st.Lines)
	}
	if n := standings(); n != 1 {
		t.Errorf("the season has %d lines", n)
	}
	_, err := c.SignUpGuest(ctx, luis, accounts.NewPlayer{Name: "Luís", Password: "hash", Lang: "en"})
	must(t, err)
	must(t, c.AnswerRequest(ctx, c.id, c.ana, luis, true))
	if n := rated(); n != 2 {
		t.Errorf("with an account %d are rated", n)
	}
	if n := standings(); n != 2 {
		t.Errorf("with an account the season has %d lines", n)
	}
}
