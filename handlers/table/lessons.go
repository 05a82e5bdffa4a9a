package table

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"carteado/db/base"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/table"
)

// Lessons keep nothing while they are taken: a step's form and its address hold the moves that were made, and a round
// follows from them and from a deal that only this house can draw from its name. What the database keeps of a player
// are the steps that are done.

// Bounds of the moves that a form of a round may name, so that no request plays for long.
const (
	maxMade      = 400
	maxMadeBytes = 7000
)

// errAnew refuses moves that do not lead to a position of the step.
var errAnew = errors.New("these moves are not of this step")

// ShowLessons leads to the lessons of the first game that has some.
func (w *Wing) ShowLessons(r *web.Request) error {
	games := w.taught()
	if len(games) == 0 {
		return base.ErrNotFound
	}
	return r.GoTo(link.LessonsOf(games[0].Key))
}

// taught are the games that bring lessons.
func (w *Wing) taught() []engine.Info {
	return slices.DeleteFunc(slices.Clone(w.GameInfos), func(game engine.Info) bool {
		return len(engine.Steps(w.GamesByKey[game.Key].Rules)) == 0
	})
}

// stepsOf are the steps of the game that the address names.
func (w *Wing) stepsOf(r *web.Request) (game engine.Info, steps []engine.Step, keys []string, err error) {
	if game, err = w.Game(r.Param("game")); err != nil {
		return game, nil, nil, err
	}
	steps = engine.Steps(w.GamesByKey[game.Key].Rules)
	if len(steps) == 0 {
		return game, nil, nil, base.ErrNotFound
	}
	for _, step := range steps {
		keys = append(keys, step.Key)
	}
	return game, steps, keys, nil
}

// ShowLessonsOf lists the steps of a game.
func (w *Wing) ShowLessonsOf(r *web.Request) error {
	game, _, keys, err := w.stepsOf(r)
	if err != nil {
		return err
	}
	p := tablepage.LessonsProps{Games: w.taught(), Game: game, Steps: keys}
	if r.Viewer != nil {
		if err := w.NameClub(r); err != nil {
			return err
		}
		p.Club, p.Kept = r.Club.Slug, true
		if p.Done, err = w.Store.StepsDone(r.Ctx(), r.Player(), game.Key); err != nil {
			return err
		}
	}
	return r.Show(http.StatusOK, tablepage.Lessons(p))
}

// A sitting is a step that is being taken: an engine.Exercise, or a bot.Practice.
type sitting interface {
	Make(engine.Move) error
	Scene() engine.Scene
}

// A lesson is a step with the moves that were made in it.
type lesson struct {
	sitting
	game  engine.Info
	steps []string
	at    int
	round bool
	deal  string   // of a round
	made  []string // as they are written
}

// lesson sets the step up that the address names, and makes the moves that were made. After errAnew it stands at the
// beginning of the step.
func (w *Wing) lesson(r *web.Request, deal, made string) (*lesson, error) {
	game, steps, keys, err := w.stepsOf(r)
	if err != nil {
		return nil, err
	}
	l := &lesson{game: game, steps: keys, at: slices.Index(keys, r.Param("lesson")), deal: deal}
	if l.at < 0 {
		return nil, base.ErrNotFound
	}
	if !web.ValidIdem(deal) {
		l.deal = web.NewIdem()
	}
	if err := w.setUp(r, l, steps[l.at]); err != nil {
		return nil, err
	}
	if made == "" {
		return l, nil
	}
	if err := l.repeat(made); err != nil {
		l.made = nil
		return l, errors.Join(errAnew, w.setUp(r, l, steps[l.at]))
	}
	return l, nil
}

// setUp sets up the position of a step, or deals its round.
func (w *Wing) setUp(r *web.Request, l *lesson, step engine.Step) (err error) {
	rules := w.GamesByKey[l.game.Key].Rules
	if l.round = step.Moves == ""; !l.round {
		l.sitting, err = step.Set(rules)
		return err
	}
	senders, err := w.Senders(r.Ctx())
	if err == nil {
		l.sitting, err = bot.NewPractice(rules, bot.Novice, step.Options,
			engine.Seed(senders.Links.Hash("lesson", l.deal)))
	}
	return err
}

// repeat makes the moves of a form again.
func (l *lesson) repeat(made string) error {
	texts := strings.Split(made, ";")
	if len(made) > maxMadeBytes || len(texts) > maxMade {
		return errAnew
	}
	for _, text := range texts {
		move, err := engine.ParseMove(text)
		if err != nil {
			return err
		}
		if err := l.play(move); err != nil {
			return err
		}
	}
	return nil
}

// play makes a move of the reader.
func (l *lesson) play(move engine.Move) error {
	if err := l.Make(move); err != nil {
		return err
	}
	l.made = append(l.made, move.String())
	return nil
}

// address is where the step goes on.
func (l *lesson) address() string {
	deal := ""
	if l.round {
		deal = l.deal
	}
	return link.StepAt(l.game.Key, l.steps[l.at], deal, strings.Join(l.made, ";"))
}

// ShowStep shows a step, at its beginning or where the address says.
func (w *Wing) ShowStep(r *web.Request) error {
	l, err := w.lesson(r, r.QueryParam("deal"), r.QueryParam("made"))
	switch {
	case l == nil:
		return err
	case errors.Is(err, errAnew):
		return w.showLesson(r, http.StatusConflict, l, &table.Refusal{Kind: "anew"})
	}
	return w.showLesson(r, http.StatusOK, l, nil)
}

// PlayStep makes a move in a step, or sorts the hand. The same form sent twice is answered twice in the same way.
func (w *Wing) PlayStep(r *web.Request) error {
	l, err := w.lesson(r, r.Field("idem"), r.Field("made"))
	switch {
	case l == nil:
		return err
	case errors.Is(err, errAnew):
		return w.showLesson(r, http.StatusConflict, l, &table.Refusal{Kind: "anew"})
	case r.Field("sort") != "" || l.Scene().Done:
		return w.showLesson(r, http.StatusOK, l, nil)
	}
	move, err := engine.Compose(w.GamesByKey[l.game.Key].Rules, r.Field("move"), chosenIn(r))
	if err == nil {
		err = l.play(move)
	}
	if errors.Is(err, engine.ErrElsewhere) {
		return w.showLesson(r, http.StatusUnprocessableEntity, l, &table.Refusal{Kind: "elsewhere"})
	}
	if err != nil {
		why := refusalOf(err)
		return w.showLesson(r, http.StatusUnprocessableEntity, l, &why)
	}
	if l.Scene().Done && r.Viewer != nil {
		if err := w.Store.FinishStep(r.Ctx(), r.Player(), l.game.Key, l.steps[l.at]); err != nil {
			return err
		}
	}
	if !r.HTMX() {
		return r.GoTo(l.address())
	}
	r.Response().Header().Set("HX-Replace-Url", l.address())
	return w.showLesson(r, http.StatusOK, l, nil)
}

// showLesson shows the board of a step, and why the last move was not made.
func (w *Wing) showLesson(r *web.Request, status int, l *lesson, why *table.Refusal) error {
	home := link.Root
	if r.Viewer != nil {
		if err := w.NameClub(r); err != nil {
			return err
		}
		if r.Club.Slug != "" {
			home = link.NewTableOf(r.Club.Slug, l.game.Key)
		}
	}
	p := table.NewLesson(l.Scene(), r.Frame().Player, &table.Lesson{Steps: l.steps, At: l.at,
		Made: strings.Join(l.made, ";"), Round: l.round, Wrong: why, Home: home})
	p.Idem, p.Sort = l.deal, w.sortIn(r)
	if why != nil {
		p.Chosen = chosenIn(r)
	}
	return r.Show(status, table.LessonPage(p))
}

// sortIn is how the reader of a lesson likes the hand: as the form says, or else as at tables.
func (w *Wing) sortIn(r *web.Request) string {
	sort := r.Field("sort")
	switch {
	case sort == "" && r.Field("sorted") != "":
		sort = r.Field("sorted")
	case sort == "" && r.Viewer != nil:
		sort = r.Viewer.Player.Prefs.Sort
	}
	if sort == table.SortSuit {
		return sort
	}
	return ""
}
