package palace_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

func TestBare(t *testing.T) { enginetest.Bare(t, palace.Game{}) }
