package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/handlers/web"
	"carteado/views/link"
)

// A phrase is said by a plain form, read by each in their own language, in the log and
// by those who wait; a muted player's only by the others.
func TestPhrases(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento, celia, davi := e.as("Bento"), e.as("Célia"), e.as("Davi")
	path := link.Table(e.club, 1)
	poll := pollOf(t, celia.get(path))
	if davi.get(path).form(path+"/phrases") != nil {
		t.Error("who watches is offered to say something")
	}
	form := bento.get(path).mustForm(path + "/phrases")
	form.with("phrase", "secret").send().want(http.StatusBadRequest)
	form.with("phrase", "thinking").send().want(http.StatusSeeOther)
	form.with("phrase", "thinking").send().want(http.StatusSeeOther) // the same form again
	if swap := celia.get(poll, fromScript...).want(http.StatusOK); strings.Count(swap.body,
		"Bento</strong>: Let me think") == 0 || !strings.Contains(swap.body, `class="say`) {
		t.Errorf("a poll that waited is answered\n%s", swap.body)
	}
	celia.post("/language", url.Values{"lang": {"pt-BR"}})
	e.sql(`UPDATE players SET lang = 'pt-BR' WHERE id = $1`, e.players["Célia"])
	e.Polls.Dismiss()
	celia = e.as("Célia")
	for name, page := range map[string]*reply{"Célia": celia.get(path), "Davi": davi.get(path)} {
		want := map[string]string{"Célia": "Vou pensar um pouco", "Davi": "Let me think"}[name]
		if strings.Count(page.body, "is-said") != 1 || !strings.Contains(page.text(), "Bento: "+want) {
			t.Errorf("%s reads\n%s\nwant %q", name, page.text(), want)
		}
	}

	celia.get(path).mustForm(path+"/mute").with("mute", "0").send().want(http.StatusSeeOther)
	if page := celia.get(path); strings.Contains(page.body, "is-said") ||
		!strings.Contains(page.body, "Voltar a ouvir Bento") {
		t.Errorf("muted:\n%s", page.body)
	}
	if page := bento.get(path); !strings.Contains(page.body, "is-said") {
		t.Error("who is muted does not see what they say")
	}
	celia.post(path+"/mute", url.Values{"mute": {"x"}}).want(http.StatusBadRequest)

	// By script, the answer is the table, also where it says why not.
	e.sql(`UPDATE tables SET phrases = false`)
	refused := bento.post(path+"/phrases", form.with("phrase", "nice", "idem", web.NewIdem()).values, "HX-Request",
		"true").
		want(http.StatusConflict)
	if !strings.Contains(refused.body, "Nobody says phrases at this table") ||
		!strings.Contains(refused.body, `id="table"`) {
		t.Errorf("refused with\n%s", refused.body)
	}
	e.forget()
	if page := bento.get(path); page.form(path+"/phrases") != nil {
		t.Error("a table without phrases has a form for them")
	}

	// The replay tells it in its margin, but for her who does not want to read it.
	e.plays(1, "Bento", engine.Move{Verb: engine.VerbLeave})
	for reader, want := range map[*browser]bool{bento: true, davi: true, celia: false} {
		if body := reader.get(link.Replay(e.club, e.running, 0)).want(http.StatusOK).
			body; strings.Contains(body, "is-said") != want {
			t.Errorf("a replay shows phrases: %v, want %v", !want, want)
		}
	}
}

// A table is opened without phrases where the form says so, and no table has them
// where the club has none.
func TestPhrasesAreChosen(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento, ana := e.as("Bento"), e.as("Ana")
	form := func() *form { return bento.get(link.NewTable(e.club)).mustForm(link.Tables(e.club)) }
	if got := form().values.Get("phrases"); got != "yes" {
		t.Errorf("phrases: %q", got)
	}
	for _, choice := range []string{"yes", "no"} {
		opened := form().with("seat1", "bot:club", "phrases", choice).send().want(http.StatusSeeOther).
			Header.Get("Location")
		if has := bento.get(opened).form(opened+"/phrases") != nil; has != (choice == "yes") {
			t.Errorf("a table opened with %q has phrases: %v", choice, has)
		}
	}
	path := link.ClubSettingsOf(e.club, "members")
	settings := ana.get(path).mustForm(path)
	settings.values.Del("phrases")
	settings.send().want(http.StatusSeeOther)
	if got := form().values; got.Has("phrases") {
		t.Error("a new table is asked for phrases in a club without them")
	}
}

// Where the club lets them, players write words of their own by a plain form; what they
// write is text to everybody. Words that are refused stay in the form.
func TestOwnWords(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento, celia, ana := e.as("Bento"), e.as("Célia"), e.as("Ana")
	path := link.Table(e.club, 1)
	write := func(words string) *reply {
		return bento.get(path).mustForm(path+"/phrases").with("phrase", "own", "words", words).send()
	}
	if strings.Contains(bento.get(path).body, `name="words"`) {
		t.Error("words of one's own are offered where the club has not chosen them")
	}
	write("hello").want(http.StatusConflict)
	members := link.ClubSettingsOf(e.club, "members")
	ana.get(members).mustForm(members).with("messages", "on").send().
		want(http.StatusSeeOther)
	if form := ana.get(members).mustForm(members); form.values.Get("messages") != "on" {
		t.Error("the club's choice is not kept")
	}
	e.forget()

	poll := pollOf(t, celia.get(path))
	const words = `<b>{who}</b> &amp; "me"`
	write("  " + words + " ").want(http.StatusSeeOther)
	for name, page := range map[string]*reply{"her poll": celia.get(poll, fromScript...),
		"who watches": ana.get(path)} {
		if page.want(http.StatusOK); !strings.Contains(page.text(), "Bento: "+words) ||
			strings.Contains(page.body, "<b>{who}") {
			t.Errorf("%s is told\n%s", name, page.text())
		}
	}
	const long = "up to 200 characters"
	for bad, why := range map[string]string{" ": long, strings.Repeat("ä", 201): long,
		"turned\u202eround": "a character that cannot be seen"} {
		page := write(bad).want(http.StatusUnprocessableEntity)
		if fields := all(page.doc(), "input", "name", "words"); len(fields) != 1 ||
			!strings.Contains(page.body, why) {
			t.Errorf("%q is refused with\n%s", bad, page.text())
		} else if kept, _ := attr(fields[0], "value"); kept != bad {
			t.Errorf("%q was typed, and the form says %q", bad, kept)
		}
	}
	if n := e.id(`SELECT count(*) FROM messages`); n != 1 {
		t.Errorf("%d messages are kept", n)
	}

	// A host takes it away. Everybody reads that, nobody what it was, then and in the replay.
	removal := link.Words(e.club, e.running)
	if celia.get(path).form(removal) != nil {
		t.Error("a member may take away what others wrote")
	}
	celia.post(removal, url.Values{"number": {"1"}}).want(http.StatusForbidden)
	ana.post(removal, url.Values{"number": {"99"}}).want(http.StatusNotFound)
	form := ana.get(path).mustForm(removal)
	form.send().want(http.StatusSeeOther)
	form.send().want(http.StatusSeeOther) // the same form again
	e.forget()
	gone := func(page *reply) {
		t.Helper()
		if said := page.want(http.StatusOK).text(); strings.Count(said, "A host removed a message of Bento") == 0 ||
			strings.Contains(page.body, "{who}") {
			t.Errorf("%s says\n%s", page.Request.URL, said)
		}
	}
	gone(celia.get(path))
	e.plays(1, "Bento", engine.Move{Verb: engine.VerbLeave})
	gone(celia.get(link.Replay(e.club, e.running, 0)))
	if log := ana.get(link.Audit(e.club)); strings.Count(log.text(), "removed a message of Bento") != 1 {
		t.Errorf("the audit log says\n%s", log.text())
	}
}

// A reader tells the hosts of what somebody else wrote, once. The notice holds no word of it, and
// leads to a page of the words alone, for the hosts who were told.
func TestReportedWords(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	e.sql(`UPDATE clubs SET messages = true`)
	ana, bento, celia, davi := e.as("Ana"), e.as("Bento"), e.as("Célia"), e.as("Davi")
	path, report, words := link.Table(e.club, 1), link.ReportWords(e.club, e.running), link.Words(e.club, e.running)
	bento.get(path).mustForm(path+"/phrases").with("phrase", "own", "words", "a nasty word").send().
		want(http.StatusSeeOther)
	number := url.Values{"number": {"1"}}
	reports := func(reader string) int {
		return strings.Count(e.as(reader).get(link.Notices).text(), "reports a message of Bento")
	}

	if bento.get(path).form(report) != nil {
		t.Error("who wrote it may report it")
	}
	bento.post(report, number).want(http.StatusNotFound)
	e.as("Eva").post(report, number).want(http.StatusNotFound)
	celia.post(report, url.Values{"number": {"99"}}).want(http.StatusNotFound)
	if page := ana.get(path).mustForm(report).send().want(http.StatusConflict); !strings.Contains(page.body,
		"Nobody else is a host") {
		t.Errorf("the only host reports it and reads\n%s", page.text())
	}
	e.sql(`UPDATE tables SET watchable = false WHERE number = 1`)
	davi.post(report, number).want(http.StatusNotFound)
	e.sql(`UPDATE tables SET watchable = true WHERE number = 1`)
	e.sql(`UPDATE memberships SET suspended_at = now() WHERE player_id = $1`, e.players["Davi"])
	davi.post(report, number).want(http.StatusForbidden)
	e.sql(`UPDATE memberships SET suspended_at = NULL WHERE player_id = $1`, e.players["Davi"])
	ana.get(words).want(http.StatusNotFound)
	if n := e.id(`SELECT count(*) FROM notices WHERE kind = 'report'`); n != 0 {
		t.Errorf("%d notices of reports that were refused", n)
	}

	form := celia.get(path).mustForm(report)
	form.send().want(http.StatusSeeOther)
	told := form.send().want(http.StatusSeeOther).Header.Get("Location") // the same form again
	if page := celia.get(told).want(http.StatusOK); !strings.Contains(page.body, "The hosts have been told") {
		t.Errorf("who reports reads\n%s", page.text())
	}
	inbox := ana.get(link.Notices)
	if said := inbox.text(); strings.Count(said, "Célia reports a message of Bento") != 1 ||
		!strings.Contains(said, "table 1") || strings.Contains(inbox.body, "nasty") {
		t.Errorf("the host is told\n%s", said)
	}
	e.sql(`UPDATE memberships SET role = 'host' WHERE player_id IN ($1, $2)`, e.players["Bento"], e.players["Davi"])
	davi.get(path).mustForm(report).send().want(http.StatusSeeOther) // who watches, and is a host
	for reader, want := range map[string]int{"Ana": 2, "Bento": 0, "Célia": 0, "Davi": 0} {
		if n := reports(reader); n != want {
			t.Errorf("%s is told %d times, want %d", reader, n, want)
		}
	}

	open := link.Notices + "/" + strconv.FormatInt(e.id(`SELECT min(id) FROM notices WHERE kind = 'report'`), 10)
	if to := ana.post(open, nil).want(http.StatusSeeOther).Header.Get("Location"); to != words {
		t.Errorf("the notice leads to %s", to)
	}
	// The host reads it although the table is closed to who watches, and although its writer is muted.
	e.sql(`UPDATE tables SET watchable = false WHERE number = 1`)
	e.sql(`INSERT INTO mutes (player_id, muted_id) VALUES ($1, $2)`, e.players["Ana"], e.players["Bento"])
	e.forget()
	ana.get(path).want(http.StatusForbidden)
	page := ana.get(words).want(http.StatusOK)
	if said := page.text(); !strings.Contains(said, "a nasty word") || !strings.Contains(said, "Bento · ") ||
		strings.Contains(page.body, `class="card`) {
		t.Errorf("the host reads\n%s", said)
	}
	for reader, status := range map[string]int{"Bento": http.StatusNotFound, "Davi": http.StatusNotFound,
		"Célia": http.StatusForbidden, "Eva": http.StatusNotFound} {
		if page := e.as(reader).get(words).want(status); strings.Contains(page.body, "nasty") {
			t.Errorf("%s reads it", reader) // who wrote it, a host who was not told, a player, and a stranger
		}
	}
	removal := page.mustForm(words)
	for range 2 {
		if to := removal.send().want(http.StatusSeeOther).Header.Get("Location"); to != words {
			t.Errorf("the removal leads to %s", to)
		}
	}
	if page := ana.get(words).want(http.StatusOK); strings.Contains(page.body, "nasty") || page.form(words) != nil ||
		!strings.Contains(page.body, "This message is gone") {
		t.Errorf("after the removal the host reads\n%s", page.text())
	}
	if n := e.id(`SELECT count(*) FROM audit WHERE action = 'words_removed'`); n != 1 {
		t.Errorf("%d entries of the removal", n)
	}
	e.sql(`UPDATE tables SET watchable = true WHERE number = 1`)
	e.sql(`DELETE FROM mutes`)
	e.forget()
	e.sql(`DELETE FROM forms WHERE idem LIKE 'report %'`)
	celia.post(report, number).want(http.StatusSeeOther)
	if n := reports("Ana"); n != 2 {
		t.Errorf("after the removal there are %d reports", n)
	}
	e.forget()
	bento.get(path).mustForm(path+"/phrases").with("phrase", "own", "words", "goodbye").send().want(http.StatusSeeOther)
	e.plays(1, "Bento", engine.Move{Verb: engine.VerbLeave})
	to := link.Replay(e.club, e.running, 0)
	if body := ana.get(words).want(http.StatusOK).body; !strings.Contains(body, to) {
		t.Errorf("no way to the replay:\n%s", body)
	}
	replay := ana.get(to).want(http.StatusOK).says("A host removed a message of Bento")
	if boost, _ := attr(replay.mustForm(report).node, "data-hx-boost"); boost != "false" {
		t.Error("what a report is answered is put into the replay, which shows no refusal")
	}
	if err := e.Store.DeleteAccount(t.Context(), e.players["Bento"]); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{link.Notices, to, words} {
		ana.get(path).want(http.StatusOK)
	}
}
