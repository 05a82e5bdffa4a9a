package web

import (
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

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
		{"Ana\nClara", "", ReasonSigns},
		{"Ana\x00", "", ReasonSigns},
		{"Ana\u200b", "", ReasonSigns},      // zero-width space
		{"Ana\u202eotneB", "", ReasonSigns}, // right-to-left override
		{"\u2066Ana\u2069", "", ReasonSigns},
		{"Ana\u200d", "", ReasonSigns},
		{"\ufeffAna", "", ReasonSigns},
		{"\u3164", "", ReasonSigns}, // Hangul filler
		{"\u2800", "", ReasonSigns}, // braille blank
		{"A\ufe0f", "", ReasonSigns},
		{"\ufe0f", "", ReasonSigns},
		{"Boa! \u2764\ufe0f", "Boa! \u2764", ""}, // as phones type a heart
		{"\U0001f468\u200d\u2764\ufe0f\u200d\U0001f468\ufe0f\ufe0f", "\U0001f468\u2764\U0001f468", ""},
		{"A\u0334\u0335\u0336\u0337na", "", ReasonSigns},
		{"An\xff", "", ReasonSigns},
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
		"ana@x.org@y.org": "email", "Ana <ana@exemplo.org>": "email", "ana@exemplo.org\nBcc: x": ReasonSigns,
	} {
		if _, reason := CleanEmail(in); reason != want {
			t.Errorf("cleanEmail(%q): %q, want %q", in, reason, want)
		}
	}
}

// FuzzCleanText: what is accepted is within its limit, shows something, and is left as it is when it is typed again.
func FuzzCleanText(f *testing.F) {
	for _, text := range []string{"Célia", "Ａｎａ  \u3000", "a@b.example", "A\u0334\u0335\u0336", "\u202e",
		"eins\r\n\n\nzwei"} {
		f.Add(text, 40)
	}
	clean := map[string]func(string, int) (string, string){
		"text": CleanText, "lines": CleanLines,
		"email": func(s string, _ int) (string, string) { return CleanEmail(s) },
	}
	f.Fuzz(func(t *testing.T, typed string, limit int) {
		for name, read := range clean {
			text, reason := read(typed, limit)
			if reason != "" || name == "email" && text == "" {
				continue
			}
			again, fault := read(text, limit)
			long := utf8.RuneCountInString(text)
			if again != text || fault != "" || name != "email" && (long > limit || long == 0) || !utf8.ValidString(text) {
				t.Errorf("%s %q: %q, then %q, %q", name, typed, text, again, fault)
			}
		}
	})
}
