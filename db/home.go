package db

import (
	"context"
	"fmt"
	"hash/fnv"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/live"
	"carteado/db/nights"
	"carteado/db/pg"
	"carteado/db/results"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/role"
)

// A Home is a club's first page for one member.
type Home struct {
	MyTurn  []TableLine         // matches that wait for the player
	Waiting []TableLine         // matches that wait for others, and the player's tables with empty seats
	Invited []TableLine         // tables that keep a seat for the player
	Open    []TableLine         // other tables with a seat that is open to all
	Playing []TableLine         // other tables at which a match is played
	Recent  []results.MatchLine // the player's last matches that are over
	Online  []base.Person       // without the player
	Halted  []TableLine         // matches that stand still or that nobody plays; only for members who look after tables
	More    More                // tables that were not read

	Nights    []nights.Night          // that come next, and stand
	News      []clubs.Announcement    // the pinned one and the latest
	Standings *results.StandingsBrief // of the running season, or the latest; nil where there is none
	Backup    time.Time               // the site's last, or its beginning; zero but for its owner
	Seal      string                  // the commitment to the secret of the next table that the player opens
	Best      []DailyBest             // of yesterday's deals
	At        string                  // position of the home page, for polling
}

// More is how many tables lists of a home page have beside those that were read.
type More struct{ Waiting, Open, Playing int }

// A TableLine is a table in a list.
type TableLine struct {
	Table       int // number
	Game        string
	Options     engine.Options
	Host        string // name
	Seats       []base.Seat
	Mine        engine.Seat
	Match       int64
	MatchStatus base.MatchStatus
	Practice    bool // it counts nowhere
	Occasion    base.Occasion
	Commitment  string // to the match's seed
	ToMove      []engine.Seat
	Totals      []int          // by seat, finished rounds
	Last        *live.LogEntry // the last move as the player saw it
	At          time.Time      // of the last change
	Timed       bool           // the match is played by a clock
	Stands      bool           // the match stands still, Why says why
	Why         clock.Halt
	Idle        bool      // it has no clock, and nobody has moved for Stalled
	Kept        bool      // a bot keeps the player's seat
	Due         time.Time // of the player's move; zero while no clock runs for it
	Now         time.Time // by the database's clock

	position      string // as TableView.At
	open, invited bool   // a seat of it to all, or to the player
}

// HomeOf returns a club's home page to the member whom m proves: the page is
// polled, so it does not ask for the membership again. What waits for the player is
// read whole, and of each other list as many tables as are shown: in a large club most
// of the work was rows of which a page only says how many more there are.
func (s *Store) HomeOf(ctx context.Context, m clubs.Membership, shown int) (h Home, err error) {
	club, player := m.ID, m.Player()
	if player == 0 || m.Role == role.Paused {
		return h, base.ErrNotFound
	}
	err = s.Read(ctx, "home", func(ctx context.Context, conn *pgxpool.Conn) error {
		h = Home{}
		var (
			lines  []TableLine
			briefs []results.StandingsBrief
			batch  pgx.Batch
		)
		pg.Queue(&batch, &lines, readBrief, homeBriefsSQL, club, player)
		pg.Queue(&batch, &h.Recent, pg.Scanned[results.MatchLine], results.LastResultsSQL(`player_id = $2`), club,
			player, results.RecentMatches)
		pg.Queue(&batch, &h.Online, pgx.RowToStructByName[base.Person], `
			SELECT p.id, p.name, p.face FROM members m JOIN players p ON p.id = m.player_id
			WHERE m.club_id = $1 AND p.id <> $2 AND m.role <> 'guest' AND `+clubs.OnlineSQL+`
			ORDER BY p.id`, club, player)
		nights.QueueNextNights(&batch, &h.Nights, club, player)
		pg.Queue(&batch, &h.News, pgx.RowToStructByName[clubs.Announcement], clubs.LastAnnouncementsSQL, club, 1)
		results.QueueStandingsBrief(&batch, &briefs, club, player)
		var seals []string
		pg.Queue(&batch, &seals, pgx.RowTo[string], `SELECT commitment FROM seals WHERE player_id = $1`, player)
		var backups []time.Time
		pg.Queue(&batch, &backups, pgx.RowTo[time.Time], `
			SELECT coalesce((SELECT max(at) FROM backups WHERE good), (SELECT min(created_at) FROM clubs)) FROM players
				WHERE id = $1 AND site_owner`, player)
		s.queueDailyBest(&batch, &h.Best, m)
		if m.Role.May(role.Close) {
			pg.Queue(&batch, &h.Halted, s.readLine, homeHaltedSQL, club, player, live.Stalled)
		}
		if err := conn.SendBatch(ctx, &batch).Close(); err != nil {
			return err
		}
		for i := range h.Halted {
			h.Halted[i].Last, h.Halted[i].Idle = nil, !h.Halted[i].Timed // hosts need not be allowed to watch the match
		}
		if len(backups) > 0 {
			h.Backup = backups[0]
		}
		if len(seals) > 0 {
			h.Seal = seals[0]
		}
		for _, line := range lines {
			h.add(line)
		}
		if err := s.fillHome(ctx, conn, &h, club, player, shown); err != nil {
			return err
		}
		base.InNameOrder(h.Online, func(p base.Person) string { return p.Name })
		if len(briefs) > 0 {
			h.Standings = &briefs[0]
		}
		h.At = h.position(lines)
		return nil
	})
	return h, err
}

// position names what a home page with these tables shows. Two pages that differ have different ones.
func (h *Home) position(lines []TableLine) string {
	at := fnv.New64a()
	tell := func(news ...any) { _, _ = fmt.Fprintln(at, news...) } // a hash does not fail
	for _, line := range lines {
		tell(line.position)
	}
	for _, line := range h.Halted {
		tell("halted", line.position)
	}
	for _, line := range h.Recent {
		tell(line.ID)
	}
	for _, person := range h.Online {
		tell("online", person.ID)
	}
	for _, n := range h.Nights {
		tell("night", n.ID, n.Changed, n.Coming, n.Waiting, n.Answer, n.Placed)
	}
	for _, a := range h.News {
		tell("news", a.ID, a.Changed, a.Pinned)
	}
	if h.Standings != nil {
		tell("standings", h.Standings.At)
	}
	return fmt.Sprintf("%016x", at.Sum64())
}

// add puts a table into its list. A table of others whose free seats are kept
// for others is in no list.
func (h *Home) add(line TableLine) {
	switch {
	case line.Mine != engine.Spectator && slices.Contains(line.ToMove, line.Mine):
		h.MyTurn = append(h.MyTurn, line)
	case line.Mine != engine.Spectator:
		h.Waiting = append(h.Waiting, line)
	case line.invited:
		h.Invited = append(h.Invited, line)
	case line.open:
		h.Open = append(h.Open, line)
	case line.MatchStatus == base.MatchPlaying:
		h.Playing = append(h.Playing, line)
	}
}

// fillHome reads the tables of the lists that are shown, and counts the others. A table that has gone meanwhile is left
// out.
func (s *Store) fillHome(ctx context.Context, q *pgxpool.Conn, h *Home, club, player int64, shown int) error {
	for _, list := range []struct {
		lines *[]TableLine
		more  *int
	}{{&h.Waiting, &h.More.Waiting}, {&h.Open, &h.More.Open}, {&h.Playing, &h.More.Playing}} {
		*list.more = max(0, len(*list.lines)-shown)
		*list.lines = (*list.lines)[:len(*list.lines)-*list.more]
	}
	lists := []*[]TableLine{&h.MyTurn, &h.Invited, &h.Waiting, &h.Open, &h.Playing}
	var matches []int64
	for _, list := range lists {
		for _, line := range *list {
			matches = append(matches, line.Match)
		}
	}
	if len(matches) == 0 {
		return nil
	}
	var batch pgx.Batch
	var read []TableLine
	pg.Queue(&batch, &read, s.readLine, homeLinesSQL, club, player, matches)
	if err := q.SendBatch(ctx, &batch).Close(); err != nil {
		return err
	}
	whole := map[int64]TableLine{}
	for _, line := range read {
		whole[line.Match] = line
	}
	for _, list := range lists {
		briefs := *list
		*list = nil
		for _, brief := range briefs {
			if line, there := whole[brief.Match]; there {
				*list = append(*list, line)
			}
		}
	}
	slices.SortStableFunc(h.MyTurn, TableLine.before)
	return nil
}

// before sorts the tables that wait for a player: by deadline, then those without a
// clock, the longest wait first.
func (l TableLine) before(other TableLine) int {
	if l.Due.IsZero() != other.Due.IsZero() {
		if l.Due.IsZero() {
			return 1
		}
		return -1
	}
	return l.Due.Compare(other.Due)
}

// homeTablesSQL are the tables of the club $1 that its member $2 may see, and homeOnlySQL those that are open or being
// played.
var (
	homeTablesSQL = ` FROM matches m
	JOIN tables t ON t.id = m.table_id
	JOIN members v ON v.club_id = m.club_id AND v.player_id = $2 AND ` + base.SeesSQL
	homeOnlySQL = `
	WHERE m.club_id = $1 AND m.status <> 'over' AND t.status <> 'closed' AND ` + base.WatchedBySQL("$2")
)

// homeBriefsSQL says of each table in which list it is, and its position: the longest untouched first, as it has waited
// longest.
var homeBriefsSQL = `
	SELECT m.id, m.status, m.to_move, ` + live.TableAtHomeSQL + `, own.*` + homeTablesSQL + `
	CROSS JOIN LATERAL (
		SELECT coalesce(min(seat) FILTER (WHERE player_id = $2), -1)::smallint,
			coalesce(bool_or(player_id IS NULL AND invited_id IS NULL AND bot IS NULL), false),
				coalesce(bool_or(invited_id = $2), false)
		FROM ` + base.SeatedSQL + ` s
	) own` + homeOnlySQL + `
	ORDER BY m.changed_at, t.number`

func readBrief(row pgx.CollectableRow) (l TableLine, err error) {
	return l, row.Scan(&l.Match, &l.MatchStatus, &l.ToMove, &l.position, &l.Mine, &l.open, &l.invited)
}

// homeLinesSQL selects the tables of the matches $3, and homeHaltedSQL those whose matches wait for somebody to come
// back, or have no clock and no move since $3. A pause by agreement is nobody else's business.
var (
	homeLinesSQL  = lineColumnsSQL + homeOnlySQL + ` AND m.id = ANY ($3)`
	homeHaltedSQL = lineColumnsSQL + `
	WHERE m.club_id = $1 AND m.status = 'playing' AND t.status <> 'closed' AND (m.clock->>'paused' <> ''
		AND m.clock->>'why' <> ''
		OR m.clock IS NULL AND m.changed_at < clock_timestamp() - $3::interval)
	ORDER BY m.changed_at, t.number LIMIT 20`
)

// lineColumnsSQL go with readLine.
var lineColumnsSQL = `
	SELECT t.number, t.game, t.options, coalesce(h.name, ''), (` + base.SeatsSQL + `),
		` + base.MySeatSQL("$2") + `,
		m.id, m.status, m.to_move, m.totals, m.changed_at, m.commitment,
		t.practice, ` + base.OccasionSQL + `, m.seed, m.secret, last.version, last.seat, last.events, last.at,
		coalesce(last.made, ''),
		` + live.TableAtHomeSQL + `, m.clock, (SELECT away FROM heartbeat), clock_timestamp()` + homeTablesSQL + `
	JOIN players h ON h.id = t.host_id
	LEFT JOIN moves last ON last.match_id = m.id AND last.version = m.version`

func (s *Store) readLine(row pgx.CollectableRow) (l TableLine, err error) {
	var (
		version *int
		seat    *engine.Seat
		events  []byte
		secret  live.StoredSecret
		at      *time.Time
		made    string
		clocks  *clock.Clock
		away    time.Duration
	)
	err = row.Scan(&l.Table, &l.Game, &l.Options, &l.Host, &l.Seats, &l.Mine,
		&l.Match, &l.MatchStatus, &l.ToMove, &l.Totals, &l.At, &l.Commitment,
		&l.Practice, &l.Occasion, &secret.Plain, &secret.Sealed, &version, &seat, &events, &at, &made,
		&l.position, &clocks, &away, &l.Now)
	if err == nil && clocks != nil {
		clocks.Absent(away)
		if l.Timed, l.Stands, l.Why = true, clocks.Stands(), clocks.Why; l.Mine >= 0 {
			l.Kept = clocks.Seats[l.Mine].Kept
			if !l.Stands {
				l.Due = clocks.Seats[l.Mine].Due
			}
		}
	}
	if err != nil || version == nil {
		return l, err
	}
	key, err := secret.Open(s.Keys, l.Match)
	if err != nil {
		return l, live.SkipLost(err)
	}
	log, err := live.OpenEntries(key, []live.StoredEntry{
		{Version: *version, Seat: *seat, Events: events, Time: *at, Made: made},
	})
	if err != nil {
		return l, err
	}
	last := log[0].For(l.Mine)
	l.Last = &last
	return l, nil
}
