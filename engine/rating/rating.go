// Package rating measures how well somebody plays a game from the places of their matches. It is a pure function: the
// same ratings and places give the same digits, in whatever order the seats come.
//
// The model is that of Plackett and Luce, learned as in Ruby C. Weng and Chih-Jen Lin, A Bayesian Approximation Method
// for Online Ranking, Journal of Machine Learning Research 12 (2011), 267–300, algorithm 4, for sides of one player:
// the first place is drawn among all with chances in proportion to exp(µ/c), the second among the rest, and so on. All
// places of a match teach something, not the first alone. Numbers begin as that paper's experiments do: µ 25, σ 25/3,
// β 25/6, κ 1/10000, and its γ = σ/c.
package rating

import (
	"cmp"
	"math"
	"slices"
)

// A Rating is what is known of a player at one game: about Mu, and in 19 of 20 cases within two Sigma of it. The zero
// Sigma is that of a bot, whose rating is fixed.
type Rating struct{ Mu, Sigma float64 }

const (
	mu    = 25.0
	sigma = mu / 3
	beta  = sigma / 2 // how far a player's results of one day to another lie apart, at the same skill
	kappa = 1e-4      // the least part of a variance that one match may leave
)

// New is the rating of somebody of whom nothing is known.
func New() Rating { return Rating{mu, sigma} }

// Rate returns the ratings after a match, by seat; places as a result has them: 1 is first, equal places are shared.
// A rating without Sigma is measured against and stays as it is. It panics unless there is a place for each rating.
func Rate(before []Rating, places []int) []Rating {
	if len(before) != len(places) {
		panic("rating: places of other players")
	}
	after := make([]Rating, len(before))
	c := scale(before)
	ranked := order(before, places)
	for i, r := range before {
		after[i] = r
		if len(before) < 2 || r.Sigma == 0 {
			continue
		}
		// Summed apart, so that two who are equal and share a place come to the same digits.
		own, others, delta := 0.0, 0.0, 0.0
		for _, q := range ranked { // the drawings in which i was still there, each with its part of Ω and Δ
			if places[q] > places[i] {
				break
			}
			p := exp(r, c) / worth(before, places, ranked, q, c)
			tied := float64(shared(places, q))
			if q == i {
				own = (1 - p) / tied
			} else {
				others += p / tied
			}
			delta += p * (1 - p) / tied
		}
		part := r.Sigma / c
		after[i].Mu += r.Sigma * part * (own - others)
		after[i].Sigma *= math.Sqrt(math.Max(1-part*part*part*delta, kappa)) // the third factor is γ = σ/c
	}
	return after
}

// Chances are how likely each of some players is to come first.
func Chances(players []Rating) []float64 {
	c := scale(players)
	places := make([]int, len(players))
	ranked := order(players, places)
	chances := make([]float64, len(players))
	for i, r := range players {
		chances[i] = exp(r, c) / worth(players, places, ranked, i, c)
	}
	return chances
}

// exp is a player's worth in the drawing of a place, from the mean on so that it stays a number.
func exp(r Rating, c float64) float64 { return math.Exp((r.Mu - mu) / c) }

// scale is c, what the skills of all who play and the luck of a day add up to.
func scale(players []Rating) float64 {
	sum := 0.0
	for _, i := range order(players, make([]int, len(players))) {
		sum += players[i].Sigma*players[i].Sigma + beta*beta
	}
	return math.Sqrt(sum)
}

// worth is the worth of all who are still there when the place of q is drawn.
func worth(players []Rating, places, ranked []int, q int, c float64) float64 {
	sum := 0.0
	for _, s := range ranked {
		if places[s] >= places[q] {
			sum += exp(players[s], c)
		}
	}
	return sum
}

// shared is how many have the place of q.
func shared(places []int, q int) int {
	n := 0
	for _, place := range places {
		if place == places[q] {
			n++
		}
	}
	return n
}

// order are the seats by place, and those of one place by what is known of them: sums are made in it, because floating
// point numbers add up to other digits in another order.
func order(players []Rating, places []int) []int {
	seats := make([]int, len(players))
	for i := range seats {
		seats[i] = i
	}
	slices.SortStableFunc(seats, func(a, b int) int {
		return cmp.Or(cmp.Compare(places[a], places[b]), cmp.Compare(players[a].Mu, players[b].Mu),
			cmp.Compare(players[a].Sigma, players[b].Sigma))
	})
	return seats
}
