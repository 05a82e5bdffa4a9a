package handlers

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"carteado/db/dbtest"
	"carteado/views/link"
	letters "carteado/views/mail"
)

// A service is a push service with one browser behind it, which can read what comes.
type service struct {
	*httptest.Server
	t     testing.TB
	key   *ecdh.PrivateKey
	auth  []byte
	gone  atomic.Bool
	pings chan letters.Ping
}

func newService(t testing.TB) *service {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	s := &service{t: t, key: key, auth: []byte("sixteen letters!"), pings: make(chan letters.Ping, 10)}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

func (s *service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.gone.Load() {
		w.WriteHeader(http.StatusGone)
		return
	}
	body, err := io.ReadAll(r.Body)
	var ping letters.Ping
	if err == nil {
		err = json.Unmarshal(s.read(body), &ping)
	}
	if err != nil || !strings.HasPrefix(r.Header.Get("Authorization"), "vapid ") || len(r.Header.Get("Topic")) != 32 {
		s.t.Errorf("a push of %q: %v", r.Header, err)
	}
	w.WriteHeader(http.StatusCreated)
	s.pings <- ping
}

// read opens a message as a browser does, by RFC 8188 and RFC 8291.
func (s *service) read(body []byte) []byte {
	salt, length := body[:16], int(body[20])
	theirs, cipherText := body[21:21+length], body[21+length:]
	sender, err := ecdh.P256().NewPublicKey(theirs)
	if err != nil {
		s.t.Error(err)
		return nil
	}
	shared, err := s.key.ECDH(sender)
	if err != nil {
		s.t.Error(err)
		return nil
	}
	derive := func(secret, salt []byte, info string, n int) []byte {
		key, err := hkdf.Key(sha256.New, secret, salt, info, n)
		if err != nil {
			s.t.Error(err)
		}
		return key
	}
	secret := derive(shared, s.auth, "WebPush: info\x00"+string(s.key.PublicKey().Bytes())+string(theirs), 32)
	block, err := aes.NewCipher(derive(secret, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		s.t.Error(err)
		return nil
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		s.t.Error(err)
		return nil
	}
	plain, err := gcm.Open(nil, derive(secret, salt, "Content-Encoding: nonce\x00", 12), cipherText, nil)
	if err != nil {
		s.t.Error(err)
	}
	return []byte(strings.TrimRight(string(plain), "\x00")[:strings.LastIndexByte(
		strings.TrimRight(string(plain), "\x00"), 2)])
}

// form is what a browser's subscription comes to.
func (s *service) form() url.Values {
	encode := base64.RawURLEncoding.EncodeToString
	return url.Values{"endpoint": {s.URL + "/push/1"}, "p256dh": {encode(s.key.PublicKey().Bytes())},
		"auth": {encode(s.auth)}}
}

func (s *service) next() letters.Ping {
	s.t.Helper()
	return dbtest.Receive(s.t, "a notice comes", s.pings)
}

// calledEvening is an evening with a push service, and the player who is to move at
// the first table.
func calledEvening(t *testing.T) (e *evening, s *service, name string) {
	t.Helper()
	e, s = newEvening(t), newService(t)
	e.PushServices = []string{s.URL}
	if e.board(1, "Bento").View.MyTurn() {
		return e, s, "Bento"
	}
	return e, s, "Célia"
}

// A turn calls a player who is away, once, on a device that only its browser can read;
// a turn that is over calls nobody, and a device that is gone is forgotten.
func TestDevicesAreCalled(t *testing.T) {
	t.Parallel()
	e, service, name := calledEvening(t)
	// one table is enough
	e.sql(`UPDATE matches SET to_move = '{}' FROM tables t WHERE t.id = table_id AND t.number = 3`)
	b := e.as(name)
	for _, wrong := range []string{"https://127.0.0.1/push", "http://fcm.googleapis.com/x", "https://example.org/",
		""} {
		form := service.form()
		form.Set("endpoint", wrong)
		b.post(link.Devices, form).want(http.StatusBadRequest)
	}
	b.post(link.Devices, service.form()).want(http.StatusSeeOther)
	e.runs()
	e.sql(`UPDATE matches SET changed_at = now() - interval '1 hour'`)
	e.absent(name)
	e.absent(name)
	ping := service.next()
	if ping.Title != "Your turn, table 1" || ping.URL != link.Table(e.club, 1) || ping.Turns != 1 ||
		!strings.HasPrefix(ping.Body, "Knock with ") {
		t.Errorf("the device is told %+v", ping)
	}
	dbtest.Await(t, "what was told is noted", func() bool {
		return e.id(`SELECT count(*) FROM tellings
		WHERE sent`) > 0
	})
	// On a lock screen no more than the player allows.
	b.post(link.Delivery, url.Values{"push": {"turn", "news"}, "brief": {"1"}}).want(http.StatusSeeOther)
	e.announces("something")
	e.absent(name)
	if ping := service.next(); strings.Contains(ping.Title+ping.Body, "Ana") || ping.Title != "Carteado" {
		t.Errorf("a brief notice is %+v", ping)
	}
	service.gone.Store(true)
	e.announces("something else")
	e.absent(name)
	dbtest.Await(t, "a device that is gone is forgotten", func() bool {
		return e.id(`SELECT count(*)
		FROM devices`) == 0
	})
	if len(service.pings) > 0 {
		t.Errorf("told once too often: %+v", <-service.pings)
	}
	if strings.Contains(e.log.String(), "/push/1") {
		t.Error("the log holds an endpoint")
	}
}

// A player who waits for long at a table by days is asked whether this device may call them,
// until they say not now, which holds for a month, or have a device.
func TestDeviceIsAskedFor(t *testing.T) {
	t.Parallel()
	e, service, name := calledEvening(t)
	b, table := e.as(name), link.Table(e.club, 1)
	asked := func(where string, want bool) {
		t.Helper()
		page := b.get(table)
		if got := len(all(page.doc(), "body", "data-device", "")) > 0; got != want {
			t.Errorf("%s: asked %v", where, got)
		}
	}
	asked("a table without a clock, at which all may be present", false)
	e.sql(`UPDATE tables SET pace = 'live 30+60'`)
	asked("a live table", false)
	e.sql(`UPDATE tables SET pace = 'slow 86400'`)
	asked("a table by days", true)
	if b.get(table).form(link.Devices) != nil {
		t.Error("asked before the first move")
	}
	e.plays(1, name, e.board(1, name).Legal[0])
	for e.board(1, name).View.MyTurn() {
		e.plays(1, name, e.board(1, name).Legal[0])
	}
	no := b.get(table).mustForm(link.Devices)
	no.action = link.DeclineDevice // as its second button says
	if to := no.send().want(http.StatusSeeOther).Header.Get("Location"); to != table {
		t.Errorf("not now leads to %q", to)
	}
	asked("after not now", false)
	e.sql(`UPDATE callings SET asked_at = now() - interval '31 days'`)
	asked("a month later", true)
	form := service.form()
	form.Set("next", table)
	b.post(link.Devices, form).want(http.StatusSeeOther)
	asked("with a device", false)
}

// Nobody is called for a turn that is over when the call is made.
func TestNoCallForATurnThatIsOver(t *testing.T) {
	t.Parallel()
	e, service, name := calledEvening(t)
	e.as(name).post(link.Devices, service.form()).want(http.StatusSeeOther)
	e.sql(`UPDATE matches SET to_move = '{}' FROM tables t WHERE t.id = table_id AND t.number = 3`)
	e.sql(`UPDATE matches SET changed_at = now() - interval '1 hour'`)
	e.absent(name) // queued, and nobody works the queue yet
	if n := e.id(`SELECT count(*) FROM river_job WHERE kind = 'call'`); n != 1 {
		t.Fatalf("%d calls are queued", n)
	}
	e.plays(1, name, e.board(1, name).Legal[0])
	for e.board(1, name).View.MyTurn() {
		e.plays(1, name, e.board(1, name).Legal[0])
	}
	e.runs()
	dbtest.Await(t, "the call is made", func() bool {
		return e.id(`SELECT count(*) FROM river_job WHERE kind = 'call'
		AND state = 'completed'`) > 0
	})
	if len(service.pings) > 0 {
		t.Errorf("called for a turn that is over: %+v", <-service.pings)
	}
}
