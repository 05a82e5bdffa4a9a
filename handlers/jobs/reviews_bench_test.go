package jobs

import (
	"runtime"
	"testing"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/engine"
	"carteado/engine/bot"
)

// BenchmarkReview reviews a whole match of each game between a beginner and a bot of the club, with the time that the
// club gives, and says how much of it was needed and how much memory.
func BenchmarkReview(b *testing.B) {
	for _, g := range games.Rules() {
		b.Run(g.Info().Key, func(b *testing.B) {
			for n := range b.N {
				past := beginnersPast(b, g, n)
				w := &review{thinkTime: newThinkTime(Config{})}
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				began := time.Now()
				found, err := bot.ReviewOf(g, past, w.search(b.Context(), len(past), func(int) error { return nil }))
				if err != nil {
					b.Fatal(err)
				}
				runtime.ReadMemStats(&after)
				b.ReportMetric(time.Since(began).Seconds(), "s")
				b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/1e6, "MB-allocated")
				b.ReportMetric(float64(after.HeapSys)/1e6, "MB-heap")
				b.Logf("%d decisions, looked at %d: %d the same, %d worse, %d hard and right", len(past), found.Looked,
					found.Same, found.Worse, len(found.Right))
				for _, d := range found.Better {
					b.Logf("%s rather than %s: %.3f ± %.3f %v", d.Other, d.Made, d.Gain, d.Error, d.Reason)
				}
			}
		})
	}
}

// beginnersPast are the decisions of a beginner in a match.
func beginnersPast(b *testing.B, g engine.Game, n int) []bot.Past {
	b.Helper()
	seed := engine.Seed{}.Derive("review", n)
	m, err := engine.NewMatch(g, 2, nil, seed)
	must(b, err)
	t := &botTable{Match: m, courses: make([]engine.Course, 2)}
	t.dealt()
	players := []bot.Player{bot.For(g, bot.Novice, bot.Budget{}), bot.For(g, bot.Club, bot.Budget{})}
	var moves []bot.Played
	for len(t.ToMove()) > 0 {
		s := t.ToMove()[0]
		move := players[s].Choose(bot.Sight{View: t.View(s), Course: t.courses[s], Legal: t.Legal(s, nil), Seed: seed})
		events, err := t.Play(s, move)
		must(b, err)
		moves = append(moves, bot.Played{Made: engine.Made{Seat: s, Move: move}, Own: true})
		dealt := false
		for _, e := range events {
			dealt = dealt || e.Kind == "dealt"
		}
		if dealt {
			t.dealt()
			continue
		}
		for viewer := range t.courses {
			t.courses[viewer].See(events, engine.Seat(viewer))
		}
	}
	again, err := engine.NewMatch(g, 2, nil, seed)
	must(b, err)
	past, err := bot.PastOf(again, 0, moves, seed)
	must(b, err)
	return past
}
