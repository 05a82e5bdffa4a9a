package huangdi_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/huangdi"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, huangdi.Game{}) }
