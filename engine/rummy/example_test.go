package rummy_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/rummy"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, rummy.Game{}) }
