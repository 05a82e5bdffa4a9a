package engine

import (
	"fmt"
	"slices"
)

// Legal appends the moves that a seat chooses between. Leaving is always
// possible and never listed.
func (m *Match) Legal(s Seat, moves []Move) []Move {
	switch {
	case m.state.Outcome != nil:
		return moves
	case m.Between():
		if slices.Contains(m.ToMove(), s) {
			moves = append(moves, Move{Verb: VerbNext})
		}
		return moves
	}
	return m.round.Legal(s, moves)
}

// Play makes a move of a seat. An *Illegal names the broken rule, and then the
// match is exactly as it was.
func (m *Match) Play(s Seat, move Move) ([]Event, error) {
	if m.state.Outcome != nil {
		return nil, Broken(RuleOver)
	}
	if s < 0 || int(s) >= m.Seats() {
		return nil, Broken(RuleNotYourTurn)
	}
	before, between := slices.Clone(m.ToMove()), m.Between()
	events, err := m.play(s, move)
	if err != nil {
		return nil, err
	}
	m.state.Version++
	after := m.ToMove()
	alone := len(before) == 1 || m.Between() != between
	for seat := range m.state.Since {
		other := Seat(seat)
		// Who was to move and still is was not overtaken by another's move.
		if other == s || !slices.Contains(before, other) || !slices.Contains(after, other) || alone {
			m.state.Since[seat] = m.state.Version
		}
	}
	return events, nil
}

func (m *Match) play(s Seat, move Move) ([]Event, error) {
	switch {
	case move == Move{Verb: VerbLeave}:
		return m.leave(s)
	case m.Between():
		return m.next(s, move)
	case move == Move{Verb: VerbNext}:
		return nil, Broken(RuleRoundOn)
	case !slices.Contains(m.round.ToMove(), s):
		return nil, Broken(RuleNotYourTurn)
	}
	events, err := m.round.Play(s, move)
	if err != nil {
		return nil, err
	}
	if result, over := m.round.Result(); over {
		m.score(result)
		events = append(events, Event{Kind: "round_over", Seat: Spectator, Open: true, N: m.state.Number})
		if m.state.Outcome != nil {
			events = append(events, Event{Kind: "match_over", Seat: m.state.Outcome.Winner(), Open: true})
		}
	}
	return events, nil
}

// next marks a seat as gone on, and deals when all have.
func (m *Match) next(s Seat, move Move) ([]Event, error) {
	switch {
	case move != Move{Verb: VerbNext}:
		return nil, Broken(RuleRoundOver)
	case m.state.Ready[s]:
		return nil, Broken(RuleNotYourTurn)
	}
	events := []Event{{Kind: "next", Seat: s, Open: true}}
	m.state.Ready[s] = true
	if slices.Contains(m.state.Ready, false) {
		return events, nil
	}
	if err := m.deal(m.nextDealer(), nil); err != nil {
		m.state.Ready[s] = false
		return nil, err
	}
	return append(events, Event{Kind: "dealt", Seat: m.state.Dealer, Open: true, N: m.state.Number}), nil
}

func (m *Match) nextDealer() Seat {
	last := m.state.Rounds[len(m.state.Rounds)-1]
	dealer := Spectator
	switch m.scoring.Dealer {
	case DealWinner:
		dealer = last.Winner
	case DealLoser:
		dealer = last.Loser
	}
	if dealer == Spectator {
		dealer = (m.state.Dealer + 1) % Seat(m.Seats())
	}
	return dealer
}

// leave ends a match of two for the other. With more seats the round must know
// how the seat is played on, which no game offers yet.
func (m *Match) leave(s Seat) ([]Event, error) {
	if m.Seats() > 2 {
		return nil, fmt.Errorf("leave: %w", ErrSeats)
	}
	placing := []int{1, 1}
	placing[s] = 2
	m.state.Outcome = &Outcome{How: ByLeft, Placing: placing}
	return []Event{
		{Kind: "left", Seat: s, Open: true},
		{Kind: "match_over", Seat: 1 - s, Open: true},
	}, nil
}

// score adds a finished round to the totals and sees whether the match is over.
func (m *Match) score(r Result) {
	for s, points := range r.Points {
		m.state.Totals[s] += points
		if m.scoring.Floor {
			m.state.Totals[s] = max(m.state.Totals[s], 0)
		}
	}
	m.state.Rounds = append(m.state.Rounds, RoundScore{
		Number: m.state.Number, Dealer: m.state.Dealer,
		Totals: slices.Clone(m.state.Totals), Result: r,
	})
	m.state.Ready = make([]bool, m.Seats())
	switch {
	case r.Wins:
		m.state.Outcome = &Outcome{How: BySpot, Placing: m.placing(r.By)}
	case m.scoring.Target > 0 && slices.Max(m.state.Totals) >= m.scoring.Target:
		m.state.Outcome = &Outcome{How: ByTarget, Placing: m.placing(Spectator)}
	case m.scoring.Rounds > 0 && m.state.Number >= m.scoring.Rounds:
		m.state.Outcome = &Outcome{How: ByRounds, Placing: m.placing(Spectator)}
	}
}

// placing ranks the seats by their totals; a seat that won on the spot is
// before all others.
func (m *Match) placing(spot Seat) []int {
	better := func(a, b int) bool {
		switch {
		case Seat(a) == spot || Seat(b) == spot:
			return Seat(a) == spot && a != b
		case m.scoring.LowWins:
			return m.state.Totals[a] < m.state.Totals[b]
		}
		return m.state.Totals[a] > m.state.Totals[b]
	}
	placing := make([]int, m.Seats())
	for s := range placing {
		placing[s] = 1
		for other := range placing {
			if better(other, s) {
				placing[s]++
			}
		}
	}
	return placing
}
