// Package part holds the pieces that pages are made of: cards, people, forms and
// small signs. A part is given all that it shows.
package part

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"carteado/engine/clock"
	"carteado/views/i18n"
)

// A Person is somebody in a seat or on a list. The zero value is a free seat.
type Person struct {
	ID     int64  // of the player, 0 for a bot and a free seat
	Name   string // as the player chose it
	Then   string // what the player was called when it happened, "" for Name
	Face   Face
	Bot    string // level of a bot, else empty
	Number int    // of a bot among those of its level at a table, 0 for an only one
	Me     bool   // the reader
	Online bool
	Rest   *clock.Calendar // at a table by days
}

func (p Person) Free() bool { return p.ID == 0 && p.Name == "" && p.Bot == "" && !p.Me }

// Called is the person's name in the reader's language; a bot is named after its
// level, and a player whose account is deleted is a number.
func Called(ctx context.Context, p Person) string {
	switch {
	case p.Bot != "" && p.Number > 0:
		return i18n.T(ctx, "bot.numbered", "bot", i18n.T(ctx, "bot."+level(p.Bot)), "number", p.Number)
	case p.Bot != "":
		return i18n.T(ctx, "bot."+level(p.Bot))
	case p.Free():
		return i18n.T(ctx, "seat.free")
	case p.Me && p.ID == 0: // takes a lesson without an account
		return i18n.T(ctx, "you")
	case p.Name == "":
		return i18n.T(ctx, "player.gone", "n", p.ID)
	}
	return p.Name
}

// Known is Called, with the name of then where it was another one: for headings, lists and
// the log, but not for seats and columns, which have no room for two names.
func Known(ctx context.Context, p Person) string {
	if p.Then == "" || p.Name == "" {
		return Called(ctx, p)
	}
	return i18n.T(ctx, "names.then", "name", p.Name, "then", p.Then)
}

// Addressed is the same as Called, but the reader is "you".
func Addressed(ctx context.Context, p Person) string {
	if p.Me {
		return i18n.T(ctx, "you")
	}
	return Called(ctx, p)
}

// Names lists people as a sentence does: Ana, Bento and Célia.
func Names(ctx context.Context, people []Person) string {
	names := make([]string, len(people))
	for i, p := range people {
		names[i] = Known(ctx, p)
	}
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return i18n.T(ctx, "and", "list", strings.Join(names[:last], ", "), "last", names[last])
}

// Few is Names for a line that must stay short: Otto, Iara and 3 more.
func Few(ctx context.Context, people []Person) string {
	const most, named = 3, 2
	if len(people) <= most {
		return Names(ctx, people)
	}
	names := make([]string, named)
	for i := range names {
		names[i] = Known(ctx, people[i])
	}
	return i18n.T(ctx, "and_more", "list", strings.Join(names, ", "), "n", len(people)-named)
}

// Others are the people but the reader.
func Others(people []Person) []Person {
	var others []Person
	for _, p := range people {
		if !p.Me && !p.Free() {
			others = append(others, p)
		}
	}
	return others
}

// Together reports that the reader sits there with other people, not with bots alone.
func Together(people []Person) bool {
	me := slices.ContainsFunc(people, func(p Person) bool { return p.Me })
	return me && slices.ContainsFunc(people, func(p Person) bool { return p.ID != 0 && !p.Me })
}

const tones = 8

// Tone is the number of a player's colour, the same everywhere, until they choose one.
func (p Person) Tone() int { return int((p.ID-1)%(tones-1)+tones-1)%(tones-1) + 1 }

// tone is the colour class of an avatar.
func (p Person) tone() string {
	switch {
	case p.Bot != "":
		return "av-" + strconv.Itoa(tones)
	case p.Face.Known():
		return "av-" + strconv.Itoa(p.Face.Colour)
	}
	return "av-" + strconv.Itoa(p.Tone())
}

func (p Person) initial() string {
	if p.Number > 0 {
		return strconv.Itoa(p.Number)
	}
	if p.Name == "" {
		return "–"
	}
	r, _ := utf8.DecodeRuneInString(p.Name)
	return string(unicode.ToUpper(r))
}
