package link

// Archive is where owners archive a club, open it again and have it deleted.
func Archive(club string) string  { return Club(club) + "/archive" }
func Deletion(club string) string { return Archive(club) + "/deletion" }
