package part

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
)

// A Crest is the face of a club: a figure on a shield, and the colours of both.
type Crest struct {
	Figure string // a symbol of static/crests.svg
	Ground int    // 1 to Grounds: the dark colour of the shield
	Colour int    // 1 to Colours: the light colour of the figure
}

// The colours of a crest. Any two of them can be told apart by 4.5:1.
const (
	Grounds = 8
	Colours = 5
)

// Figures lists the figures of crests.
func Figures() []string {
	return []string{"arches", "waves", "sun", "ipe", "toucan", "coffee", "raft", "moon", "ace", "star", "owl", "tile"}
}

// String is the form in which a club's row keeps its crest.
func (c Crest) String() string { return fmt.Sprintf("%s %d %d", c.Figure, c.Ground, c.Colour) }

// Known reports that there is such a crest.
func (c Crest) Known() bool {
	return slices.Contains(Figures(), c.Figure) && 1 <= c.Ground && c.Ground <= Grounds && 1 <= c.Colour &&
		c.Colour <= Colours
}

// CrestOf reads a club's crest. While a club has chosen none it has one that follows from
// its address, so that clubs look different from the first day.
func CrestOf(text, slug string) Crest {
	var c Crest
	if _, err := fmt.Sscanf(text, "%s %d %d", &c.Figure, &c.Ground, &c.Colour); err == nil && c.Known() {
		return c
	}
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(slug)) // a hash does not fail
	n := int(sum.Sum32() >> 1)
	return Crest{Figures()[n%len(Figures())], n/16%Grounds + 1, n/256%Colours + 1}
}

// classes of the shield, with a size: "", "s", "l" or "xl".
func (c Crest) classes(size string) []string {
	classes := []string{"crest", "cr-" + strconv.Itoa(c.Ground), "cf-" + strconv.Itoa(c.Colour)}
	if size != "" {
		classes = append(classes, "crest--"+size)
	}
	return classes
}

func crestHref(figure string) string { return Asset("crests.svg") + "#" + figure }
