package chaos

import (
	"testing"

	"github.com/anishathalye/porcupine"
)

// The checker finds what each kind of mistake would leave in the history of a match.
func TestHistoriesOfMistakes(t *testing.T) {
	move := func(key string, version int) porcupine.Operation {
		return porcupine.Operation{Input: request{key, version}, Output: answer{}}
	}
	look := func(version int) porcupine.Operation {
		return porcupine.Operation{Input: request{}, Output: answer{version: version}}
	}
	refused := func(key string, version int) porcupine.Operation {
		return porcupine.Operation{Input: request{key, version}, Output: answer{refused: true}}
	}
	end := func(keys ...string) porcupine.Operation {
		return porcupine.Operation{Input: request{}, Output: answer{version: len(keys), all: keys}}
	}
	for name, c := range map[string]struct {
		history []porcupine.Operation // one after the other
		right   bool
	}{
		"as it should be": {[]porcupine.Operation{move("a", 0), look(1), move("b", 1), move("a", 0), look(2),
			end("a", "b")}, true},
		"an old move is refused":    {[]porcupine.Operation{move("a", 0), refused("b", 0), look(1), end("a")}, true},
		"a right move is refused":   {[]porcupine.Operation{move("a", 0), refused("b", 1), end("a")}, false},
		"a refused move is kept":    {[]porcupine.Operation{move("a", 0), refused("b", 0), end("a", "b")}, false},
		"no look-up of the key":     {[]porcupine.Operation{move("a", 0), move("a", 0), look(2), end("a", "a")}, false},
		"an answer before commit":   {[]porcupine.Operation{move("a", 0), move("b", 1), look(1), end("a")}, false},
		"no check of the version":   {[]porcupine.Operation{move("a", 0), move("b", 0), look(2), end("a", "b")}, false},
		"a stale cache":             {[]porcupine.Operation{move("a", 0), move("b", 1), look(1), end("a", "b")}, false},
		"commits that are not kept": {[]porcupine.Operation{move("a", 0), look(1), end()}, false},
		"another order":             {[]porcupine.Operation{move("a", 0), move("b", 1), end("b", "a")}, false},
	} {
		for i := range c.history {
			c.history[i].Call, c.history[i].Return = int64(2*i), int64(2*i+1)
		}
		if err := check(c.history); (err == nil) != c.right {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Two things that happen at the same time may be seen in either order.
	both := []porcupine.Operation{move("a", 0), look(0), look(1)}
	for i := range both {
		both[i].ClientId, both[i].Call, both[i].Return = i, 0, 9
	}
	if err := check(both); err != nil {
		t.Error(err)
	}
}
