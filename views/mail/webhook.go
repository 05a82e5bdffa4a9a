package mail

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"carteado/views/i18n"
	"carteado/views/link"
)

// A Call is what a webhook is told of an event, for programs and, in Text, for people. It holds what every member of
// the club may see.
type Call struct {
	ID      string       `json:"id"`   // the same however often the call is tried
	Kind    string       `json:"type"` // table, night, result, request or test
	At      time.Time    `json:"at"`
	Club    CallClub     `json:"club"`
	URL     string       `json:"url"`
	Text    string       `json:"text"` // a sentence and the address, in the club's language
	Content string       `json:"content"`
	Mention CallMention  `json:"allowed_mentions"`
	Table   *CallTable   `json:"table,omitempty"`
	Night   *CallNight   `json:"night,omitempty"`
	Match   *CallMatch   `json:"match,omitempty"`
	Request *CallRequest `json:"request,omitempty"`
}

// CallClub is the club of a call.
type CallClub struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// CallMention keeps Discord, which reads Content as others read Text, from calling everybody by a name like @everyone.
type CallMention struct {
	Parse []string `json:"parse"`
}

// CallTable is a table that waits for players.
type CallTable struct {
	Number int64  `json:"number"`
	Game   string `json:"game"`
	Host   string `json:"host"`
	Seats  int    `json:"seats"`
	Free   int    `json:"free"`
}

// CallNight is a game night that was planned ("new"), moved ("moved") or called off ("off").
type CallNight struct {
	Name   string    `json:"name"`
	Starts time.Time `json:"starts"`
	Ends   time.Time `json:"ends"`
	Change string    `json:"change"`
}

// CallMatch is the result of a match.
type CallMatch struct {
	Number int64      `json:"number"`
	Game   string     `json:"game"`
	Seats  []CallSeat `json:"seats"`
}

// CallSeat is what a seat of it has come to.
type CallSeat struct {
	Name   string `json:"name"`
	Bot    bool   `json:"bot"`
	Points int    `json:"points"`
	Place  int    `json:"place"`
}

// CallRequest says how many ask to come in. Their names are for hosts alone.
type CallRequest struct {
	Waiting int `json:"waiting"`
}

// unmarked takes from a name what chats read as a mark: names are what people have chosen.
var unmarked = strings.NewReplacer("@", "＠", "<", "‹", ">", "›", "[", "(", "]", ")", "*", "∗", "_", "＿", "`", "'",
	"~", "∼", "|", "¦", "\\", "/", "#", "＃")

// JSON writes a call, with its sentence in the language of the context. site is the house's address.
func (c Call) JSON(ctx context.Context, site, slug string) ([]byte, error) {
	c.Club.URL = site + link.Club(slug)
	c.URL, c.Mention.Parse = c.Club.URL, []string{}
	says := func(key string, pairs ...any) string {
		return i18n.T(ctx, "webhooks.says."+key, append(pairs, "club", unmarked.Replace(c.Club.Name))...)
	}
	game := func(key string) string { return i18n.T(ctx, "game."+key) }
	switch {
	case c.Table != nil:
		c.URL = site + link.Table(slug, int(c.Table.Number))
		c.Text = says("table", "who", unmarked.Replace(c.Table.Host), "game", game(c.Table.Game), "n", c.Table.Free)
	case c.Night != nil:
		c.Text = says(c.Night.Change, "name", unmarked.Replace(c.Night.Name), "at", i18n.Deadline(ctx, c.Night.Starts))
	case c.Match != nil:
		c.URL = site + link.Match(slug, c.Match.Number)
		c.Text = says("result", "game", game(c.Match.Game), "list", c.Match.list(ctx))
	case c.Request != nil:
		c.URL = site + link.Invitations(slug)
		c.Text = says("request", "n", c.Request.Waiting)
	default:
		c.Text = says("test")
	}
	c.Text += "\n" + c.URL
	c.Content = c.Text
	return json.Marshal(c)
}

// list names the seats of a match with their points.
func (m CallMatch) list(ctx context.Context) string {
	var seats []string
	for _, s := range m.Seats {
		seats = append(seats, i18n.T(ctx, "webhooks.says.seat", "place", s.Place, "who", unmarked.Replace(s.Name), "n",
			s.Points))
	}
	return strings.Join(seats, ", ")
}
