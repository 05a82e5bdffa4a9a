package results

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/views/i18n"
	"carteado/views/part"
	"carteado/views/picture"
)

// PictureProps is a result to share: of a match at a game, or of a season.
type PictureProps struct {
	Club   string
	At     time.Time
	Game   string
	Season string // "" for a match
	Ended  bool   // the season
	Lines  []PictureLine
}

// PictureLine is somebody's place. Outside says that the name may leave the club.
type PictureLine struct {
	Person        part.Person
	Place, Points int
	Outside       bool
}

// Picture is the result in words.
func Picture(ctx context.Context, p PictureProps) picture.Result {
	result := picture.Result{Below: i18n.T(ctx, "pictures.below"),
		Above: i18n.T(ctx, "pictures.above", "club", p.Club, "date", i18n.Date(ctx, p.At))}
	lines := slices.Clone(p.Lines)
	slices.SortStableFunc(lines, func(a, b PictureLine) int { return cmp.Compare(a.Place, b.Place) })
	var first []string
	for _, l := range lines {
		name := part.Called(ctx, l.Person)
		if l.Person.Bot == "" && !l.Outside {
			name = i18n.T(ctx, "pictures.member")
		}
		if l.Place == 1 {
			first = append(first, name)
		}
		result.Lines = append(result.Lines, picture.Line{Place: strconv.Itoa(l.Place), Name: name,
			Points: i18n.Signed(l.Points)})
	}
	who := strings.Join(first, ", ")
	switch {
	case p.Season != "" && who == "":
		result.Title = p.Season
	case p.Season != "" && p.Ended:
		result.Title = i18n.T(ctx, "pictures.season.won", "who", who, "season", p.Season)
	case p.Season != "":
		result.Title = i18n.T(ctx, "pictures.season.leads", "who", who, "season", p.Season)
	case len(first) != 1:
		result.Title = i18n.T(ctx, "pictures.draw", "game", i18n.T(ctx, "game."+p.Game))
	default:
		result.Title = i18n.T(ctx, "pictures.won", "who", who, "game", i18n.T(ctx, "game."+p.Game))
	}
	return result
}
