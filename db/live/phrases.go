package live

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/role"
)

// saying is the kind of the asides that are phrases, before the phrase's id. OwnWords is
// the id of what a player wrote, whose words are a row of messages.
const (
	saying   = "say."
	OwnWords = "own"
)

// The quota of phrases counts those within a time.
const (
	phrasesWithin = "30 seconds"
	phrasesLookAt = 200 // asides of all seats, newest first: more than can be said in that time
)

// phrasesAllowedSQL is the condition that players may say phrases at the table t.
const phrasesAllowedSQL = `t.phrases AND (SELECT phrases FROM clubs WHERE id = t.club_id)`

// messagesAllowedSQL is the condition that they may write words of their own, too.
const messagesAllowedSQL = phrasesAllowedSQL + ` AND (SELECT messages FROM clubs WHERE id = t.club_id)`

// asideKindSQL is the kind of an aside's event, with the words that a player wrote behind a colon.
// Without them, because they were taken away, stillToldSQL is false and it is told to nobody.
const (
	asideKindSQL = `'aside.' || a.kind || coalesce(':' || w.text, '')`
	stillToldSQL = `(a.kind <> '` + saying + OwnWords + `' OR w.text IS NOT NULL)`
)

// A Phrase is what a player says to a table.
type Phrase struct {
	Club   int64
	Table  int // number in the club
	Match  int64
	Player int64
	ID     string // one of those that the page offers, whose words are in the catalogs, or OwnWords
	Words  string // of the player's own
	Idem   string // of the form, see MadeBefore
}

// Say tells a phrase to everybody at a table, as an aside of the match that the form
// showed. ErrSilent where the table or its club has switched phrases off, or the club wants
// no words of one's own, ErrSecret while seats choose in secret, *ErrQuota by the database's
// clock, ErrGone after the next deal.
func (s *Tables) Say(ctx context.Context, said Phrase) error {
	form := base.KeyOf("phrase", said.Club, said.Idem)
	return s.InTx(ctx, "say", func(ctx context.Context, tx *pg.Tx) error {
		p, err := lockRunning(ctx, tx, said.Club, said.Table, said.Player)
		if err != nil {
			return err
		}
		if before, err := base.MadeBefore(ctx, tx, said.Player, form); before != 0 || err != nil {
			return err
		}
		var allowed bool
		err = tx.QueryRow(ctx, `SELECT `+phrasesAllowedSQL+` AND ($2 = '' OR `+messagesAllowedSQL+`) FROM tables t
			WHERE t.id = $1`, p.Table, said.Words).Scan(&allowed)
		if err != nil {
			return err
		}
		switch {
		case p.Match != said.Match || p.Status == base.MatchWaiting:
			return base.ErrGone
		case !allowed:
			return base.ErrSilent
		}
		if p.Status == base.MatchPlaying {
			match, err := s.LoadMatch(ctx, tx, &p)
			switch {
			case err != nil:
				return err
			case match.HasLeft(p.Mine):
				return base.ErrForbidden
			case match.Secret():
				return base.ErrSecret
			}
		}
		err = s.Quota(ctx, tx, "phrases", 1, fmt.Sprintf(`(SELECT * FROM asides WHERE match_id = $1 ORDER BY number DESC
			LIMIT %d) a
			WHERE seat = $2 AND kind LIKE '%s%%'
				AND at > clock_timestamp() - interval '%s'`, phrasesLookAt, saying, phrasesWithin), p.Match, p.Mine)
		if err != nil {
			return err
		}
		// each has a number of its own, by which a page knows it
		s.aside(ctx, tx, &p, p.Mine, AsideKind(saying+said.ID), p.Asides+1)
		if said.Words != "" {
			tx.Do(ctx, `INSERT INTO messages (match_id, number, text)
				VALUES ($1, $2, $3)`, p.Match, p.Asides, said.Words)
		}
		base.HasMade(ctx, tx, said.Player, form, int64(p.Asides))
		return tx.Err()
	})
}

// ownWordsSQL selects the asides a, at the tables t, in which somebody wrote words of their own; s is the writer's
// seat.
const ownWordsSQL = `tables t JOIN matches m ON m.table_id = t.id
	JOIN asides a ON a.match_id = m.id AND a.kind = '` + saying + OwnWords +
	`' JOIN match_seats s ON s.match_id = m.id AND s.seat = a.seat`

// RemoveWords takes away what a player wrote in a match, by the number of its aside, for a
// member who may close tables; in its place stands that a host did, and the audit log says
// who. Words that are gone already stay so. ErrForbidden, ErrNotFound.
func (s *Tables) RemoveWords(ctx context.Context, club, by, match int64, number int) (table int, err error) {
	err = s.InTxAs(ctx, "remove words", club, by, role.Close, func(ctx context.Context, tx *pg.Tx) error {
		var p MatchPosition
		var author int64
		err := tx.QueryRow(ctx, `
			SELECT `+PositionColumns+`, t.number, s.player_id FROM `+ownWordsSQL+`
			WHERE m.club_id = $1 AND m.id = $2 AND a.number = $3 FOR UPDATE OF m`, club, match, number).
			Scan(append(p.Fields(), &table, &author)...)
		if err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `DELETE FROM messages WHERE match_id = $1 AND number = $2`, match, number)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		s.aside(ctx, tx, &p, p.Mine, AsideKind(saying+"removed"), p.Asides+1)
		return base.NoteAbout(ctx, tx, club, by, author, "words_removed", base.Details{"table": table, "match": match})
	})
	return table, err
}

// ReportWords tells the hosts of a club, but for their writer, of words in a match that a
// member may read and somebody else wrote. The notice holds no word of them. Each member
// reports a message once; of words that are gone already nobody is told. ErrNotFound,
// ErrNoOtherHost, *ErrQuota.
func (s *Tables) ReportWords(ctx context.Context, club, by, match int64, number int) (table int, err error) {
	err = s.InTxAs(ctx, "report words", club, by, role.Play, func(ctx context.Context, tx *pg.Tx) error {
		var at, author int64
		var stands bool
		if err := tx.QueryRow(ctx, `
			SELECT t.id, t.number, s.player_id, EXISTS (SELECT FROM messages WHERE match_id = m.id
				AND number = a.number) FROM `+ownWordsSQL+`
			JOIN members v ON v.club_id = m.club_id AND v.player_id = $4 AND `+base.SeesSQL+`
			WHERE m.club_id = $1 AND m.id = $2 AND a.number = $3 AND s.player_id <> v.player_id
				AND `+base.WatchedBySQL("v.player_id"), club, match, number, by).
			Scan(&at, &table, &author, &stands); err != nil || !stands {
			return err
		}
		form := base.FormKey("report " + fmt.Sprint(match, number))
		if before, err := base.MadeBefore(ctx, tx, by, form); before != 0 || err != nil {
			return err
		}
		if err := s.Quota(ctx, tx, "reports", 0, `forms WHERE player_id = $1 AND idem LIKE 'report %'
			AND at > now() - interval '1 hour'`, by); err != nil {
			return err
		}
		hosts, err := base.WhoMay(ctx, tx, club, role.Close)
		if err != nil {
			return err
		}
		hosts = slices.DeleteFunc(hosts, func(host int64) bool { return host == by || host == author })
		if len(hosts) == 0 {
			return base.ErrNoOtherHost
		}
		delivery.Tell(ctx, tx, delivery.NewNotice{
			Club: club, Kind: delivery.NoticeReport, Table: at, Match: match, By: by,
			Key: fmt.Sprint(match, number, author, by), Subject: int64(number),
		}, hosts...)
		base.HasMade(ctx, tx, by, form, int64(number))
		return tx.Err()
	})
	return table, err
}

// Written are words of a player that members reported to a host.
type Written struct {
	Number int // of the aside, in the match
	Table  int // number in the club
	Over   bool
	Author int64
	Name   string // of the author; "" where the account is gone
	At     time.Time
	Text   string // "" where it was taken away
}

// ReportedWords lists the words in a match that members reported to a member who may close
// tables, also where that member may not watch it or has muted their writer: ErrForbidden,
// and ErrNotFound where nobody has. It tells nothing else about the match.
func (s *Tables) ReportedWords(ctx context.Context, club, by, match int64) (list []Written, err error) {
	err = s.ReadAs(ctx, "reported words", club, by, role.Close, func(ctx context.Context, conn *pgxpool.Conn) error {
		list, err = pg.All[Written](ctx, conn, `
			SELECT a.number, t.number AS "table", m.status = 'over' AS over, coalesce(s.player_id, 0) AS author,
				coalesce(p.name, '') AS name,
				a.at, coalesce(w.text, '') AS text
			FROM `+ownWordsSQL+` LEFT JOIN players p ON p.id = s.player_id LEFT JOIN messages w ON w.match_id = m.id
				AND w.number = a.number
			WHERE m.club_id = $1 AND m.id = $2 AND EXISTS (SELECT FROM notices n
				WHERE n.player_id = $3 AND n.kind = 'report' AND n.match_id = m.id AND n.subject = a.number)
			ORDER BY a.number`, club, match, by)
		if err == nil && len(list) == 0 {
			return base.ErrNotFound
		}
		return err
	})
	return list, err
}

// Mute hides from a player what the player of a seat says, at any table, or shows it
// again: ErrNotFound unless both sit at this one.
func (s *Tables) Mute(ctx context.Context, club int64, number int, player int64, seat engine.Seat, on bool) error {
	return s.InTx(ctx, "mute", func(ctx context.Context, tx *pg.Tx) error {
		var other int64
		err := tx.QueryRow(ctx, `
			SELECT o.player_id FROM tables t JOIN match_seats s ON s.match_id = (SELECT max(id) FROM matches
				WHERE table_id = t.id)
			JOIN match_seats o ON o.match_id = s.match_id
			JOIN members v ON v.club_id = t.club_id AND v.player_id = s.player_id
			WHERE t.club_id = $1 AND t.number = $2 AND s.player_id = $3 AND o.seat = $4
				AND o.player_id <> $3`, club, number, player, seat).Scan(&other)
		if err != nil {
			return err
		}
		if on {
			tx.Do(ctx, `INSERT INTO mutes (player_id, muted_id) VALUES ($1, $2) ON CONFLICT DO NOTHING`, player, other)
		} else {
			tx.Do(ctx, `DELETE FROM mutes WHERE player_id = $1 AND muted_id = $2`, player, other)
		}
		return tx.Err()
	})
}

// mutesAt is []muted of the players of the match m, as JSON.
const mutesAt = `SELECT json_agg(json_build_object('by', s.seat, 'seat', o.seat)) FROM match_seats s
	JOIN mutes u ON u.player_id = s.player_id JOIN match_seats o ON o.match_id = s.match_id AND o.player_id = u.muted_id
		WHERE s.match_id = m.id`

// A muted seat is one whose phrases another seat does not see.
type muted struct{ By, Seat engine.Seat }

// mutedBy are the seats that a seat has muted.
func (w *Snapshot) mutedBy(mine engine.Seat) (seats []engine.Seat) {
	for _, m := range w.mutes {
		if m.By == mine {
			seats = append(seats, m.Seat)
		}
	}
	return seats
}

// isPhrase reports that an aside is a phrase.
func (e LogEntry) isPhrase() bool {
	return len(e.Events) == 1 && strings.HasPrefix(e.Events[0].Kind, "aside."+saying)
}
