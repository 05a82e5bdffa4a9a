package table

import (
	"errors"
	"slices"
	"testing"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
)

// question is a position of a game that has just been dealt.
func question(t *testing.T, g engine.Game, n int) live.AdvicePosition {
	t.Helper()
	m, err := engine.NewMatch(g, 2, nil, engine.Seed{}.Derive("question", n))
	if err != nil {
		t.Fatal(err)
	}
	s := m.ToMove()[0]
	view := m.View(s)
	return live.AdvicePosition{Match: int64(n), Version: n, Sight: bot.Sight{View: view,
		Course: engine.Course{Dealt: view.Round}, Legal: m.Legal(s, nil)}}
}

// A player who asks a hundred times a minute is told to wait, and others are not.
func TestAdviceIsNotAskedForTooOften(t *testing.T) {
	a, g := newAdvisor(), games.Rules()[0]
	for n := range asks {
		q := question(t, g, n+1)
		q.Sight.Legal = q.Sight.Legal[:1]
		if _, err := a.advise(t.Context(), 1, g, q); err != nil {
			t.Fatalf("ask %d: %v", n, err)
		}
	}
	if _, err := a.advise(t.Context(), 1, g, question(t, g, asks+1)); !errors.Is(err, errOften) {
		t.Errorf("after %d answers: %v", asks, err)
	}
	last := question(t, g, asks)
	if again, err := a.advise(t.Context(), 1, g, last); err != nil || again == nil {
		t.Errorf("the same once more: %v", err)
	}
	if _, err := a.advise(t.Context(), 2, g, question(t, g, asks+1)); err != nil {
		t.Errorf("somebody else: %v", err)
	}
}

// BenchmarkAdvice tells how long somebody waits for advice.
func BenchmarkAdvice(b *testing.B) {
	for _, g := range games.Rules() {
		b.Run(g.Info().Key, func(b *testing.B) {
			var took []time.Duration
			for n := 0; b.Loop(); n++ {
				a := newAdvisor()
				m, err := engine.NewMatch(g, 2, nil, engine.Seed{}.Derive("question", n))
				if err != nil {
					b.Fatal(err)
				}
				s := m.ToMove()[0]
				q := live.AdvicePosition{Sight: bot.Sight{View: m.View(s),
					Course: engine.Course{Dealt: m.View(s).Round},
					Legal:  m.Legal(s, nil)}, Match: 1}
				began := time.Now()
				if _, err := a.advise(b.Context(), 1, g, q); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			slices.Sort(took)
			b.ReportMetric(float64(took[len(took)*99/100].Milliseconds()), "p99-ms")
		})
	}
}
