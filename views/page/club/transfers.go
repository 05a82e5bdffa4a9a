package club

import (
	"context"
	"time"

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
}

// state is how far it is.
func (f ClubFile) state(ctx context.Context) string {
	return Yearbook{Done: f.Done, Total: f.Total, Size: f.Size, Ready: f.Ready, Failed: f.Failed}.state(ctx)
}
