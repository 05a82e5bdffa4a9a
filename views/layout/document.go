package layout

import (
	"context"

	"github.com/a-h/templ"

	"carteado/engine/card"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/part"
)

// htmxConfig switches off all that would need inline code, and lets a table
// that explains a refusal be swapped in as well.
const htmxConfig = `{"allowEval":false,"includeIndicatorStyles":false,"allowScriptTags":false,` +
	`"historyCacheSize":0,"selfRequestsOnly":true,"responseHandling":[` +
	`{"code":"204","swap":false},{"code":"[23]..","swap":true},` +
	`{"code":"(409|422)","swap":true,"error":false},{"code":"503","swap":true,"error":true},` +
	`{"code":"[45]..","swap":false,"error":true}]}`

var doorCards = []card.Card{
	card.New(card.King, card.Spades),
	card.New(card.Ace, card.Diamonds),
	card.New(7, card.Clubs),
	card.New(card.Queen, card.Hearts),
	card.New(10, card.Spades),
}

func pageTitle(ctx context.Context, title string) string {
	if title == "" {
		return i18n.T(ctx, "brand")
	}
	return i18n.T(ctx, "title", "page", title)
}

func preferences(ctx context.Context) templ.Attributes {
	r, attributes := From(ctx), templ.Attributes{}
	for name, value := range map[string]string{"data-theme": r.Theme, "data-deck": r.Deck, "data-index": r.Index} {
		if value != "" {
			attributes[name] = value
		}
	}
	return attributes
}

func gameOf(game string) templ.Attributes {
	if game == "" {
		return nil
	}
	return templ.Attributes{"data-game": game}
}

func currentPage(is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"aria-current": "page"}
}

func home(ctx context.Context) string {
	if c := From(ctx).Club; c != nil {
		return link.Club(c.Slug)
	}
	return link.Root
}

type destination struct{ key, icon, href string }

// destinations are the places of the main navigation that the reader may go to.
func destinations(ctx context.Context) []destination {
	r := From(ctx)
	var places []destination
	if r.Club != nil {
		places = append(places,
			destination{"home", "home", link.Club(r.Club.Slug)},
			destination{"play", "cards", link.NewTable(r.Club.Slug)},
			destination{"matches", "history", link.Matches(r.Club.Slug)},
			destination{"club", "users", link.Standings(r.Club.Slug)})
	}
	if r.Club == nil && r.Player != nil {
		places = append(places, destination{"home", "home", link.Root})
	}
	if r.Player != nil {
		places = append(places, destination{"settings", "gear", link.Settings})
	}
	return places
}

// scripts are those the program holds, in the order in which they build on each
// other. Without the libraries every page works by plain links and forms.
func scripts() []string {
	var urls []string
	for _, name := range []string{"vendor/htmx.min.js", "vendor/idiomorph-ext.min.js", "carteado.js"} {
		if url := part.Asset(name); url != "" {
			urls = append(urls, url)
		}
	}
	return urls
}
