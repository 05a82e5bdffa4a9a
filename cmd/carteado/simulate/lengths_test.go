package simulate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	club "carteado/cmd/carteado/games"
	"carteado/engine"
)

// The form for a new table says how long a match takes, by the number of its moves:
// for each bundle of house rules, with the fewest players and with the most.
func TestMovesAreAsMeasured(t *testing.T) {
	for _, game := range club.Rules() {
		info := game.Info()
		for _, preset := range append(info.Presets, engine.Preset{Key: "as written", Moves: info.Moves}) {
			if len(preset.Moves) != info.MaxSeats-info.MinSeats+1 {
				t.Errorf("%s, %s: %d figures", info.Key, preset.Key, len(preset.Moves))
				continue
			}
			for _, seats := range slices.Compact([]int{info.MinSeats, info.MaxSeats}) {
				t.Run(fmt.Sprintf("%s, %s, %d seats", info.Key, preset.Key, seats), func(t *testing.T) {
					t.Parallel()
					var out bytes.Buffer
					c := Command{Game: info.Key, Seats: seats, Matches: 20, Seed: "7", Option: preset.Options,
						Bots: []string{"steady"}, Checks: "off", Every: 1, JSON: true}
					if err := c.Run(t.Context(), club.Rules(), &out); err != nil {
						t.Fatal(err)
					}
					var r report
					if err := json.Unmarshal(out.Bytes(), &r); err != nil {
						t.Fatal(err)
					}
					said := float64(preset.Moves[seats-info.MinSeats])
					if r.Moves.Mean < said*0.75 || r.Moves.Mean > said*1.25 {
						t.Errorf("%.0f moves, said to be %.0f", r.Moves.Mean, said)
					}
				})
			}
		}
	}
}
