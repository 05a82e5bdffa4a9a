package table

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
)

// SeatNone leaves a seat out that a game can do without.
const SeatNone = "none"

// A family is the house rules of one group, as the form shows them together.
type family struct {
	group   string
	options []engine.Option
}

// families are the groups in the order of their first rules, which is by demand.
func families(info engine.Info) []family {
	var list []family
	for _, o := range info.Options {
		at := slices.IndexFunc(list, func(f family) bool { return f.group == o.Group })
		if at < 0 {
			at = len(list)
			list = append(list, family{group: o.Group})
		}
		list[at].options = append(list[at].options, o)
	}
	return list
}

func (f family) name(ctx context.Context) string { return i18n.T(ctx, "option_group."+f.group) }

// unfolded reports that a group differs from what is usual or is at fault, so
// that the form does not hide it.
func (p NewTableProps) unfolded(f family) bool {
	return slices.ContainsFunc(f.options, func(o engine.Option) bool {
		return part.OptionIn(p.Options, o) != o.Values[0] || p.Faults["option."+o.Key] != ""
	})
}

// bundles are the bundles of house rules on offer: as written, and those known
// by name. A game without any has no choice to make.
func bundles(info engine.Info) []string {
	if len(info.Presets) == 0 {
		return nil
	}
	keys := []string{part.AsWritten}
	for _, preset := range info.Presets {
		keys = append(keys, preset.Key)
	}
	return keys
}

// anew makes a button reload the form with what is filled in so far, in place if
// there is a script.
func (p NewTableProps) anew(ctx context.Context) templ.Attributes {
	url := link.NewTable(page.Club(ctx))
	return templ.Attributes{
		"formmethod": "get", "formaction": url, "formnovalidate": true, "data-hx-get": url,
		"data-hx-include": "closest form",
		"data-hx-target":  "#main", "data-hx-select": "#main", "data-hx-swap": "outerHTML show:none",
	}
}

// entered is what the enter key does: it opens the table, or looks for a name.
func (p NewTableProps) entered(ctx context.Context) templ.Attributes {
	if p.Many > 0 {
		return p.anew(ctx)
	}
	return nil
}

// member is the word for a member's seat.
func member(p part.Person) string { return "member:" + strconv.FormatInt(p.ID, 10) }

// bundles are those of the game. Where only the club's own stand beside, the
// rules as written are on offer, too.
func (p NewTableProps) bundles() []string {
	if keys := bundles(p.Game); len(keys) > 0 || len(p.Own) == 0 {
		return keys
	}
	return []string{part.AsWritten}
}

// bundle names the house rules of the form where a bundle has them.
func (p NewTableProps) bundle(ctx context.Context) string {
	for _, own := range p.Own {
		if own.chosen(p) {
			return own.Name
		}
	}
	return part.PresetName(ctx, p.Game.Key, cmp.Or(part.Preset(p.Game, p.Options), part.AsWritten))
}

// rulesAtFault reports that a house rule was refused.
func (p NewTableProps) rulesAtFault() bool {
	return slices.ContainsFunc(p.Game.Options, func(o engine.Option) bool { return p.Faults["option."+o.Key] != "" })
}

// sight says in few words who sees the table, who may watch and whether there are phrases.
func (p NewTableProps) sight(ctx context.Context) string {
	says := []string{
		i18n.T(ctx, "new_table.says.reach."+p.reach()), i18n.T(ctx, "new_table.says.watching."+unless(p.Unwatched)),
	}
	if p.Phrases {
		says = append(says, i18n.T(ctx, "new_table.says.phrases."+unless(p.Silent)))
	}
	return strings.Join(says, " · ")
}

// secondsPerMove is the time of a person's move: a match of Rummy of two, with 600 moves,
// takes 40 minutes.
const secondsPerMove = 4

// lasts says how many minutes a match by a bundle of house rules takes, with the
// fewest players and with the most; "" where its moves were not measured.
func lasts(ctx context.Context, info engine.Info, bundle string) string {
	moves := info.Moves
	for _, preset := range info.Presets {
		if preset.Key == bundle {
			moves = preset.Moves
		}
	}
	if len(moves) == 0 {
		return ""
	}
	minutes := func(moves int) int {
		n := moves * secondsPerMove / 60
		if n > 10 {
			n = (n + 2) / 5 * 5
		}
		return n
	}
	few, many := minutes(moves[0]), minutes(moves[len(moves)-1])
	if few == many {
		return i18n.T(ctx, "new_table.lasts", "minutes", few)
	}
	return i18n.T(ctx, "new_table.lasts.range", "few", info.MinSeats, "minutes", few, "many", info.MaxSeats, "then",
		many)
}

// reach says who may see the table: the club, unless the form says otherwise.
func (p NewTableProps) reach() string { return cmp.Or(p.Reach, "club") }

// unless is the choice of a form where yes is the rule.
func unless(not bool) string {
	if not {
		return "no"
	}
	return "yes"
}

func players(ctx context.Context, info engine.Info) string {
	if info.MinSeats == info.MaxSeats {
		return i18n.T(ctx, "players", "n", info.MinSeats)
	}
	return i18n.T(ctx, "players.range", "min", info.MinSeats, "max", info.MaxSeats)
}

func (p NewTableProps) seatLabel(ctx context.Context, n int) string {
	if p.Game.MaxSeats == 2 {
		return i18n.T(ctx, "new_table.opponent")
	}
	return i18n.T(ctx, "new_table.seat", "number", n)
}

// seatChoices are the choices for the n-th other seat: anybody, or nobody where the game can do without, a bot, one
// member.
func (p NewTableProps) seatChoices(ctx context.Context, n int) []part.Grouped {
	open := []part.Choosable{{Value: "open", Label: i18n.T(ctx, "seat.open")}}
	if n >= p.Game.MinSeats {
		open = append(open, part.Choosable{Value: SeatNone, Label: i18n.T(ctx, "seat.none")})
	}
	var bots, members []part.Choosable
	for _, bot := range p.Bots {
		bots = append(bots, part.Choosable{Value: "bot:" + bot, Label: part.Called(ctx, part.Person{Bot: bot})})
	}
	for _, m := range p.Members {
		members = append(members, part.Choosable{Value: member(m), Label: m.Name})
	}
	groups := []part.Grouped{{Choices: open}, {Heading: i18n.T(ctx, "seat.bots"), Choices: bots}}
	if len(members) > 0 {
		groups = append(groups, part.Grouped{Heading: i18n.T(ctx, "seat.invite"), Choices: members})
	}
	return groups
}

// NewTableProps is the form for a new table.
type NewTableProps struct {
	Seal      string // the commitment to the secret of the first match
	Games     []engine.Info
	Game      engine.Info
	Options   engine.Options // chosen so far
	Members   []part.Person  // members who may be invited, of many those who are chosen
	Many      int            // how many may be, where they are looked for by name; else 0
	Who       string         // the name that is looked for
	Found     []part.Person  // the first who are called so
	Called    int            // all who are
	Bots      []string       // levels
	Seats     []string       // choice of each seat but the host's: open, member:12 or bot:club
	Pace      PaceForm
	Phrases   bool // the club has phrases
	Silent    bool // but not this table
	Unwatched bool // nobody watches

	Practice bool // with bots only, and it counts nowhere

	Keep   string      // the name by which the club keeps these house rules; "" to keep none
	Word   string      // in the mix
	Reach  string      // club or invited: the members who see the table
	Own    []OwnPreset // the club's own house rules for the game
	Preset string      // bundle of house rules chosen just now
	Faults part.Faults // game, seats, options
}
