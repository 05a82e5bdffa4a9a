package scorebook

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Read reads a file: an error where nothing of it can be read, and a Fault for each line that cannot. What names a zone
// is told in that of now, as everything else is taken to be.
func Read(data []byte, w Wish, games []Game, now time.Time) (b Book, err error) {
	if len(data) > MostBytes {
		return b, ErrLarge
	}
	text, name, err := decoded(data)
	if err != nil {
		return b, err
	}
	comma, text, skipped := commaOf(text)
	rows, faults, err := rowsOf(text, comma, skipped)
	switch {
	case err != nil:
		return b, err
	case len(rows) == 0:
		return b, ErrEmpty
	}
	columns, err := columnsOf(rows[0].cells)
	if err != nil {
		return b, err
	}
	b = Book{Encoding: name, Comma: string(comma), Unit: w.Unit, Lines: len(rows) - 1, Faults: faults}
	if b.Unit == "" {
		switch b.Unit = Matches; {
		case has(columns, "round"):
			b.Unit = Rounds
		case has(columns, "night") && !has(columns, "game") && w.Game == "":
			b.Unit = Nights
		}
	}
	for i, c := range columns {
		b.Columns = append(b.Columns, Column{short(rows[0].cells[i]), c.as})
	}
	r := reader{Book: &b, wish: w, games: games, zone: now.Location(), columns: columns, headings: rows[0].cells,
		called: map[string]string{}, named: map[string]string{}, pairs: pairs(columns), kept: map[string]int{}}
	r.now = r.plain(now)
	for _, g := range games {
		for _, name := range g.Names {
			r.called[Fold(name)] = g.Key
		}
	}
	for _, row := range rows[1:] {
		r.line(row)
	}
	r.close()
	slices.SortStableFunc(b.Faults, func(a, b Fault) int { return cmp.Compare(a.Line, b.Line) })
	return b, nil
}

// A reader puts lines together.
type reader struct {
	*Book
	wish     Wish
	games    []Game
	called   map[string]string // games by what their names have in common with others
	zone     *time.Location
	now      time.Time // as plain has it
	columns  []column
	headings []string
	pairs    bool
	named    map[string]string // by what they have in common: the name as it came first

	open *draft         // to which the next line may belong
	kept map[string]int // the first lines of the matches that were read, by their keys
}

// plain is a time as the clocks of the reader's zone show it, as if that were UTC: files have dates alone.
func (r *reader) plain(at time.Time) time.Time {
	at = at.In(r.zone)
	return time.Date(at.Year(), at.Month(), at.Day(), at.Hour(), at.Minute(), 0, 0, time.UTC)
}

// A draft is a match that is being put together.
type draft struct {
	Match
	key    string // what its lines have in common
	round  string // of the last line
	faulty bool
	places bool // places were named, and need not be found
}

// fault notes a line that is not read.
func (r *reader) fault(line int, why Why, text string) {
	r.Faults = append(r.Faults, Fault{Line: line, Why: why, Text: short(text)})
}

// line reads a row. A row that cannot be read makes the match unreadable to which it would belong.
func (r *reader) line(row row) {
	m, why, text := r.head(row)
	key := strings.Join([]string{at(r.columns, row, "date"), at(r.columns, row, "time"), at(r.columns, row, "game"),
		m.Label, at(r.columns, row, "match")}, "\n")
	round := at(r.columns, row, "round")
	if !r.belongs(key, round) {
		r.close()
		r.open = &draft{Match: m, key: key}
	}
	d := r.open
	d.Lines, d.round = append(d.Lines, row.line), round
	var seats []Seat
	if why == "" {
		seats, why, text = r.seats(row)
	}
	if why == "" {
		why, text = d.add(seats, r.Unit == Rounds)
	}
	if why != "" {
		r.fault(row.line, why, text)
		d.faulty, d.Lines = true, d.Lines[:len(d.Lines)-1]
	}
}

// belongs reports that a row goes on with the open match: another player of it, or its next round.
func (r *reader) belongs(key, round string) bool {
	if r.open == nil || r.open.key != key {
		return false
	}
	if r.Unit == Rounds {
		before, _ := strconv.Atoi(r.open.round)
		now, err := strconv.Atoi(round)
		return err != nil || now > before || now == before && has(r.columns, "player") && !r.pairs
	}
	return has(r.columns, "player") && !r.pairs
}

// head reads what a row says of its match.
func (r *reader) head(row row) (m Match, why Why, text string) {
	m = Match{Line: row.line, Label: label(at(r.columns, row, "night"))}
	if m.Day, m.Clock, why, text = r.when(row); why != "" {
		return m, why, text
	}
	result, practice := at(r.columns, row, "result"), Fold(at(r.columns, row, "practice"))
	if result == "void" || result == "closed" || practice == "true" || practice == "verdadeiro" { // as in spreadsheets
		return m, Uncounted, result
	}
	text = at(r.columns, row, "game")
	m.Game = r.wish.Game
	if text != "" && r.Unit != Nights {
		known, is := r.called[Fold(text)]
		if !is {
			return m, BadGame, text
		}
		m.Game = known
	}
	switch {
	case r.Unit == Nights:
		m.Game = ""
	case m.Game == "":
		return m, NoGame, ""
	}
	if r.Unit != Nights && m.Label == "" {
		m.Label = label(at(r.columns, row, "match"))
	}
	return m, "", ""
}

// when reads the day of a row, and the time of the day.
func (r *reader) when(row row) (day time.Time, clock int, why Why, text string) {
	date := at(r.columns, row, "date")
	day, clock, zone, why := dayOf(date, r.wish.Months, r.now)
	if why != "" {
		return day, clock, why, date
	}
	if text = at(r.columns, row, "time"); text != "" {
		if clock, zone = clockOf(text); clock < 0 {
			return day, clock, BadClock, text
		}
	}
	if zone != nil {
		told := r.plain(time.Date(day.Year(), day.Month(), day.Day(), 0, clock, 0, 0, zone))
		day, clock = told.Truncate(24*time.Hour), told.Hour()*60+told.Minute()
	}
	switch {
	case day.Year() < 1900:
		return day, clock, Ancient, date
	case day.After(r.now):
		return day, clock, Future, date
	}
	return day, clock, "", ""
}

// seats reads who played, and how.
func (r *reader) seats(row row) (seats []Seat, why Why, text string) {
	add := func(name, points, place string) {
		if name == "" || why != "" {
			return
		}
		var seat Seat
		if seat, why, text = r.seat(name, points, place); why == "" {
			seats = append(seats, seat)
		}
	}
	switch {
	case r.pairs:
		for i, c := range r.columns {
			if c.as == "player" && i < len(row.cells) {
				add(row.cells[i], r.numbered(row, "points", c.n), r.numbered(row, "place", c.n))
			}
		}
	case has(r.columns, "player"):
		add(at(r.columns, row, "player"), at(r.columns, row, "points"), at(r.columns, row, "place"))
	default:
		for i, c := range r.columns {
			if c.as == "name" && i < len(row.cells) && !absent(row.cells[i]) {
				add(r.headings[i], row.cells[i], "")
			}
		}
	}
	if why == "" && len(seats) == 0 {
		why = Few
	}
	return seats, why, text
}

// numbered is the cell under a heading with a number.
func (r *reader) numbered(row row, as string, n int) string {
	for i, c := range r.columns {
		if c.as == as && c.n == n && i < len(row.cells) {
			return row.cells[i]
		}
	}
	return ""
}

// seat reads a name with points, a place, or both.
func (r *reader) seat(name, points, place string) (s Seat, why Why, text string) {
	if why := nameFault(name); why != "" {
		return s, why, name
	}
	folded := Fold(name)
	if r.named[folded] == "" {
		r.named[folded] = name
		r.Names = append(r.Names, name)
	}
	s.Name = r.named[folded]
	if absent(points) && absent(place) {
		return s, NoResult, name
	}
	if !absent(points) {
		if s.Points, s.Place, why = scoreOf(points); why != "" {
			return s, why, points
		}
		if r.wish.Better == Places && s.Points != nil {
			s.Place, s.Points = *s.Points, nil
		}
	}
	if !absent(place) {
		points, n, why := scoreOf(place)
		if points != nil {
			n = *points
		}
		if why != "" {
			return s, BadPlace, place
		}
		s.Place = n
	}
	if s.Points == nil && (s.Place < 1 || s.Place > maxSeats) || s.Place < 0 {
		return s, BadPlace, cmp.Or(place, points)
	}
	return s, "", ""
}

// add puts the people of a row into a match: as players of it, or as another round.
func (d *draft) add(seats []Seat, round bool) (why Why, text string) {
	byPlayer := len(seats) == 1 && len(d.Seats) > 0
	if !round || len(d.Seats) == 0 || byPlayer && !d.holds(seats[0].Name) && len(d.Ends) < 2 {
		return d.sit(seats, round)
	}
	if byPlayer {
		return d.next(seats[0])
	}
	if len(seats) != len(d.Seats) {
		return Broken, ""
	}
	end := make([]int, len(d.Seats))
	for _, s := range seats {
		i := d.index(s.Name)
		if i < 0 || s.Points == nil {
			return NoResult, s.Name
		}
		end[i] = *s.Points
		sum := *d.Seats[i].Points + *s.Points
		d.Seats[i].Points = &sum
	}
	d.Ends = append(d.Ends, end)
	return "", ""
}

// sit adds people who have not been in the match.
func (d *draft) sit(seats []Seat, round bool) (why Why, text string) {
	for _, s := range seats {
		if d.holds(s.Name) {
			return NameTwice, s.Name
		}
		if round && s.Points == nil {
			return NoResult, s.Name
		}
		d.places = d.places || s.Place > 0
		d.Seats = append(d.Seats, s)
		if round {
			if len(d.Ends) == 0 {
				d.Ends = [][]int{{}}
			}
			d.Ends[0] = append(d.Ends[0], *s.Points)
		}
	}
	return "", ""
}

// next adds one player's points of a round, where each has a row.
func (d *draft) next(s Seat) (why Why, text string) {
	i := d.index(s.Name)
	if i < 0 || s.Points == nil {
		return NoResult, s.Name
	}
	last := len(d.Ends) - 1
	if i == 0 {
		d.Ends = append(d.Ends, nil)
		last++
	}
	if len(d.Ends[last]) != i {
		return Broken, s.Name
	}
	d.Ends[last] = append(d.Ends[last], *s.Points)
	sum := *d.Seats[i].Points + *s.Points
	d.Seats[i].Points = &sum
	return "", ""
}

func (d *draft) index(name string) int {
	return slices.IndexFunc(d.Seats, func(s Seat) bool { return s.Name == name })
}

func (d *draft) holds(name string) bool { return d.index(name) >= 0 }
