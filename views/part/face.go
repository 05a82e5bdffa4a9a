package part

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Face is the emblem and the colour that a player has chosen; the zero value for a
// player who has not.
type Face struct {
	Emblem string // a symbol of static/emblems.svg, without em-
	Colour int    // 1 to FaceColours
}

// FaceColours is the number of colours of faces. One more is that of bots.
const FaceColours = tones - 1

// Emblems lists the emblems of faces.
func Emblems() []string {
	return []string{"wave", "sun", "moon", "leaf", "cactus", "raft", "kite", "cup", "key", "lantern", "fish", "bird",
		"bell", "hill", "star", "tile"}
}

// String is the form in which a player's row keeps a face.
func (f Face) String() string {
	if f.Emblem == "" {
		return ""
	}
	return fmt.Sprintf("%s %d", f.Emblem, f.Colour)
}

// Known reports that there is such a face.
func (f Face) Known() bool {
	return slices.Contains(Emblems(), f.Emblem) && 1 <= f.Colour && f.Colour <= FaceColours
}

// FaceOf reads a face; the zero value where there is none.
func FaceOf(text string) Face {
	emblem, number, _ := strings.Cut(text, " ")
	colour, err := strconv.Atoi(number)
	if f := (Face{emblem, colour}); err == nil && f.Known() {
		return f
	}
	return Face{}
}
