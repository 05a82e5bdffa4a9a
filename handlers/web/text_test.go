package web

import (
	"strconv"
	"strings"
	"testing"

	"carteado/db/base"
	"carteado/views/i18n"
)

// The words for a quota name the number that holds.
func TestQuotasAreToldAsTheyAre(t *testing.T) {
	t.Parallel()
	for what, most := range base.Quotas {
		for _, lang := range i18n.Languages() {
			words := i18n.T(i18n.With(t.Context(), lang), "error."+QuotaKey(&base.ErrQuota{What: what}))
			// whose words tell when to go on
			if what != "phrases" && !strings.Contains(words, " "+strconv.Itoa(most)+" ") {
				t.Errorf("%s, %d %s: %s", lang, most, what, words)
			}
		}
	}
}

func TestCleanText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want, reason string }{
		{"Célia", "Célia", ""},
		{"Ce\u0301lia", "Célia", ""},             // combining accent
		{"  Ana \u00a0 Clara ", "Ana Clara", ""}, // no-break space
		{"Ａｎａ", "Ana", ""},                       // full width
		{"李明", "李明", ""},
		{"O’Neill-São", "O’Neill-São", ""},
		{"", "", ReasonEmpty},
		{" \u3000 ", "", ReasonEmpty},
		{strings.Repeat("é", 41), strings.Repeat("é", 41), reasonLong},
		{"Ana\nClara", "", reasonSigns},
		{"Ana\x00", "", reasonSigns},
		{"Ana\u200b", "", reasonSigns},      // zero-width space
		{"Ana\u202eotneB", "", reasonSigns}, // right-to-left override
		{"\u2066Ana\u2069", "", reasonSigns},
		{"Ana\u200d", "", reasonSigns},
		{"\ufeffAna", "", reasonSigns},
		{"\u3164", "", reasonSigns}, // Hangul filler
		{"\u2800", "", reasonSigns}, // braille blank
		{"A\ufe0f", "", reasonSigns},
		{"A\u0334\u0335\u0336\u0337na", "", reasonSigns},
		{"An\xff", "", reasonSigns},
	} {
		if got, reason := CleanText(c.in, maxName); got != c.want || reason != c.reason {
			t.Errorf("cleanText(%q) = %q, %q, want %q, %q", c.in, got, reason, c.want, c.reason)
		}
	}
}

func TestCleanEmail(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"": "", " ": "", "ana@exemplo.org": "", "ana+jogo@sub.exemplo.org": "",
		"ana": "email", "@exemplo.org": "email", "ana@exemplo": "email", "a b@exemplo.org": "email",
		"ana@x.org@y.org": "email", "Ana <ana@exemplo.org>": "email", "ana@exemplo.org\nBcc: x": reasonSigns,
	} {
		if _, reason := CleanEmail(in); reason != want {
			t.Errorf("cleanEmail(%q): %q, want %q", in, reason, want)
		}
	}
}
