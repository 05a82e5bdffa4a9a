package engine

import (
	"cmp"
	"fmt"
	"slices"
)

// Legal appends the moves that a seat chooses between; the automatic one where
// its player has left. Leaving is always possible and never listed.
func (m *Match) Legal(s Seat, moves []Move) []Move {
	switch {
	case m.state.Outcome != nil:
		return moves
	case m.Between() || m.HasLeft(s):
		if slices.Contains(m.ToMove(), s) {
			moves = append(moves, m.Auto(s))
		}
		return moves
	}
	return m.round.Legal(s, moves)
}

// Play makes a move of a seat. An *Illegal names the broken rule, and then the
// match is exactly as it was.
func (m *Match) Play(s Seat, move Move) ([]Event, error) {
	var log Log
	err := m.Make(s, &move, &log)
	return log.Events, err
}

// Make makes a move as Play does, and adds its events to a log, if there is one. Without one
// it allocates nothing within a round.
func (m *Match) Make(s Seat, move *Move, log *Log) error {
	if m.HasLeft(s) && slices.Contains(m.ToMove(), s) && !m.Between() && move.Verb != VerbLeave && *move != m.Auto(s) {
		return Broken(RuleLeft)
	}
	return m.repeat(s, move, log)
}

// Repeat is Play for a move that was made and stored. It takes any legal move of a
// player who has left, because the automatic move was another in earlier programs.
func (m *Match) Repeat(s Seat, move Move) ([]Event, error) {
	var log Log
	err := m.repeat(s, &move, &log)
	return log.Events, err
}

func (m *Match) repeat(s Seat, move *Move, log *Log) error {
	if m.state.Outcome != nil {
		return Broken(RuleOver)
	}
	if s == Nobody && isOnly(move, VerbClose) {
		m.close(log)
		return nil
	}
	if s < 0 || int(s) >= m.Seats() {
		return Broken(RuleNotYourTurn)
	}
	before, between := m.moving(), m.Between()
	if err := m.play(s, move, log, before>>s&1 != 0); err != nil {
		return err
	}
	m.state.Version++
	waits := uint64(0)
	if before&(before-1) != 0 && m.Between() == between {
		// A seat that was to move and still is was not overtaken by another's move.
		waits = before & m.moving() &^ (1 << s)
	}
	for seat := range m.state.Since {
		if waits>>seat&1 == 0 {
			m.state.Since[seat] = m.state.Version
		}
	}
	return nil
}

// moving has a bit for each seat to move.
func (m *Match) moving() (seats uint64) {
	switch {
	case m.state.Outcome != nil:
	case m.Between():
		for s, ready := range m.state.Ready {
			if !ready {
				seats |= 1 << s
			}
		}
	default:
		for _, s := range m.round.ToMove() {
			seats |= 1 << s
		}
	}
	return seats
}

// isOnly reports that a move is a verb and nothing else.
func isOnly(move *Move, verb string) bool { return move.Verb == verb && move.Is(&Move{Verb: verb}) }

func (m *Match) play(s Seat, move *Move, log *Log, inTurn bool) error {
	switch {
	case isOnly(move, VerbLeave):
		return m.leave(s, log)
	case m.Between():
		return m.next(s, move, log)
	case isOnly(move, VerbNext):
		return Broken(RuleRoundOn)
	case !inTurn:
		return Broken(RuleNotYourTurn)
	}
	if err := play(m.round, s, move, log); err != nil {
		return err
	}
	m.endRound(log)
	return nil
}

// Rollout plays the round on without events. It asks next for each move, which gives one
// of the seats to move and a move that Legal of the round lists for it, or nil to stop. The
// match is then as after Make of the same moves. Between rounds and
// after a player has left it does nothing.
func (m *Match) Rollout(next func(Round, []Seat) (Seat, *Move)) error {
	round := m.round
	if m.state.Left != nil || m.state.Outcome != nil {
		return nil
	}
	alone := false // the last move was of the only seat to move
	turn := round.ToMove()
	for ; len(turn) > 0; turn = round.ToMove() {
		s, move := next(round, turn)
		if move == nil {
			break
		}
		if len(turn) == 1 {
			round.Make(s, move, nil)
			m.state.Version++
			alone = true
			continue
		}
		if alone {
			m.renew()
		}
		if err := m.Make(s, move, nil); err != nil { // each seat has a version of its own
			return err
		}
		alone = false
	}
	if alone {
		m.renew()
		m.endRound(nil)
	}
	return nil
}

// renew makes this version the oldest that a move of any seat may name.
func (m *Match) renew() {
	for seat := range m.state.Since {
		m.state.Since[seat] = m.state.Version
	}
}

// endRound scores the round if it is over.
func (m *Match) endRound(log *Log) {
	if len(m.round.ToMove()) > 0 {
		return
	}
	if result, over := m.round.Result(); over {
		m.score(result)
		log.Tell(Event{Kind: "round_over", Seat: Nobody, Open: true, N: m.state.Number})
		if m.state.Outcome != nil {
			log.Tell(Event{Kind: "match_over", Seat: m.state.Outcome.Winner(), Open: true})
		}
	}
}

// next marks a seat as gone on, and deals when all have.
func (m *Match) next(s Seat, move *Move, log *Log) error {
	switch {
	case !isOnly(move, VerbNext):
		return Broken(RuleRoundOver)
	case m.state.Ready[s]:
		return Broken(RuleNotYourTurn)
	}
	m.state.Ready[s] = true
	dealt, err := m.dealWhenReady()
	if err != nil {
		m.state.Ready[s] = false
		return err
	}
	log.Tell(Event{Kind: "next", Seat: s, Open: true})
	m.tellDeal(dealt, log)
	return nil
}

// dealWhenReady deals when all seats have gone on.
func (m *Match) dealWhenReady() (dealt bool, err error) {
	if slices.Contains(m.state.Ready, false) {
		return false, nil
	}
	return true, m.deal(m.nextDealer(), nil)
}

func (m *Match) tellDeal(dealt bool, log *Log) {
	if dealt {
		log.Tell(Event{Kind: "dealt", Seat: m.state.Dealer, Open: true, N: m.state.Number})
	}
}

func (m *Match) nextDealer() Seat {
	last := m.state.Rounds[len(m.state.Rounds)-1]
	dealer := Nobody
	switch m.scoring.Dealer {
	case DealWinner:
		dealer = last.Winner
	case DealLoser:
		dealer = last.Loser
	}
	if dealer == Nobody {
		dealer = (m.state.Dealer + 1) % Seat(m.Seats())
	}
	return dealer
}

// close ends the match without a winner.
func (m *Match) close(log *Log) {
	m.state.Outcome = &Outcome{How: ByClose, Placing: slices.Repeat([]int{1}, m.Seats())}
	m.state.Version++
	log.Tell(Event{Kind: "closed", Seat: Nobody, Open: true})
}

// leave takes a seat's player out of the match. Its seat is played on by Auto
// and wins nothing; when only one player is left, that one has won.
func (m *Match) leave(s Seat, log *Log) error {
	_, absent := m.round.(Absent)
	switch {
	case m.HasLeft(s):
		return Broken(RuleLeft)
	case m.Seats() > 2 && !absent:
		return fmt.Errorf("leave: %s plays on for nobody", m.game.Info().Key)
	}
	before := m.state
	m.state.Left = make([]bool, m.Seats())
	copy(m.state.Left, before.Left)
	m.state.Left[s] = true
	there := 0
	for _, gone := range m.state.Left {
		if !gone {
			there++
		}
	}
	dealt := false
	leaver, ok := m.round.(Leaver)
	switch {
	case there <= 1:
		m.state.Outcome = &Outcome{How: ByLeft, Placing: m.placing(Nobody)}
	case m.Between():
		m.state.Ready = slices.Clone(m.state.Ready)
		m.state.Ready[s] = true
		var err error
		if dealt, err = m.dealWhenReady(); err != nil {
			m.state = before
			return err
		}
	case ok:
		leaver.Leave(s)
	}
	log.Tell(Event{Kind: "left", Seat: s, Open: true})
	m.tellDeal(dealt, log)
	if m.state.Outcome != nil {
		log.Tell(Event{Kind: "match_over", Seat: m.state.Outcome.Winner(), Open: true})
	}
	return nil
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
	copy(m.state.Ready, m.state.Left)
	switch {
	case r.Wins && !m.HasLeft(r.By):
		m.state.Outcome = &Outcome{How: BySpot, Placing: m.placing(r.By)}
	case m.targetReached():
		m.state.Outcome = &Outcome{How: ByTarget, Placing: m.placing(Nobody)}
	case m.scoring.Rounds > 0 && m.state.Number >= m.scoring.Rounds:
		m.state.Outcome = &Outcome{How: ByRounds, Placing: m.placing(Nobody)}
	}
}

// targetReached reports that a total ends the match. Where reaching it wins,
// that of a player who left does not count.
func (m *Match) targetReached() bool {
	for s, total := range m.state.Totals {
		if m.scoring.Target > 0 && total >= m.scoring.Target && (m.scoring.LowWins || !m.HasLeft(Seat(s))) {
			return true
		}
	}
	return false
}

// placing ranks the seats by their totals. A seat that won on the spot is before
// all others, and those who left are behind.
func (m *Match) placing(spot Seat) []int {
	placing := make([]int, m.Seats())
	for s := range placing {
		placing[s] = 1
		for other := range placing {
			if m.compare(Seat(other), Seat(s), spot) < 0 {
				placing[s]++
			}
		}
	}
	return placing
}

// compare is negative where a is placed before b.
func (m *Match) compare(a, b, spot Seat) int {
	order := cmp.Or(first(m.HasLeft(b), m.HasLeft(a)), first(a == spot, b == spot))
	totals := cmp.Compare(m.state.Totals[b], m.state.Totals[a])
	if m.scoring.LowWins {
		totals = -totals
	}
	if order = cmp.Or(order, totals); order != 0 || !m.scoring.Places {
		return order
	}
	firsts, lastPlace := [2]int{}, [2]int{}
	for _, r := range m.state.Rounds {
		for i, s := range [...]Seat{a, b} {
			if r.Places == nil {
				continue
			}
			if lastPlace[i] = r.Places[s]; lastPlace[i] == 1 {
				firsts[i]++
			}
		}
	}
	return cmp.Or(cmp.Compare(firsts[1], firsts[0]), cmp.Compare(lastPlace[0], lastPlace[1]))
}

// first orders true before false.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
