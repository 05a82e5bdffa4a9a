package handlers

import (
	"carteado/engine/role"
	"carteado/handlers/web"
)

// eveningRoutes are the addresses of game nights and of competitions.
func (s *Server) eveningRoutes() []route {
	n, r, anyone, member := s.nights, s.results, s.Anyone, s.Member
	return []route{
		// nights
		get("/clubs/:club/nights", member(role.Play), n.ShowNights),
		post("/clubs/:club/nights", member(role.Night), n.PlanNight),
		get("/clubs/:club/nights/new", member(role.Night), n.ShowNewNight),
		get("/clubs/:club/nights/:night", member(role.Play), n.ShowNight),
		post("/clubs/:club/nights/:night", member(role.Night), n.ChangeNight),
		get("/clubs/:club/nights/:night/edit", member(role.Night), n.ShowEditNight),
		post("/clubs/:club/nights/:night/off", member(role.Night), n.CallOffNight),

		// answers
		post("/clubs/:club/nights/:night/answer", member(role.Play), n.AnswerNight),
		post("/clubs/:club/nights/:night/remind", member(role.Night), n.RemindNight),
		post("/clubs/:club/nights/:night/places/:player", member(role.Night), n.GivePlace),

		// arrivals
		get("/clubs/:club/nights/:night/arrivals", member(role.Night), n.ShowArrivals),
		post("/clubs/:club/nights/:night/arrivals", member(role.Night), n.SetArrived),
		post("/clubs/:club/nights/:night/guests", member(role.Night), n.AddGuest),
		post("/clubs/:club/nights/:night/guests/:guest/claim", member(role.Play), n.ClaimGuest),
		post("/clubs/:club/nights/:night/guests/:guest/answer", member(role.Night), n.AnswerClaim),
		get("/clubs/:club/nights/:night/poster", member(role.Night), n.ShowPoster),
		post("/clubs/:club/nights/:night/poster", member(role.Night), n.MakeCode),
		post("/clubs/:club/nights/:night/here", member(role.Play), n.ArriveMyself),
		get("/here/:token", anyone, n.ShowHere),
		post("/here/:token", anyone, n.ArriveByCode),

		// visitors
		get("/here", s.Player, n.ShowVisit),
		post("/here/leave", s.Player, n.EndVisit),
		post("/here/account", s.Player, n.SignUpVisitor),
		get("/here/as/:token", anyone, n.ShowTakeOver),
		post("/here/as/:token", anyone, n.TakeOver),
		post("/clubs/:club/nights/:night/guests/:guest/phone", member(role.Night), n.HandOver),

		// draws
		get("/clubs/:club/nights/:night/draws", member(role.Play), n.ShowDraws),
		post("/clubs/:club/nights/:night/draws", member(role.Night), n.DrawTables),
		post("/clubs/:club/nights/:night/draws/:round/exchange", member(role.Night), n.ExchangeSeats),
		post("/clubs/:club/nights/:night/draws/:round/open", member(role.Night), n.OpenRound),
		post("/clubs/:club/nights/:night/draws/:round/undo", member(role.Night), n.UndoRound),
		post("/clubs/:club/nights/:night/draws/:round/end", member(role.Night), n.EndRound),
		post("/clubs/:club/nights/:night/draws/:round/seats", member(role.Night), n.SeatIn),
		post("/clubs/:club/nights/:night/draws/:round/seats/out", member(role.Night), n.SeatOut),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number", member(role.Play), n.SetPlaces),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/close", member(role.Night), n.CloseDrawnTable),

		// sheets
		get("/clubs/:club/nights/:night/draws/:round/tables/:number/sheet", member(role.Play), n.ShowSheet),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/sheet", member(role.Play), n.WriteRound),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/sheet/back", member(role.Play), n.TakeBackRound),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/sheet/end", member(role.Play), n.EndSheet),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/sheet/confirm", member(role.Play), n.ConfirmSheet),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/paper", member(role.Night), n.SetPaper),

		// packs
		get("/clubs/:club/nights/:night/pack", member(role.Night), n.ShowPack),
		get("/clubs/:club/nights/:night/tables/:number", member(role.Play), n.OpenSheet),

		// television
		get("/tv/:token", anyone, n.ShowTelevision),
		get("/clubs/:club/nights/:night/screen", member(role.Night), n.ShowScreen),
		post("/clubs/:club/nights/:night/screen", member(role.Night), n.SetScreen),

		// calendar
		get("/calendar/:token", web.Machine, n.SendCalendar),
		get("/clubs/:club/nights/:night/night.ics", member(role.Play), n.SendNight),
		post("/clubs/:club/calendar", member(role.Play), n.MakeCalendar),
		post("/clubs/:club/calendar/end", member(role.Play), n.EndCalendar),

		// competitions
		get("/clubs/:club/competitions", member(role.Play), r.ShowCompetitions),
		post("/clubs/:club/competitions", member(role.Season), r.FoundCompetition),
		get("/clubs/:club/competitions/new", member(role.Season), r.ShowNewCompetition),
		get("/clubs/:club/competitions/:id", member(role.Play), r.ShowCompetition),
		post("/clubs/:club/competitions/:id", member(role.Season), r.SaveCompetition),
		get("/clubs/:club/competitions/:id/edit", member(role.Season), r.ShowEditCompetition),
		get("/clubs/:club/competitions/:id/picture", member(role.Play), r.DrawCompetition),
		post("/clubs/:club/competitions/:id/enter", member(role.Play), r.EnterCompetition),
		post("/clubs/:club/competitions/:id/withdraw", member(role.Play), r.WithdrawEntrant),
		post("/clubs/:club/competitions/:id/up/:player", member(role.Season), r.MoveEntrantUp),

		// fixtures
		post("/clubs/:club/competitions/:id/rounds", member(role.Season), r.DrawRound),
		post("/clubs/:club/competitions/:id/rounds/:round/open", member(role.Season), r.OpenCompetitionTables),
		post("/clubs/:club/competitions/:id/rounds/:round/undo", member(role.Season), r.UndoCompetitionRound),
		post("/clubs/:club/competitions/:id/rounds/:round/tables/:number", member(role.Season), r.DecideTable),
		post("/clubs/:club/competitions/:id/rounds/:round/tables/:number/hour", member(role.Play), r.NameHour),
	}
}
