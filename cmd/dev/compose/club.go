package compose

import (
	"context"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/net/html"

	"carteado/cmd/dev/markup"
	"carteado/views/link"
)

const password = "sete cavalos dormem cedo"

func (h *host) foundsClub(ctx context.Context) {
	h.ana, h.bento = h.visitor(), h.visitor()
	said := h.follows(ctx, "The first start", 1)
	_, code, found := strings.Cut(said, link.Setup+"?code=")
	if !found {
		wrong("the log says no code: %s", said)
	}
	setup := h.ana.opens(ctx, link.Setup+"?code="+strings.FieldsFunc(code, func(r rune) bool {
		return r == '"' || r == '\n'
	})[0])
	home := setup.mustForm(link.Setup).send(ctx, "club", h.called, "lang", "en", "zone", "America/Sao_Paulo",
		"name", "Ana", "password", password)
	home.ok()
	h.club = home.path
	slug := h.slug()
	if _, secure := h.ana.cookies["__Host-carteado"]; !secure {
		wrong("the cookie is not bound to https: %v", h.ana.cookies)
	}
	invitations := h.ana.opens(ctx, link.Invitations(slug)).mustForm(link.Invitations(slug)).send(ctx)
	invitations.ok()
	for _, n := range markup.Find(invitations.doc, "input", "readonly", "") {
		address := markup.Attr(n, "value")
		if path, ok := strings.CutPrefix(address, "https://"+domain); ok && strings.HasPrefix(path, "/invitations/") {
			h.bento.opens(ctx, path).mustForm(path).send(ctx, "name", "Bento", "password", password).ok()
			return
		}
	}
	wrong("no invitation leads to https://%s: %s", domain, invitations.text())
}

// slug is the club's part of its address.
func (h *host) slug() string { return strings.TrimPrefix(h.club, "/clubs/") }

func (h *host) playsMatch(ctx context.Context) {
	h.opensTable(ctx)
	const most = 4000 // presses
	presses := 0
	for ; h.ana.opens(ctx, h.table).form(h.table+"/offers/rematch") == nil; presses++ {
		if presses == most {
			wrong("a match does not end in %d presses", most)
		}
		if !h.moves(ctx, h.ana) && !h.moves(ctx, h.bento) {
			wrong("nobody is to move: %s", h.ana.opens(ctx, h.table).text())
		}
	}
	h.finds("%d moves", presses)
}

// opensTable opens a table of Knock at which Ana and Bento sit.
func (h *host) opensTable(ctx context.Context) {
	h.offersTable(ctx)
	h.fillsTable(ctx)
}

// offersTable opens a table with a free seat.
func (h *host) offersTable(ctx context.Context) {
	slug := h.slug()
	table := h.ana.opens(ctx, link.NewTableOf(slug, "knock")).mustForm(link.Tables(slug)).
		send(ctx, "seat1", "open", "option.target_score", "50")
	table.ok()
	h.table = table.path
}

// fillsTable has the free seat taken.
func (h *host) fillsTable(ctx context.Context) {
	h.bento.opens(ctx, h.table).mustForm(h.table + "/join").send(ctx).ok()
}

// moves makes the simplest move that the table's page offers; false where it
// offers none.
func (h *host) moves(ctx context.Context, v *visitor) bool {
	f := v.opens(ctx, h.table).form(h.table + "/moves")
	if f == nil {
		return false
	}
	return f.press(ctx)
}

// goesOn lets a player move, or opens another table where the match is over.
func (h *host) goesOn(ctx context.Context, v *visitor) {
	if !h.moves(ctx, v) && h.ana.opens(ctx, h.table).form(h.table+"/offers/rematch") != nil {
		h.opensTable(ctx)
	}
}

func (f *form) press(ctx context.Context) bool {
	var buttons []string
	for _, n := range markup.Find(f.node, "button", "name", "") {
		value := markup.Attr(n, "value")
		if !markup.Has(n, "disabled") {
			buttons = append(buttons, value)
		}
	}
	for _, try := range []struct{ move, class string }{
		{"next", ""}, {"draw @stock", ""}, {"knock *", "is-knock"}, {"discard *", "is-legal"},
	} {
		if !slices.Contains(buttons, try.move) {
			continue
		}
		fields := []string{"move", try.move}
		if try.class != "" {
			cards := f.cards(try.class)
			if len(cards) == 0 {
				continue
			}
			fields = append(fields, "card", cards[len(cards)-1])
		}
		f.send(ctx, fields...).ok()
		return true
	}
	return false
}

// cards are those of a hand that the page marks.
func (f *form) cards(class string) (values []string) {
	for _, label := range markup.Find(f.node, "label", "class", "") {
		classes := markup.Attr(label, "class")
		if !slices.Contains(strings.Fields(classes), class) {
			continue
		}
		for _, input := range markup.Find(label, "input", "value", "") {
			value := markup.Attr(input, "value")
			values = append(values, value)
		}
	}
	return values
}

// forgesAddresses guesses passwords, each time claiming to be somebody else. That
// holds up who really asks, and nobody else.
func (h *host) forgesAddresses(ctx context.Context) {
	const tries = 40 // an address has 30
	guesser := h.visitor()
	held := 0
	for i := range tries {
		guesser.forged = "198.51.100." + string(rune('0'+i%10))
		if h.signsIn(ctx, guesser, "Ana", "not her password").status == http.StatusTooManyRequests {
			held++
		}
	}
	if held == 0 {
		wrong("%d wrong passwords with forged addresses, and none was held up", tries)
	}
	// Somebody else: an address of ours on the club's network, beside the engine's.
	const other, network = "10.213.71.77", "10.213.71.2"
	bridge := "br-" + strings.TrimSpace(
		must(h.shell.run(ctx, "docker", "network", "inspect", "-f", "{{slice .Id 0 12}}", "carteado_edge")))
	must(h.shell.run(ctx, "ip", "address", "add", other+"/32", "dev", bridge))
	neighbour := h.visitor()
	neighbour.client = h.client(network, net.ParseIP(other))
	answer := h.signsIn(ctx, neighbour, "Bento", password)
	must(h.shell.run(ctx, "ip", "address", "delete", other+"/32", "dev", bridge))
	answer.ok()
	h.sql(ctx, "DELETE FROM throttle")
	h.finds("%d of %d held up", held, tries)
}

func (h *host) signsIn(ctx context.Context, v *visitor, name, word string) page {
	return v.opens(ctx, link.SignIn).mustForm(link.SignIn).send(ctx, "user", name, "password", word)
}

// scales puts up a second instance, and looks how fast a move at one reaches a
// page that the other holds.
func (h *host) scales(ctx context.Context) {
	h.follows(ctx, "Several instances behind one address", 0)
	h.opens(ctx)
	h.opensTable(ctx)
	ana, bento := h.ana.at("http://127.0.0.1:8080"), h.bento.at("http://127.0.0.1:8081")
	bento.awaits(ctx)
	const wanted = 15
	var latencies []time.Duration
	for range 10 * wanted {
		moving, waiting := ana, bento
		board := moving.opens(ctx, h.table)
		if f := board.form(h.table + "/moves"); f == nil || len(f.values["idem"]) == 0 {
			// Gone on to the next round already, for which the other is waited for.
			h.goesOn(ctx, waiting)
			continue
		}
		polled := pollOf(waiting.opens(ctx, h.table).doc)
		seen := make(chan time.Time, 1)
		go func() {
			p, err := waiting.get(ctx, polled)
			if err != nil || p.status != http.StatusOK || strings.TrimSpace(p.body) == "" {
				seen <- time.Time{}
				return
			}
			seen <- time.Now()
		}()
		const parked = 150 * time.Millisecond // the poll is held by then
		time.Sleep(parked)
		began := time.Now()
		if !board.form(h.table + "/moves").press(ctx) {
			// Not ours to move: the other plays, and their poll is answered at once.
			h.goesOn(ctx, waiting)
			<-seen
			continue
		}
		at := <-seen
		if at.IsZero() {
			wrong("the poll of the other instance saw no move")
		}
		if latencies = append(latencies, at.Sub(began)); len(latencies) == wanted {
			break
		}
	}
	if len(latencies) < wanted {
		wrong("only %d moves", len(latencies))
	}
	slices.Sort(latencies)
	const limit = time.Second // a poll that is woken by nobody ends after 20
	if median := latencies[wanted/2]; median > limit {
		wrong("a move at one instance is seen at the other after %s", median)
	}
	h.finds("a move is in the other's page %s after it was sent, in the median",
		latencies[wanted/2].Round(time.Millisecond))
	h.docker(ctx, "up", "-d", "--scale", "app=1")
	h.opens(ctx)
}

// pollOf is the address that a page asks for changes.
func pollOf(doc *html.Node) string {
	for _, n := range markup.Find(doc, "div", "id", "poll") {
		return markup.Attr(n, "data-hx-get")
	}
	wrong("the page does not poll")
	return ""
}
