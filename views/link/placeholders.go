package link

// Placeholders lists whom a club knows by a name alone, EraseName forgets one of the names.
func Placeholders(club string) string { return Club(club) + "/placeholders" }
func EraseName(club string) string    { return Placeholders(club) + "/erase" }
