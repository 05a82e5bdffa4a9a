package clock_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"carteado/engine/clock"
)

// zones change their clocks in spring and autumn, by half an hour, at midnight, or
// not at all; one was renamed, and one there never was.
var zones = []string{"UTC", "America/Sao_Paulo", "Europe/Lisbon", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Beirut",
	"Asia/Calcutta", "America/Santiago", "Nowhere/Land", "", "Local"}

func moment(t *rapid.T, name string) time.Time {
	// From 2015, so that Brazil changes its clocks, some years on.
	return time.Unix(rapid.Int64Range(1_420_070_400, 1_800_000_000).Draw(t, name), 0).UTC()
}

func calendar(t *rapid.T, around time.Time) clock.Calendar {
	c := clock.Calendar{
		Zone: rapid.SampledFrom(zones).Draw(t, "zone"),
		From: rapid.IntRange(-10, 1500).Draw(t, "from"), Till: rapid.IntRange(-10, 1500).Draw(t, "till"),
	}
	for range rapid.IntRange(0, 3).Draw(t, "holidays") {
		from := around.Add(time.Duration(rapid.IntRange(-40*24, 40*24).Draw(t, "begins")) * time.Hour)
		c.Holidays = append(c.Holidays,
			clock.Span{From: from, Till: from.Add(
				time.Duration(rapid.IntRange(-5, 14*24).Draw(t, "lasts")) * time.Hour)})
	}
	return c
}

// Time that counts is never less than nothing and never more than passes, it only
// grows, and it adds up.
func TestElapsed(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		from := moment(t, "from")
		c := calendar(t, from)
		mid := from.Add(time.Duration(rapid.Int64Range(0, int64(50*24*time.Hour)).Draw(t, "mid")))
		till := mid.Add(time.Duration(rapid.Int64Range(0, int64(50*24*time.Hour)).Draw(t, "till")))
		whole, first, second := c.Elapsed(from, till), c.Elapsed(from, mid), c.Elapsed(mid, till)
		if first < 0 || second < 0 || whole > till.Sub(from) {
			t.Fatalf("%v and %v of %v", first, second, till.Sub(from))
		}
		if first+second != whole {
			t.Fatalf("%v + %v is not %v", first, second, whole)
		}
		if c.Elapsed(till, from) > 0 && till.After(from) {
			t.Fatal("time runs backwards")
		}
	})
}

// A deadline is the first moment at which the time has counted, later for more time
// and later for a later beginning, and the same on every node.
func TestDeadline(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		from := moment(t, "from")
		c := calendar(t, from)
		left := time.Duration(rapid.Int64Range(-1000, int64(14*24*time.Hour)).Draw(t, "left"))
		due := c.Deadline(from, left)
		if due.Before(from) {
			t.Fatal("a deadline before its beginning")
		}
		if got := c.Elapsed(from, due); got != max(left, 0) {
			t.Fatalf("%v count until the deadline, of %v", got, left)
		}
		if left > 0 && c.Elapsed(from, due.Add(-1)) >= left {
			t.Fatal("an earlier moment would do")
		}
		if more := c.Deadline(from, left+time.Minute); left > 0 && !more.After(due) {
			t.Fatal("more time, and no later deadline")
		}
		if later := c.Deadline(from.Add(time.Hour), left); later.Before(due) {
			t.Fatal("begun later and due earlier")
		}
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var other clock.Calendar // as another node reads it, somewhere else
		if err := json.Unmarshal(text, &other); err != nil {
			t.Fatal(err)
		}
		if got := other.Deadline(from.In(time.FixedZone("there", -3*3600)), left); !got.Equal(due) {
			t.Fatalf("another node says %v, this one %v", got, due)
		}
	})
}

// The night on which clocks change: quiet hours from 22:30 to 8:00 are an hour longer
// or shorter, and what counts is the rest.
func TestClocksChange(t *testing.T) {
	t.Parallel()
	c := clock.Calendar{Zone: "Europe/Lisbon", From: 22*60 + 30, Till: 8 * 60}
	zone, err := time.LoadLocation(c.Zone)
	if err != nil {
		t.Fatal(err)
	}
	for name, night := range map[string]struct {
		month time.Month
		day   int
		quiet time.Duration
	}{
		"spring":  {time.March, 29, 8*time.Hour + 30*time.Minute},
		"autumn":  {time.October, 25, 10*time.Hour + 30*time.Minute},
		"another": {time.November, 22, 9*time.Hour + 30*time.Minute},
	} {
		from := time.Date(2026, night.month, night.day-1, 21, 30, 0, 0, zone)
		due := c.Deadline(from, 2*time.Hour)
		if got, want := due.Sub(from), 2*time.Hour+night.quiet; got != want {
			t.Errorf("%s: 2 h last %v, want %v", name, got, want)
		}
		if want := time.Date(2026, night.month, night.day, 9, 0, 0, 0, zone); !due.Equal(want) {
			t.Errorf("%s: due at %v, want %v", name, due, want)
		}
	}
}

func TestPaceIsReadAsItIsWritten(t *testing.T) {
	t.Parallel()
	for _, p := range clock.Presets() {
		got, err := clock.Parse(p.String())
		if err != nil || got != p {
			t.Errorf("%q is read as %v, %v", p, got, err)
		}
	}
	for _, text := range []string{"live 0", "slow 31536000", "live 30+360000", "slow 3599",
		"relaxed 99999999999999999999", "live -5", "live", "slow 86400+1209601", "relaxed 1200+86401", "fast 3",
		"live 9223372036854775807"} {
		if p, err := clock.Parse(text); !errors.As(err, new(*clock.ErrPace)) || p != (clock.Pace{}) {
			t.Errorf("%q is %v, %v", text, p, err)
		}
	}
	var limits *clock.ErrPace
	if _, err := clock.Parse("slow 31536000"); !errors.As(err, &limits) || limits.Max != 14*24*time.Hour {
		t.Errorf("a year: %v", limits)
	}
}

// Whatever is done to a clock, nobody has less than no time or more than they were
// given, time that is paused or in which the house is away takes nothing, and a stored
// clock goes on the same.
func TestClock(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		p := rapid.SampledFrom(clock.Presets()[:5]).Draw(t, "pace")
		c, now, away := clock.New(p, 3), moment(t, "now"), time.Duration(0)
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			seat := rapid.IntRange(0, 2).Draw(t, "seat")
			step := time.Duration(rapid.Int64Range(0, int64(2*p.Move)).Draw(t, "time"))
			paused := !c.Paused.IsZero()
			before := c.Left(seat, now)
			now = now.Add(step)
			if after := c.Left(seat, now); after > before || paused && after != before {
				t.Fatalf("%v became %v, paused %v", before, after, paused)
			}
			switch rapid.IntRange(0, 6).Draw(t, "what") {
			case 0:
				c.Begin(p, seat, now, clock.Calendar{})
			case 1:
				c.Moved(seat, now, clock.Calendar{})
			case 2:
				if c.Late(seat, now) && c.Miss(p, seat) && !c.Seats[seat].Kept {
					t.Fatal("kept, and not")
				}
			case 3:
				c.Pause(clock.HaltAgreed, now, now.Add(clock.MaxPause))
			case 4:
				left := c.Left(seat, now)
				if c.Resume(now); c.Left(seat, now) != left {
					t.Fatal("going on changed what is left")
				}
			case 5:
				left, gone := c.Left(seat, now), time.Duration(rapid.Int64Range(0, int64(time.Hour)).Draw(t, "gone"))
				now, away = now.Add(gone), away+gone
				if c.Absent(away); c.Left(seat, now) != left {
					t.Fatalf("an hour away changed %v to %v", left, c.Left(seat, now))
				}
			case 6:
				c.Back(seat)
			}
			for i, s := range c.Seats {
				if left := c.Left(i, now); left < 0 || left > p.Move+p.Reserve || s.Reserve < 0 ||
					s.Reserve > p.Reserve {
					t.Fatalf("seat %d has %v and %v in reserve", i, left, s.Reserve)
				}
				if s.Missed >= p.MaxMissed() {
					t.Fatalf("%d moves missed, and nobody keeps the seat", s.Missed)
				}
			}
			text, err := json.Marshal(c)
			if err != nil {
				t.Fatal(err)
			}
			var stored clock.Clock
			if err := json.Unmarshal(text, &stored); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(*c, stored); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}

// A player who misses three live turns finds a bot on the seat, and the seat again
// after one press.
func TestSeatIsKept(t *testing.T) {
	t.Parallel()
	p := clock.Presets()[0]
	c, now := clock.New(p, 2), time.Unix(1_800_000_000, 0).UTC()
	for n := 1; n <= 3; n++ {
		c.Begin(p, 0, now, clock.Calendar{})
		if now = now.Add(p.Move + p.Reserve); !c.Late(0, now) {
			t.Fatalf("turn %d: not late after %v", n, p.Move+p.Reserve)
		}
		if kept := c.Miss(p, 0); kept != (n == 3) {
			t.Fatalf("turn %d: kept %v", n, kept)
		}
		if n < 3 && (c.Miss(p, 0) || c.Seats[0].Missed != n) {
			t.Fatalf("turn %d: one turn counts twice", n)
		}
		if n < 3 {
			c.End(0, now, clock.Calendar{})
		}
	}
	c.Begin(p, 0, now, clock.Calendar{})
	if c.Late(0, now.Add(365*24*time.Hour)) || !c.Next().IsZero() {
		t.Error("the clock of a kept seat runs")
	}
	c.Seats[0].Moves = 4
	if moves := c.Back(0); moves != 4 || c.Seats[0].Kept {
		t.Errorf("back after %d moves, kept %v", moves, c.Seats[0].Kept)
	}
	if c.Begin(p, 0, now, clock.Calendar{}); c.Next().IsZero() {
		t.Error("the clock stands after the player came back")
	}
}

// Moves within their own time leave the reserve as it is; longer ones take the rest.
func TestReserve(t *testing.T) {
	t.Parallel()
	p := clock.Pace{Kind: clock.Live, Move: 30 * time.Second, Reserve: 2 * time.Minute}
	c, now := clock.New(p, 2), time.Unix(1_800_000_000, 0).UTC()
	for _, move := range []struct{ takes, left time.Duration }{
		{20 * time.Second, 2 * time.Minute}, {30 * time.Second, 2 * time.Minute}, {50 * time.Second, 100 * time.Second},
		{2 * time.Minute, 10 * time.Second},
	} {
		c.Begin(p, 1, now, clock.Calendar{})
		now = now.Add(move.takes)
		if c.Moved(1, now, clock.Calendar{}); c.Seats[1].Reserve != move.left {
			t.Errorf("after %v: %v in reserve, want %v", move.takes, c.Seats[1].Reserve, move.left)
		}
	}
}

// A move that its player makes in time ends the row of missed turns.
func TestMissedTurnsAreInARow(t *testing.T) {
	t.Parallel()
	for _, p := range []clock.Pace{{Kind: clock.Live, Move: time.Minute}, {Kind: clock.Slow, Move: 24 * time.Hour}} {
		c, now := clock.New(p, 2), time.Unix(1_800_000_000, 0).UTC()
		turn := func(missed bool) (kept bool) {
			c.Begin(p, 0, now, clock.Calendar{})
			if !missed {
				now = now.Add(time.Second)
				c.Moved(0, now, clock.Calendar{})
				return false
			}
			now = c.Seats[0].Due
			if kept = c.Miss(p, 0); !kept {
				c.End(0, now, clock.Calendar{})
			}
			return kept
		}
		for n := range 2 * p.MaxMissed() {
			if turn(true) {
				t.Fatalf("%s: a bot keeps the seat after %d turns that were missed one by one", p, n+1)
			}
			turn(false)
		}
		for n := 1; n <= p.MaxMissed(); n++ {
			if kept := turn(true); kept != (n == p.MaxMissed()) {
				t.Errorf("%s: kept is %v after %d missed turns in a row", p, kept, n)
			}
		}
	}
}

// A pause moves the beginning of a move as well as its deadline, so that half of its time is still half.
func TestPauseMovesTheWholeMove(t *testing.T) {
	t.Parallel()
	p := clock.Pace{Kind: clock.Relaxed, Move: 20 * time.Minute}
	c, now := clock.New(p, 2), time.Unix(1_800_000_000, 0).UTC()
	c.Begin(p, 1, now, clock.Calendar{})
	c.Pause(clock.HaltAgreed, now.Add(5*time.Minute), now.Add(24*time.Hour))
	c.Resume(now.Add(65 * time.Minute))
	if s := c.Seats[1]; !s.Since.Equal(now.Add(time.Hour)) || !s.Due.Equal(now.Add(80*time.Minute)) {
		t.Errorf("after an hour of pause a move lasts from %v until %v, not from %v until %v", s.Since, s.Due,
			now.Add(time.Hour), now.Add(80*time.Minute))
	}
}

// In the small hours the quiet time of the evening before goes on.
func TestQuietHoursBeganYesterday(t *testing.T) {
	t.Parallel()
	c := clock.Calendar{From: 22 * 60, Till: 8 * 60}
	now := time.Date(2026, time.November, 22, 3, 0, 0, 0, time.UTC)
	morning := now.Add(5 * time.Hour)
	if till := c.QuietTill(now); !till.Equal(morning) {
		t.Errorf("at three it is quiet until %v", till)
	}
	if due := c.Deadline(now, time.Hour); !due.Equal(morning.Add(time.Hour)) {
		t.Errorf("an hour that begins at three is over at %v", due)
	}
}

// Quiet hours and holidays stop the clock where a move may take days, and no other.
func TestOnlySlowPacesRest(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 22, 3, 0, 0, 0, time.UTC)
	rests := clock.Calendar{From: 22 * 60, Till: 8 * 60, Holidays: []clock.Span{
		{From: now, Till: now.AddDate(0, 0, 7)}}}
	for _, p := range clock.Presets() {
		c := clock.New(p, 2)
		if c == nil {
			continue
		}
		c.Begin(p, 0, now, rests)
		rested := c.Seats[0].Due.Sub(now) > p.Move+p.Reserve
		if rested != (p.Kind == clock.Slow) {
			t.Errorf("%s: due at %v, begun at %v", p, c.Seats[0].Due, now)
		}
	}
}

// The reserve of a pace by days is used up by time that counts: not by quiet hours, and not while a move has its own
// time.
func TestReserveByDays(t *testing.T) {
	t.Parallel()
	p := clock.Pace{Kind: clock.Slow, Move: 12 * time.Hour, Reserve: 5 * 24 * time.Hour}
	rests := clock.Calendar{From: 22 * 60, Till: 8 * 60}
	c, now := clock.New(p, 2), time.Date(2026, time.November, 22, 9, 0, 0, 0, time.UTC)
	for _, move := range []struct{ takes, left time.Duration }{
		{12 * time.Hour, 120 * time.Hour}, // until nine in the evening
		{24 * time.Hour, 118 * time.Hour}, // of which ten are quiet
		{48 * time.Hour, 102 * time.Hour},
	} {
		c.Begin(p, 1, now, rests)
		now = now.Add(move.takes)
		if c.Moved(1, now, rests); c.Seats[1].Reserve != move.left {
			t.Errorf("after a move of %v the reserve is %v, want %v", move.takes, c.Seats[1].Reserve, move.left)
		}
	}
}
