package club

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"carteado/db"
	"carteado/handlers/web"
	"carteado/views/i18n"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
)

// ShowPlaceholders lists whom the club knows by a name alone, but for those whose name was erased.
func (w *Wing) ShowPlaceholders(r *web.Request) error {
	props := clubpage.PlaceholdersProps{Erased: r.QueryParam("saved") != ""}
	props.Search, _ = web.CleanText(r.QueryParam("q"), web.MaxSearch)
	list, err := w.Store.PlaceholdersOf(r.Ctx(), r.Club.ID, r.Player(), props.Search)
	if err != nil {
		return err
	}
	for _, n := range list {
		if n.Player != 0 || !erased(r, n.Name) {
			props.List = append(props.List, clubpage.Placeholder(n))
		}
	}
	return r.Show(http.StatusOK, clubpage.Placeholders(props))
}

// EraseName erases the name that was asked about.
func (w *Wing) EraseName(r *web.Request) error {
	player, _ := strconv.ParseInt(r.Field("player"), 10, 64) // 0: by the name alone
	err := w.Store.EraseName(r.Ctx(), r.Club.ID, r.Player(), db.Placeholder{Player: player, Name: r.Field("name")},
		func(number int64) string { return neutral(r, r.Club.Lang, strconv.FormatInt(number, 10)) })
	return r.Done(err, link.Placeholders(r.Club.Slug)+"?saved=1")
}

// neutral is what takes the place of a name.
func neutral(r *web.Request, lang, number string) string {
	return i18n.T(i18n.With(r.Ctx(), lang), "placeholders.neutral", "number", number)
}

// erased reports that a name has taken the place of another.
func erased(r *web.Request, name string) bool {
	number := name[strings.LastIndex(name, " ")+1:]
	_, err := strconv.ParseInt(number, 10, 64)
	return err == nil && slices.ContainsFunc(i18n.Languages(), func(lang string) bool {
		return neutral(r, lang, number) == name
	})
}
