package table

import (
	"strings"
	"testing"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/link"
	"carteado/views/table"
)

// Between two rounds the host, and nobody else, chooses how well the bots play in the next.
func TestTheHostChoosesTheBotsOfTheNextRound(t *testing.T) {
	ctx := layout.With(t.Context(), layout.Request{Lang: i18n.English, Club: &layout.Club{Slug: "club"}})
	for name, c := range map[string]struct {
		view  engine.MatchView
		hosts bool
		want  bool
	}{
		"the host":          {engine.MatchView{Between: true}, true, true},
		"another":           {engine.MatchView{Between: true}, false, false},
		"when it is over":   {engine.MatchView{Outcome: &engine.Outcome{}}, true, false},
		"in the next round": {engine.MatchView{}, true, false},
	} {
		var page strings.Builder
		p := RecapProps{Table: 7, View: c.view, Seats: four, Status: table.Status{Hosts: c.hosts}}
		if err := nextBots(p).Render(ctx, &page); err != nil {
			t.Fatal(err)
		}
		html := page.String()
		if got := strings.Contains(html, link.AddBot("club", 7)); got != c.want {
			t.Errorf("%s: there is a form: %t", name, got)
		}
		if c.want && (strings.Count(html, "<form") != 1 || !strings.Contains(html, `name="seat" value="3"`) ||
			!strings.Contains(html, `value="club" selected`)) {
			t.Errorf("%s: the form is %s", name, html)
		}
	}
}
