package huangdi_test

import (
	"math"
	"slices"
	"testing"

	"carteado/engine"
)

// forecast is what a bot says of a position without playing on.
func forecast(t *testing.T, given string) (chances []float64, points []int) {
	t.Helper()
	r := at(t, given)
	chances, points = make([]float64, 2), make([]int, 2)
	if !r.Round.(engine.Forecaster).Forecast(chances, points) {
		t.Fatalf("%q: nothing is forecast", given)
	}
	if sum := chances[0] + chances[1]; math.Abs(sum-1) > 1e-9 {
		t.Errorf("%q: the chances are %v together", given, sum)
	}
	return chances, points
}

func TestForecast(t *testing.T) {
	const even = "hand:0 3 4 5 6 7; hand:1 3 4 5 6 7; stock:0 8 9 9; stock:1 8 9 9"
	chances, points := forecast(t, even)
	if math.Abs(chances[0]-chances[1]) > 1e-9 || !slices.Equal(points, []int{1, 1}) {
		t.Errorf("two who are equal have %v and win %v", chances, points)
	}
	for why, better := range map[string]string{
		"fewer cards":               "hand:0 3 4 5 6 7; hand:1 3 4 5 6 7; stock:0 9 9; stock:1 8 9 9",
		"a joker":                   "hand:0 J 4 5 6 7; hand:1 3 4 5 6 7; stock:0 8 9 9; stock:1 8 9 9",
		"a stock card that fits":    "hand:0 3 4 5 6 7; hand:1 3 4 5 6 7; stock:0 8 9 1; stock:1 8 9 9",
		"a stock card that is near": "hand:0 3 4 5 6 7; hand:1 3 4 5 6 7; stock:0 8 9 2; stock:1 8 9 9",
	} {
		if chances, _ := forecast(t, better); chances[0] <= 0.5 {
			t.Errorf("%s: %v", why, chances)
		}
	}
	_, points = forecast(t, "match_mode=points; hand:0 3 4 5 6 7; hand:1 3 4 5 6 7; stock:0 8 9 9; stock:1 8 9")
	if !slices.Equal(points, []int{5 + 2, 5 + 3}) {
		t.Errorf("whoever wins has %v", points)
	}
}
