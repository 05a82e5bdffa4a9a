package main

import "testing"

// exchanged is what a browser that has drawn a number finds where another seal took the place of the one it saw.
const exchanged = `d.hows[d.mine] = "browser"; d.commitment = "0".repeat(64)`

// checked checks a match in a person's browser, which remembers what it has added; and each change of what the page
// says is found there.
func checked(t *testing.T, p *person, sheet string) {
	t.Helper()
	const bad = `document.querySelector("#check").dataset.checked === "bad"`
	p.visit(sheet)
	p.click(`main a[href$="/check"]`)
	p.until(`document.querySelector("#check")?.dataset.checked === "good"`)
	for _, step := range []string{"seal", "own", "cards"} {
		if !eval[bool](p, `!document.querySelector("[data-fit=`+step+
			`]").hidden && !document.querySelector("[data-fit=`+step+`] .is-good").hidden`) {
			t.Errorf("the browser does not say that the step %s fits", step)
		}
	}
	if !eval[bool](p, `document.querySelector("#unremembered").hidden`) {
		t.Error("the browser does not remember the seal")
	}
	if !eval[bool](p, `document.querySelector(".verdict--bad").hidden && !document.querySelector(".verdict--good").hidden`) {
		t.Error("the browser does not say that all fits")
	}
	for cheat, change := range map[string]struct{ step, script string }{
		"another secret":         {"seal", `d.secret = d.secret.replace(/.$/, (c) => c === "0" ? "1" : "0")`},
		"another number":         {"seal", `d.number += "1"`},
		"another seal":           {"seal", `d.commitment = d.commitment.replace(/^./, (c) => c === "0" ? "1" : "0")`},
		"a contribution ignored": {"own", `d.contributions = d.contributions.map(() => "")`},
		"contributions changed":  {"own", `d.contributions.reverse()`},
		"a word for another":     {"cards", `d.contributions = d.contributions.map((c, i) => i === d.mine ? c : c + "x")`},
		"a seal exchanged":       {"own", exchanged},
		"another card":           {"cards", `d.rounds.at(-1).piles.find((p) => p.cards.length > 1).cards.reverse()`},
	} {
		p.visit(sheet + "/check")
		p.until(`document.querySelector("#check")?.dataset.checked === "good"`)
		eval[bool](p, `(() => { const page = document.querySelector("#check"); const d = JSON.parse(page.dataset.check); `+change.script+
			`; page.dataset.check = JSON.stringify(d); delete page.dataset.checked;
			const again = document.createElement("script");
			again.type = "module"; again.src = document.querySelector('script[src*="/checks."]').src + "?again";
			document.head.append(again); return true; })()`)
		p.until(bad)
		if !eval[bool](p, `!document.querySelector("[data-fit=`+change.step+
			`] .is-bad").hidden && document.querySelector(".verdict--good").hidden`) {
			t.Errorf("%s: the step %s is not marked", cheat, change.step)
		}
	}
	for _, junk := range []string{"{", "null", "{}", "[1]", "[]"} {
		p.visit(sheet + "/check")
		p.until(`document.querySelector("#check")?.dataset.checked === "good"`)
		eval[bool](p, `(localStorage.setItem("seals", `+quote(junk)+`), true)`)
		p.visit(sheet + "/check")
		p.until(`document.querySelector("#check")?.dataset.checked === "good"`)
		if eval[bool](p, `document.querySelector("#unremembered").hidden`) {
			t.Errorf("a browser that remembers %s does not say so", junk)
		}
	}
}
