package table

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

// inForce are the house rules that the page is about, each with a value.
func (p RulesProps) inForce() engine.Options {
	all := engine.Options{}
	for _, o := range p.Game.Options {
		all[o.Key] = part.OptionIn(p.Options, o)
	}
	if n, is := p.Options[engine.Duplicate]; is {
		all[engine.Duplicate] = n
	}
	return all
}

// A chapter is a section of a game's rules.
type chapter struct {
	key, title string
	prose      []paragraph
	demos      []demo
}

// A paragraph of the rules. One that a house rule has changed says so.
type paragraph struct {
	text    string
	changed bool
}

// chapters are the rules as they are played under the house rules in force.
func (p RulesProps) chapters(ctx context.Context) []chapter {
	base := "rules." + p.Game.Key + ".section"
	var list []chapter
	for key := range strings.FieldsSeq(i18n.T(ctx, "rules."+p.Game.Key+".sections")) {
		c := chapter{key: key, title: i18n.T(ctx, base+"."+key)}
		for n := 1; i18n.Has(ctx, base+"."+key+"."+strconv.Itoa(n)); n++ {
			c.prose = append(c.prose, p.paragraph(ctx, base+"."+key+"."+strconv.Itoa(n)))
		}
		if n := p.Options.Duplicates(); n > 0 && i18n.Has(ctx, base+"."+key+".duplicate") {
			c.prose = append(c.prose, paragraph{i18n.T(ctx, base+"."+key+".duplicate"), true})
		}
		for _, e := range p.Examples {
			if e.Section == key && p.applies(e) {
				c.demos = append(c.demos, newDemo(ctx, p.Game.Key, e))
			}
		}
		list = append(list, c)
	}
	return list
}

// numbered are the texts of the game for a part of the page, in their order; none where a game has no such part. They
// are true under the house rules in force, whose values they may name.
func (p RulesProps) numbered(ctx context.Context, part string) (texts []string) {
	var values []any
	for option, value := range p.inForce() {
		values = append(values, option, value)
	}
	key := "rules." + p.Game.Key + "." + part + "."
	for n := 1; i18n.Has(ctx, key+strconv.Itoa(n)); n++ {
		text, _ := p.variant(ctx, key+strconv.Itoa(n))
		texts = append(texts, i18n.T(ctx, text, values...))
	}
	return texts
}

// variant is the key of the text that is true under the house rules in force, and whether they changed it.
func (p RulesProps) variant(ctx context.Context, key string) (own string, changed bool) {
	if p.Options.Duplicates() > 0 && i18n.Has(ctx, key+".duplicate") {
		own, _ = p.chosen(ctx, key+".duplicate")
		return own, true
	}
	return p.chosen(ctx, key)
}

// chosen is variant among the texts that an option of the game has changed.
func (p RulesProps) chosen(ctx context.Context, key string) (own string, changed bool) {
	options := p.inForce()
	for _, o := range p.Game.Options {
		if own := key + "." + o.Key + "." + options[o.Key]; i18n.Has(ctx, own) && o.Matters(options) {
			return own, options[o.Key] != o.Values[0]
		}
	}
	return key, false
}

// paragraph is the text that is true under the house rules in force.
func (p RulesProps) paragraph(ctx context.Context, key string) paragraph {
	own, changed := p.variant(ctx, key)
	return paragraph{i18n.T(ctx, own, "n", p.Options.Duplicates()), changed}
}

// applies reports that an example is true under the house rules in force.
func (p RulesProps) applies(e engine.Example) bool {
	options := p.inForce()
	if e.Plain && options.Duplicates() > 0 {
		return false
	}
	for key, value := range e.Options {
		if options[key] != value {
			return false
		}
	}
	return true
}

// kept are the house rules that stand as written and make a difference beside the
// others.
func (p RulesProps) kept() []engine.Option {
	options := p.inForce()
	var kept []engine.Option
	for _, o := range p.Game.Options {
		if o.Matters(options) && options[o.Key] == o.Values[0] {
			kept = append(kept, o)
		}
	}
	return kept
}

// changed are those that differ.
func (p RulesProps) changed() []engine.Option {
	options := p.inForce()
	return slices.DeleteFunc(part.Changed(p.Game, p.Options), func(o engine.Option) bool { return !o.Matters(options) })
}

func (p RulesProps) title(ctx context.Context) string {
	key := "rules.title.general"
	if p.Table > 0 {
		key = "rules.title"
	}
	return i18n.T(ctx, key, "game", i18n.T(ctx, "game."+p.Game.Key))
}

// about says what game it is, or names the table and its bundle of house rules if
// they are one.
func (p RulesProps) about(ctx context.Context) string {
	if p.Table == 0 {
		return i18n.T(ctx, "game."+p.Game.Key+".about")
	}
	text := i18n.T(ctx, "rules.of_table", "table", p.Table)
	switch key := part.Preset(p.Game, p.Options); key {
	case "":
	case part.AsWritten:
		text += " · " + i18n.T(ctx, "rules.as_written")
	default:
		text += " · " + part.PresetName(ctx, p.Game.Key, key)
	}
	return text
}

// values are a house rule's values in words.
func (p RulesProps) values(ctx context.Context, o engine.Option) []string {
	words := make([]string, len(o.Values))
	for i, value := range o.Values {
		words[i] = part.OptionValue(ctx, p.Game.Key, o.Key, value)
	}
	return words
}

// RulesProps are the rules of a game, as a table plays them or in general.
type RulesProps struct {
	Club     string // slug, empty where the reader has no club
	Table    int    // 0: in general
	Games    []engine.Info
	Game     engine.Info
	Options  engine.Options   // of the table
	Examples []engine.Example // of the game
}
