package results

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
)

// A list of matches can be narrowed to those that the player won or lost.
const (
	MatchesWon  = "won"
	MatchesLost = "lost"
)

// A list of matches can be narrowed to those without bots or with one, and to those by the rules as written or by
// others.
const (
	CompanyPeople = "people"
	CompanyBots   = "bots"
	RulesWritten  = "written"
	RulesHouse    = "house"
)

// Matches were played here, or with real cards and then written down. A list has the ones or the others.
const (
	OnScreen = ""
	OnPaper  = "paper"
)

// MaxGroup is how many others a list can be narrowed to at once: as many as sit at a table.
const MaxGroup = 5

// A Group is players who all sat at a match; 0 for nobody.
type Group [MaxGroup]int64

// IDs are those in the group.
func (g Group) IDs() []int64 {
	return slices.DeleteFunc(slices.Clone(g[:]), func(id int64) bool { return id == 0 })
}

// A MatchFilter narrows a list of matches. A zero field narrows nothing.
type MatchFilter struct {
	Game    string
	With    Group     // others who all sat there
	Who     string    // parts of names, with commas between them, of others who sat there too
	Result  string    // MatchesWon or MatchesLost: over, and not closed
	Ended   string    // as in a HistoryFilter, but for those that go on
	Rules   string    // RulesWritten, RulesHouse, or the number of a preset of the club
	Company string    // CompanyPeople or CompanyBots
	Medium  string    // OnScreen or OnPaper
	Season  int64     // the season for which the match counts
	Night   int64     // the game night at which its table was drawn
	From    time.Time // matches that ended then or later
	Until   time.Time // matches that ended before
}

// running reports that matches that go on belong to it.
func (f MatchFilter) running() bool {
	f.Game, f.With, f.Who = "", Group{}, ""
	return f == (MatchFilter{})
}

// names are the parts of names in Who.
func (f MatchFilter) names() (list []string) {
	for name := range strings.SplitSeq(f.Who, ",") {
		if name = strings.TrimSpace(name); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// most is how many matches a page of it looks at: fewer if more has to be read of each.
func (f MatchFilter) most(with people) int {
	reads := 1
	for _, is := range []bool{f.Ended != "", f.Rules != "", f.Company != "", f.Night != 0, with.groups > 1,
		len(with.ids) > 1, f.Medium == OnPaper} {
		if is {
			reads += 2
		}
	}
	return maxMatchesWalked / reads
}

// Found is how many matches a filter has found. Where Among is not 0, it looked only at so many, the last ones.
type Found struct{ Matches, Among int }

// people are those with whom a match is looked for: somebody of each group.
type people struct {
	ids    []int64
	of     []int // the group of each, from 1
	groups int
}

func (p *people) add(ids ...int64) {
	p.groups++
	for _, id := range ids {
		p.ids, p.of = append(p.ids, id), append(p.of, p.groups)
	}
}

// peopleIn are those of a filter beside the player whose list it is.
func peopleIn(ctx context.Context, q pg.Querier, club, player int64, f MatchFilter) (with people, err error) {
	with = people{ids: []int64{}, of: []int{}}
	for _, id := range f.With.IDs() {
		if id != player && !slices.Contains(with.ids, id) {
			with.add(id)
		}
	}
	for _, name := range f.names() {
		called, err := playersNamed(ctx, q, club, name)
		if err != nil {
			return with, err
		}
		with.add(slices.DeleteFunc(called, func(id int64) bool { return id == player })...)
	}
	return with, nil
}

// Unknown says whom of a filter nobody in a club knows: how many of its group have never been there, and the names
// that nobody there has.
func (s *Results) Unknown(ctx context.Context, club int64, f MatchFilter) (strangers int, names []string, err error) {
	err = s.Read(ctx, "unknown", func(ctx context.Context, conn *pgxpool.Conn) error {
		names = nil
		if err := conn.QueryRow(ctx, `SELECT count(*) FROM unnest($2::bigint[]) AS g (id)
			WHERE NOT EXISTS (SELECT FROM memberships WHERE club_id = $1 AND player_id = g.id)
			AND NOT EXISTS (SELECT FROM tallies WHERE club_id = $1 AND player_id = g.id)`, club, f.With.IDs()).
			Scan(&strangers); err != nil {
			return err
		}
		for _, name := range f.names() {
			called, err := playersNamed(ctx, conn, club, name)
			if err != nil {
				return err
			}
			if len(called) == 0 {
				names = append(names, name)
			}
		}
		return nil
	})
	return strangers, names, err
}

// endedSQL is how the match m has ended, as a HistoryFilter calls it.
const endedSQL = `CASE WHEN m.outcome->>'how' = 'closed' THEN 'closed'
	WHEN 'void' = (SELECT kind FROM corrections WHERE match_id = m.id ORDER BY id DESC LIMIT 1) THEN 'voided'
	WHEN m.outcome->>'how' = 'left' THEN 'left' ELSE 'played' END`

// A ruleSet is house rules of a game, as a table keeps them.
type ruleSet struct {
	Game    string         `json:"game"`
	Options engine.Options `json:"options"`
}

// ruleSets are the rules that a filter names; nil where it names none. Of those that RulesHouse names, a match has
// none.
func (s *Results) ruleSets(ctx context.Context, q pg.Querier, club int64, rules string) ([]byte, error) {
	list := s.written
	switch rules {
	case "":
		return nil, nil
	case RulesWritten, RulesHouse:
	default:
		var err error
		if list, err = pg.All[ruleSet](ctx, q, `SELECT game, options FROM table_presets WHERE club_id = $1
			AND id::text = $2`, club, rules); err != nil {
			return nil, err
		}
	}
	return json.Marshal(list)
}

// resultsSQL is the walk over the results of a player, and whether each is what a list is narrowed to. The OFFSET has
// each person looked up by an index, where a join would read all seats of every match.
const resultsSQL = `
	SELECT r.ended_at, r.match_id, (@game = '' OR r.game = @game)
		AND (@result = '' OR r.placed = 1 AND @result = 'won' OR r.placed > 1 AND @result = 'lost')
		AND (@groups <> 1 OR EXISTS (SELECT FROM unnest(@people::bigint[]) AS g (id) WHERE EXISTS (SELECT
			FROM match_seats WHERE match_id = r.match_id AND player_id = g.id OFFSET 0)))
		AND (@groups < 2 OR @groups = (SELECT count(DISTINCT g.n)
			FROM unnest(@people::bigint[], @of::int[]) AS g (id, n)
			JOIN match_seats s ON s.match_id = r.match_id AND s.player_id = g.id))
		AND (@ended = '' OR @ended = (SELECT ` + endedSQL + ` FROM matches m WHERE m.id = r.match_id))
		AND (@company = '' OR (@company = 'bots') = EXISTS (SELECT FROM match_seats WHERE match_id = r.match_id
			AND bot IS NOT NULL))
		AND (@rules::jsonb IS NULL OR @house <> EXISTS (SELECT FROM matches m JOIN tables t ON t.id = m.table_id
			JOIN jsonb_to_recordset(@rules) AS x (game text, options jsonb) ON x.game = t.game
				AND t.options <@ x.options
			WHERE m.id = r.match_id))
		AND (@night::bigint = 0 OR EXISTS (SELECT FROM matches m JOIN draw_tables d ON d.table_id = m.table_id
			WHERE m.id = r.match_id AND d.night_id = @night)) AS hit
	FROM results r
	WHERE r.club_id = @club AND r.player_id = @player AND (r.open OR @mine)` + withinSQL + `
		AND (r.ended_at, r.match_id) `

// withinSQL narrows to a time.
const withinSQL = ` AND r.ended_at >= @from AND r.ended_at < @until
		AND r.ended_at >= (SELECT starts_at FROM seasons WHERE id = @season AND club_id = @club
			UNION ALL SELECT '-infinity' WHERE @season = 0)
		AND r.ended_at < (SELECT ends_at FROM seasons WHERE id = @season AND club_id = @club
			UNION ALL SELECT 'infinity' WHERE @season = 0)`

// papersSQL is the same over the matches that were recorded in a club. House rules do not narrow them.
const papersSQL = `
	SELECT r.ended_at, r.match_id, (@game = '' OR r.game = @game) AND @company <> 'bots'
		AND @ended IN ('', CASE WHEN c.kind = 'void' THEN 'voided' ELSE 'played' END)
		AND @rules::jsonb IS NULL AND NOT @house AND @night::bigint IN (0, r.night)
		AND EXISTS (SELECT FROM recorded_seats WHERE match_id = r.match_id AND player_id = @player
			AND (@result = '' OR (coalesce(c.places[seat + 1], place) = 1) = (@result = 'won')))
		AND (@groups = 0 OR @groups = (SELECT count(DISTINCT g.n)
			FROM unnest(@people::bigint[], @of::int[]) AS g (id, n)
			JOIN recorded_seats s ON s.match_id = r.match_id AND s.player_id = g.id)) AS hit
	FROM (SELECT club_id, id AS match_id, ended_at, game, coalesce(night_id, -1) AS night FROM recorded_matches) r
	LEFT JOIN LATERAL (SELECT kind, places FROM corrections WHERE recorded_id = r.match_id ORDER BY id DESC LIMIT 1) c
		ON true
	WHERE r.club_id = @club` + withinSQL + ` AND (r.ended_at, r.match_id) `

// walkResults finds the matches of a page by the index of their ends, and where the
// pages beside it go on.
func (s *Results) walkResults(ctx context.Context, q pg.Querier, club, player int64, f MatchFilter, with people,
	at MatchRange, mine bool) (w walk, err error) {
	from, beyond, order := at.way()
	most := MatchesPerPage + 1
	narrowed := !mine || f != (MatchFilter{})
	if narrowed {
		most = f.most(with)
	}
	rules, err := s.ruleSets(ctx, q, club, f.Rules)
	if err != nil {
		return w, err
	}
	sql := resultsSQL
	if f.Medium == OnPaper {
		sql = papersSQL
	}
	until := f.Until
	if until.IsZero() {
		until = endOfTime
	}
	rows, err := q.Query(ctx, sql+beyond+` (@ended_at, @match) ORDER BY r.ended_at `+order+`, r.match_id `+order+`
		LIMIT @most`, pgx.NamedArgs{"club": club, "player": player, "mine": mine, "game": f.Game, "result": f.Result,
		"groups": with.groups, "people": with.ids, "of": with.of, "ended": f.Ended, "company": f.Company,
		"rules": rules, "house": f.Rules == RulesHouse, "night": f.Night, "season": f.Season, "from": f.From,
		"until": until, "ended_at": from.Ended, "match": from.Match, "most": most})
	if err != nil {
		return w, err
	}
	return pageOf(rows, at, narrowed, most)
}

// A DrawnNight is a game night at which tables were drawn.
type DrawnNight struct {
	ID     int64
	Name   string
	Starts time.Time
}

// KeptRules are house rules that the club keeps under a name.
type KeptRules struct {
	ID         int64
	Name, Game string
}

// maxNights is how many game nights there are to choose from, the last ones.
const maxNights = 50

// queueChoices queues what there is to choose from for the filter of a list: people, seasons and nights, those chosen
// among them. One's own list names whom one has met, another's those who are or were in the club.
func queueChoices(batch *pgx.Batch, p *MatchPage, club, player int64, f MatchFilter, mine bool) {
	queueSeasons(batch, &p.Seasons, club)
	pg.Queue(batch, &p.Met, pgx.RowToStructByName[base.Person], `
		SELECT id, coalesce(name, '') AS name, face FROM players WHERE id <> $2 AND id IN (
			SELECT rival_id FROM encounters WHERE club_id = $1 AND player_id = $2 AND $4
			UNION SELECT s.player_id FROM matches m
				JOIN match_seats mine ON mine.match_id = m.id AND mine.player_id = $2
				JOIN match_seats s ON s.match_id = m.id
				WHERE m.club_id = $1 AND m.status <> 'over' AND $4
			UNION SELECT player_id FROM memberships WHERE club_id = $1 AND (player_id = ANY ($3) OR NOT $4)
			UNION SELECT player_id FROM tallies WHERE club_id = $1 AND (player_id = ANY ($3) OR NOT $4))
		ORDER BY id`, club, player, f.With.IDs(), mine)
	pg.Queue(batch, &p.Nights, pgx.RowToStructByName[DrawnNight], `
		SELECT id, name, starts_at AS starts FROM nights n WHERE club_id = $1
			AND EXISTS (SELECT FROM draw_tables WHERE night_id = n.id)
		ORDER BY id = $2 DESC, starts_at DESC, id DESC LIMIT $3`, club, f.Night, maxNights)
	pg.Queue(batch, &p.Presets, pgx.RowToStructByName[KeptRules], `SELECT id, name, game FROM table_presets
		WHERE club_id = $1 ORDER BY lower(name)`, club)
}

// latestFirst brings the chosen night to its place.
func latestFirst(nights []DrawnNight) {
	slices.SortFunc(nights, func(a, b DrawnNight) int {
		return cmp.Or(b.Starts.Compare(a.Starts), cmp.Compare(b.ID, a.ID))
	})
}

// satWithSQL is the condition that somebody of each group of people sat at a match.
func satWithSQL(match, groups, ids, of string) string {
	return `(` + groups + ` = 0 OR ` + groups + ` = (SELECT count(DISTINCT g.n) FROM unnest(` + ids + `::bigint[], ` + of +
		`::int[]) AS g (id, n) JOIN match_seats s ON s.match_id = ` + match + ` AND s.player_id = g.id))`
}
