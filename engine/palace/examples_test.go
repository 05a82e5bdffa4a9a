package palace_test

import (
	"testing"

	"carteado/engine/enginetest"
	"carteado/engine/palace"
)

func TestExamples(t *testing.T) {
	enginetest.Examples(t, palace.Game{})
}

func TestSteps(t *testing.T) { enginetest.Steps(t, palace.Game{}) }
