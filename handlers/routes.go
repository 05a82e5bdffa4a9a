package handlers

import (
	"net"
	"net/http"

	"github.com/labstack/echo/v4"

	"carteado/engine/role"
)

// A route is a page or an action with its guard and its handler.
type route struct {
	method string
	path   string
	guard  func(handler) handler
	handle handler
	quiet  bool // programs ask it all the time, so its successes are logged only at level debug
}

func get(path string, guard func(handler) handler, handle handler) route {
	return route{method: http.MethodGet, path: path, guard: guard, handle: handle}
}

func post(path string, guard func(handler) handler, handle handler) route {
	return route{method: http.MethodPost, path: path, guard: guard, handle: handle}
}

func (r route) quietly() route {
	r.quiet = true
	return r
}

// routes is the site map: every address, by the nouns of the README, with its
// guard from guards.go. A member's right is a line of the table in engine/role.
func (s *Server) routes() []route {
	anyone, player, entrant, member, parked, mover := s.anyone, s.player, s.entrant, s.member, s.parked, s.mover
	return []route{
		// setup
		get("/", anyone, s.showRoot),
		get("/setup", anyone, s.showSetup),
		post("/setup", anyone, s.setUp),

		// sessions
		get("/sign-in", anyone, s.showSignIn),
		post("/sign-in", anyone, s.signIn),
		post("/sign-out", anyone, s.signOut),
		post("/settings/sessions/:id/end", player, s.endSession),
		post("/settings/sessions/end-others", player, s.endOtherSessions),

		// settings
		get("/settings", player, s.showSettings),
		post("/settings", player, s.saveSettings),
		post("/settings/face", player, s.saveFace),
		post("/settings/name", player, s.saveName),
		post("/language", anyone, s.chooseLanguage),

		// passwords
		get("/passwords/:token", anyone, s.showNewPassword),
		post("/passwords/:token", anyone, s.setNewPassword),
		post("/settings/password", player, s.changePassword),
		post("/clubs/:club/members/:player/password", member(role.Assist), s.resetMember),

		// accounts
		post("/clubs/:club/members", member(role.Assist), s.createAccount),
		post("/settings/delete", player, s.deleteAccount),

		// notices
		get("/notices", player, s.showNotices),
		post("/notices/read", player, s.readNotices),
		post("/notices/:id", player, s.openNotice),
		get("/next", player, s.showNext),

		// calls
		get("/settings/notices", player, s.showCalls),
		post("/settings/notices", player, s.saveCalls),
		post("/settings/address", player, s.askAddress),

		// devices
		post("/settings/devices", player, s.addDevice),
		post("/devices", anyone, s.renewDevice),
		post("/settings/devices/decline", player, s.declineDevice),
		post("/settings/devices/:id/end", player, s.endDevice),

		// app
		get("/manifest.webmanifest", anyone, s.showManifest),
		get("/worker.js", machine, s.serveWorker),
		get("/offline", machine, s.showOffline),

		// mails
		get("/confirm/:token", anyone, s.showConfirm),
		post("/confirm/:token", anyone, s.confirmAddress),
		get("/unsubscribe/:token", anyone, s.showUnsubscribe),
		post("/unsubscribe/:token", anyone, s.unsubscribe),
		get("/forgotten", anyone, s.showForgotten),
		post("/forgotten", anyone, s.forgotten),

		// clubs
		get("/clubs", player, s.showClubs),
		post("/clubs", player, s.foundClub),
		post("/site", player, s.saveSite),
		get("/clubs/:club/settings", member(role.Settle), s.showClubSettings),
		post("/clubs/:club/settings", member(role.Settle), s.saveClubSettings),

		// home
		get("/clubs/:club", member(role.Play), s.showClub),
		get("/clubs/:club/tables", parked, s.pollClub).quietly(),

		// members, and their records
		get("/clubs/:club/members", member(role.Play), s.showMembers),
		get("/clubs/:club/members/:player", member(role.Play), s.showMember),
		post("/clubs/:club/members/:player/remove", member(role.Suspend), s.removeMember),
		post("/clubs/:club/leave", member(role.Play), s.leaveClub),

		// suspensions
		get("/clubs/:club/members/:player/suspend", member(role.Suspend), s.showSuspend),
		post("/clubs/:club/members/:player/suspend", member(role.Suspend), s.suspendMember),
		post("/clubs/:club/members/:player/restore", member(role.Suspend), s.restoreMember),

		// roles
		get("/clubs/:club/roles", member(role.Play), s.showRoles),
		post("/clubs/:club/members/:player/role", member(role.Promote), s.setRole),

		// invitations
		get("/invitations/:token", anyone, s.showInvitation),
		post("/invitations/:token", anyone, s.acceptInvitation),
		get("/clubs/:club/invitations", member(role.Invite), s.showInvitations),
		post("/clubs/:club/invitations", member(role.Invite), s.createInvitation),
		post("/clubs/:club/invitations/:id/revoke", member(role.Invite), s.revokeInvitation),

		// requests
		post("/clubs/:club/requests/:player", member(role.Invite), s.answerRequest),

		// announcements
		get("/clubs/:club/announcements", member(role.Play), s.showAnnouncements),
		post("/clubs/:club/announcements", member(role.Announce), s.announce),
		post("/clubs/:club/announcements/:id/hide", member(role.Announce), s.hideAnnouncement),

		// audit
		get("/clubs/:club/audit", member(role.Play), s.showAudit),

		// export
		post("/clubs/:club/export", member(role.Export), s.exportClub),
		post("/settings/export", player, s.exportAccount),

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
		post("/settings/rest", player, s.saveRest),

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
		get("/clubs/:club/history", member(role.Close), s.showHistory),

		// corrections
		post("/clubs/:club/matches/:match/correct", member(role.Correct), s.correctMatch),

		// standings
		get("/clubs/:club/standings", member(role.Play), s.showStandings),

		// seasons
		get("/clubs/:club/seasons/new", member(role.Season), s.showNewSeason),
		post("/clubs/:club/seasons", member(role.Season), s.foundSeason),
		get("/clubs/:club/seasons/:season/edit", member(role.Season), s.showSeason),
		post("/clubs/:club/seasons/:season", member(role.Season), s.saveSeason),

		// house
		get("/house", player, s.showHouse),
		post("/house/jobs/:id/retry", player, s.retryJob),

		// health and static files, for everybody
		get("/healthz", machine, s.showHealth).quietly(),
		get("/readyz", machine, s.showReady).quietly(),
		get("/static/*", machine, s.serveStatic).quietly(),
		get("/favicon.ico", machine, s.serveIcon),
	}
}

// routed puts the layers around routes, outermost first.
func (s *Server) routed(routes []route) *echo.Echo {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = echo.ExtractIPDirect()
	if proxies := s.config.TrustedProxies; len(proxies) > 0 {
		trusted := []echo.TrustOption{echo.TrustLoopback(false), echo.TrustLinkLocal(false), echo.TrustPrivateNet(false)}
		for _, p := range proxies {
			_, network, err := net.ParseCIDR(p.String())
			if err == nil {
				trusted = append(trusted, echo.TrustIPRange(network))
			}
		}
		e.IPExtractor = echo.ExtractIPFromXFFHeader(trusted...)
	}
	e.Use(s.observe, s.headers, s.sameSite, s.limits)
	for _, route := range routes {
		handle := route.guard(route.handle)
		methods := []string{route.method}
		if route.method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
		e.Match(methods, route.path, func(c echo.Context) error {
			r := c.(*request)
			r.quiet = route.quiet
			return handle(r)
		})
	}
	return e
}
