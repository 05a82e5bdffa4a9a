package part

import (
	"context"

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
