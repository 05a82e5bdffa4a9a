package page

import (
	"context"
	"slices"
	"strconv"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/part"
)

// openOptions is how many house rules stand open on the form: those that tables
// really differ in.
const openOptions = 3

func firstOptions(info engine.Info) []engine.Option {
	return info.Options[:min(openOptions, len(info.Options))]
}

func furtherOptions(info engine.Info) []engine.Option {
	return info.Options[min(openOptions, len(info.Options)):]
}

// changedFurther reports that one of the folded house rules was changed or is
// at fault, so that the form does not hide it.
func (p NewTableProps) changedFurther() bool {
	return slices.ContainsFunc(furtherOptions(p.Game), func(o engine.Option) bool {
		return part.OptionIn(p.Options, o) != o.Values[0] || p.Faults["option."+o.Key] != ""
	})
}

func players(ctx context.Context, info engine.Info) string {
	if info.MinSeats == info.MaxSeats {
		return i18n.T(ctx, "players", "n", info.MinSeats)
	}
	return i18n.T(ctx, "players.range", "min", info.MinSeats, "max", info.MaxSeats)
}

func (p NewTableProps) seatLabel(ctx context.Context) string {
	if len(p.Seats) == 1 {
		return i18n.T(ctx, "new_table.opponent")
	}
	return i18n.T(ctx, "new_table.seat")
}

// seatChoices are who may take a seat: anybody, one member, or a bot.
func (p NewTableProps) seatChoices(ctx context.Context) []part.Choosable {
	choices := []part.Choosable{{Value: "open", Label: i18n.T(ctx, "seat.open")}}
	for _, bot := range p.Bots {
		choices = append(choices, part.Choosable{Value: "bot:" + bot, Label: part.Called(ctx, part.Person{Bot: bot})})
	}
	for _, member := range p.Members {
		choices = append(choices, part.Choosable{
			Value: "member:" + strconv.FormatInt(member.ID, 10),
			Label: i18n.T(ctx, "seat.invite", "who", member.Name),
		})
	}
	return choices
}

// howToPlay are the keys of a game's rules in short, as far as there are some.
func howToPlay(ctx context.Context, game string) []string {
	var keys []string
	for n := 1; ; n++ {
		key := "rules." + game + "." + strconv.Itoa(n)
		if !i18n.Has(ctx, key) {
			return keys
		}
		keys = append(keys, key)
	}
}
