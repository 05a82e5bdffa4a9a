package link

// Yearbooks is where a club's yearbooks are asked for, YearbookFile one of them.
func Yearbooks(club string) string              { return Club(club) + "/yearbooks" }
func YearbookFile(club string, id int64) string { return Yearbooks(club) + "/" + number(id) + "/file" }
