package gallery

import (
	"time"

	clubpage "carteado/views/page/club"
	"carteado/views/part"
)

// recordedPages are the pages of old score books.
func recordedPages() []Page {
	day := func(m time.Month, d int) time.Time { return time.Date(2019, m, d, 12, 0, 0, 0, time.UTC) }
	points := func(n int) *int { return &n }
	seats := []clubpage.RecordedSeat{{Person: ana, Points: points(88), Place: 1}, {Person: bento, Points: points(102),
		Place: 2}, {Person: part.Person{Name: longName.Name}, Points: points(131), Place: 3}}
	list := []clubpage.Recorded{
		{ID: 71, Line: 2, Game: knock, Ended: day(time.May, 17), Seats: seats, Counts: true, Label: "4",
			Ends: [][]int{{10, 25, 40}, {50, 30, 31}, {28, 47, 60}}},
		{ID: 72, Line: 3, Ended: day(time.May, 18), Label: "Reis", Seats: []clubpage.RecordedSeat{
			{Person: celia, Place: 1}, {Person: davi, Place: 2}}},
	}
	made := clubpage.Import{ID: 3, Name: "caderno-2019.csv", By: bento, Made: now.AddDate(0, 0, -3), Draft: true}
	kept := made
	kept.Draft, kept.Kept, kept.Counts, kept.Matches = false, now, true, 2
	back := kept
	back.Counts, back.TakenBack, back.Name = false, now, oddName.Name
	draft := clubpage.DraftProps{
		Import: made, Games: []string{knock}, Encoding: "windows-1252", Comma: ";", Unit: "matches", Lines: 64,
		Found: 53,
		Columns: []clubpage.ImportColumn{{Heading: "Data", As: "date"}, {Heading: "Jogo", As: "game"}, {Heading: "Ana",
			As: "name"}, {Heading: "Obs."}, {}}, First: list, From: day(time.May, 17), Until: day(time.December, 19),
		People: []clubpage.ImportPerson{{Name: "Ana", Who: "Ana"}, {Name: "Bentinho", Who: "Bentino"},
			{Name: longName.Name}}, Members: []string{"Ana", "Bento", "Célia"},
		Faults: part.Faults{"who1": "import_who"},
	}
	for n := range 40 {
		draft.Unread = append(draft.Unread, clubpage.Unread{Line: 20 + n, Why: "again", Before: 2 + n})
	}
	draft.Unread = append(draft.Unread, clubpage.Unread{Line: 7, Why: "day", Text: "31/02/2019"},
		clubpage.Unread{Line: 61, Why: "few"})
	empty := draft
	empty.Found, empty.First, empty.Faults = 0, nil, nil
	return []Page{
		inside("imports", clubpage.Imports(clubpage.ImportsProps{List: []clubpage.Import{made, kept, back}, May: true,
			Games: []string{knock}, Megabytes: 2, Lines: 20_000, Faults: part.Faults{"file": "import_large"}})),
		inside("imports-none", clubpage.Imports(clubpage.ImportsProps{})),
		inside("import-draft", clubpage.Draft(draft)), inside("import-draft-empty", clubpage.Draft(empty)),
		inside("import", clubpage.ImportPage(clubpage.ImportProps{Import: kept, May: true, List: list})),
		inside("import-back", clubpage.ImportPage(clubpage.ImportProps{Import: back})),
		inside("recorded", clubpage.RecordedPage(list[0], kept)),
		inside("recorded-night", clubpage.RecordedPage(list[1], back)),
	}
}
