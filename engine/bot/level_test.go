package bot_test

import (
	"testing"

	"carteado/engine/bot"
)

func TestTheLevelFollowsWhatWasPlayed(t *testing.T) {
	won := func(levels ...string) bot.Met { return bot.Met{Levels: levels, Won: true} }
	lost := func(levels ...string) bot.Met { return bot.Met{Levels: levels} }
	for _, c := range []struct {
		what string
		met  []bot.Met
		want string
	}{
		{"nothing yet", nil, bot.Novice},
		{"lost the first", []bot.Met{lost(bot.Novice)}, bot.Novice},
		{"won the first", []bot.Met{won(bot.Novice)}, bot.Club},
		{"lost the next", []bot.Met{lost(bot.Club), won(bot.Novice)}, bot.Club},
		{"lost it again", []bot.Met{lost(bot.Club), lost(bot.Club)}, bot.Novice},
		{"lost to another one before", []bot.Met{lost(bot.Club), lost(bot.Strong)}, bot.Club},
		{"the best bot counts", []bot.Met{won(bot.Novice, bot.Strong)}, bot.Master},
		{"nothing is harder", []bot.Met{won(bot.Master)}, bot.Master},
		{"nothing is easier", []bot.Met{lost(bot.Novice), lost(bot.Novice)}, bot.Novice},
		{"a level of later", []bot.Met{won("emperor")}, bot.Strong},
	} {
		if got := bot.LevelFor(c.met); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}
