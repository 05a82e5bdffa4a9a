package link

// ClubFiles is where files with all of a club are asked for, ClubFile one of them.
func ClubFiles(club string) string          { return Club(club) + "/files" }
func ClubFile(club string, id int64) string { return ClubFiles(club) + "/" + number(id) + "/fetch" }

// BroughtClub is a file with a club that was brought to the house.
func BroughtClub(id int64) string       { return BroughtClubs + "/" + number(id) }
func LookAtBroughtClub(id int64) string { return BroughtClub(id) + "/look" }
func TakeBroughtClub(id int64) string   { return BroughtClub(id) + "/take" }
func DropBroughtClub(id int64) string   { return BroughtClub(id) + "/drop" }
