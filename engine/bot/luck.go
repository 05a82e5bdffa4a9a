package bot

import (
	"math"

	"carteado/engine"
)

// Luck is what the cards of a round gave to each seat: the points that the seat makes on average when bots of the level
// Club play the same deal in all seats, over and over with other choices, against the mean of all seats. More is
// better for the seat, whichever total wins. So the luck of all seats adds up to zero, and what a seat has made beyond
// it is play. Since the same bots sit everywhere, to pass the hands round the table would change nothing: the place of
// a seat behind the dealer is part of what it was given.
//
// The seed of the round stays the same: the deal, the order of the stock, and that of packs that are shuffled again.
// It leaves something open: which seat draws a card of the stock follows from when the seats draw, so that the cards
// that a player truly drew are in it only as far as bots come to them, too. Bots of the level Club play soundly and
// do not think ahead: a hand that only a Master can play well counts for less than it is worth. A round that wins the
// match on the spot counts its points, and one that leads nowhere counts none. The points of one round hang on so
// much chance that the number of one round says little and that of a match something; Errors says how much the number
// itself could be another one.
type Luck struct {
	Points []int // by seat, in hundredths of a point
	Errors []int // by seat: the standard errors of Points, in hundredths
}

// How often a deal is played: so often that the luck of a match takes a few seconds of one core.
const (
	maxPlays   = 200
	minPlays   = 20
	matchPlays = 2000 // of all rounds of a match together
)

// PlaysOf is how often each of some rounds of a match is played.
func PlaysOf(rounds int) int { return min(max(matchPlays/max(rounds, 1), minPlays), maxPlays) }

// maxPlayMoves is the number of moves of each seat after which a round leads nowhere.
const maxPlayMoves = 500

// LuckOf plays a deal so often. The same deal has the same luck. It is false where the game's hidden cards cannot be
// guessed, and when stop, which it asks before each move, says so.
func LuckOf(g engine.Game, deal engine.Setup, plays int, stop func() bool) (Luck, bool, error) {
	if _, guessed := g.(engine.Guesser); !guessed {
		return Luck{}, false, nil
	}
	m, err := engine.NewMatchFrom(g, deal, only(deal.Seed))
	if err != nil {
		return Luck{}, false, err
	}
	l := luck{player: For(g, Club, Budget{}), dealt: m, room: m.Clone(), sum: make([]float64, deal.Seats),
		square: make([]float64, deal.Seats)}
	for n := range plays {
		points, over := l.play(deal.Seed.Derive("luck", n), stop)
		if !over {
			return Luck{}, false, nil
		}
		l.add(points)
	}
	return l.found(float64(plays)), true, nil
}

// only is the source of a match of one round, whose seed it is.
type only engine.Seed

// Derive implements engine.Source.
func (o only) Derive(string, int) engine.Seed { return engine.Seed(o) }

// luck is what the plays of a deal have come to.
type luck struct {
	player      Player
	dealt, room *engine.Match
	sum, square []float64 // by seat, of the points ahead of the mean
}

// play plays the deal once. Each seat's bot is given what the seat may know.
func (l *luck) play(seed engine.Seed, stop func() bool) (points []int, over bool) {
	m := l.room
	l.dealt.CopyInto(m)
	seen := make([]engine.Course, m.Seats())
	for s := range seen {
		seen[s].Dealt = m.Round().View(engine.Seat(s))
	}
	for len(m.Rounds()) == 0 && m.Version() < maxPlayMoves*m.Seats() {
		if stop != nil && stop() {
			return nil, false
		}
		s := m.ToMove()[0]
		events, err := m.Play(s, l.player.Choose(Sight{View: m.View(s), Course: seen[s], Legal: m.Legal(s, nil),
			Seed: seed.Derive("seat", int(s))}))
		if err != nil {
			panic(err) // a bot chooses among legal moves
		}
		for other := range seen {
			seen[other].See(events, engine.Seat(other))
		}
	}
	if len(m.Rounds()) == 0 {
		return make([]int, m.Seats()), true
	}
	return m.Rounds()[0].Points, true
}

// add takes in the points of a play.
func (l *luck) add(points []int) {
	mean := 0.0
	for _, n := range points {
		mean += float64(n) / float64(len(points))
	}
	for s, n := range points {
		ahead := float64(n) - mean
		if l.dealt.Scoring().LowWins {
			ahead = -ahead
		}
		l.sum[s] += ahead
		l.square[s] += ahead * ahead
	}
}

func (l *luck) found(plays float64) Luck {
	const hundredths = 100
	f := Luck{Points: make([]int, len(l.sum)), Errors: make([]int, len(l.sum))}
	rest, most := 0, 0
	for s, sum := range l.sum {
		mean := sum / plays
		f.Points[s] = int(math.Round(hundredths * mean))
		f.Errors[s] = int(math.Ceil(hundredths * math.Sqrt(max(0, l.square[s]/plays-mean*mean)/max(plays-1, 1))))
		rest += f.Points[s]
		if math.Abs(sum) > math.Abs(l.sum[most]) {
			most = s
		}
	}
	seats := len(f.Points)
	f.Points[most] -= min(max(rest, -seats), seats) // of rounding: hundredths, where they matter least
	return f
}
