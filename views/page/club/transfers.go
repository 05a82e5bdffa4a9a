package club

import (
	"context"
	"time"

	"carteado/views/i18n"
	"carteado/views/page/results"
	"carteado/views/part"
)

// ClubFilesProps is the page on which owners have all of the club written into a file.
type ClubFilesProps struct {
	List  []ClubFile
	Busy  bool // one is being written
	Stale bool // another was asked for meanwhile
}

// ClubFile is one of them.
type ClubFile struct {
	ID     int64
	By     part.Person
	Asked  time.Time
	Done   int
	Total  int
	Size   int64
	Ready  time.Time
	Failed bool
	Last   bool // of a club that is to be deleted
}

// state is how far it is.
func (f ClubFile) state(ctx context.Context) string {
	return results.Yearbook{Done: f.Done, Total: f.Total, Size: f.Size, Ready: f.Ready, Failed: f.Failed}.State(ctx)
}

// BroughtClubsProps is the page on which owners of the house bring files with clubs.
type BroughtClubsProps struct {
	List      []BroughtClub
	Megabytes int
	Faults    part.Faults // file
}

// BroughtClub is a file with a club.
type BroughtClub struct {
	ID                  int64
	Name                string // of the file
	Made                time.Time
	Owner, Slug, Called string
	Busy                bool // a job is at it
	Taking              bool
	Said                *ClubContents // nil: nobody has looked yet, or it was refused
	Refusal             string
	Club                string // its part of the address, once it is here
	Faults              part.Faults
}

// ClubContents are what comes with a club.
type ClubContents struct {
	Name, Slug string
	From       string
	Written    time.Time
	Matches, Moves, Tables, Recorded, Seasons, Nights, Announcements, Presets, Entries, Players,
	Running, Open, Drafts, Older, Closed int
	Invited, Namesakes []string
}

// state is how far it is.
func (b BroughtClub) state(ctx context.Context) string {
	switch {
	case b.Club != "":
		return i18n.T(ctx, "transfers.brought.here")
	case b.Refusal != "":
		return i18n.T(ctx, "transfers.refused."+b.Refusal)
	case b.Busy && b.Taking:
		return i18n.T(ctx, "transfers.brought.taking")
	case b.Busy:
		return i18n.T(ctx, "transfers.brought.looking")
	}
	return i18n.T(ctx, "transfers.brought.looked")
}

// A comes line is how much of something comes.
type comes struct {
	what string
	n    int
}

// comes lists what comes with the club.
func (c ClubContents) comes() []comes {
	return []comes{{"matches", c.Matches}, {"moves", c.Moves}, {"recorded", c.Recorded}, {"seasons", c.Seasons},
		{"nights", c.Nights}, {"announcements", c.Announcements}, {"presets", c.Presets}, {"entries", c.Entries},
		{"players", c.Players}}
}

// stays lists what is not in the file, and what was not played again, unless there is nothing.
func (c ClubContents) stays(ctx context.Context) (lines []string) {
	for _, s := range []comes{{"running", c.Running}, {"open", c.Open}, {"drafts", c.Drafts}, {"older", c.Older},
		{"closed", c.Closed}} {
		if s.n > 0 {
			lines = append(lines, i18n.T(ctx, "transfers.stays."+s.what, "n", s.n))
		}
	}
	return lines
}
