package results

import (
	"testing"

	"carteado/views/picture"
)

// A picture is drawn once for all who ask.
func TestPicturesAreKept(t *testing.T) {
	t.Parallel()
	p, r := newPictures(), picture.Result{Title: "Knock", Lines: []picture.Line{{Place: "1", Name: "Ana", Points: "7"}}}
	first, err := p.of(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	again, err := p.of(t.Context(), r)
	if err != nil || &again[0] != &first[0] {
		t.Errorf("it is drawn twice: %v", err)
	}
}
