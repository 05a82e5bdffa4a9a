package web

import (
	"carteado/db/base"
	"carteado/engine/clock"
	"carteado/views/part"
)

// People are the seats of a table, in order, as a player knows them. A seat
// that is only kept for somebody is free.
func People(me int64, seats []base.Seat) []part.Person {
	people := make([]part.Person, len(seats))
	for _, seat := range seats {
		people[seat.Seat] = person(me, seat)
	}
	return numbered(people)
}

// onPaper are the people of a match with real cards, some of whom are no members.
func onPaper(me int64, seats []base.Seat) (people []part.Person) {
	for _, s := range seats {
		p := PersonOf(me, base.Person{ID: s.Player, Name: s.Name, Face: s.Face})
		p.Me = p.Me && s.Player != 0
		people = append(people, p)
	}
	return people
}

// numbered tells bots of one level apart by a number.
func numbered(people []part.Person) []part.Person {
	last := map[string]int{}
	for _, p := range people {
		last[p.Bot]++
	}
	next := map[string]int{}
	for i, p := range people {
		if p.Bot != "" && last[p.Bot] > 1 {
			next[p.Bot]++
			people[i].Number = next[p.Bot]
		}
	}
	return people
}

// PersonOf is a member in a list.
func PersonOf(me int64, p base.Person) part.Person {
	return part.Person{ID: p.ID, Name: p.Name, Face: part.FaceOf(p.Face), Me: p.ID == me}
}

func restOf(seat base.Seat) *clock.Calendar {
	if seat.Rest == nil {
		return nil
	}
	rest := seat.Rest.Calendar()
	return &rest
}

func person(me int64, seat base.Seat) part.Person {
	switch {
	case seat.Bot != "":
		return part.Person{Bot: seat.Bot}
	case seat.Player != 0:
		return part.Person{
			ID: seat.Player, Name: seat.Name, Then: seat.Then, Face: part.FaceOf(seat.Face), Me: seat.Player == me,
			Rest: restOf(seat),
		}
	}
	return part.Person{}
}
