package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/db/base"
	"carteado/engine/bot"
	"carteado/views/link"
)

// press sends the form by a button that asks for the form anew.
func (f *form) press(name, value string) *form {
	f.reply.browser.t.Helper()
	for _, b := range all(f.node, "button", "name", name) {
		action, _ := attr(b, "formaction")
		method, _ := attr(b, "formmethod")
		if got, _ := attr(b, "value"); got == value && method == "get" {
			query := url.Values{name: {value}}
			for key, values := range f.values {
				query[key] = values
			}
			return f.reply.browser.get(action + "?" + query.Encode()).want(http.StatusOK).mustForm(f.action)
		}
	}
	f.reply.browser.t.Fatalf("no button %s=%s", name, value)
	return nil
}

// The form works by plain HTTP: what is filled in stays when another game or a
// bundle of house rules is chosen, as far as it still means something.
func TestNewTableIsFilledInStep(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := "member:" + strconv.FormatInt(e.players["Bento"], 10)
	f := e.as("Ana").get(link.NewTable(e.club)).want(http.StatusOK).mustForm(link.Tables(e.club))
	if f.values.Get("game") != "knock" || f.values.Has("seat2") {
		t.Fatalf("the form begins as %v", f.values)
	}
	f = f.with("seat1", bento).press("choose", "palace")
	if f.values.Get("game") != "palace" || f.values.Get("seat1") != bento || f.values.Get("seat2") != "none" ||
		f.values.Get("seat4") != "none" || f.values.Has("seat5") {
		t.Fatalf("another game is filled in as %v", f.values)
	}
	f = f.with("seat4", "bot:club", "option.seven_low", "on").press("preset", "quick")
	if f.values.Get("option.target_wins") != "1" || f.values.Get("option.seven_low") != "off" {
		t.Errorf("the bundle is filled in as %v", f.values)
	}
	if f.values.Get("seat1") != bento || f.values.Get("seat2") != "bot:club" || f.values.Get("seat3") != "none" {
		t.Errorf("the seats are %v", f.values)
	}
	if f = f.press("preset", "as_written"); f.values.Get("option.target_wins") != "2" {
		t.Errorf("as written is filled in as %v", f.values)
	}
	f.with("option.target_wins", "3").send().want(http.StatusSeeOther)
	opened := e.board(5, "Ana").Table
	taken := slices.IndexFunc(opened.Seats, func(s base.Seat) bool { return s.Bot != "" })
	if opened.Game != "palace" || len(opened.Seats) != 3 || taken != 2 ||
		opened.Seats[1].Invited != e.players["Bento"] || opened.Options["target_wins"] != "3" {
		t.Errorf("opened %+v", opened)
	}
}

func TestNewTableSaysWhatIsWrong(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	before := e.digest()
	bento := "member:" + strconv.FormatInt(e.players["Bento"], 10)
	fresh := func() *form { return ana.get(link.NewTableOf(e.club, "huangdi")).mustForm(link.Tables(e.club)) }
	for name, c := range map[string]struct {
		pairs []string
		says  string
	}{
		"a rule that does not go with the seats": {[]string{"seat1", "open", "seat2", "open", "seat3", "open",
			"option.stock_size", "20"}, "number of seats"},
		"one member twice":            {[]string{"seat1", bento, "seat3", bento}, "already has a seat"},
		"nobody":                      {[]string{"seat1", "none"}, "Choose one"},
		"a bot that is none":          {[]string{"seat1", "bot:genius"}, "Choose one"},
		"a value that is not offered": {[]string{"option.stock_size", "9"}, "Choose one"},
		"somebody of no club": {
			[]string{"seat1", "member:" + strconv.FormatInt(e.players["Eva"], 10)}, "Choose one"},
	} {
		got := fresh().with(c.pairs...).send().want(http.StatusUnprocessableEntity)
		if !strings.Contains(got.text(), c.says) {
			t.Errorf("%s: does not say %q", name, c.says)
		}
		if f := got.mustForm(link.Tables(e.club)); f.values.Get("game") != "huangdi" {
			t.Errorf("%s: the form comes back as %v", name, f.values)
		}
	}
	if e.digest() != before {
		t.Error("a refused form changed something")
	}
	refused := fresh().with("seat1", "open", "seat2", "bot:club", "seat3", "open", "option.stock_size", "20").send().
		mustForm(link.Tables(e.club))
	if refused.values.Get("seat2") != "bot:club" || refused.values.Get("option.stock_size") != "20" {
		t.Errorf("the form comes back as %v", refused.values)
	}
}

// A waiting room of several seats: a bot for a seat of the host's choice, and a
// start with fewer.
func TestStartWithFewer(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	ana := e.as("Ana")
	ana.get(link.NewTableOf(e.club, "palace")).mustForm(link.Tables(e.club)).with("seat1", "open", "seat2", "open",
		"seat3", "open").send().want(http.StatusSeeOther)
	room := func() *reply { return ana.get(link.Table(e.club, 5)).want(http.StatusOK) }
	if room().form(link.Start(e.club, 5)) != nil {
		t.Error("one alone can start")
	}
	ana.post(link.Start(e.club, 5), nil).want(http.StatusUnprocessableEntity).says("number of players")
	ana.post(link.AddBot(e.club, 5), url.Values{"seat": {"9"}}).want(http.StatusBadRequest)
	ana.post(link.AddBot(e.club, 5), url.Values{"seat": {"3"}, "level": {"grandmaster"}}).want(http.StatusBadRequest)
	room().mustForm(link.AddBot(e.club, 5)).with("seat", "3", "level", "strong").send().want(http.StatusSeeOther)
	if seats := e.board(5, "Ana").Table.Seats; seats[3].Bot == "" || seats[1].Bot != "" {
		t.Errorf("the bot sits at %+v", seats)
	}
	room().mustForm(link.AddBot(e.club, 5)).with("seat", "3", "level", "master").send().want(http.StatusSeeOther)
	if seats := e.board(5, "Ana").Table.Seats; seats[3].Bot != "master" {
		t.Errorf("the bot at seat 3 was changed to %q", seats[3].Bot)
	}
	room().says("You can start with 2").mustForm(link.Start(e.club, 5)).send().want(http.StatusSeeOther)
	if board := e.board(5, "Ana"); !board.Dealt || board.View.Seats != 2 {
		t.Errorf("not dealt to two: %+v", board.Table)
	}
}

// The form begins with what was chosen last for the game. A bot of the reader's level is no choice.
func TestNewTableBeginsWithTheLastChoice(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	bento := "member:" + strconv.FormatInt(e.players["Bento"], 10)
	fresh := func(game string) *form {
		return e.as("Ana").get(link.NewTableOf(e.club, game)).want(http.StatusOK).mustForm(link.Tables(e.club))
	}
	fresh("palace").with("seat1", bento, "seat2", "bot:strong", "option.target_wins", "3", "watching", "no",
		"pace", "slow 86400").send().want(http.StatusSeeOther)
	f := fresh("palace")
	if f.values.Get("seat1") != bento || f.values.Get("seat2") != "bot:strong" || f.values.Get("seat3") != "none" ||
		f.values.Get("option.target_wins") != "3" || f.values.Get("watching") != "no" ||
		f.values.Get("pace") != "slow 86400" {
		t.Errorf("the form begins as %v", f.values)
	}
	if f = fresh("knock"); f.values.Get("watching") != "yes" || f.values.Get("seat1") != "open" {
		t.Errorf("another game begins as %v", f.values)
	}
	if f = f.press("choose", "palace"); f.values.Get("seat2") != "bot:strong" {
		t.Errorf("chosen in the form it begins as %v", f.values)
	}
	home := e.as("Ana").get(link.Club(e.club)).mustForm(link.Tables(e.club))
	home.with("game", "palace").send().want(http.StatusSeeOther)
	if now := e.board(6, "Ana").Table; now.Seats[1].Bot != bot.Novice || len(now.Seats) != 2 {
		t.Errorf("played now with %+v", now.Seats)
	}
	if f = fresh("palace"); f.values.Get("seat2") != "bot:strong" {
		t.Errorf("after playing now the form begins as %v", f.values)
	}
	e.sql(`UPDATE choices SET form = 'pace=never&seat1=member%3A999&seat2=bot%3Aemperor&option.target_wins=900'`)
	if f = fresh("palace"); f.values.Get("option.target_wins") != "2" || f.values.Get("seat2") == "bot:emperor" {
		t.Errorf("what is offered no more begins as %v", f.values)
	}
}
