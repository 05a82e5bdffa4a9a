package club

import "time"

// ArchiveProps say whether the club is archived, and what stands against it.
type ArchiveProps struct {
	Since      time.Time // zero: it is open
	Unfinished Unfinished
}

// Unfinished is what has to come to its end before a club is archived.
type Unfinished struct{ Tables, Nights, Competitions int }
