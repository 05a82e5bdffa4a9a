package engine_test

import (
	"errors"
	"maps"
	"testing"

	"carteado/engine"
)

func TestResolve(t *testing.T) {
	info := engine.Info{Options: []engine.Option{
		{Key: "target", Values: []string{"100", "50", "200"}},
		{Key: "undercut", Values: []string{"off", "on"}},
	}}
	for name, c := range map[string]struct{ chosen, want engine.Options }{
		"nothing chosen": {nil, engine.Options{"target": "100", "undercut": "off"}},
		"one chosen":     {engine.Options{"undercut": "on"}, engine.Options{"target": "100", "undercut": "on"}},
		"all chosen": {engine.Options{"undercut": "off", "target": "200"},
			engine.Options{"target": "200", "undercut": "off"}},
	} {
		got, err := info.Resolve(c.chosen)
		if err != nil || !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		again, err := info.Resolve(got)
		if err != nil || !maps.Equal(again, got) {
			t.Errorf("%s: resolved again %v, %v", name, again, err)
		}
	}
	for name, c := range map[string]struct{ chosen, wrong engine.Options }{
		"unknown key":   {engine.Options{"undercut": "on", "colour": "red"}, engine.Options{"colour": "red"}},
		"unknown value": {engine.Options{"target": "101"}, engine.Options{"target": "101"}},
		"empty value":   {engine.Options{"undercut": ""}, engine.Options{"undercut": ""}},
	} {
		got, err := info.Resolve(c.chosen)
		var refused *engine.ErrOption
		if !errors.As(err, &refused) || c.wrong[refused.Key] != refused.Value || got != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

func TestOptionValues(t *testing.T) {
	o := engine.Options{"limit": "7", "deck": "full", "undercut": "on", "low": "-5"}
	if o.Int("limit") != 7 || o.Int("low") != -5 || o.Int("deck") != 0 || o.Int("absent") != 0 {
		t.Error("wrong numbers")
	}
	if !o.On("undercut") || o.On("limit") || o.On("absent") {
		t.Error("wrong switches")
	}
}

// What follows from house rules is read once for rounds under the same, and anew for others.
func TestShared(t *testing.T) {
	info := engine.Info{Options: []engine.Option{{Key: "target", Values: []string{"100", "50"}}}}
	var shared engine.Shared[int]
	of := func(o engine.Options, seats int) *int {
		value, err := shared.Of(info, o, seats, func(o engine.Options, seats int) (*int, error) {
			value := o.Int("target") + seats
			return &value, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return value
	}
	chosen := engine.Options{"target": "50"}
	first := of(chosen, 2)
	if again := of(maps.Clone(chosen), 2); *first != 52 || again != first {
		t.Errorf("%d, and again %d", *first, *again)
	}
	chosen["target"] = "100"
	if other, none, more := of(chosen, 2), of(nil, 2), of(nil, 3); *other != 102 || *none != 102 || *more != 103 {
		t.Errorf("%d, %d, %d", *other, *none, *more)
	}
	if value, err := shared.Of(info, engine.Options{"target": "1"}, 3, nil); err == nil {
		t.Errorf("%d follows from what is not offered", value)
	}
}
