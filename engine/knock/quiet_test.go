package knock_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

func TestQuiet(t *testing.T) { enginetest.Quiet(t, knock.Game{}) }
