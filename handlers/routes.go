package handlers

import (
	"net"
	"net/http"

	"github.com/labstack/echo/v4"

	"carteado/static"
)

// A route is a page or an action, who may come in, and who answers.
type route struct {
	method string
	path   string
	guard  func(handler) handler
	handle handler
}

// routes is the site map. Every address of the club is here, with its guard:
//
//	anyone   everybody, signed in or not
//	player   who is signed in; others are led to the sign-in page
//	member   a member of the club; for others there is no such club
//	parked   like member, found out by the poll itself, which may wait
//	machine  everybody, without asking who it is
func (s *Server) routes() []route {
	const get, post = http.MethodGet, http.MethodPost
	anyone, player, member, parked, machine := s.anyone, s.player, s.member, open, open
	return []route{
		{get, "/", anyone, s.showRoot},
		{get, "/setup", anyone, s.showSetup},
		{post, "/setup", anyone, s.setUp},
		{get, "/sign-in", anyone, s.showSignIn},
		{post, "/sign-in", anyone, s.signIn},
		{post, "/sign-out", anyone, s.signOut},
		{post, "/language", anyone, s.chooseLanguage},
		{get, "/invitations/:token", anyone, s.showInvitation},
		{post, "/invitations/:token", anyone, s.acceptInvitation},
		{get, "/rules", anyone, s.showGames},
		{get, "/rules/:game", anyone, s.showGame},

		{get, "/settings", player, s.showSettings},
		{post, "/settings", player, s.saveSettings},
		{post, "/settings/password", player, s.changePassword},
		{post, "/settings/sessions/:id/end", player, s.endSession},
		{post, "/settings/sessions/end-others", player, s.endOtherSessions},
		{post, "/settings/export", player, s.exportAccount},
		{post, "/settings/delete", player, s.deleteAccount},

		{get, "/clubs", player, s.showClubs},
		{post, "/clubs", player, s.foundClub},
		{post, "/site", player, s.saveSite},

		{get, "/clubs/:club", member, s.showClub},
		{get, "/clubs/:club/settings", member, s.showClubSettings},
		{post, "/clubs/:club/settings", member, s.saveClubSettings},
		{get, "/clubs/:club/tables", parked, s.pollClub},
		{get, "/passwords/:token", anyone, s.showNewPassword},
		{post, "/passwords/:token", anyone, s.setNewPassword},

		{get, "/clubs/:club/members", member, s.showMembers},
		{post, "/clubs/:club/members", member, s.createAccount},
		{get, "/clubs/:club/members/:player", member, s.showMember},
		{post, "/clubs/:club/members/:player/role", member, s.setRole},
		{post, "/clubs/:club/members/:player/suspend", member, s.suspendMember},
		{post, "/clubs/:club/members/:player/restore", member, s.restoreMember},
		{post, "/clubs/:club/members/:player/remove", member, s.removeMember},
		{post, "/clubs/:club/members/:player/password", member, s.resetMember},
		{post, "/clubs/:club/requests/:player", member, s.answerRequest},
		{post, "/clubs/:club/leave", member, s.leaveClub},
		{get, "/clubs/:club/roles", member, s.showRoles},
		{get, "/clubs/:club/audit", member, s.showAudit},
		{get, "/clubs/:club/standings", member, s.showStandings},
		{get, "/clubs/:club/seasons/new", member, s.showNewSeason},
		{post, "/clubs/:club/seasons", member, s.foundSeason},
		{get, "/clubs/:club/seasons/:season/edit", member, s.showSeason},
		{post, "/clubs/:club/seasons/:season", member, s.saveSeason},
		{post, "/clubs/:club/export", member, s.exportClub},
		{get, "/clubs/:club/invitations", member, s.showInvitations},
		{post, "/clubs/:club/invitations", member, s.createInvitation},
		{post, "/clubs/:club/invitations/:id/revoke", member, s.revokeInvitation},

		{get, "/clubs/:club/announcements", member, s.showAnnouncements},
		{post, "/clubs/:club/announcements", member, s.announce},
		{post, "/clubs/:club/announcements/:id/hide", member, s.hideAnnouncement},
		{post, "/clubs/:club/presets", member, s.savePreset},
		{post, "/clubs/:club/presets/:id/remove", member, s.removePreset},

		{get, "/clubs/:club/tables/new", member, s.showNewTable},
		{post, "/clubs/:club/tables", member, s.openTable},
		{get, "/clubs/:club/tables/:table", member, s.showTable},
		{get, "/clubs/:club/tables/:table/poll", parked, s.pollTable},
		{get, "/clubs/:club/tables/:table/rules", member, s.showRules},
		{post, "/clubs/:club/tables/:table/join", member, s.joinTable},
		{post, "/clubs/:club/tables/:table/stand", member, s.leaveSeat},
		{post, "/clubs/:club/tables/:table/bot", member, s.addBot},
		{post, "/clubs/:club/tables/:table/start", member, s.startTable},
		{get, "/clubs/:club/tables/:table/close", member, s.showClose},
		{post, "/clubs/:club/tables/:table/close", member, s.closeTable},
		{post, "/clubs/:club/tables/:table/guests", member, s.enterTable},
		{post, "/clubs/:club/tables/:table/moves", member, s.playMove},
		{post, "/clubs/:club/tables/:table/sort", member, s.sortHand},
		{get, "/clubs/:club/tables/:table/arrange", member, s.showArrange},
		{post, "/clubs/:club/tables/:table/leave", member, s.leaveMatch},
		{post, "/clubs/:club/tables/:table/rematch", member, s.rematch},

		{get, "/clubs/:club/matches", member, s.showMatches},
		{get, "/clubs/:club/matches/:match", member, s.showMatch},
		{post, "/clubs/:club/matches/:match/correct", member, s.correctMatch},
		{get, "/clubs/:club/matches/:match/rounds/:round", member, s.showRound},
		{get, "/clubs/:club/matches/:match/replay/:step", member, s.showReplay},

		{get, "/healthz", machine, s.showHealth},
		{get, "/readyz", machine, s.showReady},
		{get, "/static/*", machine, s.serveStatic},
		{get, "/favicon.ico", machine, s.serveIcon},
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
	e.Use(s.observe, s.headers, compress(), s.sameSite, s.limits)
	for _, r := range routes {
		handle := r.guard(r.handle)
		methods := []string{r.method}
		if r.method == http.MethodGet {
			methods = append(methods, http.MethodHead)
		}
		e.Match(methods, r.path, func(c echo.Context) error { return handle(c.(*request)) })
	}
	return e
}

func open(next handler) handler { return next }

// anyone comes in, but it is known who.
func (s *Server) anyone(next handler) handler {
	return func(r *request) error {
		if err := r.identify(); err != nil {
			return err
		}
		return next(r)
	}
}

// player lets in who is signed in.
func (s *Server) player(next handler) handler {
	return s.anyone(func(r *request) error {
		if r.viewer == nil {
			return errSignedOut
		}
		return next(r)
	})
}

// member lets in who belongs to the club in the path. A club of others answers
// like one that does not exist.
func (s *Server) member(next handler) handler {
	return s.player(func(r *request) (err error) {
		if r.club, err = s.store.ClubFor(r.ctx(), r.Param("club"), r.player()); err != nil {
			return err
		}
		return next(r)
	})
}

func (s *Server) serveStatic(r *request) error {
	static.Handler().ServeHTTP(r.Response(), r.Request())
	return nil
}

func (s *Server) serveIcon(r *request) error {
	r.Response().Header().Set("Cache-Control", "public, max-age=86400")
	return r.Blob(http.StatusOK, "image/svg+xml", static.Bytes("icon.svg"))
}
