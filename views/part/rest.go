package part

import (
	"context"
	"strings"
	"time"

	"carteado/views/i18n"
)

// AtRest says which of the people have a holiday or quiet hours at a moment, and until when; "" where nobody has.
func AtRest(ctx context.Context, people []Person, now time.Time) string {
	var told []string
	for _, p := range people {
		if p.Rest == nil {
			continue
		}
		if till := p.Rest.HolidayTill(now); !till.IsZero() {
			told = append(told, i18n.T(ctx, "rest.holiday", "who", Called(ctx, p), "till",
				i18n.Date(ctx, till.Add(-time.Minute))))
		} else if till := p.Rest.QuietTill(now); !till.IsZero() {
			told = append(told, i18n.T(ctx, "rest.quiet", "who", Called(ctx, p), "till", i18n.Clock(ctx, till)))
		}
	}
	return strings.Join(told, " · ")
}
