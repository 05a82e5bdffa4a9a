package handlers

import (
	"context"
	"net/http"
	"slices"

	"carteado/db"
	"carteado/db/delivery"
	"carteado/handlers/jobs"
	"carteado/handlers/push"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

// house holds the keys and senders of calls. The keys are read once.
func (s *Server) house(ctx context.Context) (*jobs.House, error) {
	if h := s.calls.Load(); h != nil {
		return h, nil
	}
	h := &jobs.House{Site: s.config.URL, Mail: s.mails}
	links, err := s.store.HouseKey(ctx, "links")
	if err != nil {
		return nil, err
	}
	own, err := s.store.HouseKey(ctx, "push")
	if err != nil {
		return nil, err
	}
	h.Links = links
	if h.Push, err = push.New(own, s.config.URL, s.config.PushServices); err != nil {
		return nil, err
	}
	s.calls.Store(h)
	return h, nil
}

func (s *Server) showCalls(r *request) error {
	said := r.QueryParam("saved")
	if !slices.Contains([]string{"choice", "asked", "address", "device"}, said) {
		said = ""
	}
	return s.callsPage(r, http.StatusOK, accountpage.CallsProps{Saved: said, Typed: r.viewer.Player.Email})
}

func (s *Server) callsPage(r *request, status int, props accountpage.CallsProps) error {
	calling, err := s.store.DeliverySettings(r.ctx(), r.player())
	if err != nil {
		return err
	}
	devices, err := s.store.Devices(r.ctx(), r.player())
	if err != nil {
		return err
	}
	house, err := s.house(r.ctx())
	if err != nil {
		return err
	}
	for _, kind := range delivery.NoticeKinds() {
		props.Kinds = append(props.Kinds, accountpage.CallKind{
			Key: kind, Push: slices.Contains(calling.Push, kind), Mail: slices.Contains(calling.Mail, kind),
		})
	}
	props.Daily, props.Brief, props.Address, props.PushKey, props.Mails = calling.Daily, calling.Brief, calling.Address, house.Push.Public(), s.mails != nil
	props.Lost = (*accountpage.Lost)(calling.Lost)
	for _, d := range devices {
		props.Devices = append(props.Devices, accountpage.Device{ID: d.ID, Agent: d.UserAgent, Told: d.ToldAt})
	}
	if err := s.nameClub(r); err != nil {
		return err
	}
	return r.render(status, accountpage.Calls(props))
}

// chosen are the kinds of notices that are ticked under a name.
func chosen(r *request, name string) (kinds []string, err error) {
	kinds = []string{}
	for _, kind := range r.Request().PostForm[name] {
		if !slices.Contains(delivery.NoticeKinds(), kind) {
			return nil, errForm
		}
		kinds = append(kinds, kind)
	}
	return kinds, nil
}

func (s *Server) saveCalls(r *request) error {
	onPush, err := chosen(r, "push")
	if err != nil {
		return err
	}
	byMail, err := chosen(r, "mail")
	if err != nil {
		return err
	}
	if s.mails == nil { // the form does not ask
		before, err := s.store.DeliverySettings(r.ctx(), r.player())
		if err != nil {
			return err
		}
		byMail = before.Mail
	}
	err = s.store.SaveDeliverySettings(r.ctx(), r.player(), delivery.Settings{Push: onPush, Mail: byMail, Daily: r.field("daily") != "", Brief: r.field("brief") != ""})
	return r.done(err, link.Calls+"?saved=choice")
}

// askAddress sends the question whether an address is the reader's to it.
func (s *Server) askAddress(r *request) error {
	if s.mails == nil {
		return db.ErrNotFound
	}
	address, reason := cleanEmail(r.field("address"))
	if reason == "" && address == "" {
		reason = reasonEmpty
	}
	if reason != "" {
		return s.callsPage(r, http.StatusUnprocessableEntity, accountpage.CallsProps{Typed: r.field("address"), Faults: part.Faults{"address": reason}})
	}
	return r.done(s.store.ConfirmAddress(r.ctx(), r.player(), address), link.Calls+"?saved=asked")
}
