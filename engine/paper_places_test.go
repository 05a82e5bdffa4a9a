package engine_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/huangdi"
	"carteado/engine/palace"
)

// The same for games in which there are places and winners.
func TestPaperScoresAsRoundsWithPlacesDo(t *testing.T) {
	t.Parallel()
	scoresAsRoundsDo(t, []paperRounds{
		{palace.Game{}, nil, 3, ofPalace},
		{palace.Game{}, engine.Options{"scoring": "placement"}, 4, ofPalace},
		{huangdi.Game{}, engine.Options{"match_mode": "points", "target_points": "100", "stock_size": "5"}, 3,
			ofHuangDi},
		{huangdi.Game{}, engine.Options{"stock_size": "5"}, 2, ofHuangDi},
	})
}

func ofPalace(_ any, r engine.Result) engine.Written {
	return engine.Written{By: r.By, How: r.How, Places: r.Places}
}

func ofHuangDi(view any, r engine.Result) engine.Written {
	return engine.Written{By: r.By, How: r.How, Left: view.(huangdi.View).End.Stocks}
}

func TestPaperMatchWithPlaces(t *testing.T) {
	t.Parallel()
	addsUp(t, []paperCase{
		{"palace: a win each", palace.Game{}, 3, nil, []engine.Written{by(2, "out"), {By: nobody}, by(2, "out")},
			[]int{0, 0, 2}, []int{2, 2, 1}, "target"},
		{"palace: places", palace.Game{}, 4, engine.Options{"scoring": "placement", "rounds": "1"},
			[]engine.Written{placed(2, 1, 4, 3)}, []int{2, 3, 0, 1}, []int{2, 1, 4, 3}, "rounds"},
		{"palace: two in one place", palace.Game{}, 4, engine.Options{"scoring": "placement"},
			[]engine.Written{placed(2, 1, 3, 3)}, nil, nil, "places"},
		{"palace: another table", palace.Game{}, 4, engine.Options{"scoring": "placement"},
			[]engine.Written{placed(2, 1, 3)}, nil, nil, "places"},
		{"palace: no winner named", palace.Game{}, 3, nil, []engine.Written{by(3, "out")}, nil, nil, "how"},
		{"huang di: the winner's stock is all", huangdi.Game{}, 3, nil, []engine.Written{by(1, "out")}, []int{0, 1, 0},
			[]int{2, 1, 2}, "target"},
		{"huang di: by points five more", huangdi.Game{}, 3, engine.Options{"match_mode": "points"},
			[]engine.Written{by(0, "out", 0, 4, 3), by(2, "out", 3, 5, 0)}, []int{12, 0, 13}, nil, ""},
		{"huang di: blocked, the fewest win", huangdi.Game{}, 3, nil, []engine.Written{by(nobody, "", 4, 2, 3)},
			[]int{0, 1, 0}, []int{2, 1, 2}, "target"},
		{"huang di: more than the stock was", huangdi.Game{}, 3, engine.Options{"match_mode": "points"},
			[]engine.Written{by(0, "out", 0, 11, 3)}, nil, nil, "left"},
		{"huang di: two without a stock", huangdi.Game{}, 3, engine.Options{"match_mode": "points"},
			[]engine.Written{by(0, "out", 0, 0, 3)}, nil, nil, "out"},
		{"huang di: blocked without numbers", huangdi.Game{}, 3, nil, []engine.Written{{By: nobody}}, nil, nil, "seats"},
	})
}
