package jobs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/riverqueue/river"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/engine/clock"
	"carteado/handlers/webhook"
	"carteado/views/i18n"
	letters "carteado/views/mail"
	"carteado/views/part"
)

// callWebhook tells a webhook of an event. It reads what is so at the time; what is over is told to nobody.
type callWebhook struct{ sender[delivery.WebhookCall] }

// Work implements river.Worker.
func (w *callWebhook) Work(ctx context.Context, job *river.Job[delivery.WebhookCall]) error {
	house, err := w.house(ctx)
	if err != nil {
		return err
	}
	c, err := w.store.WebhookContent(ctx, job.Args)
	if errors.Is(err, base.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = house.CallWebhook(ctx, c, job.Args, w.now())
	if err == nil {
		return w.store.NoteWebhook(ctx, job.Args.Webhook, "", false)
	}
	gone := errors.Is(err, webhook.ErrGone)
	noted := w.store.NoteWebhook(ctx, job.Args.Webhook, webhook.Why(err), gone)
	if noted != nil || gone || job.Attempt >= job.MaxAttempts {
		return noted // the page has the refusal, and the house has no stuck job
	}
	return fmt.Errorf("webhook %d: %w", job.Args.Webhook, err)
}

// CallWebhook tells a webhook of an event at once, and returns what it answers.
func (h *House) CallWebhook(ctx context.Context, c delivery.WebhookContent, call delivery.WebhookCall, now time.Time) (
	answer string, err error) {
	ctx = i18n.WithTime(i18n.With(ctx, c.Lang), now, clock.Zone(c.Zone))
	body, err := bodyOf(ctx, c, call).JSON(ctx, h.Site, c.Slug)
	if err != nil {
		return "", err
	}
	return h.Webhooks.Send(ctx, webhook.Call{Address: c.Address, Secrets: c.Secrets, ID: call.ID, At: now, Body: body})
}

// bodyOf is what a webhook is told.
func bodyOf(ctx context.Context, c delivery.WebhookContent, call delivery.WebhookCall) letters.Call {
	body := letters.Call{ID: call.ID, Kind: call.Event, At: call.At.UTC(), Club: letters.CallClub{Name: c.Club}}
	switch call.Event {
	case delivery.WebhookTable:
		host := part.Called(ctx, part.Person{ID: c.Host.ID, Name: c.Host.Name})
		body.Table = &letters.CallTable{Number: c.Number, Game: c.Game, Host: host, Seats: c.Seats, Free: c.Free}
	case delivery.WebhookNight:
		body.Night = &letters.CallNight{Name: c.Name, Starts: c.Starts.UTC(), Ends: c.Ends.UTC(), Change: call.What}
	case delivery.WebhookResult:
		body.Match = &letters.CallMatch{Number: c.Number, Game: c.Game}
		for _, s := range c.Result {
			body.Match.Seats = append(body.Match.Seats, letters.CallSeat{Bot: s.Bot != "", Points: s.Points,
				Place: s.Place, Name: part.Called(ctx, part.Person{ID: s.Player, Name: s.Name, Bot: s.Bot})})
		}
		slices.SortStableFunc(body.Match.Seats, func(a, b letters.CallSeat) int { return a.Place - b.Place })
	case delivery.WebhookRequest:
		body.Request = &letters.CallRequest{Waiting: c.Waiting}
	default:
		body.Kind = "test"
	}
	return body
}
