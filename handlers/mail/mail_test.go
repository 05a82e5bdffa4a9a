package mail

import (
	"errors"
	"testing"
)

// A line break in what becomes a header is refused before any server is asked.
func TestNoHeaderIsSmuggledIn(t *testing.T) {
	s, err := New("smtp://127.0.0.1:1?tls=no", "", "club@example.org")
	if err != nil {
		t.Fatal(err)
	}
	const smuggled = "x\r\nBcc: all@example.org"
	for _, l := range []Letter{
		{To: "ana@example.org" + smuggled}, {To: "ana@example.org", Subject: smuggled},
		{To: "ana@example.org", ID: smuggled}, {To: "ana@example.org", Unsubscribe: smuggled},
	} {
		if err := s.Send(t.Context(), l); !errors.Is(err, errLine) {
			t.Errorf("%+v: %v", l, err)
		}
	}
}

func TestServers(t *testing.T) {
	for server, ok := range map[string]bool{
		"smtp://mail.example.org": true, "smtps://club:secret@mail.example.org:465": true,
		"smtp://localhost:25?tls=no": true,
		"mail.example.org":           false, "http://mail.example.org": false, "": false,
	} {
		if _, err := New(server, "", "club@example.org"); (err == nil) != ok {
			t.Errorf("%q: %v", server, err)
		}
	}
	for _, from := range []string{"", "club", "club@example.org\nBcc: x@example.org"} {
		if _, err := New("smtp://localhost", "", from); err == nil {
			t.Errorf("mail comes from %q", from)
		}
	}
}

// Only answers that say that there is no such mailbox, or no such host, say that nobody is there.
func TestWhichAnswersMeanNobody(t *testing.T) {
	for answer, nobody := range map[ErrRefused]bool{
		{Code: 550, Status: "5.1.1"}: true, {Code: 550, Status: "5.1.10"}: true, {Code: 550, Status: "5.2.1"}: true,
		{Code: 553}: true, {Code: 550}: true,
		{Code: 550, Status: "5.7.1"}: false, {Code: 554, Status: "5.7.1"}: false, {Code: 552, Status: "5.2.2"}: false,
		{Code: 554}:                  false,
		{Code: 550, Status: "5.1.8"}: false, {Code: 451, Status: "4.7.1"}: false, {Code: 450}: false,
	} {
		if answer.Nobody() != nobody {
			t.Errorf("%s: %v", answer.Short(), answer.Nobody())
		}
	}
}
