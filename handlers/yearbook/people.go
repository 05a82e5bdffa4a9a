package yearbook

import (
	"context"
	"io"
	"slices"
	"strconv"

	"carteado/db/base"
	"carteado/db/results"
	"carteado/engine"
	resultpage "carteado/views/page/results"
	"carteado/views/part"
	"carteado/views/picture"
)

// recordsPage has the records and the hall of fame.
const recordsPage = "records.html"

// memberPage is the page of somebody who wanted one.
func memberPage(m results.ChronicleMember) string {
	return "member-" + strconv.FormatInt(m.ID, 10) + ".html"
}

// whole reports that the yearbook is of all of a club: records and members belong to that.
func (w *writer) whole() bool {
	return slices.ContainsFunc(w.chron.Chapters, func(c results.Chapter) bool { return c.Season.ID == 0 })
}

func person(p base.Person) part.Person { return part.Person{ID: p.ID, Name: p.Name} }

// people writes the pages of all of a club in a language.
func (w *writer) people(ctx context.Context, lang string, front resultpage.YearbookProps) error {
	if !w.whole() {
		return nil
	}
	bests := resultpage.BestsProps{Features: map[string][]engine.Feature{}}
	for key, game := range w.games {
		bests.Games = append(bests.Games, key)
		bests.Features[key] = engine.FeaturesOf(game.Rules)
	}
	slices.Sort(bests.Games)
	for _, b := range w.chron.Bests.List {
		row := resultpage.BestRow{Game: b.Game, Name: b.Name, Value: b.Value, At: b.Ended, By: person(b.By)}
		if b.Before != nil {
			row.Before = &resultpage.BestBefore{Value: b.Before.Value, At: b.Before.Ended, By: person(b.Before.By)}
		}
		bests.List = append(bests.List, row)
	}
	for _, b := range w.chron.Bests.Seasons {
		bests.Seasons = append(bests.Seasons, resultpage.SeasonBest{Game: b.Game, Name: b.Name, Times: b.Times,
			Called: b.Called, By: person(b.By)})
	}
	for _, c := range w.chron.Bests.Champions {
		bests.Champions = append(bests.Champions, resultpage.Champion{Called: c.Called, Ended: c.Ended,
			By: person(c.By), Points: c.Points, Played: c.Played})
	}
	if err := w.page(ctx, lang, lang+"/"+recordsPage, resultpage.YearbookRecords(front, bests)); err != nil {
		return err
	}
	for i, m := range w.chron.Members {
		member := front.Members[i]
		for _, g := range m.Games {
			member.Games = append(member.Games, resultpage.Record(g))
		}
		for _, c := range w.chron.Chapters {
			for _, l := range c.Lines {
				if l.Player == m.ID {
					member.Seasons = append(member.Seasons, resultpage.YearbookPlace{Season: c.Season.Name, Line: l})
				}
			}
		}
		if err := w.page(ctx, lang, lang+"/"+memberPage(m), resultpage.YearbookOf(front, member)); err != nil {
			return err
		}
	}
	return nil
}

// picture draws a season's table.
func (w *writer) picture(ctx context.Context, lang string, c resultpage.YearbookChapter, name string) error {
	props := resultpage.PictureProps{Club: w.chron.Name, Season: c.Name, Ended: c.Ended, At: w.now}
	if c.Ended {
		props.At = c.Until
	}
	for _, l := range c.Lines {
		if l.Place > 0 && len(props.Lines) < picture.MaxLines {
			props.Lines = append(props.Lines, resultpage.PictureLine{Person: l.Person, Place: l.Place,
				Points: l.Points, Outside: slices.ContainsFunc(w.chron.Members, func(m results.ChronicleMember) bool {
					return m.ID == l.Person.ID
				})})
		}
	}
	if len(props.Lines) == 0 {
		return nil
	}
	data, err := resultpage.Picture(w.in(ctx, lang), props).PNG()
	if err != nil {
		return err
	}
	return w.file(lang+"/"+name+".png", func(out io.Writer) error {
		_, err := out.Write(data)
		return err
	})
}
