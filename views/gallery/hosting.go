package gallery

import (
	"strings"
	"time"

	"carteado/engine"
	"carteado/engine/palace"
	"carteado/views/page"
	"carteado/views/part"
)

func announcements() []page.Announcement {
	return []page.Announcement{
		{ID: 2, By: bento, At: now.Add(-3 * time.Hour), Body: "Noite de Rummy no sábado, às 20h.\nTragam o troco.\n\nO endereço: https://cartas.example/noite?mesa=" + strings.Repeat("longa-", 12) + "."},
		{ID: 1, By: part.Person{ID: 17}, At: now.Add(-9 * 24 * time.Hour), Body: "<b>Bem-vindos!</b>"},
	}
}

// hostingPages are what hosts do, and what others see of it.
func hostingPages() []Page {
	closed := page.Closing{By: bento, Reason: "Faltava uma carta no baralho."}
	own := newTableOf(palace.Game{}.Info(), engine.Options{"seven_low": "on", "ten_on_any": "off"})
	own.Reach = "invited"
	own.Own = []page.OwnPreset{{ID: 3, Name: "Palácio da Quinta", Seats: 4, Options: own.Options}, {ID: 5, Name: "Palácio curto", Seats: 2, Options: engine.Options{}}}
	private := waiting(false)
	private.Private, private.URL = true, "https://cartas.example/clubs/quinta/tables/14?key=ZK3V9W2MA81XX07DQW5T6YHU8J"
	private.Name, private.NameReason = "Palácio curto", "taken"
	kept := waiting(true)
	kept.Kept = true
	shut := page.WaitingProps{Club: club, Table: 14, Game: knockInfo(), Closed: true, Seats: waiting(true).Seats, Goal: hundred, Reason: closed}
	ended := recap(waitView(), false, &engine.Outcome{How: engine.ByClose, Placing: []int{1, 1}})
	ended.Closed, ended.Shut, ended.Rematch = closed, true, false
	sheet := match(true)
	sheet.Outcome, sheet.Closed = &engine.Outcome{How: engine.ByClose, Placing: []int{1, 1}}, closed
	corrected := match(true)
	corrected.Corrections = []page.CorrectionRow{
		{Kind: "void", Reason: "Faltava uma carta no baralho.", By: bento, At: now.Add(-26 * time.Hour)},
		{Kind: "places", Places: []int{1, 1}, Reason: "Vale empate.", By: part.Person{ID: 17}, At: now.Add(-time.Hour)},
	}
	corrected.Correcting = page.Correcting{Kind: "places", Typed: []string{"2", "x"}, Faults: part.Faults{"place": "places", "reason": "required"}}
	refused := invitations()
	refused.Uses, refused.Days, refused.Labels = "0", "x", strings.Repeat("x", 70)
	refused.Faults = part.Faults{"uses": "number", "days": "number", "labels": "labels_many", "role": "choice"}
	return []Page{
		inside("match-corrected", page.Match(corrected)),
		inside("invitations-refused", page.Invitations(refused)),
		inside("table-door", page.TableDoor(page.TableDoorProps{Club: club, Table: 14, Game: "rummy", Host: "Bento", Key: "k"})),
		inside("close-table", page.CloseTable(page.CloseProps{Club: club, Table: 21, Game: "rummy", Seats: six(), Playing: true, Faults: part.Faults{"reason": "required"}})),
		inside("close-waiting", page.CloseTable(page.CloseProps{Club: club, Table: 14, Game: "knock", Seats: []part.Person{bento, nobody}})),
		inside("new-table-club", page.NewTable(own)),
		inside("waiting-room-private", page.Waiting(private)),
		inside("waiting-room-kept", page.Waiting(kept)),
		inside("waiting-room-reason", page.Waiting(shut)),
		inside("recap-closed", page.Recap(ended)),
		inside("match-closed", page.Match(sheet)),
		inside("announcements", page.Announcements(page.AnnouncementsProps{Club: club, List: announcements(), Body: " ", Faults: part.Faults{"body": "required"}})),
		inside("announcements-none", page.Announcements(page.AnnouncementsProps{Club: club})),
	}
}
