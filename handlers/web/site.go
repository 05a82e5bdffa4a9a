package web

import (
	"github.com/go-webauthn/webauthn/webauthn"

	"cmp"
	"fmt"
	"log/slog"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	_ "time/tzdata" // clubs have a time zone on machines that have none

	"carteado/db"
	"carteado/db/base"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/handlers/jobs"
	"carteado/handlers/mail"
	"carteado/handlers/password"
	"carteado/views/table"
)

// A Config holds what a server needs.
type Config struct {
	Store          *db.Store
	Games          []table.Game
	URL            string // under which browsers reach the club; https makes cookies secure
	Logger         *slog.Logger
	TrustedProxies []netip.Prefix // networks whose X-Forwarded-For is believed
	BotPause       time.Duration  // before each move of a bot
	MailServer     string         // see mail.New; "" for none
	MailPassword   string         // towards it
	MailFrom       string         // sender of the letters
	PushServices   []string       // beside those of browsers: the beginnings of addresses
	WebhookHosts   []string       // that webhooks may reach beside public ones over https: the same
	Timeout        time.Duration  // with a request, for tests on slow machines; 0: maxDuration
	Version        string         // version of the program
	LogAddresses   string         // visitors' addresses in the log: none, short or full
	TakeClub       jobs.TakeClub  // into the house, by a role that may make tables; nil: there is none
	Disk           string         // a directory on the database's disk; "" where it is another machine's
	Opening        bool           // until Opened is called, the database may not be asked yet
}

// maxSignIns bounds the sign-ins that run at the same time. The others wait, without a
// connection to the database.
const maxSignIns = 4

// A Site holds what the handlers of all wings share.
type Site struct {
	Config
	Now        func() time.Time // the database's clock
	GameInfos  []engine.Info
	Features   map[string][]engine.Feature // by game
	GamesByKey table.Games                 // the same games with their rules and faces
	Cookies    Cookies
	Passwords  *password.Keeper
	Mails      *mail.Sender  // nil: no mail can be sent
	SignIns    chan struct{} // a place for each that runs at the same time
	// SignInWait is how long a sign-in waits for a place: shorter than a request, because one that is cut off
	// counts as a wrong password.
	SignInWait time.Duration
	opened     chan struct{}      // closed by Opened; until then pages say so
	hasOwner   atomic.Bool        // there is a club with an owner: never asked again
	zones      sync.Map           // *time.Location by name
	Passkeys   *webauthn.WebAuthn // nil where there can be none
	senders    atomic.Pointer[jobs.House]

	Polls *Polls // of pages that wait for news

	// Count is called after every request that was answered. The server sets it.
	Count func(r *Request, took time.Duration)
}

// NewSite returns a site. It asks the store nothing yet.
func NewSite(c Config) (*Site, error) {
	address, err := url.Parse(c.URL)
	if err != nil || address.Host == "" || address.Scheme != "http" && address.Scheme != "https" {
		return nil, fmt.Errorf("public URL %q: expected http:// or https:// and a host", c.URL)
	}
	c.URL, c.Timeout = strings.TrimSuffix(c.URL, "/"), cmp.Or(c.Timeout, MaxDuration)
	s := &Site{
		Config: c, Now: time.Now, Cookies: Cookies{Secure: address.Scheme == "https"}, Passwords: password.NewKeeper(),
		SignIns: make(chan struct{}, maxSignIns), SignInWait: c.Timeout * 3 / 4, opened: make(chan struct{}),
		Features: map[string][]engine.Feature{},
	}
	if c.Store != nil {
		s.Now = c.Store.Now
	}
	if s.Passkeys, err = newPasskeys(address); err != nil {
		return nil, err
	}
	s.Polls = newPolls(s)
	if !c.Opening {
		s.Opened()
	}
	for _, game := range c.Games {
		s.GameInfos = append(s.GameInfos, game.Rules.Info())
		s.Features[game.Rules.Info().Key] = engine.FeaturesOf(game.Rules)
	}
	if s.GamesByKey, err = table.ByKey(c.Games); err != nil {
		return nil, err
	}
	if c.MailServer != "" {
		s.Mails, err = mail.New(c.MailServer, c.MailPassword, c.MailFrom)
	}
	return s, err
}

// IsOpen reports whether Opened was called.
func (s *Site) IsOpen() bool {
	select {
	case <-s.opened:
		return true
	default:
		return false
	}
}

// Opened says, once, that the database is there and has the schema of this program.
func (s *Site) Opened() { close(s.opened) }

// Game returns what is known of a game by its key; base.ErrNotFound.
func (s *Site) Game(key string) (engine.Info, error) {
	i := slices.IndexFunc(s.GameInfos, func(g engine.Info) bool { return g.Key == key })
	if i < 0 {
		return engine.Info{}, base.ErrNotFound
	}
	return s.GameInfos[i], nil
}

// GameKeys are the games of the house.
func (s *Site) GameKeys() (keys []string) {
	for _, game := range s.GameInfos {
		keys = append(keys, game.Key)
	}
	return keys
}

// Zone returns a time zone by name, UTC where there is none of that name.
func (s *Site) Zone(name string) *time.Location {
	if zone, ok := s.zones.Load(name); ok {
		return zone.(*time.Location)
	}
	zone := clock.Zone(name)
	s.zones.Store(name, zone)
	return zone
}

// SetupDone reports whether there is a club with an owner.
func (s *Site) SetupDone(r *Request) (bool, error) {
	if s.hasOwner.Load() {
		return true, nil
	}
	done, err := s.Store.SetupDone(r.Ctx())
	if done {
		s.hasOwner.Store(true)
	}
	return done, err
}
