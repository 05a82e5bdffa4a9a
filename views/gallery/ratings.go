package gallery

import (
	"math"
	"slices"
	"time"

	"carteado/engine/bot"
	"carteado/engine/rating"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
)

// rated is somebody after a number of matches against two newcomers: won, lost and won again.
func rated(who part.Person, won, matches int) (row resultpage.RatingRow, points []resultpage.RatingPoint) {
	row = resultpage.RatingRow{Person: who, Rating: rating.New(), Matches: matches}
	for n := 1; n <= matches; n++ {
		places := []int{2, 1, 3}
		if int(math.Round(float64(n*won)/10)) > int(math.Round(float64((n-1)*won)/10)) {
			places = []int{1, 2, 3}
		}
		before := row.Rating
		row.Rating = rating.Rate([]rating.Rating{before, {Mu: 25, Sigma: 4}, {Mu: 27, Sigma: 5}}, places)[0]
		points = append(points, resultpage.RatingPoint{Rating: row.Rating, Before: before, Number: n, Match: int64(n),
			Ended: now.Add(-time.Duration(matches-n) * 72 * time.Hour)})
	}
	return row, points
}

func ratings() resultpage.RatingsProps {
	p := resultpage.RatingsProps{Games: []string{knock, rummy, palace}, Game: knock}
	for i, who := range []part.Person{celia, ana, bento, davi, iara} {
		row, _ := rated(who, 8-2*i, 57>>i)
		p.Lines = append(p.Lines, row)
	}
	slices.SortFunc(p.Lines, func(a, b resultpage.RatingRow) int { return b.Rating.Number() - a.Rating.Number() })
	return p
}

func ratingOf(matches int) resultpage.RatingProps {
	row, points := rated(ana, 6, matches)
	recent := slices.Clone(points[max(0, len(points)-5):])
	slices.Reverse(recent)
	return resultpage.RatingProps{RatingRow: row, Game: knock, Games: []string{knock, rummy}, Hidden: matches == 1,
		Points: points, Recent: recent}
}

func ratingHow() resultpage.RatingHowProps {
	p := resultpage.RatingHowProps{Game: rummy, Match: 12, Ended: now.Add(-20 * time.Hour)}
	a, _ := rated(ana, 3, 57)
	b, _ := rated(bento, 7, 40)
	before := []rating.Rating{a.Rating, b.Rating, rating.Anchor(rummy, bot.Club)}
	after, chances := rating.Rate(before, []int{1, 2, 3}), rating.Chances(before)
	for i, who := range []part.Person{ana, bento, {Bot: bot.Club}} {
		p.Seats = append(p.Seats, resultpage.RatingSeat{Person: who, Place: i + 1, Before: before[i], After: after[i],
			Chance: chances[i]})
	}
	return p
}
