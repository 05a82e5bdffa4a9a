package part

// Names are the heights of the names beside the lines.
func (c Chart) Names() []float64 { return c.names() }

const MaxKept = maxCached

// Ranked are the seats as they are listed, and the place of each.
func (s Standings) Ranked() (order, places []int) {
	for seat := range s.People {
		places = append(places, s.place(seat))
	}
	return s.order(), places
}
