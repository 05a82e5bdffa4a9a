package knock_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

func TestBare(t *testing.T) { enginetest.Bare(t, knock.Game{}) }
