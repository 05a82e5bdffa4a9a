package nights

import (
	"maps"

	"carteado/db/nights"
	"carteado/engine"
	"carteado/handlers/web"
	nightspage "carteado/views/page/nights"
)

// readDuplicates reads how many deals all tables of a round play, into the house rules of the tables. They are compared
// seat by seat, so there are several tables on screens, each with as many seats.
func readDuplicates(form *nightspage.DrawForm, game engine.Info, wish nights.Wish) engine.Options {
	options := engine.Options{engine.Duplicate: form.Deals}
	maps.Copy(options, wish.Options)
	_, err := game.Resolve(options)
	switch {
	case !game.Duplicate:
		form.Faults["duplicates"] = "duplicates_game"
	case err != nil:
		form.Deals, form.Faults["duplicates"] = "", web.ReasonChoice
	case !wish.Screens:
		form.Faults["duplicates"] = "duplicates_screens"
	case len(form.Faults) == 0 && !alike(wish.Sizes):
		form.Faults["duplicates"] = "duplicates_tables"
	}
	return options
}

// alike reports that there are several tables, all of one size.
func alike(sizes []int) bool {
	for _, size := range sizes {
		if size != sizes[0] {
			return false
		}
	}
	return len(sizes) > 1
}
