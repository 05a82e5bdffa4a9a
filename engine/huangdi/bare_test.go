package huangdi_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

func TestBare(t *testing.T) { enginetest.Bare(t, huangdi.Game{}) }
