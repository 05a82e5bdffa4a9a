package table

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/link"
)

// marks and words are what a player can say: a sign with a name, or a phrase. Rows hold
// these ids, so none is ever renamed.
var (
	marks = []string{"clap", "laugh", "wow", "sad", "heart", "clover"}
	words = []string{"nice", "well", "close", "lucky", "unlucky", "luck", "thinking", "back", "calm", "hurt", "again",
		"thanks"}
)

// MaxWords bounds what a player writes in one piece, in characters.
const MaxWords = 200

// sayKind begins the kind of an event that is a phrase, ownWords the phrase that holds
// words of the player's own, and removed is that such words were taken away.
const (
	sayKind  = "aside.say."
	ownWords = "own:"
	removed  = "removed"
)

// Sayable reports that players can say a phrase.
func Sayable(phrase string) bool {
	return slices.Contains(marks, phrase) || slices.Contains(words, phrase)
}

// news is for how many moves a phrase is news: a page drawn meanwhile shows it at its
// seat, where the style takes it away after a moment. No clock decides that, so that
// pages that differ in nothing else are the same.
const news = 3

// said is the phrase that an entry tells; "" for anything else.
func (e Entry) said() string {
	if len(e.Events) != 1 {
		return ""
	}
	phrase, is := strings.CutPrefix(e.Events[0].Kind, sayKind)
	if !is {
		return ""
	}
	return phrase
}

func (e Entry) isOwnWords() bool { return strings.HasPrefix(e.said(), ownWords) }

// phrase is a phrase in the reader's language, or what somebody wrote.
func phrase(ctx context.Context, id string) string {
	if words, is := strings.CutPrefix(id, ownWords); is {
		return words
	}
	return i18n.T(ctx, "phrases.say."+id)
}

// saying is what a seat has just said, with an id of its own; "" where it said nothing.
func (b Status) saying(s engine.Seat) (said, id string) {
	for _, e := range b.Asides {
		if e.Seat == s && e.said() != "" && e.said() != removed {
			if b.Version-e.Version > news {
				break
			}
			return e.said(), "say-" + strconv.Itoa(e.Events[0].N)
		}
	}
	return "", ""
}

// talk is what has been said since the last move, oldest first: the last few phrases,
// for the result of a round, where nobody has a seat to say it at.
func (b Status) talk() (list []Entry) {
	const most = 4
	for _, e := range b.Asides {
		if e.Version == b.Version && e.said() != "" && len(list) < most {
			list = append(list, e)
		}
	}
	slices.Reverse(list)
	return list
}

// sending lets the form of phrases be sent without loading the page anew.
func sending(b Status, is bool) templ.Attributes {
	if !is {
		return nil
	}
	return templ.Attributes{"data-hx-post": link.Say(b.Club, b.Table), "data-hx-target": "#poll",
		"data-hx-swap": "outerHTML", "data-hx-sync": "this:drop"}
}

// muting is what the button beside a seat does: mute its player, or hear them again.
func (b Status) muting(s engine.Seat) string {
	if slices.Contains(b.Muted, s) {
		return "unmute"
	}
	return "mute"
}

func (b Status) mutingSign(s engine.Seat) string {
	if slices.Contains(b.Muted, s) {
		return "talk"
	}
	return "mute"
}
