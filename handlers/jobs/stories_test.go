package jobs

import (
	"errors"
	"slices"
	"time"

	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/competition"
	"carteado/handlers/mail"
)

// A story is a match of two players who are away, and what else happens in it. Rosa is the first to move, reads English
// and has a device and mail; Iago reads Portuguese and has the same.
type story struct {
	game, pace string
	name       string
	begins     func(*walk, *seated)                           // after the deal
	happens    func(*walk, *seated, clock.Clock)              // after each step
	refused    func(*walk, *seated) (answer *mail.ErrRefused) // of letters to Rosa; nil: they are taken
}

var stories = []story{
	{game: "knock", pace: "live 30+120", name: "both sleep"},
	{game: "rummy", pace: "relaxed 1200", name: "both sleep"},
	{game: "rummy", pace: "relaxed 1200", name: "both sleep, and Rosa has one letter a day",
		begins: func(w *walk, s *seated) { w.sql(`UPDATE callings SET daily = true WHERE player_id = $1`, s.rosa) }},
	{game: "palace", pace: "slow 86400", name: "both sleep"},
	{game: "huangdi", pace: "slow 43200+432000", name: "both sleep"},
	{game: "knock", pace: "", name: "both sleep, and Iago nudges after a day",
		happens: func(w *walk, s *seated, _ clock.Clock) {
			if !s.waited && w.passed() >= 24*time.Hour {
				s.waited = true
				w.must(w.store.Nudge(w.t.Context(), w.club, s.number, s.iago))
			}
		}},
	{game: "knock", pace: "slow 86400", name: "Rosa sleeps, Iago plays, waits for her, and leaves", happens: iagoWaits},
	{game: "knock", pace: "slow 86400", name: "both sleep in their quiet hours, too, and Rosa has one letter a day",
		begins: func(w *walk, s *seated) {
			w.sql(`UPDATE players SET quiet_from = 1320, quiet_till = 480 WHERE id IN ($1, $2)`, s.rosa, s.iago)
			w.sql(`UPDATE callings SET daily = true WHERE player_id = $1`, s.rosa)
		}},
	{game: "rummy", pace: "slow 259200", name: "both sleep, Rosa on a holiday of three days from the second day on",
		happens: func(w *walk, s *seated, _ clock.Clock) {
			if !s.waited && w.passed() >= 24*time.Hour {
				s.waited = true
				w.must(w.store.RestNow(w.t.Context(), s.rosa, 3))
			}
		}},
	{game: "huangdi", pace: "slow 86400", name: "both sleep, and Rosa's mail server is on a blocklist for the " +
		"first hour",
		refused: func(w *walk, _ *seated) *mail.ErrRefused {
			if w.passed() >= time.Hour {
				return nil
			}
			return &mail.ErrRefused{Code: 550, Status: "5.7.1", Answer: "550 5.7.1 blocked"}
		}},
	{game: "knock", pace: "", name: "both are in a league; Iago names an hour on the second day, Rosa takes it on the " +
		"third, and they do not play", begins: inALeague, happens: anHourIsArranged},
}

// iagoWaits plays for Iago at once, proposes to wait once a bot keeps Rosa's seat, and leaves when that is over.
func iagoWaits(w *walk, s *seated, c clock.Clock) {
	w.sql(`UPDATE players SET seen_at = now() WHERE id = $1`, s.iago)
	board := w.board(s, s.iago)
	switch {
	case board.View.Outcome != nil:
	case c.Stands():
		s.waited = true
	case len(c.Kept()) > 0 && !s.waited:
		w.must(w.store.Propose(w.t.Context(), w.club, s.number, s.iago, s.match, live.OfferWait, live.Contribution{}))
	case s.waited:
		w.plays(s, s.iago, engine.Move{Verb: engine.VerbLeave})
	default:
		for ; board.View.MyTurn(); board = w.board(s, s.iago) {
			w.plays(s, s.iago, plainMove(board.Legal))
		}
	}
}

// inALeague founds a league of Rosa and Iago and draws its first round, which lasts for a week.
func inALeague(w *walk, s *seated) {
	ctx, charter := w.t.Context(), competition.Standard()
	charter.Format, charter.Game, charter.Days = competition.League, s.game, 7
	var err error
	s.league, err = w.store.FoundCompetition(ctx, w.club, w.host, "League", charter, "")
	w.must(err)
	for _, player := range []int64{s.rosa, s.iago} {
		w.must(w.store.EnterCompetition(ctx, w.club, player, s.league, player))
	}
	w.must(w.store.DrawRound(ctx, w.club, w.host, s.league, 0))
}

// anHourIsArranged names an hour for Iago, then for Rosa, and does what is due at the rounds of competitions.
func anHourIsArranged(w *walk, s *seated, _ clock.Clock) {
	ctx, at := w.t.Context(), w.began.Add(100*time.Hour)
	switch names := func(player int64) { w.must(w.store.NameHour(ctx, w.club, player, s.league, 1, 1, at)) }; {
	case !s.waited && w.passed() >= 24*time.Hour:
		names(s.iago)
		s.waited = true
	case s.waited && w.passed() >= 48*time.Hour && w.passed() < 50*time.Hour:
		names(s.rosa)
	}
	w.must(errors.Join(w.store.CloseRounds(ctx), w.store.RemindRounds(ctx)))
}

// plainMove is one of the legal moves: of those that end no round, if there is one, and none that could go on for ever,
// as exchanging cards could.
func plainMove(legal []engine.Move) engine.Move {
	for _, verb := range []string{"ready", "draw", "discard"} {
		if i := slices.IndexFunc(legal, func(m engine.Move) bool { return m.Verb == verb }); i >= 0 {
			return legal[i]
		}
	}
	return legal[0]
}
