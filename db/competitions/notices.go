package competitions

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/delivery"
	"carteado/db/pg"
)

// What a notice tells of a competition.
const (
	ToldOpened   = "opened"   // a round that is to be played, until a time if it has one
	ToldHour     = "hour"     // another player of the table can play at an hour
	ToldArranged = "arranged" // all of the table can
	ToldDue      = "due"      // a day before the end of the round the table has no result
)

// tell leaves a notice for players of a table. By is who caused it, 0 for nobody.
func tell(ctx context.Context, tx *pg.Tx, club, by, id int64, round int, what string, moment time.Time,
	players ...int64) {
	delivery.Tell(ctx, tx, delivery.NewNotice{Club: club, Kind: delivery.NoticeCompetition, By: by, Subject: id,
		Key:  fmt.Sprint(id, " ", round, " ", what, " ", by, " ", moment.Unix()),
		What: what, Moment: moment}, players...)
}

// settle marks what players were told of a competition as read.
func settle(ctx context.Context, tx *pg.Tx, id int64, players ...int64) {
	delivery.MarkSettled(ctx, tx, delivery.NewNotice{Kind: delivery.NoticeCompetition, Subject: id}, players...)
}

// RemindRounds tells those who have not played a day before a round ends, unless it was only then drawn.
func (s *Competitions) RemindRounds(ctx context.Context) error {
	return s.InTx(ctx, "remind rounds", func(ctx context.Context, tx *pg.Tx) error {
		list, err := pg.Collect(ctx, tx, pgx.RowToStructByPos[struct{ Club, ID int64 }], `
			SELECT c.club_id, c.id FROM competition_rounds r JOIN competitions c ON c.id = r.competition_id
			WHERE r.number = (SELECT max(number) FROM competition_rounds WHERE competition_id = c.id)
				AND r.closed_at IS NULL AND r.due_at > now() AND r.due_at <= now() + interval '1 day'
				AND r.drawn_at < r.due_at - interval '36 hours' ORDER BY c.id`)
		for _, due := range list {
			if err != nil {
				return err
			}
			var c Competition
			if c, err = selectCompetition(ctx, tx, due.Club, due.ID); err != nil {
				return err
			}
			last := c.Last()
			for _, t := range last.Tables {
				if t.Placing == nil {
					tell(ctx, tx, due.Club, 0, due.ID, last.Number, ToldDue, last.Due, t.Players...)
				}
			}
		}
		return err
	})
}
