package link

import "net/url"

// Imports of old score books: the list and where a file is brought to, one of them, and what is done about it. Recorded
// is the sheet of a match that one of them has brought.
func Imports(club string) string               { return Club(club) + "/imports" }
func Import(club string, id int64) string      { return Imports(club) + "/" + number(id) }
func WishImport(club string, id int64) string  { return Import(club, id) + "/wish" }
func KeepImport(club string, id int64) string  { return Import(club, id) + "/keep" }
func DropImport(club string, id int64) string  { return Import(club, id) + "/drop" }
func TakeImport(club string, id int64) string  { return Import(club, id) + "/take-back" }
func Recorded(club string, match int64) string { return Club(club) + "/recorded/" + number(match) }

// ImportPage is a page of what an import has brought, from 1.
func ImportPage(club string, id int64, page int) string {
	q := url.Values{}
	addSet(q, "page", number(int64(page)))
	return asked(Import(club, id), q)
}
