package huangdi_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

func TestConform(t *testing.T) {
	enginetest.Conform(t, enginetest.Checker{Game: huangdi.Game{}, Longest: 6000, Seldom: 100})
}

func TestReplays(t *testing.T) { enginetest.Golden(t, huangdi.Game{}, "testdata/replays") }
