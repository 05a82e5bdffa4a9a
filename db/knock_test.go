package db_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/knock"
)

// TestWholeMatchOfKnock plays what the club plays.
func TestWholeMatchOfKnock(t *testing.T) {
	t.Parallel()
	wholeMatch(t, knock.Game{}, engine.Options{"target_score": "50"})
}
