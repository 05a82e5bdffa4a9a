// Package i18n turns keys into the reader's language. Engine, store and
// handlers pass keys; only views write sentences. The package never decides
// which text a page shows.
package i18n

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// The languages of the club. Portuguese is the default.
const (
	Portuguese = "pt-BR"
	English    = "en"
)

// Languages lists the club's languages, the default first.
func Languages() []string { return []string{Portuguese, English} }

// files are the catalogs: a file for each page, and three for each game, of which one is for the page of its rules and
// one for its lessons.
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

// Words are texts by language and key.
type Words map[string]map[string]string

type setting struct {
	lang  string
	texts map[string]string // of its catalog
	own   []Words           // beside it
	now   time.Time
	zone  *time.Location
}

// unset is the setting of a context without one.
var unset = setting{lang: Portuguese, texts: catalogs[Portuguese], zone: time.UTC}

type settingKey struct{}

// With returns a context whose texts are in lang, or in Portuguese if lang is
// unknown.
func With(ctx context.Context, lang string) context.Context {
	s := *from(ctx)
	if s.lang = lang; !Known(lang) {
		s.lang = Portuguese
	}
	s.texts = catalogs[s.lang]
	return context.WithValue(ctx, settingKey{}, &s)
}

// WithWords returns a context with texts of its own for keys that the catalogs do not
// have, such as those of a game that brings its words along.
func WithWords(ctx context.Context, words Words) context.Context {
	s := *from(ctx)
	s.own = append(slices.Clip(s.own), words)
	return context.WithValue(ctx, settingKey{}, &s)
}

// WithTime returns a context whose times are told relative to now, in zone. A
// nil zone is UTC.
func WithTime(ctx context.Context, now time.Time, zone *time.Location) context.Context {
	s := *from(ctx)
	if s.now, s.zone = now, zone; zone == nil {
		s.zone = time.UTC
	}
	return context.WithValue(ctx, settingKey{}, &s)
}

func from(ctx context.Context) *setting {
	if s, ok := ctx.Value(settingKey{}).(*setting); ok {
		return s
	}
	return &unset
}

func Lang(ctx context.Context) string { return from(ctx).lang }

// text is that of exactly this key.
func (s *setting) text(key string) (string, bool) {
	text, ok := s.texts[key]
	for i := 0; i < len(s.own) && !ok; i++ {
		text, ok = s.own[i][s.lang][key]
	}
	return text, ok
}

// Has reports whether a key has a text, in the singular or as a plural.
func Has(ctx context.Context, key string) bool {
	s := from(ctx)
	one, _ := s.text(key)
	if one != "" {
		return true
	}
	other, _ := s.text(key + ".other")
	return other != ""
}

// T returns the text of a key. Arguments are pairs of a name and a value, which
// replaces {name}. The argument n also picks the plural form, or the words for
// none. A key without a text returns itself in brackets, so that a page never
// breaks.
func T(ctx context.Context, key string, pairs ...any) string {
	left := whole(ctx, key, pairs)
	if !strings.Contains(left, "{") {
		return left
	}
	var b strings.Builder
	b.Grow(2 * len(left))
	for left != "" {
		var words, name string
		words, name, left = cut(left)
		b.WriteString(words)
		if name == "" {
			continue
		}
		switch value := named(pairs, name).(type) {
		case string:
			b.WriteString(value)
		case int:
			b.WriteString(strconv.Itoa(value))
		default:
			b.WriteString(fmt.Sprint(value))
		}
	}
	return b.String()
}

// A Piece of a text is either plain words or the value of an argument.
type Piece struct {
	Text  string
	Name  string // of the argument, empty for words
	Value any
}

// Pieces yields the text of a key, cut at its arguments, so that a page can set
// some of them in bold or as links.
func Pieces(ctx context.Context, key string, pairs ...any) iter.Seq[Piece] {
	text := whole(ctx, key, pairs)
	return func(yield func(Piece) bool) {
		for left := text; left != ""; {
			var words, name string
			words, name, left = cut(left)
			if words != "" && !yield(Piece{Text: words}) || name != "" &&
				!yield(Piece{Name: name, Value: named(pairs, name)}) {
				return
			}
		}
	}
}

// whole is the text of a key with its arguments by name.
func whole(ctx context.Context, key string, pairs []any) string {
	s := from(ctx)
	if text, ok := s.text(key); ok {
		return text
	}
	n, _ := argument(pairs, "n")
	if text, ok := s.counted(key, n); ok {
		return text
	}
	return "[" + key + "]"
}

// cut takes the words before the first argument of a text, and its name.
func cut(text string) (words, name, rest string) {
	words, rest, _ = strings.Cut(text, "{")
	name, rest, _ = strings.Cut(rest, "}")
	return words, name, rest
}

// named is the value of an argument; one that is not given stands for itself.
func named(pairs []any, name string) any {
	if value, given := argument(pairs, name); given {
		return value
	}
	return "{" + name + "}"
}

func argument(pairs []any, name string) (any, bool) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i] == name {
			return pairs[i+1], true
		}
	}
	return nil, false
}

// counted is the text for a number of things.
func (s *setting) counted(key string, n any) (string, bool) {
	count, ok := n.(int)
	if !ok {
		return "", false
	}
	if text, ok := s.text(key + ".none"); ok && count == 0 {
		return text, true
	}
	if text, ok := s.text(key + "." + form(s.lang, count)); ok {
		return text, true
	}
	return s.text(key + ".other")
}

// form is the plural form of a whole number: "one" or "other". Zero is "one" in
// Portuguese and "other" in English.
func form(lang string, n int) string {
	if plural.Cardinal.MatchPlural(tags[lang], max(n, -n), 0, 0, 0, 0) == plural.One {
		return "one"
	}
	return "other"
}

// Signed writes a number, with a minus sign instead of a hyphen.
func Signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return strconv.Itoa(n)
}

// Decimal writes a number with one digit behind the point or comma.
func Decimal(ctx context.Context, f float64) string {
	tenths := int(math.Round(10 * math.Abs(f)))
	text := T(ctx, "number.decimal", "whole", tenths/10, "tenth", tenths%10)
	if f < 0 && tenths > 0 {
		return "−" + text
	}
	return text
}

// Gained writes a change of a total with its sign: +4, −10.
func Gained(n int) string {
	if n > 0 {
		return "+" + strconv.Itoa(n)
	}
	return Signed(n)
}
