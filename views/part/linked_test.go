package part_test

import (
	"strings"
	"testing"

	"carteado/views/part"
)

func TestLinked(t *testing.T) {
	ctx := english(t)
	for text, want := range map[string]string{
		"See https://cards.example/a?b=1&c=2.":     `See <a href="https://cards.example/a?b=1&amp;c=2" rel="nofollow noopener noreferrer">https://cards.example/a?b=1&amp;c=2</a>.`,
		"(http://cards.example/)":                  `(<a href="http://cards.example/" rel="nofollow noopener noreferrer">http://cards.example/</a>)`,
		"<b>javascript:alert(1)</b>":               `&lt;b&gt;javascript:alert(1)&lt;/b&gt;`,
		"ftp://cards.example and https:// and x":   `ftp://cards.example and https:// and x`,
		"https://bank.example@evil.example/":       `https://bank.example@evil.example/`,
		`https://x.example/"onmouseover="alert(1)`: `<a href="https://x.example/" rel="nofollow noopener noreferrer">https://x.example/</a>&#34;onmouseover=&#34;alert(1)`,
	} {
		got := strings.TrimSuffix(strings.TrimPrefix(shown(t, ctx, part.Linked(text)), `<p class="written">`), "</p>")
		if squeezed(got) != squeezed(want) {
			t.Errorf("%s:\n%s, want\n%s", text, got, want)
		}
	}
	if got := shown(t, ctx, part.Linked("one\ntwo\n\nthree")); strings.Count(got, "<p") != 2 ||
		strings.Count(got, "<br") != 1 {
		t.Errorf("lines: %s", got)
	}
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }
