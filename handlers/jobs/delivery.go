package jobs

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/engine/clock"
	"carteado/handlers/mail"
	"carteado/handlers/push"
	"carteado/handlers/signed"
	"carteado/handlers/webhook"
	"carteado/views/i18n"
	"carteado/views/link"
	letters "carteado/views/mail"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

// A House is what deliveries go out by.
type House struct {
	Site  string       // its address
	Mail  *mail.Sender // nil: there is no mail server
	Push  *push.Sender
	Links signed.Key

	Webhooks *webhook.Sender
}

// The uses of signed links, and how long the question about an address is good.
const (
	LinkStop    = "stop"    // player, kind of the notices; "" for all
	LinkRefuse  = "refuse"  // hash of an address that wants no more invitations and questions
	LinkConfirm = "confirm" // player, address
	confirmLife = 24 * time.Hour
)

// senders do the jobs that reach players who are away.
type senders struct {
	house func(context.Context) (*House, error)
	store *db.Store
	log   *slog.Logger
	now   func() time.Time
}

// A sender is a worker that reaches somebody by mail or push.
type sender[T river.JobArgs] struct {
	river.WorkerDefaults[T]
	*senders
}

// NextRetry waits longer each time, up to four hours: a server that drops the connection after a letter may have taken
// it, and would take it again.
func (c *sender[T]) NextRetry(job *river.Job[T]) time.Time {
	const first, longest = time.Minute, 4 * time.Hour
	return c.now().Add(min(first<<(2*min(job.Attempt-1, 8)), longest))
}

// calendarEvery is how often the program looks for what becomes due by the date.
const calendarEvery = 10 * time.Minute

// watch does what is due by the date, and queues what is to be told, now and again, until ctx ends: it adds the next
// night of a series, closes a round of a competition whose time is over, reminds players of one that ends soon, has a
// club deleted, lets bots keep the seats of guests who are gone, and releases rounds of equal deals that nobody plays.
func (c *senders) watch(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var looked time.Time
	for {
		house, err := c.house(ctx)
		if err == nil && c.now().Sub(looked) > calendarEvery {
			looked = c.now()
			err = errors.Join(c.store.PlanNights(ctx), c.store.CloseRounds(ctx), c.store.RemindRounds(ctx),
				c.store.QueueDeletions(ctx), c.store.KeepForVisitors(ctx), c.store.ReleaseRounds(ctx))
		}
		if err == nil {
			err = c.store.QueueDeliveries(ctx, house.Mail != nil)
		}
		if err != nil && ctx.Err() == nil {
			c.log.LogAttrs(ctx, slog.LevelWarn, "deliveries that wait", slog.String("error", err.Error()))
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// Turns are turns as pages show them.
func Turns(list []delivery.Turn) (turns []accountpage.Turn) {
	for _, t := range list {
		turn := accountpage.Turn{Club: t.Club, ClubName: t.ClubName, Table: t.Table, Game: t.Game, Since: t.Since,
			Due: t.Due, Last: t.Last()}
		for _, o := range t.Others {
			turn.Others = append(turn.Others, part.Person{ID: o.Player, Name: o.Name, Bot: o.Bot})
		}
		turns = append(turns, turn)
	}
	return turns
}

// Notices are notices as pages show them.
func Notices(list []delivery.Notice) (notices []accountpage.Notice) {
	for _, n := range list {
		notices = append(notices, accountpage.Notice{
			ID: n.ID, Kind: n.Kind, Slug: n.Club, Club: n.ClubName, Table: n.Table, Game: n.Game, Match: n.Match,
			By: part.Person{ID: n.By, Name: n.Name}, About: part.Person{ID: n.About, Name: n.AboutName}, What: n.What,
			At: n.At, Read: n.Read, Night: accountpage.Dated{ID: n.Night, Name: n.NightName, At: n.NightAt},
			Competition: accountpage.Dated{ID: n.Competition, Name: n.CompetitionName, At: n.Moment},
		})
	}
	return notices
}

// deliver tells a player what waits for them, on one device or by mail. It reads what is so at the time, and notes what
// was sent. Between the two the program may be killed: what was sent is sent once more then, as the same letter with
// the same ID, or as a notice that takes the place of the first on the device.
type deliver struct{ sender[delivery.Delivery] }

// Work implements river.Worker.
func (w *deliver) Work(ctx context.Context, job *river.Job[delivery.Delivery]) error {
	house, err := w.house(ctx)
	if err != nil {
		return err
	}
	c, err := w.store.DeliveryContent(ctx, job.Args)
	switch {
	case errors.Is(err, base.ErrNotFound), errors.Is(err, delivery.ErrQuiet):
		// after the quiet hours there is another delivery
		return nil
	case err != nil:
		return err
	case len(c.Notices) == 0: // the news is over
		return w.store.Delivered(ctx, job.Args, 0)
	}
	told := letters.Message{Site: house.Site, Notices: Notices(c.Notices), Turns: Turns(c.Turns)}
	ctx = i18n.WithTime(i18n.With(ctx, c.Lang), w.now(), clock.Zone(c.Zone))
	if job.Args.Device > 0 {
		err = house.ping(ctx, c, told)
	} else if told.Head, told.Signed, err = w.store.HeadOf(ctx, c.Notices[0].Club); err == nil {
		err = house.mail(ctx, job.Args.Player, c, told)
	}
	var refused *mail.ErrRefused
	switch {
	case errors.Is(err, push.ErrGone):
		return w.store.DeviceGone(ctx, job.Args.Player, c.Device.Endpoint)
	case errors.As(err, &refused):
		return w.refused(ctx, house, job.Args.Player, c.Settings.Address, refused)
	case err != nil:
		return err
	case job.Args.Device == 0:
		if err := w.store.LetterTaken(ctx, house.addressHash(c.Settings.Address)); err != nil {
			return err
		}
	}
	return w.store.Delivered(ctx, job.Args, mailPause)
}

// refused notes that a player's address takes no letter now, and gives it up when that has lasted.
func (c *senders) refused(ctx context.Context, house *House, player int64, address string,
	refused *mail.ErrRefused) error {
	r, err := c.refusal(ctx, house, address, refused)
	switch {
	case err != nil:
		return err
	case r.GivenUp:
		return c.store.LoseAddress(ctx, player, address, refused.Short())
	}
	return c.store.Postpone(ctx, player, r.Wait)
}

// refusal notes that an address takes no letter now. The log has the server's answer, and no address.
func (c *senders) refusal(ctx context.Context, house *House, address string, refused *mail.ErrRefused) (
	delivery.Refusal, error) {
	r, err := c.store.LetterRefused(ctx, house.addressHash(address), refused.Short(), refused.Nobody())
	c.log.LogAttrs(ctx, slog.LevelWarn, "mail refused", slog.String("answer", refused.Answer),
		slog.Bool("given_up", r.GivenUp))
	return r, err
}

// addressHash is how the house knows an address that it does not keep.
func (h *House) addressHash(address string) []byte {
	return h.Links.Hash("address", strings.ToLower(address))
}

// mailPause is how long news waits after a letter, so that one holds all of half an hour.
const mailPause = 30 * time.Minute

func (h *House) ping(ctx context.Context, c delivery.Content, told letters.Message) error {
	ping := told.Ping(ctx, c.Settings.Brief)
	notice, err := json.Marshal(ping)
	if err != nil {
		return err
	}
	return h.Push.Send(ctx, push.Device{Endpoint: c.Device.Endpoint, P256dh: c.Device.P256dh, Auth: c.Device.Auth},
		notice, ping.Tag)
}

func (h *House) mail(ctx context.Context, player int64, c delivery.Content, told letters.Message) error {
	kind := c.Notices[0].Kind // what one press ends: "" is all
	if slices.ContainsFunc(c.Notices, func(n delivery.Notice) bool { return n.Kind != kind }) {
		kind = ""
	}
	told.Stop = link.Unsubscribe(h.Links.Token(LinkStop, time.Time{}, strconv.FormatInt(player, 10), kind))
	return h.send(ctx, c.Settings.Address, told.Letter(ctx), "notices-"+c.Key)
}

// sendNoted sends a letter and notes whether the address takes it. An address at which nobody is gets it no second
// time.
func (c *senders) sendNoted(ctx context.Context, house *House, to string, l letters.Letter, id string) error {
	err := house.send(ctx, to, l, id)
	var refused *mail.ErrRefused
	switch {
	case err == nil:
		return c.store.LetterTaken(ctx, house.addressHash(to))
	case !errors.As(err, &refused):
		return err
	}
	if _, noted := c.refusal(ctx, house, to, refused); noted != nil || refused.Nobody() {
		return noted
	}
	return err
}

// send writes a letter and hands it to the mail server.
func (h *House) send(ctx context.Context, to string, l letters.Letter, id string) error {
	if h.Mail == nil {
		return nil // somebody has taken the mail server away
	}
	var html bytes.Buffer
	if err := l.HTML().Render(ctx, &html); err != nil {
		return err
	}
	return h.Mail.Send(ctx, mail.Letter{To: to, Subject: l.Subject, Text: l.Plain(ctx), HTML: html.String(), ID: id,
		Unsubscribe: l.Stop})
}

// Test sends a letter at once that says nothing but that letters arrive: *mail.ErrRefused, and what the mail server or
// the way to it answers.
func (h *House) Test(ctx context.Context, to, id string) error {
	return h.send(ctx, to, letters.Test(ctx), "test-"+id)
}

// askAddress asks at an address whether it is the player's. Nothing else goes there
// before it is.
type askAddress struct{ sender[delivery.AskAddress] }

// Work implements river.Worker.
func (w *askAddress) Work(ctx context.Context, job *river.Job[delivery.AskAddress]) error {
	house, err := w.house(ctx)
	if err != nil {
		return err
	}
	p, err := w.store.RecipientOf(ctx, job.Args.Player)
	if errors.Is(err, base.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	hash := house.addressHash(job.Args.Address)
	if may, err := w.store.MayAsk(ctx, job.ID, hash); err != nil || !may {
		return err
	}
	token := house.Links.Token(LinkConfirm, job.CreatedAt.Add(confirmLife), strconv.FormatInt(job.Args.Player, 10),
		job.Args.Address)
	ctx = i18n.With(ctx, p.Lang)
	letter := letters.Question(ctx, p.Name, p.Club, house.Site+link.Confirm(token))
	letter.Stop = house.stopAsking(hash)
	return w.sendNoted(ctx, house, job.Args.Address, letter, fmt.Sprintf("address-%d", job.ID))
}

// stopAsking is where one press lets an address get no more invitations and questions.
func (h *House) stopAsking(hash []byte) string {
	return h.Site + link.Unsubscribe(h.Links.Token(LinkRefuse, time.Time{}, hex.EncodeToString(hash)))
}

// sendPassword sends a link for a new password to the player's own address.
type sendPassword struct{ sender[delivery.SendPassword] }

// Work implements river.Worker.
func (w *sendPassword) Work(ctx context.Context, job *river.Job[delivery.SendPassword]) error {
	if job.Args.Player == 0 {
		return nil
	}
	house, err := w.house(ctx)
	if err != nil {
		return err
	}
	p, err := w.store.RecipientOf(ctx, job.Args.Player)
	if errors.Is(err, base.ErrNotFound) || err == nil && p.Address == "" {
		return nil
	}
	if err != nil {
		return err
	}
	made, err := w.store.OwnPasswordLink(ctx, job.Args.Player)
	if err != nil {
		return err
	}
	ctx = i18n.With(ctx, p.Lang)
	url := house.Site + link.PasswordLink(base64.RawURLEncoding.EncodeToString(made.Token[:]))
	err = house.send(ctx, p.Address, letters.Password(ctx, p.Name, p.Club, url), fmt.Sprintf("password-%d-%d", job.ID,
		job.Attempt))
	var refused *mail.ErrRefused
	if errors.As(err, &refused) {
		noted := w.refused(ctx, house, job.Args.Player, p.Address, refused)
		if noted != nil || refused.Nobody() {
			return noted
		}
	}
	return err
}
