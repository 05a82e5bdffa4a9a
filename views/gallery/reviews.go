package gallery

import (
	"time"

	"carteado/engine"
	"carteado/engine/bot"
	matchpage "carteado/views/page/match"
	"carteado/views/part"
	"carteado/views/table"
)

// reviews are the pages of a review: before it, under way, with nothing to better, and one for each game.
func (g list) reviews() []Page {
	p := matchpage.ReviewProps{Match: 7, Game: knock, Seats: []part.Person{ana, bento}, Ended: now.Add(-time.Hour)}
	pages := []Page{inside("reviews-ask", matchpage.Review(p))}
	p.Asked = true
	pages = append(pages, inside("reviews-queued", matchpage.Review(p)))
	p.Looked, p.Decisions = 12, 63
	pages = append(pages, inside("reviews-under-way", matchpage.Review(p)))
	p.Found = &bot.Review{Looked: 63, Same: 54}
	pages = append(pages, inside("reviews-nothing", matchpage.Review(p)))
	p.Shared, p.Link = true, "https://quinta.example.org/clubs/quinta/matches/7/reviews/1"
	for _, game := range []string{palace, rummy, huangdi, knock} {
		p.Game = game
		p.Better, p.Right = g.decisions(game, p.Seats)
		p.Found = &bot.Review{Looked: 61, Same: 54, Worse: len(p.Better), Unsure: 3}
		pages = append(pages, inside("reviews-"+game, matchpage.Review(p)))
	}
	return pages
}

// decisions are positions in which several moves are legal, from a deal played by a bot.
func (g list) decisions(game string, seats []part.Person) (better, right []matchpage.Decision) {
	play, err := bot.NewPractice(g.of(game), bot.Club, nil, engine.Seed{}.Derive("reviews", 1))
	for err == nil && !play.Over() && len(better) < 3 {
		scene := play.Scene()
		first, other := scene.Legal[0], scene.Legal[len(scene.Legal)-1]
		if first != other {
			better = append(better, matchpage.Decision{Decision: bot.Decision{Step: scene.View.Version,
				Round: 1, Turn: len(better) + 1, Made: first, Other: other, Gain: 0.05, Error: 0.01},
				Board: table.NewSeen(scene, seats)})
		}
		err = play.Make(first)
	}
	if err != nil {
		panic("gallery: " + err.Error())
	}
	last := len(better) - 1
	return better[:last], better[last:]
}
