package main

import (
	"bytes"
	"context"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"carteado/cmd/carteado/games"
	"carteado/views/table"
)

// calls are the numbers on the drawn table, in their order, and what is wrong with their places.
const calls = `(() => {
	const frame = document.querySelector(".drawn").getBoundingClientRect(), numbers = [], wrong = [];
	for (const e of document.querySelectorAll(".drawn *")) {
		const mark = getComputedStyle(e, "::after");
		if (mark.borderRadius !== "50%" || !/^"\d"$/.test(mark.content)) continue;
		const b = e.getBoundingClientRect(), n = +JSON.parse(mark.content);
		numbers.push(n);
		if (b.width < 1 || b.left < frame.left - 1 || b.right > frame.right + 1 || b.top < frame.top - 1 || b.bottom > frame.bottom + 1)
			wrong.push(n + " is on something out of sight");
	}
	const said = document.querySelectorAll(".numbered--calls li").length;
	const all = [...new Set(numbers)].sort((a, b) => a - b);
	if (all.join() !== Array.from({length: said}, (_, i) => i + 1).join()) wrong.push("the numbers are " + all + ", the texts " + said);
	for (const e of document.querySelectorAll(".drawn .mid, .drawn .hand"))
		if (e.scrollHeight > e.clientHeight + 8) wrong.push(e.className + " is too small");
	return wrong.join("; ");
})()`

// TestRulesAreDrawn looks at the page of each game's rules: every number on the drawn table has its text and every text
// its number, and the page is no wider than the narrowest phone. The minute and the drawing are one sheet of paper.
func TestRulesAreDrawn(t *testing.T) {
	t.Parallel()
	p := newGallery(t, newBrowser(t), look{"pt-BR", "light", 320, 640})
	for i, game := range games.All() {
		info := game.Rules.Info()
		if _, drawn := game.Face.(table.Drawn); !drawn {
			t.Errorf("%s has no drawing", info.Key)
		}
		path := "/rules"
		if i > 0 {
			path += "-" + info.Key
		}
		for _, width := range []int64{320, 1366} {
			p.show(look{"pt-BR", "light", width, 768})
			p.visit(path + "?lang=pt-BR")
			if wrong := eval[string](p, calls); wrong != "" {
				t.Errorf("%s at %d px: %s", info.Key, width, wrong)
			}
			if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
				t.Errorf("%s at %d px is too wide", info.Key, width)
			}
		}
	}
	if n := p.sheets(); n != 1 {
		t.Errorf("the last of them takes %d sheets of paper", n)
	}
}

// sheets is how many sheets of A4 the page takes when it is printed.
func (p *person) sheets() (n int) {
	p.t.Helper()
	p.call("print", func(ctx context.Context) error {
		printed, err := chromedp.Call(ctx, page.PrintToPDF, page.PrintToPDFParams{PaperWidth: 8.27, PaperHeight: 11.69,
			PreferCSSPageSize: new(true), PrintBackground: new(true)})
		if err != nil {
			return err
		}
		n = bytes.Count(printed.Data, []byte("/Type /Page\n"))
		return nil
	})
	return n
}
