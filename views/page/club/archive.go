package club

import (
	"context"
	"time"

	"carteado/views/layout"
	"carteado/views/part"
)

// ArchiveProps say whether the club is archived, and what stands against it.
type ArchiveProps struct {
	Since      time.Time // zero: it is open
	Deletion   time.Time // when it is deleted; zero: it is to stay
	Unfinished Unfinished
}

// Unfinished is what has to come to its end before a club is archived.
type Unfinished struct{ Tables, Nights, Competitions int }

// DeletionProps say what goes with a club, or how its deletion stands.
type DeletionProps struct {
	Due        time.Time    // zero: nobody has asked for it
	Late       bool         // it is over, and the club is still there
	By         part.Person  // who has asked
	Asked      time.Time    // and when
	File       *ClubFile    // the last export; nil: there is none
	Goes       ClubContents // where nobody has asked
	Unfinished Unfinished
	Typed      string      // for the club's name
	Faults     part.Faults // name
}

// archived reports that the club can only be read: nothing leads to what would be refused.
func archived(ctx context.Context) bool { return layout.From(ctx).Club.Archived }
