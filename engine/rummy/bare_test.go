package rummy_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

func TestBare(t *testing.T) { enginetest.Bare(t, rummy.Game{}) }
