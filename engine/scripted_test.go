package engine_test

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"

	"carteado/engine"
)

// scripted is a game whose rounds end as the move says: each verb is the name
// of a result. It has no cards; what a match makes of results is all there is.
type scripted struct {
	scoring  engine.Scoring
	results  map[string]engine.Result
	together bool // all seats may move, not only the dealer's left
	failFrom int  // deals fail from this one on; 0: never
	deals    *int
	absent   bool           // a seat is played on when its player has left
	gone     *[]engine.Seat // who a round is told has left; nil for rounds that are not told
}

// points is a round that somebody knocked.
func points(by engine.Seat, points ...int) engine.Result {
	r := engine.Result{How: "knock", Points: points, By: by, Winner: engine.Nobody, Loser: engine.Nobody}
	low, high := slices.Min(points), slices.Max(points)
	if low != high {
		r.Winner, r.Loser = engine.Seat(slices.Index(points, low)), engine.Seat(slices.Index(points, high))
	}
	return r
}

// void is a round without a result.
func void(seats int) engine.Result {
	return engine.Result{How: "void", Points: make([]int, seats), By: engine.Nobody, Winner: engine.Nobody,
		Loser: engine.Nobody}
}

func (g scripted) Info() engine.Info {
	return engine.Info{Key: "scripted", Version: 1, MinSeats: 2, MaxSeats: 4, Options: []engine.Option{
		{Key: "rule", Values: []string{"a", "b"}}}}
}

func (g scripted) Scoring(engine.Options) engine.Scoring { return g.scoring }

func (g scripted) Deal(s engine.Setup) (engine.Round, error) {
	if g.deals != nil {
		if *g.deals++; g.failFrom > 0 && *g.deals >= g.failFrom {
			return nil, errors.New("no more cards")
		}
	}
	r := &scene{game: g, Seats: s.Seats, Turn: (s.Dealer + 1) % engine.Seat(s.Seats)}
	if g.gone != nil {
		return leavingScene{absentScene{r}}, nil
	}
	if g.absent {
		return absentScene{r}, nil
	}
	return r, nil
}

func (g scripted) Load(data []byte) (engine.Round, error) {
	r := &scene{game: g}
	return r, json.Unmarshal(data, r)
}

// A scene is a round of a scripted game.
type scene struct {
	game  scripted
	Seats int
	Turn  engine.Seat
	Ended string
}

// An absentScene knows an automatic move.
type absentScene struct{ *scene }

func (absentScene) Auto(engine.Seat) engine.Move { return engine.NewMove("wait") }

// A leavingScene notes who it is told has left.
type leavingScene struct{ absentScene }

func (r leavingScene) Leave(s engine.Seat) { *r.game.gone = append(*r.game.gone, s) }

func (r *scene) ToMove() []engine.Seat {
	if r.Ended != "" {
		return nil
	}
	if !r.game.together {
		return []engine.Seat{r.Turn}
	}
	var seats []engine.Seat
	for s := range r.Seats {
		seats = append(seats, engine.Seat(s))
	}
	return seats
}

func (r *scene) Legal(s engine.Seat, moves []engine.Move) []engine.Move {
	if slices.Contains(r.ToMove(), s) {
		for _, verb := range slices.Sorted(maps.Keys(r.game.results)) {
			moves = append(moves, engine.NewMove(verb))
		}
	}
	return moves
}

func (r *scene) Breaks(s engine.Seat, m *engine.Move) string {
	if *m != engine.NewMove("wait") && !slices.Contains(r.Legal(s, nil), *m) {
		return "scripted.unknown"
	}
	return ""
}

func (r *scene) Make(s engine.Seat, m *engine.Move, log *engine.Log) {
	if m.Verb == "wait" { // a move that ends nothing
		log.Tell(engine.Event{Kind: "wait", Seat: s, Open: true})
		return
	}
	r.Ended = m.Verb
	log.Tell(engine.Event{Kind: m.Verb, Seat: s})
}

func (r *scene) Result() (engine.Result, bool)          { return r.game.results[r.Ended], r.Ended != "" }
func (r *scene) View(engine.Seat) any                   { return *r }
func (r *scene) CopyInto(engine.Round) engine.Round     { c := *r; return &c }
func (r *scene) Is(other engine.Round) bool             { return other.(*scene).Ended == r.Ended }
func (r *scene) Piles(room []engine.Pile) []engine.Pile { return room[:0] }
