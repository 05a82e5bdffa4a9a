package gallery

import (
	"slices"

	"github.com/a-h/templ"

	"carteado/engine"
	tablepage "carteado/views/page/table"
	"carteado/views/table"
	"carteado/views/table/sample"
)

// lessons are the list of a game's steps, a wrong try in each game, and a step that is done. The test that boards fit
// draws all steps of all games.
func (g list) lessons() (pages []Page) {
	var taught []engine.Info
	for _, row := range g {
		if len(engine.Steps(row.Rules)) > 0 {
			taught = append(taught, row.Rules.Info())
		}
	}
	for i, info := range taught {
		rules := g[slices.IndexFunc(g, func(row table.Game) bool { return row.Rules.Info().Key == info.Key })].Rules
		steps := engine.Steps(rules)
		at := len(steps) - 2
		board := func(name string, moves int, wrong string) Page {
			return Page{Name: name, Component: func() templ.Component {
				return table.LessonPage(sample.Lesson(rules, at, moves, wrong))
			}}
		}
		wrong := steps[at].Wrong[0]
		pages = append(pages, board("lesson-"+info.Key, wrong.After, wrong.Move))
		if i > 0 {
			continue
		}
		p := tablepage.LessonsProps{Club: club, Games: taught, Game: info, Kept: true}
		for _, s := range steps {
			p.Steps = append(p.Steps, s.Key)
		}
		p.Done = p.Steps[1 : 1+len(steps)/2] // the first aim of Palace has a red card in it
		pages = append(pages, inside("lessons", tablepage.Lessons(p)), board("lesson-done", len(steps), ""))
	}
	return pages
}
