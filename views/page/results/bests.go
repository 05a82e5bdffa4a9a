package results

import (
	"context"
	"strconv"
	"time"

	"carteado/engine"
	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/part"
)

// BestsProps are a club's records and its hall of fame.
type BestsProps struct {
	Games     []string                    // in their order
	Features  map[string][]engine.Feature // by game
	List      []BestRow
	Seasons   []SeasonBest
	Champions []Champion // the last season first
}

// streak is the record that all games have.
const streak = "streak"

// BestRow is a record with the match that holds it.
type BestRow struct {
	Game, Name string // the game "" for all together
	Value      int
	Match      int64
	At         time.Time
	By         part.Person
	Before     *BestBefore // who held it before; nil for nobody else
}

// BestBefore is a record that was beaten.
type BestBefore struct {
	Value int
	Match int64
	At    time.Time
	By    part.Person
}

// SeasonBest is who did something most often in a season.
type SeasonBest struct {
	Game, Name string
	Times      int
	Season     int64
	Called     string
	By         part.Person
}

// Champion came first in a season, or in a competition.
type Champion struct {
	Season         int64 // 0 for a competition
	Competition    int64
	Called         string
	Ended          time.Time
	By             part.Person
	Points, Played int
}

func (b BestRow) title(ctx context.Context) string {
	if b.Name == streak {
		return i18n.T(ctx, "bests.streak")
	}
	return i18n.T(ctx, "feature."+b.Game+"."+b.Name+".record")
}

func (b SeasonBest) title(ctx context.Context) string {
	return i18n.T(ctx, "feature."+b.Game+"."+b.Name+".season")
}

func (b BestRow) since(ctx context.Context) string {
	return i18n.T(ctx, "bests.since", "who", part.Called(ctx, b.By), "date", i18n.Date(ctx, b.At))
}

func (b BestBefore) text(ctx context.Context) string {
	return i18n.T(ctx, "bests.before", "who", part.Called(ctx, b.By), "n", strconv.Itoa(b.Value), "date",
		i18n.Date(ctx, b.At))
}

func (c Champion) address(club string) string {
	if c.Season == 0 {
		return link.Competition(club, c.Competition)
	}
	return link.StandingsOf(club, c.Season)
}

// bestsOfGame are the records of one game, or of all together, in the order of its features.
type bestsOfGame struct {
	game    string
	list    []BestRow
	seasons []SeasonBest
}

func (g bestsOfGame) title(ctx context.Context) string {
	if g.game == "" {
		return i18n.T(ctx, "bests.all_games")
	}
	return i18n.T(ctx, "game."+g.game)
}

func (p BestsProps) groups() (groups []bestsOfGame) {
	for _, game := range append([]string{""}, p.Games...) {
		g := bestsOfGame{game: game}
		for _, f := range append([]engine.Feature{{Name: streak}}, p.Features[game]...) {
			for _, b := range p.List {
				if b.Game == game && b.Name == f.Name {
					g.list = append(g.list, b)
				}
			}
			for _, b := range p.Seasons {
				if b.Game == game && b.Name == f.Name {
					g.seasons = append(g.seasons, b)
				}
			}
		}
		if len(g.list)+len(g.seasons) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}
