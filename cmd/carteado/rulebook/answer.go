package rulebook

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/shuffle"
)

type gameAnswer struct {
	Key      string         `json:"key"`
	Rules    int            `json:"rules"`
	MinSeats int            `json:"min_seats"`
	MaxSeats int            `json:"max_seats"`
	Options  []optionAnswer `json:"options"`
	Presets  []presetAnswer `json:"presets"`
}

type optionAnswer struct {
	Key     string         `json:"key"`
	Default string         `json:"default"`
	Choices []string       `json:"choices"`
	Group   string         `json:"group,omitempty"`
	Needs   engine.Options `json:"needs,omitempty"`
}

type presetAnswer struct {
	Key     string         `json:"key"`
	Options engine.Options `json:"options"`
}

func (s *Session) listGames(request) (any, error) {
	list := []gameAnswer{}
	for _, game := range s.games {
		info := game.Info()
		a := gameAnswer{info.Key, info.Version, info.MinSeats, info.MaxSeats, []optionAnswer{}, []presetAnswer{}}
		for _, o := range info.Options {
			a.Options = append(a.Options, optionAnswer{o.Key, o.Values[0], o.Values, o.Group, o.Needs})
		}
		for _, p := range info.Presets {
			a.Presets = append(a.Presets, presetAnswer{p.Key, p.Options})
		}
		list = append(list, a)
	}
	return map[string]any{"games": list, "shuffle": shuffle.V1, "mix": shuffle.V2}, nil
}

// deal is the command new.
func (s *Session) deal(r request) (any, error) {
	game, err := s.game(r)
	if err != nil {
		return nil, err
	}
	seats, err := required(r, "seats", r.Seats)
	if err != nil {
		return nil, err
	}
	info := game.Info()
	if seats < info.MinSeats || seats > info.MaxSeats {
		return nil, refuse("seats", "%s is for %d to %d seats", info.Key, info.MinSeats, info.MaxSeats)
	}
	setup := engine.Setup{Seats: seats, Options: r.Options}
	if setup.Seed, setup.Pack, err = r.chance(); err != nil {
		return nil, err
	}
	from, err := r.Mix.source(setup.Seed, seats)
	if err != nil {
		return nil, err
	}
	setup.Dealer = engine.FirstDealer(from, seats)
	if r.Dealer != nil {
		if *r.Dealer < 0 || *r.Dealer >= seats {
			return nil, refuse("seat", "no seat %d to deal: expected 0 to %d", *r.Dealer, seats-1)
		}
		setup.Dealer = engine.Seat(*r.Dealer)
	}
	match, err := engine.NewMatchFrom(game, setup, from)
	var option *engine.ErrOption
	switch {
	case errors.As(err, &option):
		return nil, refuse("option", "%v", option)
	case err != nil:
		return nil, refuse("pack", "%v", err)
	}
	s.match, s.seed, s.mix = match, setup.Seed, r.Mix
	return s.begun(r)
}

// begun is the answer of the commands that begin a round.
func (s *Session) begun(r request) (any, error) {
	if r.Lang != nil {
		s.lang = *r.Lang
	}
	return struct {
		Round  int           `json:"round"`
		Dealer engine.Seat   `json:"dealer"`
		ToMove []engine.Seat `json:"to_move"`
	}{s.match.Number(), s.match.Dealer(), s.toMove()}, nil
}

// toMove lists the seats that may move in the round; between rounds, when only next is
// possible, none.
func (s *Session) toMove() []engine.Seat {
	if s.match.Between() {
		return []engine.Seat{}
	}
	return append([]engine.Seat{}, s.match.ToMove()...)
}

func (s *Session) legal(r request) (any, error) {
	seat, err := s.seat(r, 0)
	if err != nil {
		return nil, err
	}
	moves := []engine.Move{}
	if !s.match.Between() {
		moves = s.match.Legal(seat, moves)
	}
	return map[string]any{"moves": moves}, nil
}

func (s *Session) play(r request) (any, error) {
	seat, err := s.seat(r, 0)
	if err != nil {
		return nil, err
	}
	text, err := required(r, "move", r.Move)
	if err != nil {
		return nil, err
	}
	move, err := engine.ParseMove(text)
	if err != nil {
		return nil, refuse("move", "%v", err)
	}
	if move.Verb == engine.VerbNext && s.match.Between() {
		return nil, engine.Broken(engine.RuleRoundOver)
	}
	match := s.match.Clone()
	events, err := match.Play(seat, move)
	if err != nil {
		return nil, err
	}
	s.match = match
	_, over := match.Round().Result()
	return struct {
		Events []engine.Event `json:"events"`
		ToMove []engine.Seat  `json:"to_move"`
		Over   bool           `json:"over"`
	}{events, s.toMove(), over}, nil
}

func (s *Session) view(r request) (any, error) {
	seat, err := s.seat(r, engine.Spectator)
	if err != nil {
		return nil, err
	}
	return plain(s.match.View(seat)), nil
}

func (s *Session) cards(request) (any, error) {
	piles := map[string][]string{}
	for _, pile := range s.match.Round().Piles(nil) {
		cards := make([]string, len(pile.Cards))
		for i, c := range pile.Cards {
			word := engine.Word{Card: c}
			if pile.As != nil {
				word.As = pile.As[i]
			}
			if c != card.Unknown { // an empty place
				cards[i] = word.String()
			}
		}
		piles[pile.Place.String()] = cards
	}
	return piles, nil
}

type roundResult struct {
	Over   bool    `json:"over"`
	Points []int   `json:"points"`
	How    *string `json:"how"`
}

type matchResult struct {
	Over   bool         `json:"over"`
	Totals []int        `json:"totals"`
	Winner *engine.Seat `json:"winner"`
	Draw   bool         `json:"draw"`
}

func (s *Session) result(request) (any, error) {
	var round roundResult
	if result, over := s.match.Round().Result(); over {
		round = roundResult{true, result.Points, &result.How}
	}
	match := matchResult{Totals: s.match.Totals()}
	if outcome, over := s.match.Outcome(); over {
		match.Over, match.Draw = true, outcome.Draw()
		if winner := outcome.Winner(); winner != engine.Nobody {
			match.Winner = &winner
		}
	}
	return struct {
		Round roundResult `json:"round"`
		Match matchResult `json:"match"`
	}{round, match}, nil
}

// next lets all seats go on to the next round.
func (s *Session) next(r request) (any, error) {
	_, over := s.match.Outcome()
	switch {
	case over:
		return nil, engine.Broken(engine.RuleOver)
	case !s.match.Between():
		return nil, engine.Broken(engine.RuleRoundOn)
	}
	match := s.match.Clone()
	for _, seat := range match.ToMove() {
		if _, err := match.Play(seat, engine.Move{Verb: engine.VerbNext}); err != nil {
			return nil, err
		}
	}
	s.match = match
	return s.begun(r)
}

// A savedState is everything that a match follows from: the position as the club
// stores it, and the seed.
type savedState struct {
	Rules int             `json:"rules"` // version of the game's
	Seed  string          `json:"seed"`
	Mix   *mixField       `json:"mix,omitempty"`
	Match json.RawMessage `json:"match"`
}

func (s *Session) save(request) (any, error) {
	data, err := json.Marshal(s.match)
	if err != nil {
		return nil, err
	}
	info := s.match.Game().Info()
	return map[string]any{"game": info.Key, "state": savedState{info.Version, s.seed.Hex(), s.mix, data}}, nil
}

func (s *Session) load(r request) (any, error) {
	game, err := s.game(r)
	if err != nil {
		return nil, err
	}
	state, err := required(r, "state", r.State)
	if err != nil {
		return nil, err
	}
	info := game.Info()
	if state.Rules != info.Version {
		return nil, refuse("state", "a state under rules %d of %s: expected rules %d", state.Rules, info.Key,
			info.Version)
	}
	seed, err := shuffle.ParseSeed(state.Seed)
	if err != nil {
		return nil, refuse("state", "%v", err)
	}
	// The seats are those of the position, which says whether they are as many as the contributions.
	match, err := engine.LoadMatch(game, seed, state.Match)
	var from engine.Source
	if err == nil {
		from, err = state.Mix.source(seed, match.Seats())
	}
	if err == nil {
		match, err = engine.LoadMatch(game, from, state.Match)
	}
	if err == nil {
		err = sound(match)
	}
	if err != nil {
		return nil, refuse("state", "%s", strings.TrimPrefix(err.Error(), "load "+info.Key+" match: "))
	}
	s.match, s.seed, s.mix = match, seed, state.Mix
	return s.begun(r)
}

// sound checks a match that may have been edited by hand: its round fits its score
// sheet, and every question about it can be answered.
func sound(m *engine.Match) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("not a position of the game: %v", p)
		}
	}()
	hands := 0
	for _, pile := range m.Round().Piles(nil) {
		if pile.Place.Kind == engine.Hand {
			hands++
		}
	}
	if hands != m.Seats() {
		return fmt.Errorf("a round of %d seats in a match of %d", hands, m.Seats())
	}
	result, over := m.Round().Result()
	outcome, ended := m.Outcome()
	if between := m.Between() || ended; over != between && outcome.How != engine.ByLeft {
		return errors.New("the round is over where the match goes on, or the other way round")
	}
	sheet := m.Rounds()
	if over {
		sheet = append(sheet[:len(sheet):len(sheet)], engine.RoundScore{Totals: m.Totals(), Result: result})
	}
	for _, r := range sheet {
		if len(r.Totals) != m.Seats() || len(r.Points) != m.Seats() || r.Places != nil && len(r.Places) != m.Seats() {
			return errors.New("the score sheet does not fit the seats")
		}
	}
	for seat := engine.Spectator; int(seat) < m.Seats(); seat++ {
		_ = plain(m.View(seat))
		moves := m.Legal(seat, nil)
		if (len(moves) > 0) != slices.Contains(m.ToMove(), seat) {
			return fmt.Errorf("not a position of the game: seat %d has %d moves", seat, len(moves))
		}
		for _, move := range moves {
			if _, err := m.Clone().Play(seat, move); err != nil {
				return fmt.Errorf("not a position of the game: %q of seat %d: %w", move, seat, err)
			}
		}
	}
	return nil
}
