package table

import (
	"slices"

	"carteado/engine"
)

// LessonsProps are the lessons of a game and how far the reader has come in them.
type LessonsProps struct {
	Club  string        // slug, "" where the reader has no club
	Games []engine.Info // those with lessons
	Game  engine.Info
	Steps []string // keys, in order
	Done  []string // those that the reader has done
	Kept  bool     // the reader has an account, with which they are kept
}

// next is the first step that is not done; the first where all are.
func (p LessonsProps) next() int {
	return max(slices.IndexFunc(p.Steps, func(step string) bool { return !slices.Contains(p.Done, step) }), 0)
}

// done counts the steps that are done.
func (p LessonsProps) done() (n int) {
	for _, step := range p.Steps {
		if slices.Contains(p.Done, step) {
			n++
		}
	}
	return n
}

// going is the key of the word that leads on.
func (p LessonsProps) going() string {
	switch p.done() {
	case 0:
		return "lessons.start"
	case len(p.Steps):
		return "lessons.restart"
	}
	return "lessons.continue"
}
