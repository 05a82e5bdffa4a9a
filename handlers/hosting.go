package handlers

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"

	"carteado/db"
	"carteado/engine"
	"carteado/engine/role"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
)

// Limits of what hosts write, in characters.
const (
	maxClosing      = 200
	maxPreset       = 60
	maxAnnouncement = 2000
)

// showDoor shows a table for those invited to who has its link. It writes
// nothing: the page has a button.
func (s *Server) showDoor(r *request, key string) error {
	number, err := r.table()
	if err != nil {
		return err
	}
	door, err := s.store.DoorOf(r.ctx(), r.club.ID, number, r.player(), key)
	if err != nil {
		return err
	}
	return r.render(http.StatusOK, page.TableDoor(page.TableDoorProps{
		Club: r.club.Slug, Table: door.Table, Game: door.Game, Host: door.HostName, Key: key,
	}))
}

// enterTable lets who has a table's link see it from now on.
func (s *Server) enterTable(r *request) error {
	number, err := r.table()
	if err != nil {
		return err
	}
	if err := s.store.EnterByKey(r.ctx(), r.club.ID, number, r.player(), r.field("key")); err != nil {
		return err
	}
	return r.goTo(link.Table(r.club.Slug, number))
}

// showClose asks a host for the reason to close a table.
func (s *Server) showClose(r *request) error {
	return s.closePage(r, http.StatusOK, page.CloseProps{})
}

func (s *Server) closePage(r *request, status int, props page.CloseProps) error {
	number, err := r.table()
	if err != nil {
		return err
	}
	t, err := s.store.TableOf(r.ctx(), r.club.ID, number, r.player())
	switch {
	case err != nil:
		return err
	case !r.club.Role.May(role.Close):
		return db.ErrForbidden
	case t.Status == db.TableClosed:
		return r.goTo(link.Table(r.club.Slug, number))
	}
	props.Club, props.Table, props.Game, props.Seats = r.club.Slug, number, t.Game, people(r, t.Seats)
	props.Playing = t.MatchStatus == db.MatchPlaying
	return r.render(status, page.CloseTable(props))
}

// closeForAll closes a table whoever plays there, with the reason of the form.
func (s *Server) closeForAll(r *request) error {
	reason, fault := cleanText(r.field("reason"), maxClosing)
	if fault != "" {
		return s.closePage(r, http.StatusUnprocessableEntity, page.CloseProps{Reason: r.field("reason"), Faults: part.Faults{"reason": fault}})
	}
	return s.change(r, func(number int) error {
		return s.store.CloseTable(r.ctx(), r.club.ID, number, r.player(), reason)
	})
}

// closing is why a table was closed, as its pages say it.
func closing(c db.Closing) page.Closing {
	return page.Closing{By: part.Person{ID: c.By, Name: c.Name}, Reason: c.Reason}
}

// ownPresets fills in the club's own house rules for the game of the form, and
// takes over those that were chosen.
func (s *Server) ownPresets(r *request, form *page.NewTableProps) error {
	presets, err := s.store.Presets(r.ctx(), r.club.ID, r.player())
	if err != nil {
		return err
	}
	for _, p := range presets {
		if p.Game != form.Game.Key {
			continue
		}
		own := page.OwnPreset{ID: p.ID, Name: p.Name, Seats: p.Seats, Options: known(form.Game, p.Options)}
		form.Own = append(form.Own, own)
		if own.Key() == form.Preset {
			form.Options = own.Options
			for len(form.Seats) < min(p.Seats, form.Game.MaxSeats)-1 {
				form.Seats = append(form.Seats, string(db.SeatOpen))
			}
			form.Seats = form.Seats[:min(p.Seats, form.Game.MaxSeats)-1]
		}
	}
	return nil
}

// known is options without those that a later version of the game has not.
func known(game engine.Info, options engine.Options) engine.Options {
	kept := engine.Options{}
	for _, o := range game.Options {
		for _, value := range o.Values {
			if options[o.Key] == value {
				kept[o.Key] = value
			}
		}
	}
	return kept
}

// savePreset keeps the house rules of a table for the club, and shows the table
// again.
func (s *Server) savePreset(r *request) error {
	if !r.club.Role.May(role.Preset) {
		return db.ErrForbidden
	}
	number, err := strconv.Atoi(r.field("table"))
	if err != nil || number < 1 || number > 1<<31-1 {
		return fmt.Errorf("table: %w", errForm)
	}
	name, fault := cleanText(r.field("name"), maxPreset)
	if fault == "" {
		_, err := s.store.SavePreset(r.ctx(), r.club.ID, r.player(), number, name)
		switch {
		case errors.Is(err, db.ErrTaken):
			fault = "taken"
		case err != nil:
			return err
		default:
			return r.goTo(link.Table(r.club.Slug, number) + "?kept=1")
		}
	}
	board, err := s.store.Board(r.ctx(), r.club.ID, number, r.player())
	if err != nil {
		return err
	}
	return s.tablePage(r, http.StatusUnprocessableEntity, board, attempt{name: r.field("name"), nameReason: fault})
}

// removePreset lets house rules go. The form for a new table stays filled in.
func (s *Server) removePreset(r *request) error {
	id, err := r.number("id")
	if err != nil {
		return err
	}
	if err := s.store.RemovePreset(r.ctx(), r.club.ID, r.player(), id); err != nil {
		return err
	}
	return r.goTo(link.NewTable(r.club.Slug) + "?" + r.Request().PostForm.Encode())
}

func announcement(a db.Announcement) page.Announcement {
	return page.Announcement{ID: a.ID, By: part.Person{ID: a.By, Name: a.Name}, Body: a.Body, At: a.At}
}

func (s *Server) showAnnouncements(r *request) error {
	return s.announcementsPage(r, http.StatusOK, page.AnnouncementsProps{})
}

func (s *Server) announcementsPage(r *request, status int, props page.AnnouncementsProps) error {
	list, err := s.store.Announcements(r.ctx(), r.club.ID, r.player())
	if err != nil {
		return err
	}
	props.Club = r.club.Slug
	for _, a := range list {
		props.List = append(props.List, announcement(a))
	}
	return r.render(status, page.Announcements(props))
}

func (s *Server) announce(r *request) error {
	if !r.club.Role.May(role.Announce) {
		return db.ErrForbidden
	}
	body, fault := cleanLines(r.field("body"), maxAnnouncement)
	if fault != "" {
		return s.announcementsPage(r, http.StatusUnprocessableEntity, page.AnnouncementsProps{Body: r.field("body"), Faults: part.Faults{"body": fault}})
	}
	if _, err := s.store.Announce(r.ctx(), r.club.ID, r.player(), body); err != nil {
		return err
	}
	return r.goTo(link.Announcements(r.club.Slug))
}

func (s *Server) hideAnnouncement(r *request) error {
	id, err := r.number("id")
	if err != nil {
		return err
	}
	if err := s.store.HideAnnouncement(r.ctx(), r.club.ID, r.player(), id); err != nil {
		return err
	}
	return r.goTo(link.Announcements(r.club.Slug))
}

// cleanLines is cleanText for a text of several lines: at most one empty line
// between two others.
func cleanLines(s string, limit int) (text, reason string) {
	var lines []string
	for line := range strings.Lines(s) {
		line, fault := cleanText(strings.TrimRight(line, "\r\n"), limit)
		if fault != "" && fault != reasonEmpty {
			reason = cmp.Or(reason, fault)
			continue
		}
		if line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	text = strings.TrimSpace(strings.Join(lines, "\n"))
	switch {
	case reason != "":
		return "", reason
	case text == "":
		return "", reasonEmpty
	case utf8.RuneCountInString(text) > limit:
		return text, reasonLong
	}
	return text, ""
}
