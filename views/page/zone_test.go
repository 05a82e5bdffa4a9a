package page

import (
	"strings"
	"testing"
	"time"

	"carteado/views/i18n"
)

func TestZones(t *testing.T) {
	t.Parallel()
	for _, lang := range i18n.Languages() {
		ctx := i18n.WithTime(i18n.With(t.Context(), lang), time.Now(), nil)
		for _, current := range []string{DefaultZone, "America/St_Johns"} {
			groups, seen := Zones(ctx, current), map[string]bool{}
			if first := groups[0]; first.Heading != "" || len(first.Choices) != 1 || first.Choices[0].Value != current {
				t.Errorf("%s: %s does not come first: %+v", lang, current, first)
			}
			for _, g := range groups {
				for _, c := range g.Choices {
					if seen[c.Value] {
						t.Errorf("%s: %s is offered twice", lang, c.Value)
					}
					seen[c.Value] = true
					if strings.Contains(c.Label, "[") || strings.Contains(c.Label, "/") != (c.Value == "America/St_Johns") {
						t.Errorf("%s: %s is called %q", lang, c.Value, c.Label)
					}
				}
			}
			for _, g := range zoneGroups {
				for _, zone := range g.zones {
					if !seen[zone] {
						t.Errorf("%s: nobody knows %s", lang, zone)
					}
				}
			}
		}
	}
}
