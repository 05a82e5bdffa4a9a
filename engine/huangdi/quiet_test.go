package huangdi_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

func TestQuiet(t *testing.T) { enginetest.Quiet(t, huangdi.Game{}) }
