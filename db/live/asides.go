package live

import (
	"context"

	"carteado/db/delivery"
	"carteado/db/pg"
	"carteado/engine"
)

// An AsideKind names an event at a match that is no move.
type AsideKind string

// The kinds of asides; those of offers are the offer's kind with what became of it,
// as in "rematch.asked".
const (
	AsideNudge     AsideKind = "nudge"     // the seat asks those who are waited for to move
	AsideKept      AsideKind = "kept"      // a bot plays for the seat from here on
	AsideBack      AsideKind = "back"      // the seat's player is back, after n moves of the bot
	AsideResumed   AsideKind = "resumed"   // the pause ended by itself
	AsideSuspended AsideKind = "suspended" // the match waits for the seat, whose player may not come in
	AsideRests     AsideKind = "rests"     // the holidays of the seat's player have changed: the deadline has moved

	AsideAnew      AsideKind = "anew"      // the match before could not be read any more
	AsideAlone     AsideKind = "alone"     // no player is there any more: the match waits
	AsideAbandoned AsideKind = "abandoned" // nobody has come back: the match ends
)

// aside is the one place that records events of a match beside its moves: it writes a row, raises the table's
// position and wakes the polls. The match is locked. n is a number that the aside's sentence mentions.
func (s *Tables) aside(ctx context.Context, tx *pg.Tx, p *MatchPosition, seat engine.Seat, kind AsideKind, n int) {
	p.Asides++
	tx.Do(ctx, `INSERT INTO asides (match_id, number, version, seat, kind, n)
		VALUES ($1, $2, $3, $4, $5, $6)`, p.Match, p.Asides, p.Version, seat, kind, n)
	tx.Do(ctx, `UPDATE matches SET asides = $2 WHERE id = $1`, p.Match, p.Asides)
	notifyAt(tx, p, true)
}

// asideList is []LogEntry of the last asides of the match m, as JSON.
const asideList = `SELECT coalesce(json_agg(json_build_object('version', version, 'seat', seat, 'time', at,
		'events', json_build_array(json_build_object('kind', told, 'seat', seat, 'open', true, 'n', n)))
			ORDER BY number), '[]')
	FROM (SELECT a.*, ` + asideKindSQL + ` AS told FROM asides a LEFT JOIN messages w USING (match_id, number)
		WHERE a.match_id = m.id AND ` + stillToldSQL + ` ORDER BY a.number DESC LIMIT 40) last`

// tellSeats leaves a notice for the players of some seats of a locked match, but for the seat whose doing it is.
func tellSeats(ctx context.Context, tx *pg.Tx, p *MatchPosition, n delivery.NewNotice, by engine.Seat,
	seats ...engine.Seat) {
	n.Club, n.Table, n.Match = p.Club, p.Table, p.Match
	delivery.TellSeats(ctx, tx, n, by, seats...)
}
