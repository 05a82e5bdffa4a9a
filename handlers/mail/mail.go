// Package mail hands letters to a mail server. It decides nothing about who is written
// to, and logs no address.
//
// Nothing but the question goes to an address until it is confirmed. Links of letters are signed, so that no table
// keeps them. An invitation by mail tells nothing about its address: the page reads the same whether or not a letter
// goes out. The address stands in the invitation until then; a hash with the house's key stays, so that one address
// gets one letter a week, and none after it has refused.
package mail

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	smtp "github.com/wneessen/go-mail"
)

// timeout is how long a mail server may take to answer.
const timeout = 15 * time.Second

// A Letter is one mail to one address.
type Letter struct {
	To, Subject string
	Text, HTML  string
	// ID is the same whenever the same is sent, so that mail programs show a letter once
	// that came twice.
	ID string
	// Unsubscribe is where one press without signing in ends such letters; "" for a
	// letter that was asked for.
	Unsubscribe string
}

// ErrRefused says that the mail server does not take letters to an address, now or ever.
type ErrRefused struct {
	Code   int    // of the reply, 400 to 599
	Status string // as in "5.1.1" (RFC 3463); "" where the server gives none
	Answer string // all of the reply, without addresses
}

func (e *ErrRefused) Error() string { return "the mail server refuses the address: " + e.Answer }

// Short is the reply's code, as in "550 5.1.1".
func (e *ErrRefused) Short() string { return strings.TrimSpace(strconv.Itoa(e.Code) + " " + e.Status) }

// Nobody reports that by this answer nobody is at the address: the mailbox or its host does not exist, has moved or is
// switched off. Servers refuse for many other reasons, such as a blocklist, which end.
func (e *ErrRefused) Nobody() bool {
	switch e.Status {
	case "5.1.1", "5.1.2", "5.1.3", "5.1.6", "5.1.10", "5.2.1":
		return true
	case "":
		return e.Code == 550 || e.Code == 551 || e.Code == 553
	}
	return false
}

var (
	statusOf  = regexp.MustCompile(`^\d{3}[ -]"?(\d\.\d{1,3}\.\d{1,3})\b`)
	addressIn = regexp.MustCompile(`[^\s<>()]*@[^\s<>()]*`)
)

// refused reads the reply to an address from an error, which quotes the address.
func refused(sent *smtp.SendError) *ErrRefused {
	_, answer, _ := strings.Cut(sent.Error(), ": ")
	answer, _, _ = strings.Cut(answer, ", affected recipient(s)")
	e := &ErrRefused{Code: sent.ErrorCode(), Status: sent.EnhancedStatusCode(), Answer: addressIn.ReplaceAllString(
		strings.ReplaceAll(answer, `"`, ""), "…")}
	if found := statusOf.FindStringSubmatch(answer); e.Status == "" && found != nil {
		e.Status = found[1]
	}
	return e
}

// errLine refuses a header with a line break, which could begin another header.
var errLine = errors.New("line break in a header")

// A Sender sends letters through one mail server.
type Sender struct {
	client *smtp.Client
	from   *mail.Address
}

// New returns a sender for a server, such as smtp://name@host:587 or smtps://host. With
// smtp the connection must turn to TLS, unless ?tls=no says otherwise. No password
// means that the server wants none.
func New(server, password, from string) (*Sender, error) {
	address, err := mail.ParseAddress(from)
	if err != nil || !plain(from) {
		return nil, fmt.Errorf("sender %q: expected an address like club@example.org", from)
	}
	u, err := url.Parse(server)
	if err != nil || u.Hostname() == "" || u.Scheme != "smtp" && u.Scheme != "smtps" {
		return nil, errors.New("mail server: expected smtp://host or smtps://host") // its text could quote a secret
	}
	options := []smtp.Option{smtp.WithTimeout(timeout), smtp.WithTLSPolicy(smtp.TLSMandatory)}
	port := 587
	switch {
	case u.Scheme == "smtps":
		port, options = 465, append(options, smtp.WithSSL())
	case u.Query().Get("tls") == "no":
		options = append(options, smtp.WithTLSPolicy(smtp.NoTLS))
	}
	if port, err = strconv.Atoi(cmp.Or(u.Port(), strconv.Itoa(port))); err != nil {
		return nil, errors.New("mail server: the port is no number")
	}
	if own, is := u.User.Password(); is {
		password = cmp.Or(password, own)
	}
	if name := u.User.Username(); name != "" {
		options = append(options, smtp.WithSMTPAuth(smtp.SMTPAuthAutoDiscover), smtp.WithUsername(name),
			smtp.WithPassword(password))
	}
	client, err := smtp.NewClient(u.Hostname(), append(options, smtp.WithPort(port))...)
	if err != nil {
		return nil, fmt.Errorf("mail server: %w", err)
	}
	return &Sender{client, address}, nil
}

func plain(header string) bool { return !strings.ContainsAny(header, "\r\n\x00") }

// Send sends a letter: *ErrRefused when the server takes none to the address. Any other
// error may mean that it was sent: send it again with the same ID.
func (s *Sender) Send(ctx context.Context, l Letter) error {
	for _, header := range []string{l.To, l.Subject, l.ID, l.Unsubscribe} {
		if !plain(header) {
			return errLine
		}
	}
	m := smtp.NewMsg(smtp.WithNoDefaultUserAgent())
	m.FromMailAddress(s.from)
	if err := m.To(l.To); err != nil {
		return errors.New("the address cannot be written") // its error quotes it
	}
	_, host, _ := strings.Cut(s.from.Address, "@")
	m.SetMessageIDWithValue(l.ID + "@" + host)
	m.SetDate()
	m.Subject(l.Subject)
	if l.Unsubscribe != "" {
		m.SetGenHeader("List-Unsubscribe", "<"+l.Unsubscribe+">")
		m.SetGenHeader("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	m.SetBodyString(smtp.TypeTextPlain, l.Text)
	m.AddAlternativeString(smtp.TypeTextHTML, l.HTML)
	err := s.client.DialAndSendWithContext(ctx, m)
	var sent *smtp.SendError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &sent) && sent.Reason == smtp.ErrSMTPRcptTo && sent.ErrorCode() >= 400:
		return refused(sent)
	case errors.As(err, &sent):
		return fmt.Errorf("send mail: %s, code %d", sent.Reason, sent.ErrorCode()) // the whole error quotes the address
	}
	return fmt.Errorf("send mail: %w", err)
}
