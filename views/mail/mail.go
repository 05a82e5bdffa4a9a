// Package mail writes the letters that players get, and the notices that their devices
// show, in the reader's language. None of them tells a card.
package mail

import (
	"context"
	"slices"
	"strings"
	"time"

	"carteado/views/i18n"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
)

// A Letter is a mail before it is written as text and as HTML.
type Letter struct {
	Subject, Heading string
	Club             string // the name of the sender
	Lines            []string
	Action, URL      string // label and address of the button
	RowsTitle        string // over the rows
	Rows             []Row
	Foot             []string
	Stop, Choose     string // addresses that end and choose mails; "" where there is nothing to end or to choose
}

// A Row is a line of a letter's list.
type Row struct{ Text, Aside string }

// Initial stands on the shield beside the club's name.
func (l Letter) Initial() string {
	for _, r := range l.Club {
		return strings.ToUpper(string(r))
	}
	return ""
}

// Plain writes a letter as text.
func (l Letter) Plain(ctx context.Context) string {
	parts := append([]string{l.Heading}, l.Lines...)
	if l.URL != "" {
		parts = append(parts, l.Action+": "+l.URL)
	}
	if len(l.Rows) > 0 {
		rows := []string{strings.ToUpper(l.RowsTitle)}
		for _, row := range l.Rows {
			rows = append(rows, "- "+row.Text+" ("+row.Aside+")")
		}
		parts = append(parts, strings.Join(rows, "\n"))
	}
	foot := []string{"-- ", l.Club}
	if l.Stop != "" {
		foot = append(foot, i18n.T(ctx, "mails.stop")+": "+l.Stop)
	}
	if l.Choose != "" {
		foot = append(foot, i18n.T(ctx, "mails.choose")+": "+l.Choose)
	}
	return strings.Join(append(parts, strings.Join(append(foot, l.Foot...), "\n")), "\n\n") + "\n"
}

// Message holds the notices of a letter or of a ping.
type Message struct {
	Site    string // the house's address
	Stop    string // address that ends such mails
	Notices []accountpage.Notice
	Turns   []accountpage.Turn // all that wait
	Head    string             // the last signed head of the club's log; "" for none
	Signed  time.Time          // when it was
}

// turn is the turn that a notice tells of.
func (t Message) turn(n accountpage.Notice) (turn accountpage.Turn, is bool) {
	for _, turn := range t.Turns {
		if n.Kind == "turn" && turn.Club == n.Slug && turn.Table == n.Table {
			return turn, true
		}
	}
	return turn, false
}

// joined leaves of the notices of one turn only that which is most urgent: the last, as they are made.
func (t Message) joined() Message {
	list := t.Notices
	t.Notices = nil
	for i, n := range list {
		again := slices.ContainsFunc(list[i+1:], func(later accountpage.Notice) bool {
			return n.Kind == "turn" && later.Kind == "turn" && later.Slug == n.Slug && later.Table == n.Table
		})
		if !again {
			t.Notices = append(t.Notices, n)
		}
	}
	return t
}

// until names the deadline that comes first of those that wait, "" where there is none.
func (t Message) until(ctx context.Context) string {
	for _, turn := range t.Turns { // what runs out first comes first
		return turn.Until(ctx)
	}
	return ""
}

// heading of a turn's notice says what is urgent about it.
func (t Message) heading(ctx context.Context, turn accountpage.Turn) string {
	for _, n := range t.Notices {
		if n.Reminds() != "" && n.Slug == turn.Club && n.Table == turn.Table {
			return n.Title(ctx)
		}
	}
	return i18n.T(ctx, "notices.your_turn", "table", turn.Table)
}

// only is the notice, if there is exactly one.
func (t Message) only() (n accountpage.Notice, is bool) {
	if len(t.Notices) != 1 {
		return n, false
	}
	return t.Notices[0], true
}

// turnsOnly reports that all notices are turns, and that they still wait.
func (t Message) turnsOnly() bool {
	return len(t.Turns) > 0 && !slices.ContainsFunc(t.Notices, func(n accountpage.Notice) bool {
		return n.Kind != "turn"
	})
}

// Letter is the letter about one notice, or a digest of several.
func (t Message) Letter(ctx context.Context) Letter {
	t = t.joined()
	l := Letter{
		Club: t.Notices[0].Club, Stop: t.Site + t.Stop, Choose: t.Site + link.Delivery,
		Foot: []string{i18n.T(ctx, "mails.why", "club", t.Notices[0].Club), i18n.T(ctx, "mails.never")},
	}
	if t.Head != "" {
		l.Foot = append(l.Foot, i18n.T(ctx, "mails.head", "head", t.Head, "at", i18n.Moment(ctx, t.Signed)))
	}
	turns := t.Turns
	n, only := t.only()
	turn, is := t.turn(n)
	switch {
	case only && is:
		l.Heading = i18n.T(ctx, "mails.turn", "who", turn.Against(ctx))
		l.Lines = []string{i18n.T(ctx, "notices.at", "game", i18n.T(ctx, "game."+turn.Game), "table", turn.Table)}
		if n.Reminds() != "" {
			l.Heading, l.Lines = n.Title(ctx), []string{turn.Match(ctx)}
		}
		if until := turn.Until(ctx); until != "" {
			then := i18n.T(ctx, "mails.due")
			if turn.Last {
				then = i18n.T(ctx, "mails.due.bot")
			}
			l.Lines = append(l.Lines, i18n.T(ctx, "mails.until", "until", until)+" "+then)
		}
		l.Action, l.URL = i18n.T(ctx, "notices.play"), t.Site+link.Table(turn.Club, turn.Table)
		turns = nil
		for _, other := range t.Turns {
			if other.Club != turn.Club || other.Table != turn.Table {
				turns = append(turns, other)
			}
		}
		l.RowsTitle = i18n.T(ctx, "mails.also")
	case only: // without the time that has passed, which is another when the letter is read
		l.Heading, l.Lines = n.Title(ctx), []string{n.Place(ctx)}
		l.Action = i18n.T(ctx, "notices.open")
		l.URL = t.Site + link.OfNotice(n.Kind, n.Slug, n.Table, n.Match, n.Night.ID, n.Competition.ID)
		l.RowsTitle = i18n.T(ctx, "mails.turns")
	default:
		l.Heading, l.RowsTitle = i18n.T(ctx, "mails.digest", "n", len(t.Notices)), i18n.T(ctx, "mails.news")
		l.Action, l.URL = i18n.T(ctx, "notices.open"), t.Site+link.Notices
		if t.turnsOnly() {
			l.Heading, l.RowsTitle = i18n.T(ctx, "mails.wait", "n", len(t.Turns)), i18n.T(ctx, "mails.turns")
			l.Action, l.URL = i18n.T(ctx, "mails.next"), t.Site+link.Next
		}
		for _, n := range t.Notices {
			if n.Kind != "turn" {
				l.Rows = append(l.Rows, Row{n.Title(ctx), n.Text(ctx)})
			}
		}
	}
	for _, turn := range turns {
		l.Rows = append(l.Rows, Row{t.heading(ctx, turn), turn.Text(ctx)})
	}
	l.Subject = l.Heading
	return l
}

// Question asks at an address whether it is the player's.
func Question(ctx context.Context, name, club, url string) Letter {
	return Letter{
		Subject: i18n.T(ctx, "mails.confirm.subject", "who", name), Heading: i18n.T(ctx, "mails.confirm"), Club: club,
		Lines: []string{i18n.T(ctx, "mails.confirm.text", "who", name, "club", club),
			i18n.T(ctx, "mails.confirm.life")},
		Action: i18n.T(ctx, "mails.confirm.yes"), URL: url, Foot: []string{i18n.T(ctx, "mails.never")},
	}
}

// Invitation brings a link into a club to somebody who need not be known there.
func Invitation(ctx context.Context, by, club, url string, until time.Time) Letter {
	heading := i18n.T(ctx, "mails.invitation", "who", by, "club", club)
	return Letter{
		Subject: heading, Heading: heading, Club: club,
		Lines: []string{i18n.T(ctx, "mails.invitation.text", "club", club), i18n.T(ctx, "mails.invitation.life", "day",
			i18n.Date(ctx, until))},
		Action: i18n.T(ctx, "invitation.join"), URL: url,
		Foot: []string{i18n.T(ctx, "mails.invitation.why", "who", by), i18n.T(ctx, "mails.never")},
	}
}

// Password brings the link for a new password.
func Password(ctx context.Context, name, club, url string) Letter {
	return Letter{
		Subject: i18n.T(ctx, "mails.password"), Heading: i18n.T(ctx, "mails.password"), Club: club,
		Lines:  []string{i18n.T(ctx, "mails.password.text", "who", name), i18n.T(ctx, "mails.password.life")},
		Action: i18n.T(ctx, "mails.password.go"), URL: url, Foot: []string{i18n.T(ctx, "mails.never")},
	}
}

// A Ping is a notice as a device shows it, where anybody may read it.
type Ping struct {
	Title string `json:"title"`
	Body  string `json:"body"`
	Tag   string `json:"tag"` // a later one with the same tag takes its place
	URL   string `json:"url"` // a path of the house
	Turns int    `json:"turns"`
}

// Ping is a device's notice about all that is told; a brief one names nobody.
func (t Message) Ping(ctx context.Context, brief bool) Ping {
	t = t.joined()
	p := Ping{Tag: "notices", URL: link.Notices, Turns: len(t.Turns)}
	if t.turnsOnly() {
		p.Tag, p.URL = "turns", link.Next
	}
	n, only := t.only()
	turn, is := t.turn(n)
	if only {
		p.Tag, p.URL = n.Tag(), link.OfNotice(n.Kind, n.Slug, n.Table, n.Match, n.Night.ID, n.Competition.ID)
	}
	until := t.until(ctx)
	switch {
	case brief:
		p.Title, p.Body = i18n.T(ctx, "brand"), i18n.T(ctx, "mails.digest", "n", len(t.Notices))
	case only && is:
		p.Title, p.Body = i18n.T(ctx, "mails.ping.turn", "table", turn.Table), turn.Match(ctx)
		if n.Reminds() != "" {
			p.Title = n.Title(ctx)
		}
		until = turn.Until(ctx)
	case only:
		p.Title, p.Body = n.Title(ctx), n.Place(ctx)
	case t.turnsOnly():
		p.Title, p.Body = i18n.T(ctx, "mails.wait", "n", len(t.Turns)), t.Turns[0].Match(ctx)
	default:
		p.Title, p.Body = i18n.T(ctx, "mails.digest", "n", len(t.Notices)), t.Notices[0].Title(ctx)
	}
	if until != "" {
		p.Body += " · " + until
	}
	return p
}

// Test is a letter that says nothing but that letters arrive.
func Test(ctx context.Context) Letter {
	return Letter{Subject: i18n.T(ctx, "mails.test"), Heading: i18n.T(ctx, "mails.test"), Club: "Carteado",
		Lines: []string{i18n.T(ctx, "mails.test.text")}}
}
