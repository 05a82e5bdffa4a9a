package handlers

// expected is what each route answers to each of the roles. A second line holds
// when the match is finished, and a third at a table that waits; each is the line
// before it where it is missing. "in" leads to the sign-in page.
//
// In the order of roles: nobody, a stranger, a member of another club, a member, a
// player at the table, a host, the owner, the owner of the site.
var expected = joined(expectedOutside, expectedInClub, expectedAtTables, expectedVisits)

// expectedOutside holds the routes of no club.
var expectedOutside = map[string][]string{
	"GET /":                    {"in  303 303 303 303 303 303 303"},
	"GET /setup":               {"404 404 404 404 404 404 404 404"},
	"POST /setup":              {"404 404 404 404 404 404 404 404"},
	"GET /sign-in":             {"200 303 303 303 303 303 303 303"},
	"POST /sign-in":            {"422 422 422 422 422 422 422 422"},
	"POST /sign-in/passkey":    {"422 422 422 422 422 422 422 422"},
	"GET /sign-in/code":        {"200 200 200 200 200 200 200 200"},
	"POST /sign-in/code":       {"422 422 422 422 422 422 422 422"},
	"POST /sign-out":           {"in  in  in  in  in  in  in  in"},
	"POST /language":           {"400 400 400 400 400 400 400 400"},
	"GET /invitations/:token":  {"200 200 200 200 200 200 200 200"},
	"POST /invitations/:token": {"422 303 303 303 303 303 303 303"},
	"GET /rules":               {"303 303 303 303 303 303 303 303"},
	"GET /rules/:game":         {"200 200 200 200 200 200 200 200"},

	"GET /lessons":                {"303 303 303 303 303 303 303 303"},
	"GET /lessons/:game":          {"200 200 200 200 200 200 200 200"},
	"GET /lessons/:game/:lesson":  {"200 200 200 200 200 200 200 200"},
	"POST /lessons/:game/:lesson": {"422 422 422 422 422 422 422 422"},

	"GET /settings":                      {"in  200 200 200 200 200 200 200"},
	"POST /settings":                     {"in  400 400 400 400 400 400 400"},
	"POST /settings/face":                {"in  303 303 303 303 303 303 303"},
	"POST /settings/name":                {"in  422 422 422 422 422 422 422"},
	"POST /settings/rest":                {"in  303 303 303 303 303 303 303"},
	"GET /next":                          {"in  303 303 303 303 303 303 303"},
	"POST /settings/password":            {"in  422 422 422 422 422 422 422"},
	"POST /settings/sessions/:id/end":    {"in  404 404 404 303 404 404 404"},
	"POST /settings/sessions/end-others": {"in  303 303 303 303 303 303 303"},
	"POST /settings/export":              {"in  200 200 200 200 200 200 200"},
	"POST /settings/delete":              {"in  422 422 422 422 422 422 422"},

	"GET /settings/safety":               {"in  200 200 200 200 200 200 200"},
	"GET /settings/passkeys/new":         {"in  200 200 200 200 200 200 200"},
	"POST /settings/passkeys":            {"in  422 422 422 422 422 422 422"},
	"POST /settings/passkeys/:id/remove": {"in  404 404 404 404 404 404 404"},
	"POST /settings/passkeys/only":       {"in  303 303 303 303 303 303 303"},
	"POST /settings/codes":               {"in  200 200 200 200 200 200 200"},

	"GET /settings/notices":          {"in  200 200 200 200 200 200 200"},
	"POST /settings/notices":         {"in  303 303 303 303 303 303 303"},
	"POST /settings/address":         {"in  404 404 404 404 404 404 404"}, // without a mail server
	"POST /devices":                  {"400 400 400 400 400 400 400 400"},
	"POST /settings/devices":         {"in  400 400 400 400 400 400 400"},
	"POST /settings/devices/decline": {"in  303 303 303 303 303 303 303"},
	"POST /settings/devices/:id/end": {"in  303 303 303 303 303 303 303"},
	"GET /manifest.webmanifest":      {"200 200 200 200 200 200 200 200"},
	"GET /offline":                   {"200 200 200 200 200 200 200 200"},
	"GET /worker.js":                 {"200 200 200 200 200 200 200 200"},
	"GET /confirm/:token":            {"410 410 410 410 410 410 410 410"},
	"POST /confirm/:token":           {"410 410 410 410 410 410 410 410"},
	"GET /unsubscribe/:token":        {"410 410 410 410 410 410 410 410"},
	"POST /unsubscribe/:token":       {"410 410 410 410 410 410 410 410"},
	"GET /forgotten":                 {"404 404 404 404 404 404 404 404"},
	"POST /forgotten":                {"404 404 404 404 404 404 404 404"},

	"GET /notices":       {"in  200 200 200 200 200 200 200"},
	"POST /notices/read": {"in  400 400 400 400 400 400 400"},
	"POST /notices/:id":  {"in  404 404 404 404 404 404 404"},

	"GET /clubs":  {"in  200 200 200 200 200 200 200"},
	"POST /clubs": {"in  403 403 403 403 403 403 422"},
	"POST /site":  {"in  403 403 403 403 403 403 303"},

	"GET /house":                        {"in  404 404 404 404 404 404 200"},
	"POST /house/letter":                {"in  404 404 404 404 404 404 404"},
	"GET /house/clubs":                  {"in  404 404 404 404 404 404 200"},
	"POST /house/clubs":                 {"in  404 404 404 404 404 404 422"},
	"GET /house/clubs/:id":              {"in  404 404 404 404 404 404 404"},
	"POST /house/clubs/:id/look":        {"in  404 404 404 404 404 404 404"},
	"POST /house/clubs/:id/take":        {"in  404 404 404 404 404 404 404"},
	"POST /house/clubs/:id/drop":        {"in  404 404 404 404 404 404 404"},
	"POST /house/owners":                {"in  404 404 404 404 404 404 422"},
	"POST /house/owners/:player/remove": {"in  404 404 404 404 404 404 303"},
	"POST /house/jobs/:id/retry":        {"in  404 404 404 404 404 404 404"},

	"GET /healthz":     {"200 200 200 200 200 200 200 200"},
	"GET /readyz":      {"200 200 200 200 200 200 200 200"},
	"GET /static/*":    {"404 404 404 404 404 404 404 404"},
	"GET /favicon.ico": {"200 200 200 200 200 200 200 200"},
}

// expectedInClub holds the routes of a club, but for its tables and matches.
var expectedInClub = map[string][]string{
	"GET /clubs/:club":                 {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/settings":        {"in  404 404 403 403 403 303 404"},
	"GET /clubs/:club/settings/:part":  {"in  404 404 403 403 403 200 404"},
	"POST /clubs/:club/settings/:part": {"in  404 404 403 403 403 422 404"},

	"GET /clubs/:club/archive":              {"in  404 404 403 403 403 200 404"},
	"POST /clubs/:club/archive":             {"in  404 404 403 403 403 400 404"},
	"GET /clubs/:club/archive/deletion":     {"in  404 404 403 403 403 200 404"},
	"POST /clubs/:club/archive/deletion":    {"in  404 404 403 403 403 422 404"},
	"GET /clubs/:club/webhooks":             {"in  404 404 403 403 403 200 404"},
	"POST /clubs/:club/webhooks":            {"in  404 404 403 403 403 422 404"},
	"POST /clubs/:club/webhooks/:id":        {"in  404 404 403 403 403 404 404"},
	"POST /clubs/:club/webhooks/:id/secret": {"in  404 404 403 403 403 404 404"},
	"POST /clubs/:club/webhooks/:id/test":   {"in  404 404 403 403 403 404 404"},
	"POST /clubs/:club/webhooks/:id/remove": {"in  404 404 403 403 403 404 404"},

	"GET /clubs/:club/tables": {"in  404 404 303 303 303 303 404"},
	"GET /passwords/:token":   {"200 200 200 200 200 200 200 200"},
	"POST /passwords/:token":  {"422 422 422 422 422 422 422 422"},

	"GET /clubs/:club/members":                       {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/members":                      {"in  404 404 403 403 422 422 404"},
	"GET /clubs/:club/members/:player":               {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/members/:player/role":         {"in  404 404 403 403 403 303 404"},
	"GET /clubs/:club/members/:player/suspend":       {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/members/:player/suspend":      {"in  404 404 403 403 422 422 404"},
	"POST /clubs/:club/members/:player/restore":      {"in  404 404 403 403 303 303 404"},
	"POST /clubs/:club/members/:player/remove":       {"in  404 404 403 403 303 303 404"},
	"POST /clubs/:club/members/:player/password":     {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/requests/:player":             {"in  404 404 403 403 303 303 404"},
	"GET /clubs/:club/placeholders":                  {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/placeholders/erase":           {"in  404 404 403 403 404 404 404"},
	"POST /clubs/:club/leave":                        {"in  404 404 400 400 400 400 404"}, // not without being sure
	"GET /clubs/:club/roles":                         {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/audit":                         {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/standings":                     {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/members/:player/matches":       {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/members/:player/numbers":       {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/members/:player/versus/:other": {"in  404 404 404 404 404 404 404"}, // with somebody else
	"GET /clubs/:club/records":                       {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/ratings":                       {"in  404 404 404 404 404 404 404"}, // it measures none
	"POST /clubs/:club/ratings":                      {"in  404 404 303 303 303 303 404"},
	"GET /clubs/:club/ratings/how":                   {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/ratings/:player":               {"in  404 404 404 404 404 404 404"},
	"GET /clubs/:club/seasons/new":                   {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/seasons":                      {"in  404 404 403 403 422 422 404"},
	"GET /clubs/:club/seasons/:season/picture":       {"in  404 404 404 404 404 404 404"}, // nobody has a place
	"GET /clubs/:club/seasons/:season/edit":          {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/seasons/:season":              {"in  404 404 403 403 422 422 404"},
	"POST /clubs/:club/seasons/:season/name":         {"in  404 404 403 403 422 422 404"},
	"POST /clubs/:club/seasons/:season/delete":       {"in  404 404 403 403 303 303 404"},
	"GET /clubs/:club/yearbooks":                     {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/yearbooks":                    {"in  404 404 403 403 303 409 404"},
	"GET /clubs/:club/files":                         {"in  404 404 403 403 403 200 404"},
	"POST /clubs/:club/files":                        {"in  404 404 403 403 403 303 404"},
	"POST /clubs/:club/files/:id/fetch":              {"in  404 404 403 403 403 404 404"},
	"GET /clubs/:club/yearbooks/:id/file":            {"in  404 404 403 403 404 404 404"},
	"GET /clubs/:club/imports":                       {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/imports":                      {"in  404 404 403 403 422 422 404"},
	"GET /clubs/:club/imports/:id":                   {"in  404 404 404 404 404 404 404"},
	"POST /clubs/:club/imports/:id/wish":             {"in  404 404 403 403 409 409 404"},
	"POST /clubs/:club/imports/:id/keep":             {"in  404 404 403 403 404 404 404"},
	"POST /clubs/:club/imports/:id/drop":             {"in  404 404 403 403 303 303 404"},
	"POST /clubs/:club/imports/:id/take-back":        {"in  404 404 403 403 404 404 404"},
	"GET /clubs/:club/recorded/:match":               {"in  404 404 404 404 404 404 404"},
	"POST /clubs/:club/recorded/:match":              {"in  404 404 403 403 400 400 404"},
	"GET /clubs/:club/export":                        {"in  404 404 403 403 403 200 404"},
	"POST /clubs/:club/export":                       {"in  404 404 403 403 403 200 404"},
	"GET /clubs/:club/invitations":                   {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/invitations":                  {"in  404 404 403 403 422 422 404"},
	"POST /clubs/:club/invitations/:id/revoke":       {"in  404 404 403 403 303 303 404"},

	"GET /clubs/:club/competitions":                                        {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/competitions":                                       {"in  404 404 403 403 422 422 404"},
	"GET /clubs/:club/competitions/new":                                    {"in  404 404 403 403 200 200 404"},
	"GET /clubs/:club/competitions/:id":                                    {"in  404 404 404 404 404 404 404"},
	"POST /clubs/:club/competitions/:id":                                   {"in  404 404 403 403 404 404 404"},
	"GET /clubs/:club/competitions/:id/edit":                               {"in  404 404 403 403 404 404 404"},
	"GET /clubs/:club/competitions/:id/picture":                            {"in  404 404 404 404 404 404 404"},
	"POST /clubs/:club/competitions/:id/enter":                             {"in  404 404 404 404 404 404 404"},
	"POST /clubs/:club/competitions/:id/withdraw":                          {"in  404 404 404 404 404 404 404"},
	"POST /clubs/:club/competitions/:id/up/:player":                        {"in  404 404 403 403 404 404 404"},
	"POST /clubs/:club/competitions/:id/rounds":                            {"in  404 404 403 403 400 400 404"},
	"POST /clubs/:club/competitions/:id/rounds/:round/open":                {"in  404 404 403 403 404 404 404"},
	"POST /clubs/:club/competitions/:id/rounds/:round/undo":                {"in  404 404 403 403 404 404 404"},
	"POST /clubs/:club/competitions/:id/rounds/:round/tables/:number":      {"in  404 404 403 403 404 404 404"},
	"POST /clubs/:club/competitions/:id/rounds/:round/tables/:number/hour": {"in  404 404 404 404 404 404 404"},

	"GET /clubs/:club/nights":                                                   {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/nights":                                                  {"in  404 404 403 403 422 422 404"},
	"GET /clubs/:club/nights/new":                                               {"in  404 404 403 403 200 200 404"},
	"GET /clubs/:club/nights/:night":                                            {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/nights/:night":                                           {"in  404 404 403 403 422 422 404"},
	"GET /clubs/:club/nights/:night/edit":                                       {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/nights/:night/off":                                       {"in  404 404 403 403 303 303 404"},
	"POST /clubs/:club/nights/:night/answer":                                    {"in  404 404 303 303 303 303 404"},
	"POST /clubs/:club/nights/:night/remind":                                    {"in  404 404 403 403 303 303 404"},
	"POST /clubs/:club/nights/:night/places/:player":                            {"in  404 404 403 403 303 303 404"},
	"GET /clubs/:club/nights/:night/arrivals":                                   {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/nights/:night/arrivals":                                  {"in  404 404 403 403 400 400 404"},
	"POST /clubs/:club/nights/:night/guests":                                    {"in  404 404 403 403 422 422 404"},
	"POST /clubs/:club/nights/:night/guests/:guest/claim":                       {"in  404 404 404 404 404 404 404"},
	"POST /clubs/:club/nights/:night/guests/:guest/answer":                      {"in  404 404 403 403 400 400 404"},
	"GET /clubs/:club/nights/:night/poster":                                     {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/nights/:night/poster":                                    {"in  404 404 403 403 303 303 404"},
	"POST /clubs/:club/nights/:night/here":                                      {"in  404 404 303 303 303 303 404"},
	"GET /clubs/:club/nights/:night/draws":                                      {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/nights/:night/draws":                                     {"in  404 404 403 403 422 422 404"},
	"POST /clubs/:club/nights/:night/draws/:round/exchange":                     {"in  404 404 403 403 400 400 404"},
	"POST /clubs/:club/nights/:night/draws/:round/open":                         {"in  404 404 403 403 409 409 404"},
	"POST /clubs/:club/nights/:night/draws/:round/undo":                         {"in  404 404 403 403 409 409 404"},
	"POST /clubs/:club/nights/:night/draws/:round/end":                          {"in  404 404 403 403 409 409 404"},
	"POST /clubs/:club/nights/:night/draws/:round/seats":                        {"in  404 404 403 403 400 400 404"},
	"POST /clubs/:club/nights/:night/draws/:round/seats/out":                    {"in  404 404 403 403 400 400 404"},
	"POST /clubs/:club/nights/:night/draws/:round/tables/:number":               {"in  404 404 409 409 409 409 404"},
	"POST /clubs/:club/nights/:night/draws/:round/tables/:number/close":         {"in  404 404 403 403 400 400 404"},
	"GET /clubs/:club/nights/:night/draws/:round/tables/:number/sheet":          {"in  404 404 404 404 404 404 404"},
	"POST /clubs/:club/nights/:night/draws/:round/tables/:number/sheet":         {"in  404 404 404 404 404 404 404"},
	"POST /clubs/:club/nights/:night/draws/:round/tables/:number/sheet/back":    {"in  404 404 400 400 400 400 404"},
	"POST /clubs/:club/nights/:night/draws/:round/tables/:number/sheet/end":     {"in  404 404 404 404 404 404 404"},
	"POST /clubs/:club/nights/:night/draws/:round/tables/:number/sheet/confirm": {"in  404 404 404 404 404 404 404"},
	"POST /clubs/:club/nights/:night/draws/:round/tables/:number/paper":         {"in  404 404 403 403 409 409 404"},
	"GET /clubs/:club/nights/:night/pack":                                       {"in  404 404 403 403 200 200 404"},
	"GET /clubs/:club/nights/:night/tables/:number":                             {"in  404 404 303 303 303 303 404"},
	"GET /clubs/:club/nights/:night/screen":                                     {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/nights/:night/screen":                                    {"in  404 404 403 403 303 303 404"},
	"GET /tv/:token":                                                            {"410 410 410 410 410 410 410 410"},
	"GET /clubs/:club/nights/:night/night.ics":                                  {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/calendar":                                                {"in  404 404 303 303 303 303 404"},
	"POST /clubs/:club/calendar/end":                                            {"in  404 404 303 303 303 303 404"},
	"GET /calendar/:token":                                                      {"404 404 404 404 404 404 404 404"},
	"GET /clubs/:club/announcements":                                            {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/announcements":                                           {"in  404 404 403 403 422 422 404"},
	"GET /clubs/:club/announcements/:id/edit":                                   {"in  404 404 403 403 404 200 404"},
	"POST /clubs/:club/announcements/:id":                                       {"in  404 404 403 403 404 422 404"},
	"POST /clubs/:club/announcements/:id/pin":                                   {"in  404 404 403 403 303 303 404"},
	"POST /clubs/:club/announcements/:id/hide":                                  {"in  404 404 403 403 303 303 404"},
	// of no table
	"POST /clubs/:club/presets":            {"in  404 404 403 403 400 400 404"},
	"POST /clubs/:club/presets/:id/remove": {"in  404 404 403 403 303 303 404"},
}

// expectedAtTables holds the routes of tables and of matches.
var expectedAtTables = map[string][]string{
	"GET /clubs/:club/tables/new":          {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/scoresheet":          {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/tables":             {"in  404 404 422 422 422 422 404"},
	"GET /clubs/:club/tables/:table":       {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/tables/:table/poll":  {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/tables/:table/rules": {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/tables/:table/join": {
		"in  404 404 409 303 409 409 404",
		"in  404 404 409 303 409 409 404",
		"in  404 404 303 303 303 303 404",
	},
	"POST /clubs/:club/tables/:table/stand": {
		"in  404 404 303 409 303 303 404",
		"in  404 404 303 409 303 303 404",
		"in  404 404 303 303 303 303 404",
	},
	"POST /clubs/:club/tables/:table/bot": {
		"in  404 404 409 409 409 409 404",
		"in  404 404 409 409 409 409 404",
		"in  404 404 403 303 403 403 404",
	},
	"POST /clubs/:club/tables/:table/start": {
		"in  404 404 403 409 403 403 404",
		"in  404 404 403 409 403 403 404",
		"in  404 404 403 422 403 403 404",
	},
	"POST /clubs/:club/tables/:table/close": {
		"in  404 404 403 403 303 303 404", // with a reason
	},
	"GET /clubs/:club/tables/:table/close":   {"in  404 404 403 403 200 200 404"},
	"POST /clubs/:club/tables/:table/guests": {"in  404 404 404 404 404 404 404"}, // it has no key
	"POST /clubs/:club/tables/:table/moves": {
		"in  404 404 404 422 404 404 404",
		"in  404 404 404 422 404 404 404",
		"in  404 404 404 404 404 404 404",
	},
	"POST /clubs/:club/tables/:table/sort": {"in  404 404 303 303 303 303 404"},
	"GET /clubs/:club/tables/:table/hand": {
		"in  404 404 303 200 303 303 404",
		"in  404 404 303 303 303 303 404",
	},
	"POST /clubs/:club/tables/:table/hand": {
		"in  404 404 404 422 404 404 404",
		"in  404 404 404 409 404 404 404",
		"in  404 404 404 404 404 404 404",
	},
	"GET /clubs/:club/tables/:table/plans": {
		"in  404 404 404 200 404 404 404",
		"in  404 404 404 303 404 404 404",
	},
	"POST /clubs/:club/tables/:table/plans":  {"in  404 404 404 400 404 404 404"}, // of no match
	"GET /clubs/:club/matches/:match/notes":  {"in  404 404 404 200 404 404 404"},
	"POST /clubs/:club/matches/:match/notes": {"in  404 404 404 303 404 404 404"},
	"POST /clubs/:club/tables/:table/leave": {
		"in  404 404 404 303 404 404 404",
		"in  404 404 404 303 404 404 404",
		"in  404 404 404 404 404 404 404",
	},
	"GET /clubs/:club/daily":             {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/daily/:day/:game":  {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/daily/:day/:game": {"in  404 404 303 303 303 303 404"},
	"POST /clubs/:club/tables/:table/hints": {
		"in  404 404 404 403 404 404 404",
		"in  404 404 404 403 404 404 404",
		"in  404 404 404 404 404 404 404",
	},
	"POST /clubs/:club/tables/:table/offers/:kind": {
		"in  404 404 403 409 403 403 404",
		"in  404 404 403 303 403 403 404",
		"in  404 404 403 409 403 403 404",
	},
	"POST /clubs/:club/tables/:table/offers/answer": {
		"in  404 404 403 410 403 403 404",
		"in  404 404 403 410 403 403 404",
		"in  404 404 403 409 403 403 404",
	},
	"POST /clubs/:club/tables/:table/phrases": {
		"in  404 404 404 303 404 404 404",
		"in  404 404 404 303 404 404 404",
		"in  404 404 404 404 404 404 404",
	},
	"POST /clubs/:club/tables/:table/watching": {
		"in  404 404 400 400 400 400 404",
		"in  404 404 400 400 400 400 404",
		"in  404 404 400 400 400 400 404",
	},
	"POST /clubs/:club/tables/:table/mute": {
		"in  404 404 404 303 404 404 404",
		"in  404 404 404 303 404 404 404",
		"in  404 404 404 404 404 404 404",
	},
	"GET /clubs/:club/matches/:match/words":   {"in  404 404 403 403 404 404 404"}, // nobody has reported any
	"POST /clubs/:club/matches/:match/words":  {"in  404 404 403 403 400 400 404"},
	"POST /clubs/:club/matches/:match/report": {"in  404 404 400 400 400 400 404"},
	"POST /clubs/:club/tables/:table/back": {
		"in  404 404 404 303 404 404 404",
		"in  404 404 404 303 404 404 404",
		"in  404 404 404 404 404 404 404",
	},
	"POST /clubs/:club/tables/:table/nudge": {
		"in  404 404 404 409 404 404 404",
		"in  404 404 404 409 404 404 404",
		"in  404 404 404 404 404 404 404",
	},

	"GET /clubs/:club/matches":        {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/tables/all":     {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/history":        {"in  404 404 403 403 200 200 404"},
	"GET /clubs/:club/matches/:match": {"in  404 404 200 200 200 200 404"},
	"POST /clubs/:club/matches/:match/correct": {
		"in  404 404 403 403 409 409 404",
		"in  404 404 403 403 303 303 404",
	},
	"GET /clubs/:club/matches/:match/rounds/:round": {"in  404 404 200 200 200 200 404"},
	"GET /clubs/:club/matches/:match/picture": {
		"in  404 404 404 404 404 404 404",
		"in  404 404 200 200 200 200 404",
	},
	"GET /clubs/:club/matches/:match/check": {
		"in  404 404 404 404 404 404 404",
		"in  404 404 200 200 200 200 404",
	},
	"GET /clubs/:club/matches/:match/reviews/:player": {"in  404 404 404 404 404 404 404"}, // of nobody
	"POST /clubs/:club/matches/:match/reviews": {
		"in  404 404 403 409 403 403 404",
		"in  404 404 403 303 403 403 404",
	},
	"POST /clubs/:club/matches/:match/reviews/share": {
		"in  404 404 403 409 403 403 404",
		"in  404 404 403 404 403 403 404",
	},
	"GET /clubs/:club/matches/:match/record": {
		"in  404 404 404 404 404 404 404",
		"in  404 404 200 200 200 200 404",
	},
	"GET /clubs/:club/matches/:match/replay/:step": {
		"in  404 404 404 404 404 404 404",
		"in  404 404 200 200 200 200 404",
	},
}

// joined returns what all tables hold. No route stands in two of them.
func joined(tables ...map[string][]string) map[string][]string {
	all := map[string][]string{}
	for _, table := range tables {
		for name, answers := range table {
			if all[name] != nil {
				panic(name + " is expected twice")
			}
			all[name] = answers
		}
	}
	return all
}
