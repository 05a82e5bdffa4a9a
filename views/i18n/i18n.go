// Package i18n turns keys into the reader's language. Engine, store and
// handlers speak keys; a sentence exists only where a page is written. The
// package never decides what to say, only how.
package i18n

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// The languages of the club; Portuguese is the one used when nothing is said.
const (
	Portuguese = "pt-BR"
	English    = "en"
)

// Languages lists them, the default first.
func Languages() []string { return []string{Portuguese, English} }

// files are the catalogs: one file for the club, and one for each game.
//
//go:embed pt-BR/*.json en/*.json
var files embed.FS

var (
	catalogs = mustLoad()
	tags     = map[string]language.Tag{Portuguese: language.BrazilianPortuguese, English: language.English}
	matcher  = language.NewMatcher([]language.Tag{tags[Portuguese], tags[English]})
)

func mustLoad() map[string]map[string]string {
	loaded := map[string]map[string]string{}
	for _, lang := range Languages() {
		catalog := map[string]string{}
		paths, err := fs.Glob(files, lang+"/*.json")
		if err != nil {
			panic(fmt.Sprintf("i18n: %v", err))
		}
		for _, path := range paths {
			data, err := files.ReadFile(path)
			if err == nil {
				err = json.Unmarshal(data, &catalog)
			}
			if err != nil {
				panic(fmt.Sprintf("i18n: %s: %v", path, err))
			}
		}
		loaded[lang] = catalog
	}
	return loaded
}

// Known reports whether lang is one of the club's languages, spelled exactly.
func Known(lang string) bool { return catalogs[lang] != nil }

// Negotiate picks the language for an Accept-Language header.
func Negotiate(accept string) string {
	_, at := language.MatchStrings(matcher, accept)
	return Languages()[at]
}

type setting struct {
	lang string
	now  time.Time
	zone *time.Location
}

type settingKey struct{}

// With returns a context whose texts are in a language; one that is not known
// is read as Portuguese.
func With(ctx context.Context, lang string) context.Context {
	s := from(ctx)
	if s.lang = lang; !Known(lang) {
		s.lang = Portuguese
	}
	return context.WithValue(ctx, settingKey{}, s)
}

// WithTime returns a context whose times are told as seen at a moment, in a
// time zone.
func WithTime(ctx context.Context, now time.Time, zone *time.Location) context.Context {
	s := from(ctx)
	if s.now, s.zone = now, zone; zone == nil {
		s.zone = time.UTC
	}
	return context.WithValue(ctx, settingKey{}, s)
}

func from(ctx context.Context) setting {
	if s, ok := ctx.Value(settingKey{}).(setting); ok {
		return s
	}
	return setting{lang: Portuguese, zone: time.UTC}
}

// Lang is the language of the context.
func Lang(ctx context.Context) string { return from(ctx).lang }

// Has reports whether a key has a text, in the singular or as a plural.
func Has(ctx context.Context, key string) bool {
	catalog := catalogs[Lang(ctx)]
	return catalog[key] != "" || catalog[key+".other"] != ""
}

// T returns the text of a key. Arguments are pairs of a name and a value and
// take the place of {name}; a pair named n also picks the plural form, or the
// words for none. A key
// without a text returns itself in brackets, so that a page never breaks.
func T(ctx context.Context, key string, pairs ...any) string {
	if len(pairs) == 0 {
		if text, ok := catalogs[Lang(ctx)][key]; ok {
			return text
		}
	}
	var b strings.Builder
	for _, piece := range Pieces(ctx, key, pairs...) {
		if piece.Name == "" {
			b.WriteString(piece.Text)
			continue
		}
		b.WriteString(fmt.Sprint(piece.Value))
	}
	return b.String()
}

// A Piece of a text is either words as they stand or the value of an argument.
type Piece struct {
	Text  string
	Name  string // of the argument, empty for words
	Value any
}

// Pieces returns the text of a key cut at its arguments, for pages that mark
// some of them up.
func Pieces(ctx context.Context, key string, pairs ...any) []Piece {
	n, _ := argument(pairs, "n")
	text, ok := lookup(Lang(ctx), key, n)
	if !ok {
		return []Piece{{Text: "[" + key + "]"}}
	}
	var pieces []Piece
	for text != "" {
		words, rest, found := strings.Cut(text, "{")
		if words != "" {
			pieces = append(pieces, Piece{Text: words})
		}
		if !found {
			break
		}
		var name string
		name, text, _ = strings.Cut(rest, "}")
		value, given := argument(pairs, name)
		if !given {
			value = "{" + name + "}"
		}
		pieces = append(pieces, Piece{Name: name, Value: value})
	}
	return pieces
}

func argument(pairs []any, name string) (any, bool) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == name {
			return pairs[i+1], true
		}
	}
	return nil, false
}

func lookup(lang, key string, n any) (string, bool) {
	catalog := catalogs[lang]
	if text, ok := catalog[key]; ok {
		return text, true
	}
	count, ok := n.(int)
	if !ok {
		return "", false
	}
	if text, ok := catalog[key+".none"]; ok && count == 0 {
		return text, true
	}
	if text, ok := catalog[key+"."+form(lang, count)]; ok {
		return text, true
	}
	text, ok := catalog[key+".other"]
	return text, ok
}

// form is the plural form of a whole number: "one" or "other" in both of the
// club's languages, though they do not agree on zero.
func form(lang string, n int) string {
	if plural.Cardinal.MatchPlural(tags[lang], max(n, -n), 0, 0, 0, 0) == plural.One {
		return "one"
	}
	return "other"
}

// Signed writes a number with a true minus sign.
func Signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return strconv.Itoa(n)
}

// Gained writes points that are added to a total, with their sign: +4, −10.
func Gained(n int) string {
	if n > 0 {
		return "+" + strconv.Itoa(n)
	}
	return Signed(n)
}
