package bot

import (
	"slices"

	"carteado/engine"
)

// A Practice is a round of two against a bot. It follows from its seed and from the moves of the person, who sits in
// the first seat and begins, so that nobody has to keep it. It is not safe for concurrent use.
type Practice struct {
	match *engine.Match
	log   []engine.Entry
	made  []engine.Made
	bot   Player
	seed  engine.Seed // of the bot
	seen  engine.Course
}

// The seats of a practice.
const (
	learner  engine.Seat = 0
	opponent engine.Seat = 1
)

// NewPractice deals a round under house rules.
func NewPractice(g engine.Game, level string, options engine.Options, seed engine.Seed) (*Practice, error) {
	return ResumePractice(g, level, options, seed, nil)
}

// ResumePractice deals a round and makes moves of both seats in it, as Made has told them: the bot does not think about
// its own again.
func ResumePractice(g engine.Game, level string, options engine.Options, seed engine.Seed, made []engine.Made) (
	*Practice, error) {
	m, err := engine.NewMatchDealt(g, engine.Setup{Seats: 2, Dealer: opponent, Options: options, Seed: seed})
	if err != nil {
		return nil, err
	}
	p := &Practice{match: m, bot: For(g, level, Budget{}), seed: seed.Derive("practice", 0)}
	p.seen.Dealt = m.Round().View(opponent)
	for _, m := range made {
		if err := p.make(m.Seat, m.Move); err != nil {
			return nil, err
		}
	}
	return p, p.answer()
}

// Made are the moves of both seats.
func (p *Practice) Made() []engine.Made { return p.made }

// outright is what a round counts that wins any match at once: as much as where a match goes on after it, between
// tables with the same deals.
const outright = 50

// Score is by how many points the person is better off than the bot, once the round is over.
func (p *Practice) Score() int {
	result, over := p.match.Round().Result()
	if !over {
		return 0
	}
	if result.Wins {
		return map[engine.Seat]int{learner: outright, opponent: -outright}[result.By]
	}
	score := result.Points[learner] - result.Points[opponent]
	if p.match.Scoring().LowWins {
		score = -score
	}
	return score
}

// Make makes a move of the person, and those of the bot behind it. An *engine.Illegal names the rule that a move
// breaks; then nothing has changed.
func (p *Practice) Make(move engine.Move) error {
	if p.Over() {
		return engine.Broken(engine.RuleRoundOver)
	}
	if err := p.make(learner, move); err != nil {
		return err
	}
	return p.answer()
}

// Scene is what the person may know.
func (p *Practice) Scene() engine.Scene {
	s := engine.SceneOf(p.match, learner, p.log)
	s.Done = p.Over()
	return s
}

// Over reports that the round is over.
func (p *Practice) Over() bool {
	_, over := p.match.Round().Result()
	return over
}

// answer lets the bot move while it may.
func (p *Practice) answer() error {
	for !p.Over() && slices.Contains(p.match.ToMove(), opponent) {
		move := p.bot.Choose(Sight{View: p.match.View(opponent), Course: p.seen, Legal: p.match.Legal(opponent, nil),
			Seed: p.seed})
		if err := p.make(opponent, move); err != nil {
			return err
		}
	}
	return nil
}

func (p *Practice) make(seat engine.Seat, move engine.Move) error {
	events, err := p.match.Play(seat, move)
	if err != nil {
		return err
	}
	p.seen.See(events, opponent)
	p.made = append(p.made, engine.Made{Seat: seat, Move: move})
	p.log = append(p.log, engine.Entry{Seat: seat, Version: p.match.Version(), Events: events})
	return nil
}
