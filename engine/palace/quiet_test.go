package palace_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

func TestQuiet(t *testing.T) { enginetest.Quiet(t, palace.Game{}) }
