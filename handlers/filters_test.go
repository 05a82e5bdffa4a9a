package handlers

import (
	"net/http"
	"strconv"
	"testing"

	"carteado/views/link"
)

// A filter that means nothing gets an answer in the reader's language, and its form keeps what was filled in.
func TestFiltersThatMeanNothing(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	e.sql(`UPDATE players SET lang = 'en' WHERE id = $1`, e.players["Ana"])
	for _, list := range []string{link.Matches(e.club), link.MatchesOf(e.club, e.players["Bento"])} {
		for query, says := range map[string]string{
			"game=tarot":                       "Choose one of the options.",
			"result=maybe":                     "Choose one of the options.",
			"ended=never":                      "Choose one of the options.",
			"rules=-3":                         "Choose one of the options.",
			"rules=77":                         "Choose one of the options.",
			"company=cats":                     "Choose one of the options.",
			"medium=stone":                     "Choose one of the options.",
			"season=x":                         "Choose one of the options.",
			"season=99":                        "Choose one of the options.",
			"night=99":                         "Choose one of the options.",
			"night=99999999999999999999":       "Choose one of the options.",
			"from=2026-02-31":                  "Choose a day.",
			"until=soon":                       "Choose a day.",
			"from=2026-03-02&until=2026-03-01": "The last day cannot come before the first.",
			"with=x":                           "Choose one of the options.",
			"with=999":                         "Somebody in this group has never been in the club.",
			"who=zz,+ana":                      "Nobody who is or was in the club has such a name.",
			"with=1&with=2&with=3&with=4&with=5&with=6": "At most five others sit at a table.",
		} {
			page := ana.get(list + "?" + query + "&company=people").want(http.StatusUnprocessableEntity).says(says)
			form := page.mustForm(list)
			if query != "company=cats" && form.values.Get("company") != "people" {
				t.Errorf("%s: the form has lost what was filled in: %v", query, form.values)
			}
			if query == "who=zz,+ana" && form.values.Get("who") != "zz, ana" {
				t.Errorf("the names are gone: %v", form.values)
			}
		}
		ana.get(list + "?with=" + strconv.FormatInt(e.players["Ana"], 10) + "&rules=written").want(http.StatusOK)
	}
	ana.get(link.MatchesOf(e.club, 999)).want(http.StatusNotFound)
}
