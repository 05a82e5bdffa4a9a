package rummy_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

func TestQuiet(t *testing.T) { enginetest.Quiet(t, rummy.Game{}) }
