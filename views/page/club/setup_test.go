package club

import (
	"strings"
	"testing"

	"carteado/views/i18n"
)

// A browser that names no language still gets one chosen: that of the page.
func TestSetupChoosesALanguage(t *testing.T) {
	for _, lang := range i18n.Languages() {
		var html strings.Builder
		if err := Setup(SetupProps{}).Render(i18n.With(t.Context(), lang), &html); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(html.String(), `name="lang" value="`+lang+`" checked`) {
			t.Errorf("%s is not chosen on its page", lang)
		}
	}
}
