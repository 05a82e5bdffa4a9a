package gallery

import (
	"time"

	clubpage "carteado/views/page/club"
	matchpage "carteado/views/page/match"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
)

// recordedLines are results that were played with real cards, and the day of the first.
func recordedLines() (list []clubpage.Recorded, first time.Time) {
	day := func(m time.Month, d int) time.Time { return time.Date(2019, m, d, 12, 0, 0, 0, time.UTC) }
	points := func(n int) *int { return &n }
	seats := []resultpage.RecordedSeat{{Person: ana, Points: points(88), Place: 1}, {Person: bento, Points: points(102),
		Place: 2}, {Person: part.Person{Name: longName.Name}, Points: points(131), Place: 3}}
	list = []clubpage.Recorded{
		{ID: 71, Line: 2, Game: knock, Ended: day(time.May, 17), Seats: seats, Counts: true, Label: "4",
			Ends: [][]int{{10, 25, 40}, {50, 30, 31}, {28, 47, 60}}},
		{ID: 72, Line: 3, Ended: day(time.May, 18), Label: "Reis", Seats: []resultpage.RecordedSeat{
			{Person: celia, Place: 1}, {Person: davi, Place: 2}}},
	}
	return list, list[0].Ended
}

// recordedPages are the pages of old score books.
func recordedPages() []Page {
	list, first := recordedLines()
	made := clubpage.Import{ID: 3, Name: "caderno-2019.csv", By: bento, Made: now.AddDate(0, 0, -3), Draft: true}
	kept := made
	kept.Draft, kept.Kept, kept.Counts, kept.Matches = false, now, true, 2
	back := kept
	back.Counts, back.TakenBack, back.Name = false, now, oddName.Name
	draft := clubpage.DraftProps{
		Import: made, Games: []string{knock}, Encoding: "windows-1252", Comma: ";", Unit: "matches", Lines: 64,
		Found: 53,
		Columns: []clubpage.ImportColumn{{Heading: "Data", As: "date"}, {Heading: "Jogo", As: "game"}, {Heading: "Ana",
			As: "name"}, {Heading: "Obs."}, {}}, First: list, From: first, Until: first.AddDate(0, 7, 2),
		People: []clubpage.ImportPerson{{Name: "Ana", Who: "Ana"}, {Name: "Bentinho", Who: "Bentino"},
			{Name: longName.Name}}, Members: []string{"Ana", "Bento", "Célia"},
		Faults: part.Faults{"who1": "import_who"},
	}
	for n := range 40 {
		draft.Unread = append(draft.Unread, clubpage.Unread{Line: 20 + n, Why: "again", Before: 2 + n})
	}
	draft.Unread = append(draft.Unread, clubpage.Unread{Line: 7, Why: "day", Text: "31/02/2019"},
		clubpage.Unread{Line: 61, Why: "few"})
	written := list[0]
	written.Sheet, written.Counts = clubpage.SheetPlace{Night: 1, Round: 2, Table: 1}, true
	written.Corrected = &matchpage.CorrectionRow{Kind: "places", By: ana.ID, Name: ana.Name, Reason: longName.Name}
	empty := draft
	empty.Found, empty.First, empty.Faults = 0, nil, nil
	return []Page{
		inside("imports", clubpage.Imports(clubpage.ImportsProps{List: []clubpage.Import{made, kept, back}, May: true,
			Games: []string{knock}, Megabytes: 2, Lines: 20_000, Faults: part.Faults{"file": "import_large"}})),
		inside("imports-none", clubpage.Imports(clubpage.ImportsProps{})),
		inside("import-draft", clubpage.Draft(draft)), inside("import-draft-empty", clubpage.Draft(empty)),
		inside("import", clubpage.ImportPage(clubpage.ImportProps{Import: kept, May: true, List: list})),
		inside("import-back", clubpage.ImportPage(clubpage.ImportProps{Import: back})),
		inside("recorded", clubpage.RecordedPage(list[0], kept, matchpage.Correcting{})),
		inside("recorded-night", clubpage.RecordedPage(list[1], back, matchpage.Correcting{})),
		inside("recorded-sheet", clubpage.RecordedPage(written, clubpage.Import{}, matchpage.Correcting{Kind: "places",
			Typed: []string{"2", "2"}, Faults: part.Faults{"place": "places"}})),
	}
}

// yearbookPages are the pages of a yearbook, and the page on which hosts ask for one.
func (g list) yearbookPages() []Page {
	list, from := recordedLines()
	chapter := resultpage.YearbookChapter{Name: "Inverno", Page: "season-2.html", From: from,
		Until: from.AddDate(0, 3, 0),
		Ended: true, Matches: 158, Games: map[string]int{knock: 53, "": 2}, Lines: standings().Lines,
		Files: []resultpage.YearbookFile{{Name: "data/season-2-standings.csv", Digest: commitment}},
		Lists: []string{"season-2-1.html", "season-2-2.html"}, Picture: "season-2.png"}
	p := resultpage.YearbookProps{Club: clubs[0].Name, Lang: "en", Up: "../", Other: "pt-BR", OtherPage: "../pt-BR/",
		Written: now, Matches: 349, Chapters: []resultpage.YearbookChapter{chapter, {Others: true, Page: "others.html",
			Matches: 12}}, Records: "records.html", Members: []resultpage.YearbookMember{{Person: ana,
			Page: "member-3.html"}}}
	var matches []resultpage.YearbookMatch
	for i, m := range list {
		matches = append(matches, resultpage.YearbookMatch{Ended: m.Ended, Game: m.Game, Recorded: i == 0,
			Result: "void", Seats: m.Seats})
	}
	bare := chapter
	bare.Lines, bare.Others = nil, true
	asked := resultpage.Yearbook{ID: 1, By: bento, Asked: now.Add(-time.Minute), Done: 400, Total: 1000}
	ready, failed := asked, asked
	ready.Ready, ready.Size, ready.Season = now, 1<<20, oddName.Name
	failed.Failed = true
	return []Page{
		inside("yearbooks", resultpage.Yearbooks(resultpage.YearbooksProps{
			List: []resultpage.Yearbook{asked, ready, failed}, Busy: true, Stale: true,
			Seasons: []part.Choosable{{Label: "All of the club"},
				{Value: "2", Label: "Inverno"}}})),
		inside("yearbooks-none", resultpage.Yearbooks(resultpage.YearbooksProps{
			Seasons: []part.Choosable{{Label: "All"}}})),
		inside("yearbook", resultpage.YearbookFront(p)),
		inside("yearbook-season", resultpage.YearbookSeason(p, chapter)),
		inside("yearbook-records", resultpage.YearbookRecords(p, g.bests())),
		inside("yearbook-member", resultpage.YearbookOf(p, resultpage.YearbookMember{Person: ana,
			Page: "member-3.html", Games: []resultpage.Record{{Game: knock, Matches: 53, Wins: 21}},
			Seasons: []resultpage.YearbookPlace{{Season: "Inverno", Line: standings().Lines[0].Line}}})),
		inside("yearbook-others", resultpage.YearbookSeason(p, bare)),
		inside("yearbook-results", resultpage.YearbookMatches(p, chapter, resultpage.YearbookList{Number: 1, Of: 2,
			Matches: matches, Chapter: "season-2.html", After: "season-2-2.html"})),
	}
}

// transferPages are those of a club that leaves the house, and of one that comes.
func transferPages() []Page {
	_, written := recordedLines()
	brought := clubpage.BroughtClub{ID: 2, Name: "quinta.club", Made: now, Owner: ana.Name,
		Said: &clubpage.ClubContents{Name: clubs[0].Name, Slug: "quinta", From: "quinta-feira", Written: written,
			Matches: 349, Moves: 20481, Seasons: 3, Nights: 29, Entries: 812, Players: 14, Running: 2, Open: 1,
			Drafts: 1, Older: 1, Closed: 2, Invited: []string{bento.Name, oddName.Name},
			Namesakes: []string{bento.Name}}}
	refused, taken := brought, brought
	refused.Said, refused.Refusal, refused.Faults = nil, "clash", part.Faults{"slug": "club_slug"}
	taken.Club = "quinta"
	asked := clubpage.DeletionProps{Due: now.AddDate(0, 0, 14), By: bento, Asked: now, File: &clubpage.ClubFile{ID: 1,
		By: ana, Asked: now, Ready: now, Size: 3 << 20}}
	late := asked
	late.File, late.Late = nil, true
	return []Page{
		inside("club-files", clubpage.ClubFiles(clubpage.ClubFilesProps{List: []clubpage.ClubFile{
			{ID: 2, By: bento, Asked: now.Add(-time.Minute), Done: 4, Total: 30},
			{ID: 1, By: ana, Asked: now, Ready: now, Size: 3 << 20}}, Busy: true, Stale: true})),
		inside("archive", clubpage.Archive(clubpage.ArchiveProps{})),
		inside("archive-unfinished", clubpage.Archive(clubpage.ArchiveProps{Unfinished: clubpage.Unfinished{Tables: 2,
			Nights: 1, Competitions: 1}})),
		archived("archive-archived", clubpage.Archive(clubpage.ArchiveProps{Since: now})),
		inside("deletion-ask", clubpage.Deletion(clubpage.DeletionProps{Goes: *brought.Said, Typed: "Quinta",
			Faults: part.Faults{"name": "club_name"}})),
		inside("deletion-unfinished", clubpage.Deletion(clubpage.DeletionProps{Goes: *brought.Said,
			Unfinished: clubpage.Unfinished{Tables: 1}})),
		archived("deletion", clubpage.Deletion(asked)), archived("deletion-none", clubpage.Deletion(late)),
		inside("club-files-none", clubpage.ClubFiles(clubpage.ClubFilesProps{})),
		inside("brought-clubs", clubpage.BroughtClubs(clubpage.BroughtClubsProps{List: []clubpage.BroughtClub{brought,
			refused}, Megabytes: 64, Faults: part.Faults{"file": "club_large"}})),
		inside("brought-looking", clubpage.Brought(clubpage.BroughtClub{ID: 3, Name: "quinta.club", Made: now,
			Busy: true})),
		inside("brought-looked", clubpage.Brought(brought)), inside("brought-refused", clubpage.Brought(refused)),
		inside("brought-here", clubpage.Brought(taken)),
	}
}
