package results

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/role"
)

// A Share is how many matches somebody played, and won.
type Share struct {
	Matches int `json:"matches"`
	Wins    int `json:"wins"`
}

// Numbers are what a player's matches that count have come to, at one game or at all together, in the order of their
// ends.
type Numbers struct {
	Share
	Places   int                     `json:"places"`             // their sum
	Row      int                     `json:"row"`                // wins one after the other, the last match among them
	Longest  int                     `json:"longest"`            // the most of them that there were
	Score    engine.Tally            `json:"score"`              // totals at the end, at one game
	Luck     engine.Tally            `json:"luck,omitzero"`      // at one game, of matches where it is worked out
	Features map[string]engine.Tally `json:"features,omitempty"` // at one game
	Seats    map[int]Share           `json:"seats"`              // by the number of players
	Months   map[string]Share        `json:"months"`             // as 2026-11, of universal time
	First    Mark                    `json:"first"`
	Last     Mark                    `json:"last"`
}

func (s Share) add(won bool) Share {
	s.Matches++
	if won {
		s.Wins++
	}
	return s
}

// A countedResult is how a match that counts went for a player, with what they did in it.
type countedResult struct {
	Mark
	game     string
	player   int64
	place    int // 0: it does not count
	seats    int
	score    int
	features map[string]engine.Tally
	luck     *int // nil until it is worked out
}

const resultColumns = `r.ended_at, r.match_id, r.game, r.player_id, coalesce(r.place, 0), f.seats, f.score,
	f.features, l.luck`

func (r *countedResult) Fields() []any {
	return []any{&r.Ended, &r.Match, &r.game, &r.player, &r.place, &r.seats, &r.score, &r.features, &r.luck}
}

func (m Mark) compare(other Mark) int {
	return cmp.Or(m.Ended.Compare(other.Ended), cmp.Compare(m.Match, other.Match))
}

// add takes in a match at the game that the numbers are of; "" takes in all.
func (n *Numbers) add(r countedResult, game string) {
	won := r.place == 1
	if n.Seats == nil {
		n.Seats, n.Months, n.First = map[int]Share{}, map[string]Share{}, r.Mark
	}
	if n.Features == nil {
		n.Features = map[string]engine.Tally{}
	}
	n.Share = n.Share.add(won)
	n.Places += r.place
	if n.Row++; !won {
		n.Row = 0
	}
	n.Longest = max(n.Longest, n.Row)
	n.Seats[r.seats] = n.Seats[r.seats].add(won)
	month := r.Ended.UTC().Format("2006-01")
	n.Months[month] = n.Months[month].add(won)
	n.Last = r.Mark
	if game == "" {
		return
	}
	n.Score = n.Score.Add(r.score)
	if r.luck != nil {
		n.Luck = n.Luck.Add(*r.luck)
	}
	for name, t := range r.features {
		n.Features[name] = n.Features[name].Join(t)
	}
}

// An Encounter is how often a player met a rival, and was placed before them or behind.
type Encounter struct {
	base.Person
	Matches, Won, Lost int
}

// MemberNumbers are a member's.
type MemberNumbers struct {
	base.Person
	Numbers
	Games  []GameRecord // at which the member has played, most first
	Rivals []Encounter  // met most first
}

// NumbersOf are the numbers of somebody who is or was in a club, at a game, "" at all; the same for every member:
// base.ErrNotFound for others.
func (s *Results) NumbersOf(ctx context.Context, club, viewer, player int64, game string) (n MemberNumbers, err error) {
	err = s.ReadAs(ctx, "numbers", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		n = MemberNumbers{}
		var list *Numbers
		if err := conn.QueryRow(ctx, `
			SELECT p.id, coalesce(p.name, ''), p.face,
				(SELECT list FROM numbers WHERE club_id = $1 AND player_id = $2 AND game = $3)
			FROM players p WHERE p.id = $2 AND (EXISTS (SELECT FROM memberships WHERE club_id = $1 AND player_id = $2)
				OR EXISTS (SELECT FROM tallies WHERE club_id = $1 AND player_id = $2))`, club, player, game).
			Scan(&n.ID, &n.Name, &n.Face, &list); err != nil {
			return err
		}
		if list != nil {
			n.Numbers = *list
		}
		var batch pgx.Batch
		pg.Queue(&batch, &n.Games, pgx.RowToStructByName[GameRecord], gamesSQL, club, player)
		pg.Queue(&batch, &n.Rivals, pgx.RowToStructByName[Encounter], `
			SELECT p.id, coalesce(p.name, '') AS name, p.face, r.matches, r.won, r.lost
			FROM `+metSQL+` r JOIN players p ON p.id = r.rival_id
			ORDER BY r.matches DESC, r.rival_id LIMIT $4`, club, player, game, rivalsShown)
		return conn.SendBatch(ctx, &batch).Close()
	})
	return n, err
}

// A Meeting is a match at which two players sat, as the first of them sees it.
type Meeting struct {
	Mark
	Game  string
	Place int // of the first
	Other int
	Seats int
	Lead  int // of the first, over all their matches up to this one
}

// A GameEncounter is an Encounter at one game.
type GameEncounter struct {
	Game               string
	Matches, Won, Lost int
}

// Versus is two players against each other.
type Versus struct {
	One, Other base.Person
	Games      []GameEncounter
	Meetings   []Meeting // the last ones, oldest first
}

// Sum is the encounters of all games.
func (v Versus) Sum() (sum GameEncounter) {
	for _, g := range v.Games {
		sum.Matches, sum.Won, sum.Lost = sum.Matches+g.Matches, sum.Won+g.Won, sum.Lost+g.Lost
	}
	return sum
}

const (
	meetingsShown  = 40
	meetingsWalked = 1400 // of the matches of each
)

// VersusOf is what two players of a club have come to against each other, to a member: base.ErrNotFound where one has
// nothing to do with the club, and for a player against themselves.
func (s *Results) VersusOf(ctx context.Context, club, viewer, one, other int64) (v Versus, err error) {
	if one == other {
		return v, pg.ErrNotFound
	}
	err = s.ReadAs(ctx, "versus", club, viewer, role.Play, func(ctx context.Context, conn *pgxpool.Conn) error {
		v = Versus{}
		people, err := pg.All[base.Person](ctx, conn, `
			SELECT p.id, coalesce(p.name, '') AS name, p.face FROM players p
			WHERE p.id = ANY ($2) AND (EXISTS (SELECT FROM memberships WHERE club_id = $1 AND player_id = p.id)
				OR EXISTS (SELECT FROM tallies WHERE club_id = $1 AND player_id = p.id))`, club, []int64{one, other})
		if err != nil {
			return err
		}
		if len(people) != 2 {
			return pg.ErrNotFound
		}
		v.One, v.Other = people[0], people[1]
		if v.One.ID != one {
			v.One, v.Other = v.Other, v.One
		}
		var batch pgx.Batch
		pg.Queue(&batch, &v.Games, pgx.RowToStructByName[GameEncounter], `
			SELECT game, sum(matches)::integer AS matches, sum(won)::integer AS won, sum(lost)::integer AS lost FROM (
				SELECT game, matches, won, lost FROM encounters
					WHERE club_id = $1 AND player_id = $2 AND rival_id = $3
				UNION ALL SELECT a.game, count(*), count(*) FILTER (WHERE a.place < b.place),
						count(*) FILTER (WHERE a.place > b.place)
					FROM papers a JOIN papers b ON b.match_id = a.match_id AND b.player_id = $3
					WHERE a.club_id = $1 AND a.player_id = $2 GROUP BY a.game) g
			WHERE matches > 0 GROUP BY game ORDER BY 2 DESC, game`, club, one, other)
		pg.Queue(&batch, &v.Meetings, func(row pgx.CollectableRow) (m Meeting, err error) {
			return m, row.Scan(&m.Ended, &m.Match, &m.Game, &m.Place, &m.Other, &m.Seats)
		}, `
			(SELECT r.ended_at, r.match_id, r.game, r.place, o.place,
				(SELECT count(*) FROM match_seats WHERE match_id = r.match_id)
			FROM (SELECT * FROM results WHERE club_id = $1 AND player_id = $2 AND open
				ORDER BY ended_at DESC, match_id DESC LIMIT $5) r
			JOIN results o ON o.match_id = r.match_id AND o.player_id = $3
			WHERE r.place IS NOT NULL
				-- Looked up in a list, which is not joined: of each match of the one, the other's result would be read.
				AND coalesce(r.match_id IN (SELECT match_id FROM match_seats WHERE player_id = $3
					ORDER BY match_id DESC LIMIT $5), false)
			ORDER BY r.ended_at DESC, r.match_id DESC LIMIT $4)
			UNION ALL SELECT a.ended_at, a.match_id, a.game, a.place, b.place, a.seats
				FROM papers a JOIN papers b ON b.match_id = a.match_id AND b.player_id = $3
				WHERE a.club_id = $1 AND a.player_id = $2
			ORDER BY 1 DESC, 2 DESC LIMIT $4`, club, one, other, meetingsShown, meetingsWalked)
		if err := conn.SendBatch(ctx, &batch).Close(); err != nil {
			return err
		}
		sum := v.Sum()
		lead := sum.Won - sum.Lost
		for i, m := range v.Meetings {
			v.Meetings[i].Lead = lead
			lead += cmp.Compare(m.Place, m.Other)
		}
		slices.Reverse(v.Meetings)
		return nil
	})
	return v, err
}
