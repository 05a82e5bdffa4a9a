package main

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openRummy opens a table with this many bots.
func (p *person) openRummy(bots int, options ...string) {
	p.t.Helper()
	p.visit(p.clubPath("/tables/new?game=rummy"))
	p.has(`select[name=seat1]`)
	for _, o := range options {
		key, value, _ := strings.Cut(o, "=")
		eval[bool](p, `(document.querySelector('[name="option.`+key+`"][value="`+value+`"]').click(), true)`)
	}
	eval[bool](p, `([...document.querySelectorAll('select[name^=seat]')].forEach((s, i) => {
		const choice = [...s.options].find(o => o.value === (i < `+strconv.Itoa(bots)+` ? 'bot:club' : 'none'));
		if (choice) s.value = choice.value;
	}), true)`)
	p.click(`form .cols__side .btn--primary`)
	p.until(`/\/tables\/\d+$/.test(location.pathname)`)
}

// A rummyChoice is a move: the ids of the cards to choose, and of the button to
// press then.
type rummyChoice struct {
	Cards []string `json:"cards"`
	Then  string   `json:"then"`
}

// chooseRummy finds a rummyChoice by the marks of the board alone: it melds a
// marked group, else lays off on an open group, else discards.
const chooseRummy = `(() => {
	const table = document.querySelector('#table');
	const note = (input, word) => input.getAttribute('aria-label').includes(word);
	const hand = [...table.querySelectorAll('.fan input')];
	const choice = (cards, then) => JSON.stringify({cards: cards.map(c => c.id), then: then.id});
	const rank = c => 'A23456789TJQK'.indexOf(c.value[0]), suit = c => c.value[1];
	const whole = table.querySelector('#do-draw, #do-rummy');
	if (whole) return choice([], whole);
	const makes = hand.filter(i => note(i, 'makes a meld'));
	for (const a of makes) {
		const set = makes.filter(b => rank(b) === rank(a));
		const run = [a];
		for (let next; (next = makes.find(b => suit(b) === suit(a) && rank(b) === rank(run.at(-1)) + 1)); ) run.push(next);
		const group = set.length > 2 ? set : run.length > 2 ? run : null;
		if (group) return choice(group.reverse(), table.querySelector('#do-meld'));
	}
	for (const target of table.querySelectorAll('button.meld.is-open')) {
		const cards = [...target.querySelectorAll('.card')].map(c => ({value: c.id.slice(2)}));
		const here = hand.find(i => note(i, 'can be laid off') && (
			cards.every(c => rank(c) === rank(cards[0])) ? rank(i) === rank(cards[0])
			: suit(i) === suit(cards[0]) && (rank(i) === rank(cards[0]) - 1 || rank(i) === rank(cards.at(-1)) + 1)));
		if (here) return choice([here], target);
	}
	return choice([hand.filter(i => i.closest('.is-legal')).at(-1)], table.querySelector('#do-discard'));
})()`

// rummyTurn waits for the person's turn, and returns false if the match is over.
func (p *person) rummyTurn() bool {
	p.t.Helper()
	if p.await(matchOver+` ? "over" : document.querySelector('#do-draw, #do-discard') ? "move" : ""`) == "over" {
		return false
	}
	p.settle()
	return true
}

// rummyMove makes one move, pressing each card and button by the given function,
// and returns the button's name. The board may not refuse what it marks.
func (p *person) rummyMove(press func(selector string, card bool)) string {
	p.t.Helper()
	var choice rummyChoice
	if err := json.Unmarshal([]byte(eval[string](p, chooseRummy)), &choice); err != nil {
		p.t.Fatal(err)
	}
	for _, id := range eval[[]string](p, `[...document.querySelectorAll('.fan :checked')].map(i => i.id)`) {
		press("#"+id, true)
	}
	version := p.version()
	for _, id := range choice.Cards {
		press("#"+id, true)
	}
	press("#"+choice.Then, false)
	if p.await(`document.querySelector('#toast') ? "refused" : `+matchOver+` || `+p.since(version)+
		` ? "done" : ""`) == "refused" {
		p.t.Fatalf("what the board marks is refused: %s", p.text("#toast"))
	}
	return strings.TrimRight(choice.Then, "-0123456789")
}

// fits reports what does not fit the window: the page, the hand, its actions.
const fits = `(() => {
	const wrong = [], box = s => document.querySelector(s)?.getBoundingClientRect();
	if (document.documentElement.scrollHeight > innerHeight) wrong.push('page ' + document.documentElement.scrollHeight);
	if (document.documentElement.scrollWidth > innerWidth) wrong.push('wide ' + document.documentElement.scrollWidth);
	for (const s of ['.mine', '.acts', '.prompt', '.lastmove', '.piles']) {
		const b = box(s);
		if (!b || b.bottom > innerHeight + 1 || b.top < 0) wrong.push(s + ' ' + JSON.stringify(b));
	}
	const last = box('.lastmove'), mine = box('.mine');
	if (last.bottom > mine.top + 1) wrong.push('last move below the hand');
	const melds = document.querySelector('.melds');
	if (melds.scrollHeight > melds.clientHeight + 1) wrong.push('groups scroll: ' + melds.children.length);
	return wrong.join('; ');
})()`

// TestRummyRound plays rounds on a small phone, against one bot and against five,
// and measures before each move that everything is inside the window.
func TestRummyRound(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	for _, bots := range []int{1, 5} {
		played := map[string]int{}
		for rounds := 0; rounds < 3 && played["do-discard"] == 0; rounds++ { // a bot may be out before her turn is over
			ana.openRummy(bots, "match_mode=deals", "deals=1")
			const enough = 400 // moves
			for range enough {
				if !ana.rummyTurn() {
					break
				}
				if wrong := eval[string](ana, fits); wrong != "" {
					t.Errorf("%d bots: %s", bots, wrong)
				}
				played[ana.rummyMove(func(selector string, _ bool) {
					eval[bool](ana, `(document.querySelector(`+quote(selector)+`).click(), true)`)
				})]++
			}
			ana.has(`table.data .left, table.data .muted`)
		}
		if played["do-draw"] == 0 || played["do-discard"] == 0 {
			t.Errorf("%d bots: no round was played: %v", bots, played)
		}
		ana.visit(ana.clubPath(""))
	}
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}

// TestRummyByKeyboard plays until a group was laid and a card laid off, by Tab,
// space and Enter alone. The focus never leaves the table meanwhile.
func TestRummyByKeyboard(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 360, 740, "en")
	ana.foundClub(c, "Ana")
	played := map[string]int{}
	done := func() bool { return played["do-discard"] > 0 && played["meld"] > 0 && played["do-meld"] > 0 }
	const matches = 12 // of one round: in some the bot is out before there is a group
	for range matches {
		if done() {
			break
		}
		ana.openRummy(1, "match_mode=deals", "deals=1")
		for !done() && ana.rummyTurn() {
			played[ana.rummyMove(func(selector string, card bool) {
				if card {
					ana.press(selector, " ")
				} else {
					ana.press(selector, kb.Enter)
				}
			})]++
			if !ana.rummyTurn() {
				break
			}
			ana.until(`document.activeElement.closest('#table')`) // a swap gives it back when it has settled
		}
	}
	if !done() {
		t.Errorf("no group was laid, or no card laid off: %v", played)
	}
}

// TestRummyCardThrownBack takes the discard and tries to throw it away again: the
// table says why not, keeps the choice, and goes on with another card. The hand
// is sorted meanwhile, and the last step is done by keyboard.
func TestRummyCardThrownBack(t *testing.T) {
	t.Parallel()
	c, b := openClub(t), newBrowser(t)
	ana := b.person(c.url, 1366, 768, "en")
	ana.moves(true)
	ana.foundClub(c, "Ana")
	ana.openRummy(1)
	ana.click(`#do-take`)
	ana.until(decide)
	ana.settle()
	const taken = `input[aria-label*="may not go back"]`
	press := func(selector string) { // cards lie on one another: the middle of one is another's edge
		eval[bool](ana, `(document.querySelector(`+quote(selector)+`).click(), true)`)
	}
	press(taken)
	ana.click(`#do-discard`)
	ana.says("#toast", "may not go back in the same turn")
	ana.has(taken + `:checked`)
	ana.click(`#sort`)
	ana.until(`(() => { const suits = [...document.querySelectorAll('.fan input')].map(i => 'CDHS'.indexOf(i.value[1]));
		return suits.every((s, i) => !i || suits[i - 1] <= s) })()`)
	ana.settle()
	press(taken)
	ana.until(`!document.querySelector('.fan :checked')`)
	eval[bool](ana, `(document.querySelector('.card.is-legal > input:not(:checked)').focus(), true)`)
	ana.do(chromedp.KeyEvent(" "))
	ana.until(`document.querySelector('.card.is-legal > input:checked')`)
	eval[bool](ana, `(document.querySelector('#do-discard').focus(), true)`)
	ana.do(chromedp.KeyEvent(kb.Enter))
	ana.until(`[...document.querySelectorAll('.log li')].some(li => li.textContent.includes('You discarded'))`)
	if noted := ana.complaints(); len(noted) > 0 {
		t.Errorf("the console complains: %q", noted)
	}
}
