package handlers

import (
	"carteado/engine/role"
	"carteado/handlers/web"
)

// eveningRoutes are the addresses of game nights and of competitions.
func (s *Server) eveningRoutes() []route {
	c, anyone, member := s.club, s.Anyone, s.Member
	return []route{
		// nights
		get("/clubs/:club/nights", member(role.Play), c.ShowNights),
		post("/clubs/:club/nights", member(role.Night), c.PlanNight),
		get("/clubs/:club/nights/new", member(role.Night), c.ShowNewNight),
		get("/clubs/:club/nights/:night", member(role.Play), c.ShowNight),
		post("/clubs/:club/nights/:night", member(role.Night), c.ChangeNight),
		get("/clubs/:club/nights/:night/edit", member(role.Night), c.ShowEditNight),
		post("/clubs/:club/nights/:night/off", member(role.Night), c.CallOffNight),

		// answers
		post("/clubs/:club/nights/:night/answer", member(role.Play), c.AnswerNight),
		post("/clubs/:club/nights/:night/remind", member(role.Night), c.RemindNight),
		post("/clubs/:club/nights/:night/places/:player", member(role.Night), c.GivePlace),

		// arrivals
		get("/clubs/:club/nights/:night/arrivals", member(role.Night), c.ShowArrivals),
		post("/clubs/:club/nights/:night/arrivals", member(role.Night), c.SetArrived),
		post("/clubs/:club/nights/:night/guests", member(role.Night), c.AddGuest),
		post("/clubs/:club/nights/:night/guests/:guest/claim", member(role.Play), c.ClaimGuest),
		post("/clubs/:club/nights/:night/guests/:guest/answer", member(role.Night), c.AnswerClaim),
		get("/clubs/:club/nights/:night/poster", member(role.Night), c.ShowPoster),
		post("/clubs/:club/nights/:night/poster", member(role.Night), c.MakeCode),
		post("/clubs/:club/nights/:night/here", member(role.Play), c.ArriveMyself),
		get("/here/:token", anyone, c.ShowHere),
		post("/here/:token", anyone, c.ArriveByCode),

		// visitors
		get("/here", s.Player, c.ShowVisit),
		post("/here/leave", s.Player, c.EndVisit),
		post("/here/account", s.Player, c.SignUpVisitor),
		get("/here/as/:token", anyone, c.ShowTakeOver),
		post("/here/as/:token", anyone, c.TakeOver),
		post("/clubs/:club/nights/:night/guests/:guest/phone", member(role.Night), c.HandOver),

		// draws
		get("/clubs/:club/nights/:night/draws", member(role.Play), c.ShowDraws),
		post("/clubs/:club/nights/:night/draws", member(role.Night), c.DrawTables),
		post("/clubs/:club/nights/:night/draws/:round/exchange", member(role.Night), c.ExchangeSeats),
		post("/clubs/:club/nights/:night/draws/:round/open", member(role.Night), c.OpenRound),
		post("/clubs/:club/nights/:night/draws/:round/undo", member(role.Night), c.UndoRound),
		post("/clubs/:club/nights/:night/draws/:round/end", member(role.Night), c.EndRound),
		post("/clubs/:club/nights/:night/draws/:round/seats", member(role.Night), c.SeatIn),
		post("/clubs/:club/nights/:night/draws/:round/seats/out", member(role.Night), c.SeatOut),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number", member(role.Play), c.SetPlaces),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/close", member(role.Night), c.CloseDrawnTable),

		// sheets
		get("/clubs/:club/nights/:night/draws/:round/tables/:number/sheet", member(role.Play), c.ShowSheet),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/sheet", member(role.Play), c.WriteRound),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/sheet/back", member(role.Play), c.TakeBackRound),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/sheet/end", member(role.Play), c.EndSheet),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/sheet/confirm", member(role.Play), c.ConfirmSheet),
		post("/clubs/:club/nights/:night/draws/:round/tables/:number/paper", member(role.Night), c.SetPaper),

		// packs
		get("/clubs/:club/nights/:night/pack", member(role.Night), c.ShowPack),
		get("/clubs/:club/nights/:night/tables/:number", member(role.Play), c.OpenSheet),

		// television
		get("/tv/:token", anyone, c.ShowTelevision),
		get("/clubs/:club/nights/:night/screen", member(role.Night), c.ShowScreen),
		post("/clubs/:club/nights/:night/screen", member(role.Night), c.SetScreen),

		// calendar
		get("/calendar/:token", web.Machine, c.SendCalendar),
		get("/clubs/:club/nights/:night/night.ics", member(role.Play), c.SendNight),
		post("/clubs/:club/calendar", member(role.Play), c.MakeCalendar),
		post("/clubs/:club/calendar/end", member(role.Play), c.EndCalendar),

		// competitions
		get("/clubs/:club/competitions", member(role.Play), c.ShowCompetitions),
		post("/clubs/:club/competitions", member(role.Season), c.FoundCompetition),
		get("/clubs/:club/competitions/new", member(role.Season), c.ShowNewCompetition),
		get("/clubs/:club/competitions/:id", member(role.Play), c.ShowCompetition),
		post("/clubs/:club/competitions/:id", member(role.Season), c.SaveCompetition),
		get("/clubs/:club/competitions/:id/edit", member(role.Season), c.ShowEditCompetition),
		get("/clubs/:club/competitions/:id/picture", member(role.Play), c.DrawCompetition),
		post("/clubs/:club/competitions/:id/enter", member(role.Play), c.EnterCompetition),
		post("/clubs/:club/competitions/:id/withdraw", member(role.Play), c.WithdrawEntrant),
		post("/clubs/:club/competitions/:id/up/:player", member(role.Season), c.MoveEntrantUp),

		// fixtures
		post("/clubs/:club/competitions/:id/rounds", member(role.Season), c.DrawRound),
		post("/clubs/:club/competitions/:id/rounds/:round/open", member(role.Season), c.OpenCompetitionTables),
		post("/clubs/:club/competitions/:id/rounds/:round/undo", member(role.Season), c.UndoCompetitionRound),
		post("/clubs/:club/competitions/:id/rounds/:round/tables/:number", member(role.Season), c.DecideTable),
		post("/clubs/:club/competitions/:id/rounds/:round/tables/:number/hour", member(role.Play), c.NameHour),
	}
}
