package handlers

import (
	"carteado/engine/role"
	"carteado/handlers/web"
)

// routes is the site map: every address, by the nouns of the README, with its
// guard from web/guards.go or web/admission.go. A member's right is a line of the table in engine/role. Those of game
// nights and of competitions stand in routes_evening.go.
func (s *Server) routes() []route {
	a, c, m, r, t, proved := s.account, s.club, s.match, s.results, s.table, s.Proved(s.Player)
	anyone, player, entrant, member, parked, mover := s.Anyone, s.Player, s.Entrant, s.Member, s.Parked, s.Mover
	return append(s.eveningRoutes(), []route{
		// setup
		get("/", anyone, c.ShowRoot),
		get("/setup", anyone, c.ShowSetup),
		post("/setup", anyone, c.SetUp),

		// sessions
		get("/sign-in", anyone, a.ShowSignIn),
		post("/sign-in", anyone, a.SignIn),
		post("/sign-in/passkey", anyone, a.SignInByPasskey),
		get("/sign-in/code", anyone, a.ShowSignInByCode),
		post("/sign-in/code", anyone, a.SignInByCode),
		post("/sign-out", anyone, a.SignOut),
		post("/settings/sessions/:id/end", proved, a.EndSession),
		post("/settings/sessions/end-others", proved, a.EndOtherSessions),

		// settings
		get("/settings", player, a.ShowSettings),
		post("/settings", player, a.SaveSettings),
		post("/settings/face", player, a.SaveFace),
		post("/settings/name", s.ProvedByKey(s.Player), a.SaveName),
		post("/language", anyone, a.ChooseLanguage),

		// passkeys, recovery codes
		get("/settings/safety", player, a.ShowSafety),
		get("/settings/passkeys/new", player, a.ShowNewPasskey),
		post("/settings/passkeys", proved, a.AddPasskey),
		post("/settings/passkeys/:id/remove", proved, a.RemovePasskey),
		post("/settings/passkeys/only", proved, a.SetPasskeysOnly),
		post("/settings/codes", proved, a.MakeRecoveryCodes),

		// passwords
		get("/passwords/:token", anyone, a.ShowNewPassword),
		post("/passwords/:token", anyone, a.SetNewPassword),
		post("/settings/password", player, a.ChangePassword),
		post("/clubs/:club/members/:player/password", s.Proved(member(role.Assist)), c.ResetMember),

		// accounts
		post("/clubs/:club/members", member(role.Assist), c.CreateAccount),
		post("/settings/delete", s.ProvedByKey(s.Player), a.DeleteAccount),

		// notices
		get("/notices", player, a.ShowNotices),
		post("/notices/read", player, a.ReadNotices),
		post("/notices/:id", player, a.OpenNotice),
		get("/next", player, a.ShowNext),

		// calls
		get("/settings/notices", player, a.ShowDelivery),
		post("/settings/notices", player, a.SaveDelivery),
		post("/settings/address", proved, a.AskAddress),

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
		get("/clubs/:club/settings/:part", member(role.Settle), c.ShowClubPart),
		post("/clubs/:club/settings/:part", member(role.Settle), c.SaveClubPart),

		// archive
		get("/clubs/:club/archive", member(role.Settle), c.ShowArchive),
		post("/clubs/:club/archive", s.Proved(member(role.Settle)), c.ArchiveClub),
		get("/clubs/:club/archive/deletion", member(role.Settle), c.ShowDeletion),
		post("/clubs/:club/archive/deletion", s.Proved(member(role.Settle)), c.AskDeletion),

		// webhooks
		get("/clubs/:club/webhooks", member(role.Settle), c.ShowWebhooks),
		post("/clubs/:club/webhooks", s.Proved(member(role.Settle)), c.AddWebhook),
		post("/clubs/:club/webhooks/:id", member(role.Settle), c.ChangeWebhook),
		post("/clubs/:club/webhooks/:id/secret", s.Proved(member(role.Settle)), c.TurnWebhook),
		post("/clubs/:club/webhooks/:id/test", member(role.Settle), c.TestWebhook),
		post("/clubs/:club/webhooks/:id/remove", member(role.Settle), c.RemoveWebhook),

		// home
		get("/clubs/:club", member(role.Play), c.ShowClub),
		get("/clubs/:club/tables", parked, c.PollClub).quietly(),

		// members, and their records
		get("/clubs/:club/members", member(role.Play), c.ShowMembers),
		get("/clubs/:club/members/:player", member(role.Play), c.ShowMember),
		post("/clubs/:club/members/:player/remove", member(role.Suspend), c.RemoveMember),
		post("/clubs/:club/leave", member(role.Play), c.LeaveClub),

		// placeholders
		get("/clubs/:club/placeholders", member(role.Suspend), c.ShowPlaceholders),
		post("/clubs/:club/placeholders/erase", member(role.Suspend), c.EraseName),

		// suspensions
		get("/clubs/:club/members/:player/suspend", member(role.Suspend), c.ShowSuspend),
		post("/clubs/:club/members/:player/suspend", member(role.Suspend), c.SuspendMember),
		post("/clubs/:club/members/:player/restore", member(role.Suspend), c.RestoreMember),

		// roles
		get("/clubs/:club/roles", member(role.Play), c.ShowRoles),
		post("/clubs/:club/members/:player/role", s.Proved(member(role.Promote)), c.SetRole),

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
		get("/clubs/:club/announcements/:id/edit", member(role.Announce), c.ShowAnnouncement),
		post("/clubs/:club/announcements/:id", member(role.Announce), c.ChangeAnnouncement),
		post("/clubs/:club/announcements/:id/pin", member(role.Announce), c.PinAnnouncement),
		post("/clubs/:club/announcements/:id/hide", member(role.Announce), c.HideAnnouncement),

		// audit
		get("/clubs/:club/audit", member(role.Play), c.ShowAudit),

		// imports
		get("/clubs/:club/imports", member(role.Play), c.ShowImports),
		post("/clubs/:club/imports", member(role.Import), c.BringImport),
		get("/clubs/:club/imports/:id", member(role.Play), c.ShowImport),
		post("/clubs/:club/imports/:id/wish", member(role.Import), c.WishImport),
		post("/clubs/:club/imports/:id/keep", member(role.Import), c.KeepImport),
		post("/clubs/:club/imports/:id/drop", member(role.Import), c.DropImport),
		post("/clubs/:club/imports/:id/take-back", member(role.Import), c.TakeBackImport),
		get("/clubs/:club/recorded/:match", member(role.Play), c.ShowRecorded),
		post("/clubs/:club/recorded/:match", member(role.Correct), c.CorrectRecorded),

		// yearbook
		get("/clubs/:club/yearbooks", member(role.Season), r.ShowYearbooks),
		post("/clubs/:club/yearbooks", member(role.Season), r.AskYearbook),
		get("/clubs/:club/yearbooks/:id/file", member(role.Season), r.SendYearbook),

		// transfers
		get("/clubs/:club/files", member(role.Export), c.ShowClubFiles),
		post("/clubs/:club/files", s.Proved(member(role.Export)), c.AskClubFile),
		post("/clubs/:club/files/:id/fetch", s.Proved(member(role.Export)), c.SendClubFile),

		// export
		get("/clubs/:club/export", member(role.Export), c.ShowExport),
		post("/clubs/:club/export", s.Proved(member(role.Export)), c.ExportClub),
		post("/settings/export", proved, c.ExportAccount),

		// newtable
		get("/clubs/:club/tables/new", member(role.Play), t.ShowNewTable),
		post("/clubs/:club/tables", member(role.Play), t.OpenTable),

		// presets
		post("/clubs/:club/presets", member(role.Preset), t.SavePreset),
		post("/clubs/:club/presets/:id/remove", member(role.Preset), t.RemovePreset),

		// tables
		get("/clubs/:club/tables/all", member(role.Play), t.ShowTables),
		get("/clubs/:club/tables/:table", entrant, t.ShowTable),
		get("/clubs/:club/tables/:table/poll", parked, t.PollTable).quietly(),

		// guests
		post("/clubs/:club/tables/:table/guests", member(role.Play), t.EnterTable),

		// waiting
		post("/clubs/:club/tables/:table/join", member(role.Play), t.JoinTable),
		post("/clubs/:club/tables/:table/stand", member(role.Play), t.LeaveSeat),
		post("/clubs/:club/tables/:table/bot", member(role.Play), t.AddBot),
		post("/clubs/:club/tables/:table/start", member(role.Play), t.StartTable),

		// closing
		get("/clubs/:club/tables/:table/close", member(role.Close), t.ShowClose),
		post("/clubs/:club/tables/:table/close", member(role.Play), t.CloseTable),

		// play
		post("/clubs/:club/tables/:table/moves", mover, t.PlayMove),
		post("/clubs/:club/tables/:table/sort", entrant, t.SortHand),
		post("/clubs/:club/tables/:table/leave", entrant, t.LeaveMatch),

		// hand
		get("/clubs/:club/tables/:table/hand", entrant, t.ShowHand),
		post("/clubs/:club/tables/:table/hand", entrant, t.ArrangeHand),

		// notes
		get("/clubs/:club/matches/:match/notes", entrant, m.ShowNote),
		post("/clubs/:club/matches/:match/notes", member(role.Play), m.SaveNote),

		// plans
		get("/clubs/:club/tables/:table/plans", entrant, t.ShowPlans),
		post("/clubs/:club/tables/:table/plans", entrant, t.Plan),

		// hints
		post("/clubs/:club/tables/:table/hints", member(role.Play), t.Advise),

		// offers
		post("/clubs/:club/tables/:table/offers/:kind", entrant, t.Propose),
		post("/clubs/:club/tables/:table/offers/answer", entrant, t.AnswerOffer),

		// watching
		post("/clubs/:club/tables/:table/watching", member(role.Play), t.SetWatching),

		// phrases
		post("/clubs/:club/tables/:table/phrases", member(role.Play), t.Say),
		post("/clubs/:club/tables/:table/mute", member(role.Play), t.Mute),
		get("/clubs/:club/matches/:match/words", member(role.Close), t.ShowReportedWords),
		post("/clubs/:club/matches/:match/words", member(role.Close), t.RemoveWords),
		post("/clubs/:club/matches/:match/report", member(role.Play), t.ReportWords),

		// clock
		post("/clubs/:club/tables/:table/back", entrant, t.RetakeSeat),
		post("/clubs/:club/tables/:table/nudge", entrant, t.Nudge),
		post("/settings/rest", player, a.SaveRest),

		// rules
		get("/rules", anyone, t.ShowGames),
		get("/rules/:game", anyone, t.ShowGame),
		get("/clubs/:club/tables/:table/rules", entrant, t.ShowRules),

		// lessons
		get("/lessons", anyone, t.ShowLessons),
		get("/lessons/:game", anyone, t.ShowLessonsOf),
		get("/lessons/:game/:lesson", anyone, t.ShowStep),
		post("/lessons/:game/:lesson", anyone, t.PlayStep),

		// daily
		get("/clubs/:club/daily", member(role.Play), t.ShowDaily),
		get("/clubs/:club/daily/:day/:game", member(role.Play), t.ShowDeal),
		post("/clubs/:club/daily/:day/:game", member(role.Play), t.PlayDeal),

		// scoresheet
		get("/clubs/:club/scoresheet", member(role.Play), t.ShowScoreSheet),

		// matches, their rounds, their replay and pictures
		get("/clubs/:club/matches", entrant, m.ShowMatches),
		get("/clubs/:club/members/:player/matches", member(role.Play), m.ShowMatchesOf),
		get("/clubs/:club/matches/:match", entrant, m.ShowMatch),
		get("/clubs/:club/matches/:match/rounds/:round", entrant, t.ShowRound),
		get("/clubs/:club/matches/:match/replay/:step", entrant, m.ShowReplay),
		get("/clubs/:club/matches/:match/picture", entrant, r.DrawMatch),

		// reviews
		get("/clubs/:club/matches/:match/reviews/:player", entrant, m.ShowReview),
		post("/clubs/:club/matches/:match/reviews", member(role.Play), m.AskReview),
		post("/clubs/:club/matches/:match/reviews/share", member(role.Play), m.ShareReview),

		// checks
		get("/clubs/:club/matches/:match/check", entrant, m.ShowCheck),
		get("/clubs/:club/matches/:match/record", entrant, m.SendRecord),

		// history
		get("/clubs/:club/history", member(role.Close), m.ShowHistory),

		// corrections
		post("/clubs/:club/matches/:match/correct", member(role.Correct), m.CorrectMatch),

		// standings
		get("/clubs/:club/standings", member(role.Play), r.ShowStandings),

		// numbers
		get("/clubs/:club/members/:player/numbers", member(role.Play), r.ShowNumbers),
		get("/clubs/:club/members/:player/versus/:other", member(role.Play), r.ShowVersus),

		// bests
		get("/clubs/:club/records", member(role.Play), r.ShowBests),

		// ratings
		get("/clubs/:club/ratings", member(role.Play), r.ShowRatings),
		post("/clubs/:club/ratings", member(role.Play), r.HideRating),
		get("/clubs/:club/ratings/how", member(role.Play), r.ShowRatingHow),
		get("/clubs/:club/ratings/:player", member(role.Play), r.ShowRating),

		// seasons
		get("/clubs/:club/seasons/new", member(role.Season), r.ShowNewSeason),
		post("/clubs/:club/seasons", member(role.Season), r.FoundSeason),
		get("/clubs/:club/seasons/:season/edit", member(role.Season), r.ShowSeason),
		post("/clubs/:club/seasons/:season", member(role.Season), r.SaveSeason),
		get("/clubs/:club/seasons/:season/picture", member(role.Play), r.DrawSeason),
		post("/clubs/:club/seasons/:season/name", member(role.Season), r.RenameSeason),
		post("/clubs/:club/seasons/:season/delete", member(role.Season), r.DeleteSeason),

		// house
		get("/house", player, c.ShowHouse),
		post("/house/jobs/:id/retry", player, c.RetryJob),
		post("/house/letter", player, c.TestLetter),
		get("/house/clubs", player, c.ShowBroughtClubs),
		post("/house/clubs", player, c.BringClub),
		get("/house/clubs/:id", player, c.ShowBroughtClub),
		post("/house/clubs/:id/look", player, c.LookAtBroughtClub),
		post("/house/clubs/:id/take", proved, c.TakeBroughtClub),
		post("/house/clubs/:id/drop", player, c.DropBroughtClub),
		post("/house/owners", proved, c.GiveHouse),
		post("/house/owners/:player/remove", proved, c.TakeHouse),

		// health and static files, for everybody
		get("/healthz", web.Machine, s.showHealth).quietly(),
		get("/readyz", web.Machine, s.showReady).quietly(),
		get("/static/*", web.Machine, s.serveStatic).quietly(),
		get("/favicon.ico", web.Machine, s.serveIcon),
	}...)
}
