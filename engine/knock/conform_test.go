package knock_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

func TestConform(t *testing.T) {
	enginetest.Conform(t, enginetest.Checker{Game: knock.Game{}})
}

func TestReplays(t *testing.T) {
	enginetest.Golden(t, knock.Game{}, "testdata/replays")
}
