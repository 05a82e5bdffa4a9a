package gallery

import (
	"carteado/engine"
	"carteado/engine/bot"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
)

// daily are the pages of the deals of the day: the list, one that is played, and what all have made of it.
func (g list) daily() []Page {
	score, day := 18, now.AddDate(0, 0, -1)
	best := []tablepage.DailyWinner{{Day: day, Game: knock, Person: celia, Score: 31},
		{Day: day, Game: palace, Person: longName, Score: 1}}
	deals := tablepage.DailyProps{Day: now, Streak: 4, Yesterday: best, Deals: []tablepage.DailyDeal{
		{Game: knock, Played: 7, Score: &score}, {Game: palace, Played: 1, Begun: true}, {Game: rummy}}}
	play, err := bot.NewPractice(g.of(knock), bot.Strong, nil, engine.Seed{}.Derive("daily", 1))
	if err != nil {
		panic("gallery: " + err.Error())
	}
	scene := play.Scene()
	today := &table.Day{Date: now, Address: "#", Back: "#"}
	board := table.NewLesson(scene, &ana, &table.Lesson{Round: true, Day: today})
	board.Seats[1].Bot = bot.Strong
	turns := table.TurnsOf([]engine.Entry{
		{Seat: 0, Version: 1, Events: []engine.Event{{Kind: "drew", Seat: 0, Open: true}}},
		{Seat: 1, Version: 2, Events: []engine.Event{{Kind: "drew", Seat: 1, Open: true}}},
	})
	course := func(of part.Person) *tablepage.DailyCourse {
		return &tablepage.DailyCourse{Row: tablepage.DailyRow{Person: of}, Turns: turns,
			Seats: []part.Person{of, {Bot: bot.Strong}}}
	}
	made := tablepage.DealProps{Day: now, Today: true, Game: knock, Played: 3, Mine: &score, Own: course(ana),
		Best: course(celia), Plays: []tablepage.DailyRow{{Person: celia, Score: 31, Own: 12},
			{Person: ana, Score: score, Own: 14}, {Person: longName, Score: -25, Own: 22}}}
	return []Page{
		inside("daily", tablepage.Daily(deals)),
		inside("daily-off", tablepage.Daily(tablepage.DailyProps{Day: now})),
		inside("daily-board", table.DealPage(board)),
		inside("daily-deal", tablepage.Deal(made)),
		inside("daily-deal-nobody", tablepage.Deal(tablepage.DealProps{Day: day, Game: palace})),
	}
}
