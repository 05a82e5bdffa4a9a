package knock_test

import (
	"maps"
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest"
	"carteado/engine/knock"
)

func TestExamples(t *testing.T) { enginetest.Examples(t, knock.Game{}) }

func TestSteps(t *testing.T) { enginetest.Steps(t, knock.Game{}) }

// An example is shown wherever its own options hold: it must be right there
// whatever the other house rules are.
func TestExamplesWithAnyOtherRules(t *testing.T) {
	info := knock.Game{}.Info()
	for _, e := range (knock.Game{}).Lessons() {
		for _, others := range enginetest.Singly(info) {
			if others.Duplicates() > 0 && e.Key == "run_of_seven" {
				continue // it counts there: TestARunOfSevenInADuplicateMatch
			}
			for key := range others {
				if e.Options[key] != "" {
					continue
				}
				again := e
				again.Options = engine.Options{key: others[key]}
				maps.Copy(again.Options, e.Options)
				example, err := again.At(knock.Game{})
				if err == nil {
					err = enginetest.CheckExample(knock.Game{}, example)
				}
				if err != nil {
					t.Errorf("%s under %v: %v", e.Key, again.Options, err)
				}
			}
		}
	}
}

// Presets differ from the rules as written and from each other.
func TestPresets(t *testing.T) {
	info := knock.Game{}.Info()
	seen := map[string]bool{}
	for _, preset := range info.Presets {
		resolved, err := info.Resolve(preset.Options)
		if err != nil {
			t.Error(err)
		}
		for _, o := range info.Options {
			if value, ok := preset.Options[o.Key]; ok && value == o.Values[0] {
				t.Errorf("%s: %s=%s is the default", preset.Key, o.Key, value)
			}
		}
		name := enginetest.Name(preset.Options)
		if len(resolved) != len(info.Options) || len(preset.Options) == 0 || seen[name] || seen[preset.Key] {
			t.Errorf("preset %s: %s", preset.Key, name)
		}
		seen[name], seen[preset.Key] = true, true
	}
	if len(info.Presets) < 2 {
		t.Error("no presets")
	}
}
