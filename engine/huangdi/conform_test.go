package huangdi_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

func TestConform(t *testing.T) {
	enginetest.Conform(t, enginetest.Checker{Game: huangdi.Game{}, MaxMoves: 6000, CloserEvery: 100})
}

func TestReplays(t *testing.T) { enginetest.Golden(t, huangdi.Game{}, "testdata/replays") }

func TestLines(t *testing.T) { enginetest.Lines(t, huangdi.Game{}) }
