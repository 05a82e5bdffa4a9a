package handlers

import (
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	"net/http"
	netmail "net/mail"
	"net/url"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/emersion/go-smtp"

	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/handlers/mail"
	"carteado/views/link"
)

// A postOffice is a mail server on this machine.
type postOffice struct {
	t       testing.TB
	letters chan letter
	nobody  atomic.Bool // every address is refused
	broken  atomic.Bool // every letter is taken, and then called a failure
}

type letter struct {
	to     string
	header netmail.Header
	parts  map[string]string // by type
}

func (p *postOffice) NewSession(*smtp.Conn) (smtp.Session, error) {
	return &posting{postOffice: p}, nil
}

type posting struct {
	*postOffice
	to string
}

func (p *posting) Reset()                               {}
func (p *posting) Logout() error                        { return nil }
func (p *posting) Mail(string, *smtp.MailOptions) error { return nil }
func (p *posting) Rcpt(to string, _ *smtp.RcptOptions) error {
	if p.nobody.Load() {
		return &smtp.SMTPError{Code: 550, EnhancedCode: smtp.EnhancedCode{5, 1, 1}, Message: "nobody of that name"}
	}
	p.to = to
	return nil
}

func (p *posting) Data(r io.Reader) error {
	m, err := netmail.ReadMessage(r)
	if err != nil {
		return err
	}
	got := letter{p.to, m.Header, map[string]string{}}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		return err
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for part, err := parts.NextRawPart(); err == nil; part, err = parts.NextRawPart() {
		body, err := io.ReadAll(quotedprintable.NewReader(part))
		if err != nil {
			return err
		}
		kind, _, _ := strings.Cut(part.Header.Get("Content-Type"), ";")
		got.parts[kind] = string(body)
	}
	broken := p.broken.Load() // before anybody knows of the letter
	p.letters <- got
	if broken {
		return &smtp.SMTPError{Code: 451, Message: "not sure"}
	}
	return nil
}

// mails gives the site a mail server.
func (s *site) mailed() *postOffice {
	s.t.Helper()
	p := &postOffice{t: s.t, letters: make(chan letter, 100)}
	listener, err := (&net.ListenConfig{}).Listen(s.t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		s.t.Fatal(err)
	}
	server := smtp.NewServer(p)
	server.Domain = "localhost"
	go func() { _ = server.Serve(listener) }()
	s.t.Cleanup(func() { _ = server.Close() })
	if s.Mails, err = mail.New("smtp://"+listener.Addr().String()+"?tls=no", "", "club@example.org"); err != nil {
		s.t.Fatal(err)
	}
	return p
}

func (p *postOffice) next() letter {
	p.t.Helper()
	return dbtest.Receive(p.t, "a letter comes", p.letters)
}

// link is the address in a letter's text that begins with a path.
func (l letter) link(path string) string {
	found := regexp.MustCompile(`https?://[^/\s]+(` + path + `\S*)`).FindStringSubmatch(l.parts["text/plain"])
	if found == nil {
		return ""
	}
	return found[1]
}

// absent says that a player was not seen for an hour, and queues what they are to be
// told, once the calls before are noted.
func (e *evening) absent(name string) {
	e.t.Helper()
	dbtest.Await(e.t, "the calls before are made", func() bool {
		return e.id(`SELECT count(*) FROM river_job WHERE kind = 'call'
		AND state IN ('available', 'running')`) == 0
	})
	e.sql(`UPDATE players SET seen_at = now() - interval '1 hour' WHERE id = $1`, e.players[name])
	e.sql(`UPDATE callings SET mail_after = now(), closed_till = NULL`)
	if err := e.Store.QueueDeliveries(e.t.Context(), e.Mails != nil); err != nil {
		e.t.Fatal(err)
	}
}

func (e *evening) announces(body string) {
	e.t.Helper()
	if _, err := e.Store.Announce(e.t.Context(), e.clubID, e.players["Ana"], body, ""); err != nil {
		e.t.Fatal(err)
	}
}

// Nothing goes to an address but the question, until somebody there has said yes. Then
// letters come, one press ends them, and an address that is refused gets no more.
func TestMails(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	p := e.mailed()
	e.runs()
	bento, nobody := e.as("Bento"), e.as("nobody")
	for _, wrong := range []string{"", "bento", "bento@example.org\r\nBcc: all@example.org", "a b@example.org"} {
		bento.post(link.Address, url.Values{"address": {wrong}}).want(http.StatusUnprocessableEntity)
	}
	asks := func(address string) letter {
		bento.get(link.Delivery).mustForm(link.Address).with("address", address).send().want(http.StatusSeeOther)
		return p.next()
	}
	misspelt := asks("benta@example.org").link("/confirm/")
	question := asks("bento@example.org")
	e.announces("first")
	e.absent("Bento")
	if n := e.id(`SELECT count(*) FROM river_job WHERE kind = 'call'`); n > 0 {
		t.Errorf("%d calls to an address that nobody has confirmed", n)
	}
	confirm := question.link("/confirm/")
	if question.to != "bento@example.org" || confirm == "" || !strings.Contains(question.header.Get("List-Unsubscribe"),
		"/unsubscribe/") {
		t.Fatalf("the question is %v", question)
	}
	nobody.get(confirm[:len(confirm)-1] + "A").want(http.StatusGone)
	nobody.get(confirm).mustForm(confirm).send().want(http.StatusOK)
	nobody.get(misspelt).mustForm(misspelt).send().want(http.StatusGone) // another was asked since
	if n := e.id(`SELECT count(*) FROM players WHERE email = 'bento@example.org'`); n != 1 {
		t.Error("the address of an older question is taken")
	}

	e.announces("second") // and not the first, which is no news any more
	e.absent("Bento")
	news := p.next()
	subject, err := new(mime.WordDecoder).DecodeHeader(news.header.Get("Subject"))
	if err != nil || subject != "Ana has announced something" || news.parts["text/html"] == "" ||
		news.header.Get("Message-Id") == "" {
		t.Errorf("the letter is %v, %v", news, err)
	}
	stop := news.link("/unsubscribe/")
	if !strings.Contains(news.header.Get("List-Unsubscribe"), stop) ||
		news.header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" {
		t.Errorf("no way to end them by one press: %v", news.header)
	}
	nobody.get(stop).want(http.StatusOK)
	const form = "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n"
	asParts := nobody.request(http.MethodPost, stop, nil, "Content-Type", "multipart/form-data; boundary=x")
	asParts.Body, asParts.ContentLength = io.NopCloser(strings.NewReader(form)), int64(len(form)) // RFC 8058, 3.2
	nobody.do(asParts).want(http.StatusOK)
	if n := e.id(`SELECT count(*) FROM callings WHERE 'news' = ANY (mail) OR NOT 'seat' = ANY (mail)`); n > 0 {
		t.Error("one press ends the wrong mails")
	}

	// A server that takes a letter and then calls it a failure gets the same letter again.
	p.broken.Store(true)
	e.open("Davi", live.SeatChoice{Kind: live.SeatMember, Player: e.players["Bento"]})
	e.absent("Bento")
	first := p.next()
	p.broken.Store(false)
	dbtest.Await(t, "a letter that failed is tried again", func() bool {
		return e.id(`SELECT count(*) FROM river_job
		WHERE state = 'retryable'`) > 0
	})
	e.sql(`UPDATE river_job SET scheduled_at = now() WHERE state = 'retryable'`)
	if again := p.next(); again.header.Get("Message-Id") != first.header.Get("Message-Id") {
		t.Errorf("the same letter has the IDs %s and %s", first.header.Get("Message-Id"),
			again.header.Get("Message-Id"))
	}
	dbtest.Await(t, "a letter that was taken is noted", func() bool {
		return e.id(`SELECT count(*) FROM tellings t JOIN notices n
		ON n.id = t.notice_id WHERE n.kind = 'seat' AND t.sent`) > 0
	})

	// A server that says that nobody is there is believed after days, and the player and the host read it.
	p.nobody.Store(true)
	e.open("Davi", live.SeatChoice{Kind: live.SeatMember, Player: e.players["Bento"]})
	for day := range 3 {
		e.absent("Bento")
		dbtest.Await(t, fmt.Sprintf("day %d: a refusal is noted", day), func() bool {
			return e.id(`SELECT count(*) FROM refusals
			WHERE times > $1`, day) > 0
		})
		if day < 2 && e.id(`SELECT count(*) FROM callings WHERE address IS NOT NULL`) != 1 {
			t.Fatalf("an address is given up after %d refusals", day+1)
		}
		e.sql(`UPDATE refusals SET since = since - interval '25 hours', counted_at = counted_at - interval '25 hours'`)
	}
	dbtest.Await(t, "an address that is refused for days is given up", func() bool {
		return e.id(`SELECT count(*) FROM callings
		WHERE address IS NOT NULL`) == 0
	})
	if page := bento.get(link.Delivery).text(); !strings.Contains(
		page, "No letter reaches bento@example.org any more") || !strings.Contains(page, "550") {
		t.Errorf("the player reads %s", page)
	}
	if page := bento.get(link.Notices).text(); !strings.Contains(page, "No letter reaches your address any more") {
		t.Errorf("the player is told %s", page)
	}
	if !strings.Contains(e.log.String(), "550 5.1.1 nobody of that name") {
		t.Errorf("the log has no answer of the server: %s", e.log)
	}
	if n := len(p.letters); n > 0 {
		t.Errorf("%d letters too many", n)
	}
	if strings.Contains(e.log.String(), "bento@") {
		t.Error("the log holds an address")
	}
}

// bentoGetsLetters is an evening whose letters arrive, and where Bento has an address.
func bentoGetsLetters(t *testing.T) (*evening, *postOffice) {
	t.Helper()
	e := newEvening(t)
	p := e.mailed()
	e.runs()
	if err := e.Store.TakeAddress(t.Context(), e.players["Bento"], "bento@example.org"); err != nil {
		t.Fatal(err)
	}
	return e, p
}

// One press ends mails of the kind that its letter has told of, however many notices of that kind there were.
func TestOnePressEndsOneKind(t *testing.T) {
	t.Parallel()
	e, p := bentoGetsLetters(t)
	for range 2 {
		e.open("Davi", live.SeatChoice{Kind: live.SeatMember, Player: e.players["Bento"]})
	}
	e.absent("Bento")
	stop := p.next().link("/unsubscribe/")
	e.as("nobody").post(stop, url.Values{"List-Unsubscribe": {"One-Click"}}).want(http.StatusOK)
	if n := e.id(`SELECT count(*) FROM callings WHERE 'seat' = ANY (mail) OR NOT 'over' = ANY (mail)`); n > 0 {
		t.Error("one press ends the wrong mails")
	}
}

// A password that is forgotten comes back by a confirmed address; whether there is one
// is not told.
func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	e, p := bentoGetsLetters(t)
	nobody := e.as("nobody")
	form := nobody.get(link.SignIn)
	if !strings.Contains(form.body, link.Forgotten) {
		t.Error("the sign-in page does not lead to it")
	}
	ask := func(name string) string {
		return impersonal(nobody.get(link.Forgotten).mustForm(link.Forgotten).with("user", name).send().
			want(http.StatusOK))
	}
	none, known := ask("Célia"), ask("bento")
	if none != known {
		t.Errorf("the answers differ: %s", difference(none, known))
	}
	l := p.next()
	path := l.link("/passwords/")
	if l.to != "bento@example.org" || path == "" {
		t.Fatalf("the letter is %v", l)
	}
	nobody.get(path).mustForm(path).with("password", "a much better phrase").send().want(http.StatusSeeOther)
	nobody.get(path).want(http.StatusGone)
	bento := e.browser()
	bento.get(link.SignIn).mustForm(link.SignIn).with("user", "Bento").with("password", "a much better phrase").send()
	if got := bento.get(link.Table(e.club, 1)); got.StatusCode != http.StatusOK {
		t.Errorf("after a link of one's own the table answers %d", got.StatusCode)
	}
	if len(p.letters) > 0 {
		t.Error("a letter too many")
	}
}

// An invitation goes to an address by mail once, in the club's language; the address is
// kept no longer, and the page says the same whether or not a letter may go there.
func TestInvitationsGoByMail(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana, nobody, page := e.as("Ana"), e.as("nobody"), link.Invitations(e.club)
	invite := func(labels string) *reply {
		t.Helper()
		return ana.get(page).mustForm(page).with("labels", labels).send()
	}
	invite("no mail here <lia@example.org>").want(http.StatusSeeOther)
	p := e.mailed()
	for _, wrong := range []string{"Lia <lia@host>", "Lia <lia@example.org\u2028Bcc: all@example.org>",
		"lia@example.org, eva@example.org", "<@example.org>"} {
		refused := invite(wrong).want(http.StatusUnprocessableEntity)
		if shown := refused.text(); !strings.Contains(shown, "example.org") && !strings.Contains(shown, "lia@host") {
			t.Errorf("the form does not hold %q:\n%s", wrong, shown)
		}
	}
	if n := e.id(`SELECT count(*) FROM invitations WHERE address IS NOT NULL`) + e.id(`SELECT count(*) FROM river_job
		WHERE kind = 'send_invitation'`); n > 0 {
		t.Errorf("%d letters of refused forms and of a club without a mail server", n)
	}
	if err := e.Store.TakeAddress(t.Context(), e.players["Bento"], "bento@example.org"); err != nil {
		t.Fatal(err)
	}
	form := ana.get(page).mustForm(page).with("labels", "Lia <Lia@example.org>\nEva\nbento@example.org")
	form.send().want(http.StatusSeeOther)
	form.send().want(http.StatusSeeOther) // twice is once
	e.runs()
	done := func(letters int64) {
		t.Helper()
		dbtest.Await(t, fmt.Sprintf("%d letters are sent", letters), func() bool {
			return e.id(`SELECT count(*) FROM river_job WHERE kind = 'send_invitation'
			AND state = 'completed'`) >= letters
		})
	}
	first, second := p.next(), p.next()
	if first.to != "Lia@example.org" {
		first, second = second, first
	}
	done(2)
	subject, err := new(mime.WordDecoder).DecodeHeader(first.header.Get("Subject"))
	if err != nil || subject != "Ana invites you to Clube da Esquina" || first.to != "Lia@example.org" ||
		second.to != "bento@example.org" || first.parts["text/html"] == "" {
		t.Errorf("the letters are %v and %v, %v", first, second, err)
	}
	if n := e.id(`SELECT count(*) FROM invitations WHERE address <> ''`); n > 0 || strings.Contains(ana.get(page).body,
		"example.org</") {
		t.Errorf("%d addresses are kept", n)
	}
	nobody.get(first.link("/invitations/")).want(http.StatusOK)

	// Within a week nobody else's invitation goes there, and after one press none ever.
	stop := first.link("/unsubscribe/")
	if !strings.Contains(first.header.Get("List-Unsubscribe"), stop) {
		t.Errorf("no way to end them by one press: %v", first.header)
	}
	nobody.get(stop).want(http.StatusOK)
	nobody.post(stop, url.Values{"List-Unsubscribe": {"One-Click"}}).want(http.StatusOK)
	e.sql(`UPDATE mailed SET at = now() - interval '8 days' WHERE refused`)
	invite("lia@example.org\nBENTO@example.org").want(http.StatusSeeOther)
	done(4)
	// Where nobody is, the same letter is not tried again; another is, until the server has said so for days.
	p.nobody.Store(true)
	invite("eva@example.org").want(http.StatusSeeOther)
	done(5)
	p.nobody.Store(false)
	e.sql(`UPDATE mailed SET at = now() - interval '8 days'`)
	invite("Eva <eva@example.org>").want(http.StatusSeeOther)
	done(6)
	if l := p.next(); l.to != "eva@example.org" {
		t.Errorf("the letter goes to %s", l.to)
	}
	e.sql(`INSERT INTO refusals (hash, times, since, counted_at, answer) SELECT hash, 3, now() - interval '3 days',
		now(), '550 5.1.1' FROM mailed WHERE NOT refused ON CONFLICT DO NOTHING`)
	e.sql(`UPDATE mailed SET at = now() - interval '8 days'`)
	invite("Eva <eva@example.org>").want(http.StatusSeeOther)
	done(7)
	if n := e.id(`SELECT count(*) FROM invitations WHERE address <> ''`); n > 0 || len(p.letters) > 0 {
		t.Errorf("%d addresses are kept, and %d letters too many came", n, len(p.letters))
	}
	if strings.Contains(strings.ToLower(e.log.String()), "@example.org") {
		t.Error("the log holds an address")
	}
}
