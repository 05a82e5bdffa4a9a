package gallery

import (
	"strings"
	"time"

	"carteado/engine/clock"
	"carteado/views/layout"
	"carteado/views/link"
	nightspage "carteado/views/page/nights"
	"carteado/views/part"
)

// comingNights are the next nights of the club: one that asks, one with a place, one that is full and one called off.
func comingNights() []nightspage.Night {
	friday := time.Date(now.Year(), now.Month(), now.Day()+7, 23, 0, 0, 0, time.UTC)
	at := func(weeks int, n nightspage.Night) nightspage.Night {
		n.ID, n.By, n.Recurs, n.Goes = int64(weeks+1), bento, clock.Weekly, true
		n.Starts = friday.AddDate(0, 0, 7*weeks)
		n.Ends, n.Until = n.Starts.Add(3*time.Hour), n.Starts.Add(-2*time.Hour)
		return n
	}
	return []nightspage.Night{
		at(0, nightspage.Night{Name: "Noite de Rummy", Place: "Casa da Clara", Games: []string{rummy, knock},
			Places: 10, Coming: 8, Says: "Tragam pão de queijo."}),
		at(1, nightspage.Night{Name: "Noite de Palácio", Games: []string{palace}, Coming: 5, Answer: "yes",
			Placed: true}),
		at(2, nightspage.Night{Name: strings.Repeat("Noitada ", 7), Place: "Rua das Laranjeiras", Places: 4, Coming: 4,
			Waiting: 2, Answer: "late"}),
	}
}

func nightAnswers() []nightspage.NightAnswer {
	return []nightspage.NightAnswer{
		{Person: bento, Answer: "yes", Placed: true, Since: now.Add(-72 * time.Hour)},
		{Person: celia, Answer: "yes", Placed: true, Since: now.Add(-70 * time.Hour)},
		{Person: iara, Answer: "late", Placed: true, Arrives: comingNights()[0].Starts.Add(45 * time.Minute),
			Since: now.Add(-60 * time.Hour)},
		{Person: longName, Answer: "yes", Since: now.Add(-50 * time.Hour)},
		{Person: ana, Answer: "yes", Since: now.Add(-20 * time.Minute)},
		{Person: oddName, Answer: "maybe", Since: now.Add(-10 * time.Minute)},
		{Person: part.Person{ID: 17}, Answer: "no", Since: now.Add(-9 * time.Minute)},
	}
}

// atTheDoor is the host's page while people come.
func atTheDoor() nightspage.ArrivalsProps {
	p := nightspage.ArrivalsProps{Night: comingNights()[0], Open: true, Typed: "Luís", Faults: part.Faults{
		"name": "guest_taken"}}
	p.Here = []nightspage.Arrival{{ID: 1, Person: bento, Came: now.Add(-20 * time.Minute)},
		{ID: 4, Person: part.Person{Name: "Rui"}, Guest: true, Screen: true, Came: now.Add(-15 * time.Minute)},
		{ID: 2, Person: part.Person{Name: "Luís"}, Guest: true, Came: now.Add(-15 * time.Minute)},
		{ID: 3, Person: longName, Came: now.Add(-90 * time.Minute), Left: now.Add(-5 * time.Minute)}}
	for _, a := range nightAnswers()[1:6] {
		p.Missing = append(p.Missing, nightspage.Expected{Person: a.Person, Answer: a.Answer, Arrives: a.Arrives,
			Placed: a.Placed})
	}
	p.Missing = append(p.Missing, nightspage.Expected{Person: davi}, nightspage.Expected{Person: oddName, Answer: "no"})
	return p
}

// nights are the pages of game nights.
func (g list) nights() []Page {
	const page, calendar = "https://cartas.example/clubs/quinta/nights/1", "https://cartas.example/calendar/7Kd2uQ9fXyZ"
	coming := comingNights()
	one := nightspage.NightProps{Night: coming[0], Answers: nightAnswers()[:4],
		Silent: []part.Person{ana, davi, oddName}, URL: page, Typed: "20:45", Door: true}
	waits := nightspage.NightProps{Night: coming[0], Answers: nightAnswers(), Silent: []part.Person{davi}, URL: page,
		Calendar: calendar, Typed: "x", Faults: part.Faults{"arrives": "night_hour", "reason": "required"}}
	waits.Coming, waits.Waiting, waits.Places, waits.Answer = 3, 2, 3, "yes"
	waits.Reminded = now.Add(-2 * time.Hour)
	over := nightspage.NightProps{Night: coming[0], Answers: nightAnswers()}
	over.Starts, over.Ends, over.Over, over.Begun, over.Closed = now.Add(-50*time.Hour), now.Add(-47*time.Hour), true,
		true, true
	over.Placed, over.Answer, over.Address = true, "yes", "Rua das Laranjeiras, 210, ap. 31"
	off := nightspage.NightProps{Night: coming[1], URL: page}
	off.Off, off.OffWhy = true, "A Clara está doente."
	over.Came = atTheDoor().Here
	over.Came = append(over.Came,
		nightspage.Arrival{ID: 4, Person: part.Person{Name: "Rui"}, Guest: true, Claimant: davi},
		nightspage.Arrival{ID: 5, Person: part.Person{Name: "Zé da Esquina"}, Guest: true, Claimant: ana})
	past := []nightspage.Night{over.Night, off.Night}
	form := nightspage.NightForm{Name: "Noite de Rummy", Date: "2026-11-27", From: "20:00", Until: "23:00",
		Recurs: "weekly", Place: "Casa da Clara", Address: "Rua das Laranjeiras, 210", Games: g.keys(),
		Chosen: []string{rummy}, Places: "10", Close: "2", Says: "Tragam pão de queijo."}
	wrong := form
	wrong.ID, wrong.Series, wrong.Name, wrong.Places = 1, true, "", "x"
	wrong.Faults = part.Faults{"name": "required", "date": "date_ahead", "until": "hour", "places": "number"}
	return []Page{
		inside("nights", nightspage.Nights(nightspage.NightsProps{Coming: coming, Past: past, Calendar: calendar})),
		inside("nights-none", nightspage.Nights(nightspage.NightsProps{})),
		inside("night", nightspage.NightPage(one)),
		inside("night-waits", nightspage.NightPage(waits)),
		inside("night-over", nightspage.NightPage(over)),
		inside("night-off", nightspage.NightPage(off)),
		inside("night-new", nightspage.NewNight(form)),
		inside("arrivals", nightspage.Arrivals(atTheDoor())),
		inside("arrivals-closed", nightspage.Arrivals(nightspage.ArrivalsProps{Night: coming[1],
			Missing: []nightspage.Expected{{Person: davi}}})),
		inside("poster", nightspage.Poster(nightspage.PosterProps{Night: coming[0], QR: qrPath, QRSize: 33,
			URL: "https://cartas.example/here/JBSWY3DPEHPK3PXP"})),
		inside("poster-none", nightspage.Poster(nightspage.PosterProps{Night: coming[0]})),
		door("here", nightspage.Here(nightspage.HereProps{Token: "t", Night: coming[0].Name, Club: house(),
			Name: "Luís", Faults: part.Faults{"name": "guest_taken"}})),
		door("here-member", nightspage.Here(nightspage.HereProps{Token: "t", Night: coming[0].Name, Club: house(),
			Member: true, SignedIn: true})),
		visiting("visit", nightspage.Visit(visit(&layout.Seat{Number: 3, Table: 12, Round: 2, Club: house().Slug,
			Others: []string{celia.Name, davi.Name}, Ends: now.Add(12 * time.Minute)}))),
		visiting("visit-paper", nightspage.Visit(visit(&layout.Seat{Number: 3, Round: 2, Club: house().Slug,
			Others: []string{longName.Name, davi.Name}, Ends: now.Add(12 * time.Minute)}))),
		visiting("visit-wait", nightspage.Visit(visit(nil))),
		visiting("visit-faults", nightspage.Visit(refusedVisit())),
		door("visit-over", nightspage.VisitOver(visit(nil))),
		door("take-over", nightspage.TakeOver(visit(nil))),
		inside("hand-over", nightspage.HandOver(nightspage.HandOverProps{Name: "Luís", Night: 1, QR: qrPath, QRSize: 33,
			URL: "https://cartas.example/here/as/JBSWY3DPEHPK3PXPJBSWY3DP", Path: link.TakeOver("t")})),
		inside("draws", nightspage.Draws(g.draws(true))),
		inside("draws-round", nightspage.Draws(g.draws(false))),
		inside("draws-duplicates", nightspage.Draws(g.duplicates(true))),
		inside("draws-duplicates-held", nightspage.Draws(g.duplicates(false))),
		inside("draws-none", nightspage.Draws(nightspage.DrawsProps{Night: coming[0], Open: true, Now: now,
			Form: nightspage.DrawForm{Games: g.infos(), Game: rummy, Size: "any", Minutes: "25"}})),
		inside("screen", nightspage.Screen(nightspage.ScreenProps{Night: coming[0],
			URL: "https://cartas.example/tv/7Kd2uQ9f"})),
		inside("screen-none", nightspage.Screen(nightspage.ScreenProps{Night: coming[0]})),
		door("television", nightspage.Television(nightspage.TelevisionProps{Club: house(), Name: coming[0].Name,
			Now: now, Evening: g.draws(false).Evening})),
		inside("night-change", nightspage.NewNight(wrong)),
	}
}

// visit is the page of a guest, who sits there.
func visit(seat *layout.Seat) nightspage.VisitProps {
	return nightspage.VisitProps{Name: "Luís", Night: comingNights()[0].Name, Club: house(), Seat: seat, Typed: "Luís",
		Token: "t", SignedIn: true}
}

// refusedVisit is that of a guest whose account cannot be called so.
func refusedVisit() nightspage.VisitProps {
	p := visit(nil)
	p.Faults = part.Faults{"name": "taken", "password": "short"}
	return p
}
