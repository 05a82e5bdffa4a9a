package chaos

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// A drawnRound is what a round has cost.
type drawnRound struct {
	presses   int           // of the host
	end       time.Duration // until the club has answered who ends the round
	press     time.Duration // until the club has answered who opens
	waits     []time.Duration
	leads     []time.Duration
	killed    string
	began     time.Time
	took      time.Duration
	moves     int
	acksSoFar int
}

// reports says what rounds have cost.
func (n *night) reports(rounds []drawnRound) string {
	b := &strings.Builder{}
	fmt.Fprintf(b, "%d people, %d tables, %d rounds, %s; %d moves acknowledged %v", n.People, n.People/Seats,
		len(rounds), time.Since(n.began).Round(time.Second), n.acks(), n.count)
	for i, r := range rounds {
		fmt.Fprintf(b, "\nround %d: %d presses of the host, the last before play answered in %s; every phone says its "+
			"table after p50 %s, p99 %s, and leads there after p50 %s, p99 %s; %d moves in %s, "+
			"ended in %s", i+1, r.presses,
			r.press.Round(time.Millisecond), quantile(r.waits, 0.5), quantile(r.waits, 0.99),
			quantile(r.leads, 0.5), quantile(r.leads, 0.99), r.moves, r.took.Round(time.Second),
			r.end.Round(time.Millisecond))
		if r.killed != "" {
			fmt.Fprintf(b, "; killed: %s", r.killed)
		}
	}
	return b.String()
}

// quantile is the smallest of a list that is not less than such a part of it.
func quantile(list []time.Duration, part float64) time.Duration {
	if len(list) == 0 {
		return 0
	}
	slices.Sort(list)
	return list[max(0, int(math.Ceil(part*float64(len(list))))-1)].Round(time.Millisecond)
}
