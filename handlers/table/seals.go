package table

import (
	"fmt"
	"regexp"
	"strings"

	"carteado/db/base"
	"carteado/db/live"
	"carteado/handlers/web"
)

// maxWord bounds the word that a player adds to the deals, in characters.
const maxWord = 24

// byScript is what a browser's script draws.
var byScript = regexp.MustCompile(`^[0-9a-f]{32}$`)

// contribution is what the form's player adds to the deals of the match that it begins: the word that was typed, else
// what the browser has drawn, else the form's own key. A word that cannot be is web.ErrWord.
func contribution(r *web.Request) (live.Contribution, error) {
	c := live.Contribution{Seal: r.Field("seal"), Text: r.Field("chance"), How: base.ByBrowser}
	if word := r.Field("contribution"); strings.TrimSpace(word) != "" {
		text, reason := web.CleanText(word, maxWord)
		if reason != "" {
			return c, fmt.Errorf("contribution: %s: %w", reason, web.ErrWord)
		}
		c.Text, c.How = text, base.ByWord
	} else if !byScript.MatchString(c.Text) {
		c.Text, c.How = r.Key(), base.ByForm
		if c.Text == "" { // sent by something else than our form
			c.Text = web.NewIdem()
		}
	}
	return c, nil
}
