package mail

import (
	"strings"
	"testing"
	"time"

	"carteado/views/i18n"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

// Every letter and every ping about turns names the deadline as a date and an hour in the reader's zone; a warning
// stands in its subject although the turn is told, too; and a digest names the deadline of each turn.
func TestDeadlinesAreNamed(t *testing.T) {
	due := time.Date(2026, time.November, 25, 21, 0, 0, 0, time.UTC)
	turn := accountpage.Turn{Club: "c", ClubName: "Quinta", Table: 5, Game: "knock", Others: []part.Person{
		{Name: "Bento"}}, Due: due}
	late := turn
	late.Table, late.Due = 7, due.AddDate(0, 0, 3)
	notice := func(turn accountpage.Turn, what string) accountpage.Notice {
		return accountpage.Notice{Kind: "turn", Slug: turn.Club, Club: turn.ClubName, Table: turn.Table,
			Game: turn.Game, What: what}
	}
	kept := accountpage.Notice{Kind: "kept", Slug: "c", Club: "Quinta", Table: 9, Game: "knock"}
	for _, c := range []struct {
		name    string
		notices []accountpage.Notice
		lang    string
		subject string
		names   []string
	}{
		{"turn", []accountpage.Notice{notice(turn, "")}, "en", "It’s your turn with Bento",
			[]string{"until Wed 25 November, 18:00"}},
		{"turn", []accountpage.Notice{notice(turn, "")}, "pt-BR", "É a sua vez com Bento",
			[]string{"até qua., 25 de novembro, 18:00"}},
		{"turn and warning", []accountpage.Notice{notice(turn, ""), notice(turn, "due")}, "en",
			"Your time at table 5 is soon over", []string{"until Wed 25 November, 18:00"}},
		{"half", []accountpage.Notice{notice(turn, "half")}, "pt-BR", "Metade do seu tempo na mesa 5 já passou",
			[]string{"até qua., 25 de novembro, 18:00"}},
		{"two", []accountpage.Notice{notice(turn, ""), notice(late, "")}, "en", "2 tables wait for you",
			[]string{"until Wed 25 November, 18:00", "until Sat 28 November, 18:00"}},
		{"a warning in a digest", []accountpage.Notice{notice(turn, "due"), kept}, "en", "2 things wait for you",
			[]string{"Your time at table 5 is soon over", "until Wed 25 November, 18:00"}},
		{"something else", []accountpage.Notice{kept}, "en", "A bot plays in your place until you are back",
			[]string{"until Wed 25 November, 18:00"}},
	} {
		ctx := i18n.WithTime(i18n.With(t.Context(), c.lang), due.Add(-time.Hour), time.FixedZone("reader", -3*3600))
		told := Message{Site: "https://example.org", Notices: c.notices, Turns: []accountpage.Turn{turn, late}}
		letter := told.Letter(ctx)
		text := letter.Plain(ctx)
		for _, want := range c.names {
			if letter.Subject != c.subject || !strings.Contains(text, want) {
				t.Errorf("%s: want %q, %q:\n%s\n%s", c.name, c.subject, want, letter.Subject, text)
			}
		}
		for _, brief := range []bool{false, true} {
			if ping := told.Ping(ctx, brief); !strings.Contains(ping.Body, c.names[len(c.names)-1]) &&
				!strings.Contains(ping.Body, c.names[0]) {
				t.Errorf("%s: the device says %+v", c.name, ping)
			}
		}
	}
}
