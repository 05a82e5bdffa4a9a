package web

import (
	"context"
	"time"

	"carteado/handlers/jobs"
	"carteado/handlers/push"
	"carteado/handlers/webhook"
)

// TestTime is how long a host who tries a server waits for its answer: a mail server has 15 seconds, a webhook 10.
const TestTime = 20 * time.Second

// Senders holds the keys and senders of calls. The keys are read once.
func (s *Site) Senders(ctx context.Context) (*jobs.House, error) {
	if h := s.senders.Load(); h != nil {
		return h, nil
	}
	h := &jobs.House{Site: s.URL, Mail: s.Mails, Webhooks: webhook.New(s.WebhookHosts)}
	links, err := s.Store.HouseKey(ctx, "links")
	if err != nil {
		return nil, err
	}
	own, err := s.Store.HouseKey(ctx, "push")
	if err != nil {
		return nil, err
	}
	h.Links = links
	if h.Push, err = push.New(own, s.URL, s.Config.PushServices); err != nil {
		return nil, err
	}
	s.senders.Store(h)
	return h, nil
}
