package engine_test

import (
	"errors"
	"testing"

	"carteado/engine"
)

func TestRulesAreSharedWhereTheyAreTheSame(t *testing.T) {
	info := engine.Info{Options: []engine.Option{{Key: "target", Values: []string{"25", "50"}}}}
	var book engine.Rulebook[int]
	made := 0
	read := func(o engine.Options, seats int) *int {
		t.Helper()
		rules, err := book.Read(info, o, seats, func(o engine.Options) (*int, error) {
			made++
			n := o.Int("target") + seats
			return &n, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return rules
	}
	first := read(engine.Options{"target": "25"}, 2)
	if read(engine.Options{"target": "25"}, 2) != first || read(nil, 2) != first || made != 1 || *first != 27 {
		t.Errorf("made %d times, %d", made, *first)
	}
	if other := read(nil, 3); other == first || *other != 28 {
		t.Errorf("for three seats %d", *other)
	}
	if other := read(engine.Options{"target": "50"}, 3); *other != 53 || made != 3 {
		t.Errorf("made %d times, %d", made, *other)
	}
	refused := errors.New("not so")
	for _, o := range []engine.Options{{"target": "75"}, {"target": "25"}} {
		if _, err := book.Read(info, o, 4, func(engine.Options) (*int, error) { return nil, refused }); err == nil || o["target"] == "25" && !errors.Is(err, refused) {
			t.Errorf("%v: %v", o, err)
		}
	}
	if *read(engine.Options{"target": "50"}, 3) != 53 || made != 3 {
		t.Error("what was refused is kept")
	}
}
