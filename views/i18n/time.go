package i18n

import (
	"context"
	"fmt"
	"strconv"
	"time"
)

// Date writes a day, as "20 de novembro de 2026" or "20 November 2026".
func Date(ctx context.Context, t time.Time) string { return DateOnly(ctx, t.In(from(ctx).zone)) }

// DateOnly writes a day that is the same everywhere: a date alone, of no time zone.
func DateOnly(ctx context.Context, t time.Time) string {
	return T(ctx, "time.date", "day", t.Day(), "month", T(ctx, "time.month."+strconv.Itoa(int(t.Month()))), "year",
		t.Year())
}

// Clock writes a time of day, as "20:31".
func Clock(ctx context.Context, t time.Time) string {
	return t.In(from(ctx).zone).Format("15:04")
}

// Moment writes a day and a time of day.
func Moment(ctx context.Context, t time.Time) string {
	return T(ctx, "time.moment", "date", Date(ctx, t), "clock", Clock(ctx, t))
}

// Deadline writes when a time ends, with the day of the week, as "Wed 25 November, 18:00".
func Deadline(ctx context.Context, t time.Time) string {
	t = t.In(from(ctx).zone)
	return T(ctx, "time.deadline", "weekday", T(ctx, "time.weekday."+strconv.Itoa(int(t.Weekday()))), "day", t.Day(),
		"month", T(ctx, "time.month."+strconv.Itoa(int(t.Month()))), "clock", Clock(ctx, t))
}

// ShortDeadline writes a time of the next days, as "Wed 18:00", and a later one as Deadline does.
func ShortDeadline(ctx context.Context, t time.Time) string {
	s := from(ctx)
	t = t.In(s.zone)
	if daysBetween(s.now.In(s.zone), t) > 6 {
		return Deadline(ctx, t)
	}
	return T(ctx, "time.deadline.short", "weekday", T(ctx, "time.weekday."+strconv.Itoa(int(t.Weekday()))), "clock",
		Clock(ctx, t))
}

// Ago says how long ago t was: in minutes or hours on the same day, as yesterday
// or a number of days within a week, otherwise as a date.
func Ago(ctx context.Context, t time.Time) string {
	s := from(ctx)
	passed := s.now.Sub(t)
	switch days := daysBetween(t.In(s.zone), s.now.In(s.zone)); {
	case passed < time.Minute:
		return T(ctx, "time.now")
	case passed < time.Hour:
		return T(ctx, "time.minutes_ago", "n", int(passed.Minutes()))
	case days == 0:
		return T(ctx, "time.hours_ago", "n", int(passed.Hours()))
	case days == 1:
		return T(ctx, "time.yesterday")
	case days < 7:
		return T(ctx, "time.days_ago", "n", days)
	}
	return Date(ctx, t)
}

// Day names the day of t for a heading: Today, Yesterday, or its date.
func Day(ctx context.Context, t time.Time) string {
	s := from(ctx)
	switch daysBetween(t.In(s.zone), s.now.In(s.zone)) {
	case 0:
		return T(ctx, "time.day.today")
	case 1:
		return T(ctx, "time.day.yesterday")
	}
	return Date(ctx, t)
}

// Length writes a duration in its largest unit, rounded up.
func Length(ctx context.Context, d time.Duration) string {
	switch {
	case d <= time.Minute:
		return T(ctx, "time.minutes", "n", 1)
	case d <= 90*time.Minute:
		return T(ctx, "time.minutes", "n", int((d+time.Minute-1)/time.Minute))
	case d <= 36*time.Hour:
		return T(ctx, "time.hours", "n", int((d+time.Hour-1)/time.Hour))
	}
	return T(ctx, "time.days", "n", int((d+24*time.Hour-1)/(24*time.Hour)))
}

// Since is how long ago t was.
func Since(ctx context.Context, t time.Time) time.Duration { return from(ctx).now.Sub(t) }

// Until says how much time is left before t.
func Until(ctx context.Context, t time.Time) string { return Length(ctx, t.Sub(from(ctx).now)) }

// Offset says how far a time zone is from UTC now: UTC−3, UTC+5:30.
func Offset(ctx context.Context, zone *time.Location) string {
	_, seconds := from(ctx).now.In(zone).Zone()
	sign := "+"
	if seconds < 0 {
		sign, seconds = "−", -seconds
	}
	text := "UTC"
	if hours := seconds / 3600; seconds != 0 {
		text += sign + strconv.Itoa(hours)
	}
	if minutes := seconds / 60 % 60; minutes != 0 {
		text += fmt.Sprintf(":%02d", minutes)
	}
	return text
}

// PartOfDay is morning, afternoon or evening, for a greeting.
func PartOfDay(ctx context.Context) string {
	s := from(ctx)
	switch hour := s.now.In(s.zone).Hour(); {
	case hour >= 5 && hour < 12:
		return "morning"
	case hour >= 12 && hour < 18:
		return "afternoon"
	}
	return "evening"
}

func daysBetween(a, b time.Time) int {
	return int(midnight(b).Sub(midnight(a)).Hours() / 24)
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, time.UTC)
}
