package palace_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

func TestConform(t *testing.T) {
	enginetest.Conform(t, enginetest.Checker{Game: palace.Game{}})
}

func TestReplays(t *testing.T) {
	enginetest.Golden(t, palace.Game{}, "testdata/replays")
}
