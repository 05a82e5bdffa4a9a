package part

import (
	"context"
	"slices"
	"strings"

	"carteado/engine"
	"carteado/views/i18n"
)

// OptionName is the name of a house rule.
func OptionName(ctx context.Context, game, key string) string {
	return i18n.T(ctx, "option."+game+"."+key)
}

// OptionAbout explains a house rule in a sentence.
func OptionAbout(ctx context.Context, game, key string) string {
	return i18n.T(ctx, "option."+game+"."+key+".about")
}

// OptionValue is a readable value of a house rule; numbers stand for themselves.
func OptionValue(ctx context.Context, game, key, value string) string {
	if own := "option." + game + "." + key + "." + value; i18n.Has(ctx, own) {
		return i18n.T(ctx, own)
	}
	if common := "option." + value; i18n.Has(ctx, common) {
		return i18n.T(ctx, common)
	}
	return value
}

// OptionNeeds says beside which other rules a house rule means something, "" when
// beside all.
func OptionNeeds(ctx context.Context, info engine.Info, option engine.Option) string {
	var needs []string
	for _, o := range info.Options {
		if value, needed := option.Needs[o.Key]; needed {
			needs = append(needs, i18n.T(ctx, "option.needs.value",
				"option", OptionName(ctx, info.Key, o.Key), "value", OptionValue(ctx, info.Key, o.Key, value)))
		}
	}
	if len(needs) == 0 {
		return ""
	}
	return i18n.T(ctx, "option.needs", "options", strings.Join(needs, ", "))
}

// AsWritten is the key of the bundle that changes nothing.
const AsWritten = "as_written"

// Preset is the key of the bundle that house rules are, "" for a mix of one's own.
func Preset(info engine.Info, options engine.Options) string {
	is := func(preset engine.Options) bool {
		return !slices.ContainsFunc(info.Options, func(o engine.Option) bool { return OptionIn(preset, o) != OptionIn(options, o) })
	}
	if is(nil) {
		return AsWritten
	}
	for _, preset := range info.Presets {
		if is(preset.Options) {
			return preset.Key
		}
	}
	return ""
}

// PresetName is the name of a bundle of house rules.
func PresetName(ctx context.Context, game, key string) string {
	return i18n.T(ctx, presetKey(game, key))
}

// PresetAbout says in a sentence what the bundle is.
func PresetAbout(ctx context.Context, game, key string) string {
	return i18n.T(ctx, presetKey(game, key)+".about")
}

func presetKey(game, key string) string {
	if key == AsWritten {
		return "preset.as_written"
	}
	return "preset." + game + "." + key
}

// Changed lists the house rules that differ from the defaults, by rank.
func Changed(info engine.Info, options engine.Options) []engine.Option {
	var changed []engine.Option
	for _, o := range info.Options {
		if value, set := options[o.Key]; set && value != o.Values[0] {
			changed = append(changed, o)
		}
	}
	return changed
}

// OptionIn is the value of a house rule, its default where nothing is chosen.
func OptionIn(options engine.Options, o engine.Option) string {
	if value, set := options[o.Key]; set {
		return value
	}
	return o.Values[0]
}
