package handlers

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/cmd/carteado/games"
	"carteado/db/dbtest"
	"carteado/db/delivery"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/shuffle"
	"carteado/views/link"
)

// jobLeaks are all that is done without being asked, each with what leaves the house by it.
var jobLeaks = map[string]string{
	"call":            "notices and letters: TestNoLeakInWhatIsSent",
	"bot_move":        "the move of a bot: TestNoLeakOfKeptSeats, TestNoLeakInWords",
	"tick":            "the move of the clock: TestNoLeakOfKeptSeats",
	"review":          "a page for whom it is about, of a match that is over: TestReviewsAreOnesOwn",
	"release":         "results of tables that were held, once all are over: TestHeldTablesTellNothing",
	"luck":            "numbers of the deals of matches that are over",
	"old_luck":        "the same, of those that ended earlier",
	"count":           "numbers of matches that are over",
	"rating_compute":  "ratings after matches that are over",
	"season_compute":  "standings after matches that are over",
	"yearbook":        "a file for hosts with matches that are over and that every member may see: TestYearbookStandsAlone",
	"club_file":       "a file for owners with matches that are over: TestAClubsFileHidesNothing",
	"club_deletion":   "nothing: rows go, and the house keeps the club's name",
	"brought_club":    "what an owner of the house has brought, for themselves",
	"webhook":         "what every member may see: TestNoLeakInWhatIsSent, TestWebhooksTellNothingHidden",
	"ask_address":     "a letter that names a club and no match",
	"send_password":   "a letter that names an account and no match",
	"send_invitation": "a letter that names a club and no match",
}

// A new job says what leaves the house by it.
func TestEveryJobIsInTheListOfLeaks(t *testing.T) {
	t.Parallel()
	kind := regexp.MustCompile(`\) Kind\(\) string +\{ return "(\w+)" \}`)
	found := 0
	err := filepath.WalkDir("../db", func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, match := range kind.FindAllSubmatch(source, -1) {
			if found++; jobLeaks[string(match[1])] == "" {
				t.Errorf("what does the job %s tell, and whom?", match[1])
			}
		}
		return err
	})
	if err != nil || found != len(jobLeaks) {
		t.Errorf("%d kinds of jobs, want %d: %v", found, len(jobLeaks), err)
	}
}

// What leaves the house without being asked is the same in two matches that differ only in what its reader cannot know:
// the notice on a device, the letter, the log, what a job says of its failure, and the names in /metrics.
func TestNoLeakInWhatIsSent(t *testing.T) {
	for _, game := range games.All() {
		t.Run(game.Rules.Info().Key, func(t *testing.T) {
			t.Parallel()
			c := newCrowd(t, game)
			seats := min(game.Rules.Info().MaxSeats, 3)
			third := fmt.Sprintf("player 2 of %d", seats)
			office, devices := c.mailed(), map[string]*service{}
			for _, name := range []string{"Bento", "Célia", "Davi", "Gina", third} { // Davi watches, Gina is a host
				devices[name] = newService(t)
				c.PushServices = append(c.PushServices, devices[name].URL)
			}
			hook := newReceiver(t)
			c.WebhookHosts = []string{hook.URL}
			listens := func(name string) {
				id := c.players[name]
				c.must(c.Store.TakeAddress(t.Context(), id, fmt.Sprintf("reader%d@example.org", id)))
				c.as(name).post(link.Devices, devices[name].form())
				kinds := delivery.NoticeKinds()
				c.as(name).post(link.Delivery, url.Values{"push": kinds, "mail": kinds})
			}
			for _, name := range []string{"Bento", "Célia", "Davi", "Gina"} {
				listens(name)
			}
			hook.table = c.open("Ana", live.SeatChoice{Kind: live.SeatOpen}).ID
			_, _, err := c.Store.AddWebhook(t.Context(), c.clubID, c.players["Ana"], hook.URL, "host",
				delivery.WebhookKinds(), "")
			c.must(err)
			watch := c.dealt(seats)
			c.sql(`UPDATE matches SET to_move = '{}' WHERE id <> $1`, c.matches["running"]) // no turn but there
			c.runs()
			chance := shuffle.NewChance(engine.Seed{}.Derive("sent", 0))
			for range 6 {
				c.step(watch, chance)
			}
			players := c.seated()
			slices.Reverse(players)
			for seat, name := range players {
				if name == third {
					listens(name)
				}
				for !slices.Contains(c.stored().ToMove(), engine.Seat(seat)) {
					c.step(watch, chance)
				}
				one := c.sent(name, office, devices[name], hook)
				restore := c.exchange(watch, name)
				two := c.sent(name, office, devices[name], hook)
				hash := c.stateHash()
				restore()
				for what, text := range one {
					if text == "" || two[what] != text {
						t.Errorf("%s can tell from %s: %s", name, what, difference(text, two[what]))
					}
				}
				if hash == c.stateHash() {
					t.Error("the two matches are one")
				}
			}
		})
	}
}

// hookHears is what a webhook is told of the running match, which is nothing even where a job is to tell the result,
// and of a table that waits.
func (c *crowd) hookHears(hook *receiver) string {
	c.t.Helper()
	c.sql(`DELETE FROM river_job WHERE kind = 'webhook'`)
	c.sql(`INSERT INTO river_job (kind, max_attempts, queue, state, args)
		SELECT 'webhook', 1, 'webhooks', 'available', jsonb_build_object('webhook', w.id, 'id', repeat('A', 26),
			'event', e.event, 'subject', e.subject, 'at', now())
		FROM webhooks w, (SELECT 'result' AS event, $1::bigint AS subject
			UNION SELECT 'table', (SELECT table_id FROM matches WHERE id = $1)
			UNION SELECT 'table', $2) e`, c.matches["running"], hook.table)
	dbtest.Await(c.t, "the webhooks are called", func() bool {
		return c.id(`SELECT count(*) FROM river_job WHERE kind = 'webhook' AND state = 'completed'`) == 3
	})
	got := hook.next()
	if len(hook.calls) > 0 || got.call.Kind != delivery.WebhookTable {
		c.t.Errorf("a webhook hears of the running match: %s", got.body)
	}
	return got.body
}

// timely is what is new each time: moments, durations, keys, and the number of a job.
var timely = regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:.]+Z?|\b[0-9.]+(µs|ms|s)\b|[0-9a-f]{16,}|[A-Z2-7]{26}|"job":\d+`)

// called is when a webhook was called. All else in its call is compared as it is, so that nothing can hide in digits.
var called = regexp.MustCompile(`"at":"[^"]*"`)

// sent is what a player whose turn lasts is told on a device and by mail, and what the house says of it.
func (c *crowd) sent(name string, office *postOffice, device *service, hook *receiver) map[string]string {
	c.t.Helper()
	c.forget()
	logged := len(c.log.String())
	office.broken.Store(true) // the letter comes, and its job fails
	// The notices go first, and no look that has still seen them goes on: it would tell again what the house does not
	// know to have come.
	c.sql(`DELETE FROM notices`)
	c.sql(`DO $$ BEGIN LOCK TABLE notices IN EXCLUSIVE MODE; END $$`)
	c.sql(`DELETE FROM river_job WHERE kind = 'call'`)
	c.sql(`UPDATE matches SET changed_at = now() - interval '3 hours' WHERE id = $1`, c.matches["running"])
	c.absent(name)
	ping, letter := device.next(), office.next()
	if told := c.id(`SELECT count(*) FROM river_job WHERE kind = 'call' AND (args->>'player')::bigint <> $1`,
		c.players[name]); told > 0 {
		c.t.Errorf("%d others are told that it is the turn of %s", told, name)
	}
	dbtest.Await(c.t, "the failure is noted", func() bool {
		return c.id(`SELECT count(*) FROM river_job WHERE kind = 'call' AND errors IS NOT NULL`) == 1
	})
	var failure string
	c.must(c.past().QueryRow(c.t.Context(), `SELECT string_agg(e->>'error', ' ') FROM river_job, unnest(errors) e
		WHERE kind = 'call'`).Scan(&failure))
	measured := httptest.NewRecorder()
	c.Metrics().ServeHTTP(measured, httptest.NewRequestWithContext(c.t.Context(), http.MethodGet, "/metrics", nil))
	steadily := func(text string) string { return timely.ReplaceAllString(text, "") }
	var lines, series []string
	for line := range strings.Lines(c.log.String()[logged:]) {
		lines = append(lines, steadily(line))
	}
	for line := range strings.Lines(measured.Body.String()) {
		if at := strings.LastIndex(line, " "); at > 0 && !strings.HasPrefix(line, "#") {
			series = append(series, steadily(line[:at]))
		}
	}
	slices.Sort(lines)
	slices.Sort(series)
	return map[string]string{
		"a device":  steadily(fmt.Sprintf("%+v", ping)),
		"a webhook": called.ReplaceAllString(c.hookHears(hook), ""),
		"a letter":  steadily(fmt.Sprint(letter.header["Subject"], letter.parts)),
		"the log":   strings.Join(slices.Compact(lines), ""),
		"a job":     steadily(failure),
		"/metrics":  strings.Join(slices.Compact(series), "\n"),
	}
}
