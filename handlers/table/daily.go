package table

import (
	"errors"
	"net/http"
	"slices"
	"strconv"
	"time"

	"carteado/db"
	"carteado/db/base"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
	"carteado/views/part"
	"carteado/views/table"
)

// The deal of the day is the same for everybody in a club. The bot answers equal moves alike, because its seed is the
// day's and its search is counted in playouts.

// dailyLevel is the level of the bot.
const dailyLevel = bot.Strong

// dailyGames are the games of which the club has a deal each day.
func (w *Wing) dailyGames(r *web.Request) []engine.Info {
	return slices.DeleteFunc(slices.Clone(w.GameInfos), func(game engine.Info) bool {
		return r.Club.Daily != nil && !slices.Contains(r.Club.Daily, game.Key) || game.MinSeats > 2
	})
}

// deal is the deal in the path: base.ErrNotFound for one of a day to come, and for a game that the club does not want.
func (w *Wing) deal(r *web.Request) (d db.OpenedDeal, today time.Time, err error) {
	today = w.Today(r)
	day, err := time.Parse(time.DateOnly, r.Param("day"))
	wanted := slices.ContainsFunc(w.dailyGames(r), func(g engine.Info) bool { return g.Key == r.Param("game") })
	if _, known := w.GamesByKey[r.Param("game")]; err != nil || !known || day.After(today) ||
		day.Equal(today) && !wanted {
		return d, today, base.ErrNotFound
	}
	senders, err := w.Senders(r.Ctx())
	if err != nil {
		return d, today, err
	}
	named := db.DailyDeal{Club: r.Club.ID, Day: day, Game: r.Param("game")}
	name := strconv.FormatInt(named.Club, 10) + " " + day.Format(time.DateOnly) + " " + named.Game
	d, err = w.Store.OpenDaily(r.Ctx(), named, today, engine.Seed(senders.Links.Hash("daily", name)))
	return d, today, err
}

// practice sets a deal up, with the moves of a play.
func (w *Wing) practice(d db.OpenedDeal, moves []string) (*bot.Practice, error) {
	var made []engine.Made
	for _, text := range moves {
		parsed, err := engine.ParseMoves(text, 0)
		if err != nil {
			return nil, err
		}
		made = append(made, parsed...)
	}
	return bot.ResumePractice(w.GamesByKey[d.Game].Rules, dailyLevel, nil, d.Seed(), made)
}

// ShowDaily lists the deals of today.
func (w *Wing) ShowDaily(r *web.Request) error {
	today := w.Today(r)
	p := tablepage.DailyProps{Day: today}
	stands, err := w.Store.DailyStandsOf(r.Ctx(), r.Club.ID, today, r.Player())
	if err != nil {
		return err
	}
	for _, game := range w.dailyGames(r) {
		deal := tablepage.DailyDeal{Game: game.Key}
		if i := slices.IndexFunc(stands, func(s db.DailyStand) bool { return s.Game == game.Key }); i >= 0 {
			deal.Played, deal.Begun, deal.Score = stands[i].Played, stands[i].Begun, stands[i].Score
		}
		p.Deals = append(p.Deals, deal)
	}
	if p.Streak, err = w.Store.DailyStreak(r.Ctx(), r.Club.ID, r.Player(), today); err != nil {
		return err
	}
	best, err := w.Store.DailyBestOf(r.Ctx(), r.Club.ID, today)
	if err != nil {
		return err
	}
	p.Yesterday = w.DailyWinners(r, best)
	return r.Show(http.StatusOK, tablepage.Daily(p))
}

// ShowDeal shows a deal to be played, or what all have made of it.
func (w *Wing) ShowDeal(r *web.Request) error {
	d, today, err := w.deal(r)
	if err != nil {
		return err
	}
	mine, err := w.Store.DailyPlayOf(r.Ctx(), d, r.Player())
	if err != nil {
		return err
	}
	if mine.Done() || d.Day.Before(today) {
		return w.dealPage(r, d, mine, today)
	}
	if len(mine.Moves) > 0 && mine.Rules != w.GamesByKey[d.Game].Rules.Info().Version {
		return base.ErrOtherRules
	}
	p, err := w.practice(d, mine.Moves)
	if err != nil {
		return err
	}
	return w.dealBoard(r, http.StatusOK, d, p, nil)
}

// PlayDeal makes a move in a deal of today. The same form sent twice makes it once.
func (w *Wing) PlayDeal(r *web.Request) error {
	d, today, err := w.deal(r)
	if err != nil {
		return err
	}
	mine, err := w.Store.DailyPlayOf(r.Ctx(), d, r.Player())
	if err != nil {
		return err
	}
	if mine.Done() || d.Day.Before(today) {
		return r.GoTo(link.Deal(r.Club.Slug, d.Day, d.Game))
	}
	rules := w.GamesByKey[d.Game].Rules
	if len(mine.Moves) > 0 && mine.Rules != rules.Info().Version {
		return base.ErrOtherRules
	}
	p, err := w.practice(d, mine.Moves)
	if err != nil {
		return err
	}
	if r.Field("sort") != "" || r.Field("version") != strconv.Itoa(p.Scene().View.Version) {
		return w.dealBoard(r, http.StatusOK, d, p, nil)
	}
	move, err := engine.Compose(rules, r.Field("move"), chosenIn(r))
	if err == nil {
		err = p.Make(move)
	}
	if err != nil {
		why := refusalOf(err)
		return w.dealBoard(r, http.StatusUnprocessableEntity, d, p, &why)
	}
	err = w.Store.SaveDailyPlay(r.Ctx(), d, r.Player(), len(mine.Moves), playOf(p, rules.Info().Version))
	if err != nil && !errors.Is(err, base.ErrStale) { // another form was faster: the page shows what it did
		return err
	}
	if p.Over() || err != nil || !r.HTMX() {
		return r.GoTo(link.Deal(r.Club.Slug, d.Day, d.Game))
	}
	return w.dealBoard(r, http.StatusOK, d, p, nil)
}

// playOf is what is kept of a play.
func playOf(p *bot.Practice, rules int) db.DailyPlay {
	play := db.DailyPlay{Rules: rules}
	for _, m := range p.Made() {
		play.Moves = append(play.Moves, strconv.Itoa(int(m.Seat))+" "+m.Move.String())
		if m.Seat == 0 {
			play.Own++
		}
	}
	if p.Over() {
		score := p.Score()
		play.Score = &score
	}
	return play
}

func (w *Wing) dealBoard(r *web.Request, status int, d db.OpenedDeal, play *bot.Practice, why *table.Refusal) error {
	p := table.NewLesson(play.Scene(), r.Frame().Player, &table.Lesson{Round: true, Wrong: why,
		Day: &table.Day{Date: d.Day, Address: link.Deal(r.Club.Slug, d.Day, d.Game), Back: link.Daily(r.Club.Slug)}})
	p.Seats[1].Bot = dailyLevel
	p.Idem, p.Sort = web.NewIdem(), w.sortIn(r)
	if why != nil {
		p.Chosen = chosenIn(r)
	}
	return r.Show(status, table.DealPage(p))
}

// dealPage shows what all have made of a deal, and the reader's own play beside the best one.
func (w *Wing) dealPage(r *web.Request, d db.OpenedDeal, mine db.DailyPlay, today time.Time) error {
	plays, played, err := w.Store.DailyPlaysOf(r.Ctx(), d, r.Player(), today)
	if err != nil {
		return err
	}
	p := tablepage.DealProps{Day: d.Day, Today: d.Day.Equal(today), Game: d.Game, Played: played, Mine: mine.Score}
	for _, play := range plays {
		p.Plays = append(p.Plays, w.dailyRow(r, play))
	}
	if len(plays) > 0 && plays[0].Player != r.Player() {
		if p.Best, err = w.dailyCourse(r, d, plays[0]); err != nil {
			return err
		}
	}
	if mine.Done() {
		if p.Own, err = w.dailyCourse(r, d, mine); err != nil {
			return err
		}
	}
	return r.Show(http.StatusOK, tablepage.Deal(p))
}

func (w *Wing) dailyRow(r *web.Request, play db.DailyPlay) tablepage.DailyRow {
	row := tablepage.DailyRow{Person: web.PersonOf(r.Player(), base.Person{ID: play.Player, Name: play.Name,
		Face: play.Face}), Own: play.Own}
	if play.Score != nil {
		row.Score = *play.Score
	}
	return row
}

// dailyCourse is what happened in a play; nothing for one under other rules, or whose moves nobody can read any more.
func (w *Wing) dailyCourse(r *web.Request, d db.OpenedDeal, play db.DailyPlay) (*tablepage.DailyCourse, error) {
	if play.Rules != w.GamesByKey[d.Game].Rules.Info().Version || len(play.Moves) == 0 {
		return nil, nil
	}
	p, err := w.practice(d, play.Moves)
	if err != nil {
		return nil, err
	}
	row := w.dailyRow(r, play)
	scene := p.Scene()
	return &tablepage.DailyCourse{Row: row, Seats: []part.Person{row.Person, {Bot: dailyLevel}},
		Turns: table.TurnsOf(scene.Log)}, nil
}
