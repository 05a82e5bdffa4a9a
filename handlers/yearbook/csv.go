package yearbook

import (
	"encoding/csv"
	"io"
	"strconv"
	"time"

	"carteado/db/results"
	"carteado/db/scorebook"
)

func standingsCSV(out io.Writer, c results.Chapter) error {
	w := csv.NewWriter(out)
	_ = w.Write([]string{"place", "player", "name", "matches", "won", "points"}) // Error tells
	for _, l := range c.Lines {
		name := scorebook.PlainCell(c.Players[l.Player].Name)
		_ = w.Write([]string{strconv.Itoa(l.Place), strconv.FormatInt(l.Player, 10), name,
			strconv.Itoa(l.Played), strconv.Itoa(l.Won), strconv.Itoa(l.Points)})
	}
	w.Flush()
	return w.Error()
}

// matchesCSV writes a line for each seat, in columns that an import reads.
func matchesCSV(out io.Writer, each func(func(results.ChronicleMatch) error) error) error {
	w := csv.NewWriter(out)
	_ = w.Write([]string{"match", "ended_at", "game", "recorded", "result", "number", "name", "bot", "points", "place"})
	err := each(func(m results.ChronicleMatch) error {
		for _, s := range m.Seats {
			points, place := "", ""
			if s.Points != nil {
				points = strconv.Itoa(*s.Points)
			}
			if s.Place > 0 {
				place = strconv.Itoa(s.Place)
			}
			number := ""
			if s.Player > 0 {
				number = strconv.FormatInt(s.Player, 10)
			}
			if err := w.Write([]string{strconv.FormatInt(m.ID, 10), m.Ended.UTC().Format(time.RFC3339), m.Game,
				strconv.FormatBool(m.Recorded), m.Result, number, scorebook.PlainCell(s.Name), s.Bot, points,
				place}); err != nil {
				return err
			}
		}
		return nil
	})
	w.Flush()
	if err == nil {
		err = w.Error()
	}
	return err
}
