package web

import (
	"slices"
	"strconv"
	"strings"
)

// PlacesTyped reads the places at a table, by player.
func PlacesTyped(r *Request) (places map[int64]int, list []int, err error) {
	places = map[int64]int{}
	for name, values := range r.Request().PostForm {
		id, is := strings.CutPrefix(name, "place-")
		who, err := strconv.ParseInt(id, 10, 64)
		if !is || err != nil {
			continue
		}
		place, err := strconv.Atoi(values[0])
		if err != nil {
			return nil, nil, ErrForm
		}
		places[who] = place
		list = append(list, place)
	}
	return places, list, nil
}

// ValidPlaces reports that places leave out those behind tied ones. Unplayed is that of those who have not played, 0
// where there is none.
func ValidPlaces(list []int, unplayed int) bool {
	slices.Sort(list)
	for i, place := range list { // 1, 2, 2, 4
		if place != i+1 && (i == 0 || place != list[i-1]) && (unplayed == 0 || place != unplayed) {
			return false
		}
	}
	return true
}
