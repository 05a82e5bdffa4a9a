package link

// ClubFiles is where files with all of a club are asked for, ClubFile one of them.
func ClubFiles(club string) string          { return Club(club) + "/files" }
func ClubFile(club string, id int64) string { return ClubFiles(club) + "/" + number(id) + "/fetch" }
