package chaos

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"time"

	"carteado/cmd/dev/markup"
)

// Somebody at an evening: their page says where to sit, they play there until the match is over, and go back to the
// club's page.

// seatMark is what the marks of a page say of its reader's seat: night, round, table of the round, the club's table.
var seatMark = regexp.MustCompile(`\.s\d+-(\d+)-(\d+)-(\d+)`)

// lives plays where the page leads, round after round, until the night is over.
func (p *phone) lives(ctx context.Context) {
	for ctx.Err() == nil {
		round, table, err := p.waits(ctx)
		if err == nil && table > 0 {
			err = p.plays(ctx, round, p.home+"/tables/"+strconv.Itoa(table))
		}
		if err != nil && ctx.Err() == nil {
			p.fails(fmt.Errorf("%s: %w", p.name, err))
			return
		}
	}
}

// waits looks at the club's page until that leads to a table at which there is more to play.
func (p *phone) waits(ctx context.Context) (round, table int, err error) {
	shown, err := p.get(ctx, p.home)
	for err == nil && ctx.Err() == nil {
		if round, table := p.seat(shown); table > 0 && round > p.done {
			return round, table, nil
		}
		part := p.news(ctx, shown)
		if part.doc == nil {
			continue
		}
		if part.status != http.StatusOK {
			shown, err = p.get(ctx, p.home)
			continue
		}
		p.seat(part)
		shown = shown.with(part)
	}
	return 0, 0, err
}

// with is a page after a part of it was replaced: the next question for news, and the marks.
func (g page) with(part page) page {
	for _, id := range []string{"poll", "marks"} {
		if before, now := g.id(id), part.id(id); before != nil && now != nil {
			before.Attr = now.Attr
		}
	}
	return g
}

// seat notes where a page says that its reader sits.
func (p *phone) seat(shown page) (round, table int) {
	marks := shown.id("marks")
	if marks == nil {
		return 0, 0
	}
	found := seatMark.FindStringSubmatch(markup.Attr(marks, "value"))
	if found == nil || shown.id("seatline") == nil {
		return 0, 0
	}
	var numbers [3]int
	for i := range numbers {
		numbers[i], _ = strconv.Atoi(found[i+1]) // digits
	}
	round, table = numbers[0], numbers[2]
	now := time.Now()
	p.notes(func() {
		if p.told[round] == nil {
			p.told[round] = map[string]sight{}
		}
		s := p.told[round][p.name]
		if s.told.IsZero() {
			s.told = now
		}
		if s.led.IsZero() && table > 0 {
			s.led = now
		}
		p.told[round][p.name] = s
	})
	return round, table
}

// plays takes the seat and plays until the match is over, or the host has ended the round.
func (p *phone) plays(ctx context.Context, round int, table string) error {
	for ctx.Err() == nil {
		shown, err := p.get(ctx, table)
		if err != nil {
			return err
		}
		if p.ended(round) || shown.form("/offers/rematch") != nil {
			p.done = round
			p.notes(func() { p.over[p.name] = round })
			return nil
		}
		if join := shown.form("/join"); join != nil {
			if _, err := p.ask(ctx, http.MethodPost, join.action, join.values); err != nil {
				return err
			}
			continue
		}
		if f := shown.form("/moves"); f != nil && f.choose() {
			if err := p.moves(ctx, round, f); err != nil {
				return err
			}
			continue
		}
		p.news(ctx, shown)
	}
	return nil
}

// ended reports that the host has ended a round.
func (n *night) ended(round int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.round >= round
}

// moves sends a move until it is acknowledged. At a table that the host closes it may be refused.
func (p *phone) moves(ctx context.Context, round int, f *pageForm) error {
	got, err := p.ask(context.WithoutCancel(ctx), http.MethodPost, f.action, f.values) // it may be kept already
	switch {
	case err != nil:
		return err
	case got.status < 400:
		p.notes(func() { p.acked[keyOf(f.values)] = true })
		return nil
	case (got.status == http.StatusConflict || got.status == http.StatusUnprocessableEntity) && round == p.Rounds:
		return nil // the host has ended the round meanwhile, and the page says so
	}
	return fmt.Errorf("%s with %s is answered %d: %.200s", f.action, f.values.Encode(), got.status,
		markup.Text(got.doc))
}

// keyOf names a move: its match and the key that its form has.
func keyOf(values url.Values) string { return values.Get("match") + " " + values.Get("idem") }
