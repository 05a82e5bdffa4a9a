package handlers

import (
	"net"
	"net/http"

	"github.com/labstack/echo/v4"

	"carteado/engine/role"
	"carteado/handlers/web"
)

// A route is a page or an action with its guard and its handler.
type route struct {
	method string
	path   string
	guard  web.Guard
	handle web.Handler
	quiet  bool // programs ask it all the time, so its successes are logged only at level debug
}

func get[H handles](path string, guard web.Guard, handle H) route {
	return route{method: http.MethodGet, path: path, guard: guard, handle: handlerOf(handle)}
}

func post[H handles](path string, guard web.Guard, handle H) route {
	return route{method: http.MethodPost, path: path, guard: guard, handle: handlerOf(handle)}
}

func (r route) quietly() route {
	r.quiet = true
	return r
}

// routes is the site map: every address, by the nouns of the README, with its
// guard from web/guards.go or admission.go. A member's right is a line of the table in engine/role.
func (s *Server) routes() []route {
	a, c := s.account, s.club
	anyone, player, entrant, member, parked, mover := s.Anyone, s.Player, s.Entrant, s.Member, s.parked, s.mover
	return []route{
		// setup
		get("/", anyone, c.ShowRoot),
		get("/setup", anyone, c.ShowSetup),
		post("/setup", anyone, c.SetUp),

		// sessions
		get("/sign-in", anyone, a.ShowSignIn),
		post("/sign-in", anyone, a.SignIn),
		post("/sign-out", anyone, a.SignOut),
		post("/settings/sessions/:id/end", player, a.EndSession),
		post("/settings/sessions/end-others", player, a.EndOtherSessions),

		// settings
		get("/settings", player, a.ShowSettings),
		post("/settings", player, a.SaveSettings),
		post("/settings/face", player, a.SaveFace),
		post("/settings/name", player, a.SaveName),
		post("/language", anyone, a.ChooseLanguage),

		// passwords
		get("/passwords/:token", anyone, a.ShowNewPassword),
		post("/passwords/:token", anyone, a.SetNewPassword),
		post("/settings/password", player, a.ChangePassword),
		post("/clubs/:club/members/:player/password", member(role.Assist), c.ResetMember),

		// accounts
		post("/clubs/:club/members", member(role.Assist), c.CreateAccount),
		post("/settings/delete", player, a.DeleteAccount),

		// notices
		get("/notices", player, a.ShowNotices),
		post("/notices/read", player, a.ReadNotices),
		post("/notices/:id", player, a.OpenNotice),
		get("/next", player, a.ShowNext),

		// calls
		get("/settings/notices", player, a.ShowCalls),
		post("/settings/notices", player, a.SaveCalls),
		post("/settings/address", player, a.AskAddress),

		// devices
		post("/settings/devices", player, a.AddDevice),
		post("/devices", anyone, a.RenewDevice),
		post("/settings/devices/decline", player, a.DeclineDevice),
		post("/settings/devices/:id/end", player, a.EndDevice),

		// app
		get("/manifest.webmanifest", anyone, a.ShowManifest),
		get("/worker.js", web.Machine, a.ServeWorker),
		get("/offline", web.Machine, a.ShowOffline),

		// mails
		get("/confirm/:token", anyone, a.ShowConfirm),
		post("/confirm/:token", anyone, a.ConfirmAddress),
		get("/unsubscribe/:token", anyone, a.ShowUnsubscribe),
		post("/unsubscribe/:token", anyone, a.Unsubscribe),
		get("/forgotten", anyone, a.ShowForgotten),
		post("/forgotten", anyone, a.Forgotten),

		// clubs
		get("/clubs", player, c.ShowClubs),
		post("/clubs", player, c.FoundClub),
		post("/site", player, c.SaveSite),
		get("/clubs/:club/settings", member(role.Settle), c.ShowClubSettings),
		post("/clubs/:club/settings", member(role.Settle), c.SaveClubSettings),

		// home
		get("/clubs/:club", member(role.Play), c.ShowClub),
		get("/clubs/:club/tables", parked, s.pollClub).quietly(),

		// members, and their records
		get("/clubs/:club/members", member(role.Play), c.ShowMembers),
		get("/clubs/:club/members/:player", member(role.Play), c.ShowMember),
		post("/clubs/:club/members/:player/remove", member(role.Suspend), c.RemoveMember),
		post("/clubs/:club/leave", member(role.Play), c.LeaveClub),

		// suspensions
		get("/clubs/:club/members/:player/suspend", member(role.Suspend), c.ShowSuspend),
		post("/clubs/:club/members/:player/suspend", member(role.Suspend), c.SuspendMember),
		post("/clubs/:club/members/:player/restore", member(role.Suspend), c.RestoreMember),

		// roles
		get("/clubs/:club/roles", member(role.Play), c.ShowRoles),
		post("/clubs/:club/members/:player/role", member(role.Promote), c.SetRole),

		// invitations
		get("/invitations/:token", anyone, c.ShowInvitation),
		post("/invitations/:token", anyone, c.AcceptInvitation),
		get("/clubs/:club/invitations", member(role.Invite), c.ShowInvitations),
		post("/clubs/:club/invitations", member(role.Invite), c.CreateInvitation),
		post("/clubs/:club/invitations/:id/revoke", member(role.Invite), c.RevokeInvitation),

		// requests
		post("/clubs/:club/requests/:player", member(role.Invite), c.AnswerRequest),

		// announcements
		get("/clubs/:club/announcements", member(role.Play), c.ShowAnnouncements),
		post("/clubs/:club/announcements", member(role.Announce), c.Announce),
		post("/clubs/:club/announcements/:id/hide", member(role.Announce), c.HideAnnouncement),

		// audit
		get("/clubs/:club/audit", member(role.Play), c.ShowAudit),

		// export
		post("/clubs/:club/export", member(role.Export), c.ExportClub),
		post("/settings/export", player, c.ExportAccount),

		// newtable
		get("/clubs/:club/tables/new", member(role.Play), s.showNewTable),
		post("/clubs/:club/tables", member(role.Play), s.openTable),

		// presets
		post("/clubs/:club/presets", member(role.Preset), s.savePreset),
		post("/clubs/:club/presets/:id/remove", member(role.Preset), s.removePreset),

		// tables
		get("/clubs/:club/tables/all", member(role.Play), s.showTables),
		get("/clubs/:club/tables/:table", entrant, s.showTable),
		get("/clubs/:club/tables/:table/poll", parked, s.pollTable).quietly(),

		// guests
		post("/clubs/:club/tables/:table/guests", member(role.Play), s.enterTable),

		// waiting
		post("/clubs/:club/tables/:table/join", member(role.Play), s.joinTable),
		post("/clubs/:club/tables/:table/stand", member(role.Play), s.leaveSeat),
		post("/clubs/:club/tables/:table/bot", member(role.Play), s.addBot),
		post("/clubs/:club/tables/:table/start", member(role.Play), s.startTable),

		// closing
		get("/clubs/:club/tables/:table/close", member(role.Close), s.showClose),
		post("/clubs/:club/tables/:table/close", member(role.Play), s.closeTable),

		// play
		post("/clubs/:club/tables/:table/moves", mover, s.playMove),
		post("/clubs/:club/tables/:table/sort", entrant, s.sortHand),
		post("/clubs/:club/tables/:table/leave", entrant, s.leaveMatch),

		// hand
		get("/clubs/:club/tables/:table/hand", entrant, s.showHand),
		post("/clubs/:club/tables/:table/hand", entrant, s.arrangeHand),

		// notes
		get("/clubs/:club/matches/:match/notes", entrant, s.showNote),
		post("/clubs/:club/matches/:match/notes", entrant, s.saveNote),

		// plans
		get("/clubs/:club/tables/:table/plans", entrant, s.showPlans),
		post("/clubs/:club/tables/:table/plans", entrant, s.plan),

		// offers
		post("/clubs/:club/tables/:table/offers/:kind", entrant, s.propose),
		post("/clubs/:club/tables/:table/offers/answer", entrant, s.answerOffer),

		// watching
		post("/clubs/:club/tables/:table/watching", member(role.Play), s.setWatching),

		// phrases
		post("/clubs/:club/tables/:table/phrases", member(role.Play), s.say),
		post("/clubs/:club/tables/:table/mute", member(role.Play), s.mute),
		get("/clubs/:club/matches/:match/words", member(role.Close), s.showReportedWords),
		post("/clubs/:club/matches/:match/words", member(role.Close), s.removeWords),
		post("/clubs/:club/matches/:match/report", member(role.Play), s.reportWords),

		// clock
		post("/clubs/:club/tables/:table/back", entrant, s.takeBack),
		post("/clubs/:club/tables/:table/nudge", entrant, s.nudge),
		post("/settings/rest", player, a.SaveRest),

		// rules
		get("/rules", anyone, s.showGames),
		get("/rules/:game", anyone, s.showGame),
		get("/clubs/:club/tables/:table/rules", entrant, s.showRules),

		// scoresheet
		get("/clubs/:club/scoresheet", member(role.Play), s.showScoreSheet),

		// matches, their rounds and their replay
		get("/clubs/:club/matches", entrant, s.showMatches),
		get("/clubs/:club/matches/:match", entrant, s.showMatch),
		get("/clubs/:club/matches/:match/rounds/:round", entrant, s.showRound),
		get("/clubs/:club/matches/:match/replay/:step", entrant, s.showReplay),

		// history
		get("/clubs/:club/history", member(role.Close), c.ShowHistory),

		// corrections
		post("/clubs/:club/matches/:match/correct", member(role.Correct), s.correctMatch),

		// standings
		get("/clubs/:club/standings", member(role.Play), c.ShowStandings),

		// seasons
		get("/clubs/:club/seasons/new", member(role.Season), c.ShowNewSeason),
		post("/clubs/:club/seasons", member(role.Season), c.FoundSeason),
		get("/clubs/:club/seasons/:season/edit", member(role.Season), c.ShowSeason),
		post("/clubs/:club/seasons/:season", member(role.Season), c.SaveSeason),

		// house
		get("/house", player, c.ShowHouse),
		post("/house/jobs/:id/retry", player, c.RetryJob),

		// health and static files, for everybody
		get("/healthz", web.Machine, s.showHealth).quietly(),
		get("/readyz", web.Machine, s.showReady).quietly(),
		get("/static/*", web.Machine, s.serveStatic).quietly(),
		get("/favicon.ico", web.Machine, s.serveIcon),
	}
}

// routed puts the layers around routes, outermost first.
func (s *Server) routed(routes []route) *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = echo.ExtractIPDirect()
	if proxies := s.TrustedProxies; len(proxies) > 0 {
		trusted := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false),
			echo.TrustPrivateNet(false)}
		for _, p := range proxies {
			_, network, err := net.ParseCIDR(p.String())
			if err == nil {
				trusted = append(trusted, echo.TrustIPRange(network))
			}
		}
		e.IPExtractor = echo.ExtractIPFromXFFHeader(trusted...)
	}
	e.Use(s.Observe, s.Headers, s.SameSite, s.Limits)
	for _, route := range routes {
		handle := route.guard(route.handle)
		methods := []string{route.method}
		if route.method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
		e.Match(methods, route.path, func(c echo.Context) error {
			r := c.(*web.Request)
			r.Quiet = route.quiet
			return handle(r)
		})
	}
	return e
}
