package enginetest

import (
	"errors"
	"fmt"
	"testing"

	"carteado/engine"
)

// Bounds of the number of steps of a game's lessons.
const (
	minSteps = 5
	maxSteps = 8
)

// Steps plays the lessons of a game, if it brings any: each right move is legal and leads on, each wrong one is
// refused for the reason that it names, and the last step is a round.
func Steps(t *testing.T, g engine.Game) {
	steps := engine.Steps(g)
	if n := len(steps); n > 0 && (n < minSteps || n > maxSteps) {
		t.Errorf("%d steps, want %d to %d", n, minSteps, maxSteps)
	}
	keys := map[string]bool{}
	for i, s := range steps {
		t.Run(s.Key, func(t *testing.T) {
			if s.Key == "" || keys[s.Key] {
				t.Errorf("step %q: a key of its own is needed", s.Key)
			}
			keys[s.Key] = true
			if _, err := g.Info().Resolve(s.Options); err != nil {
				t.Error(err)
			}
			if last := i == len(steps)-1; last != (s.Moves == "") {
				t.Errorf("the last step is a round, and no other")
			}
			if s.Moves == "" {
				return
			}
			if err := CheckStep(g, s); err != nil {
				t.Error(err)
			}
		})
	}
}

// CheckStep is the first thing that is wrong with a step.
func CheckStep(g engine.Game, s engine.Step) error {
	if len(s.Wrong) == 0 {
		return errors.New("no wrong move is named")
	}
	e, err := s.Set(g)
	if err != nil {
		return err
	}
	wrong := 0
	for made := 0; ; made++ {
		for _, try := range s.Wrong {
			if try.After == made {
				wrong++
				if err := checkTry(e, try); err != nil {
					return err
				}
			}
		}
		move, more := e.Next()
		if !more {
			break
		}
		if err := e.Make(move); err != nil {
			return fmt.Errorf("%s: %w", move, err)
		}
	}
	if wrong != len(s.Wrong) {
		return fmt.Errorf("%d of %d wrong moves come after the end of the step", len(s.Wrong)-wrong, len(s.Wrong))
	}
	return nil
}

// checkTry makes a wrong move.
func checkTry(e *engine.Exercise, try engine.Try) error {
	move, err := engine.ParseMove(try.Move)
	if err != nil {
		return err
	}
	version := e.Scene().View.Version
	err = e.Make(move)
	var illegal *engine.Illegal
	switch {
	case e.Scene().View.Version != version:
		return fmt.Errorf("%s was made", move)
	case try.Broken == "" && !errors.Is(err, engine.ErrElsewhere):
		return fmt.Errorf("%s: %w, want a legal move", move, err)
	case try.Broken != "" && (!errors.As(err, &illegal) || illegal.Rule != try.Broken):
		return fmt.Errorf("%s: %w, want refused by %s", move, err, try.Broken)
	}
	return nil
}
