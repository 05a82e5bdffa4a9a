package rummy_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

func TestConform(t *testing.T) {
	enginetest.Conform(t, enginetest.Checker{Game: rummy.Game{}})
}

func TestReplays(t *testing.T) {
	enginetest.Golden(t, rummy.Game{}, "testdata/replays")
}

func TestLines(t *testing.T) { enginetest.Lines(t, rummy.Game{}) }
