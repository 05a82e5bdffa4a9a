package bot

import "slices"

// A level is how well a bot plays.
type level struct {
	slips      int  // one move in this many is not the best; 0: none
	beginner   bool // judges moves as a beginner does
	playouts   int  // of a search, 0 for none
	candidates int  // of a search, at most
}

var levels = map[string]level{
	Novice: {slips: 4, beginner: true},
	Club:   {slips: 20},
	Strong: {playouts: 240, candidates: 5},
	Master: {playouts: 4000, candidates: 10},
}

// A Met is a match that a player has finished against bots alone.
type Met struct {
	Levels []string // of the bots
	Won    bool
}

// LevelFor is the level of a bot that suits a player who has finished such matches of a game, the last one first.
func LevelFor(met []Met) string {
	if len(met) == 0 {
		return Novice
	}
	at := met[0].hardest()
	switch {
	case met[0].Won:
		at = min(at+1, len(Levels())-1)
	case len(met) > 1 && !met[1].Won && met[1].hardest() == at:
		at = max(at-1, 0)
	}
	return Levels()[at]
}

// hardest is the place of the best bot among the levels. One that is not known any more is played as Club.
func (m Met) hardest() int {
	at := 0
	for _, level := range m.Levels {
		i := slices.Index(Levels(), level)
		if i < 0 {
			i = slices.Index(Levels(), Club)
		}
		at = max(at, i)
	}
	return at
}
