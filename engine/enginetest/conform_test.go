package enginetest_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/enginetest/toy"
)

func TestTheToyConforms(t *testing.T) {
	enginetest.Conform(t, enginetest.Checker{Game: toy.Game{}})
}
