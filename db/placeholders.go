package db

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/pg"
	"carteado/engine/role"
)

// A Placeholder is somebody whom a club knows by a name alone: a player of the house that it came from whom nobody has
// claimed, or somebody of an old score book or of a game night.
type Placeholder struct {
	Player  int64 // 0: of a score book or a night
	Name    string
	Matches int
}

// byNameSQL is the condition that the seat s of a match with real cards is nobody's who is known by a player.
const byNameSQL = `NOT EXISTS (SELECT FROM arrivals a WHERE a.id = s.arrival_id AND a.player_id IS NOT NULL)`

// maxPlaceholders bounds their list; a search finds the others.
const maxPlaceholders = 200

// PlaceholdersOf lists those whose name holds a text, to those who may remove members.
func (s *Store) PlaceholdersOf(ctx context.Context, club, viewer int64, search string) (list []Placeholder, err error) {
	err = s.ReadAs(ctx, "placeholders", club, viewer, role.Suspend, func(ctx context.Context,
		conn *pgxpool.Conn) error {
		list, err = pg.All[Placeholder](ctx, conn, `
			SELECT * FROM (SELECT p.id AS player, p.name, (SELECT count(*) FROM match_seats WHERE player_id = p.id)
				+ (SELECT count(*) FROM recorded_seats WHERE player_id = p.id) AS matches
			FROM players p WHERE `+clubs.UnclaimedSQL+`
			UNION ALL
			SELECT 0, min(name), count(match_id) FROM (
				SELECT s.name, s.match_id FROM recorded_matches m JOIN recorded_seats s ON s.match_id = m.id
				WHERE m.club_id = $1 AND s.player_id IS NULL AND `+byNameSQL+`
				UNION ALL
				SELECT r.name, NULL FROM nights n JOIN arrivals r ON r.night_id = n.id
				WHERE n.club_id = $1 AND r.player_id IS NULL) k
			GROUP BY lower(name)) l
			WHERE strpos(lower(name), lower($2)) > 0 ORDER BY lower(name), player LIMIT $3`, club, search, maxPlaceholders)
		base.InNameOrder(list, func(n Placeholder) string { return n.Name })
		return err
	})
	return list, err
}

// EraseName forgets for good who somebody was; results stay: base.ErrNotFound. A player of another house, or a guest
// who plays on a screen, becomes one whose account is deleted, and leaves the table. Elsewhere a neutral name with a
// number that nothing else has takes the place of the name. Files that were written with it and not yet fetched are
// gone, and score books that nobody has decided about.
func (s *Store) EraseName(ctx context.Context, club, by int64, of Placeholder, neutral func(number int64) string,
) error {
	return s.InTxAs(ctx, "erase name", club, by, role.Suspend, func(ctx context.Context, tx *pg.Tx) error {
		tx.Do(ctx, `SELECT FROM clubs WHERE id = $1 FOR NO KEY UPDATE`, club)
		for _, table := range []string{"yearbooks", "club_files", "brought_clubs"} {
			tx.Do(ctx, `DELETE FROM `+table+` WHERE club_id = $1`, club)
		}
		tx.Do(ctx, `DELETE FROM imports WHERE club_id = $1 AND kept_at IS NULL`, club)
		base.NotifyClub(tx, club)
		if of.Player != 0 {
			if err := tx.QueryRow(ctx, `SELECT FROM players p WHERE p.id = $2 AND `+clubs.UnclaimedSQL+` FOR UPDATE OF p`,
				club, of.Player).Scan(); err != nil {
				return err
			}
			if err := s.vacate(ctx, tx, club, by, of.Player); err != nil { // a guest may be at a table
				return err
			}
			for _, wipe := range wipes {
				tx.Do(ctx, wipe, of.Player)
			}
			return base.NoteAbout(ctx, tx, club, by, of.Player, "player_erased", nil)
		}
		var number, changed int64
		if err := tx.QueryRow(ctx, `SELECT nextval('match_ids')`).Scan(&number); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `
			WITH sheets AS (UPDATE recorded_seats s SET name = $3 FROM recorded_matches m WHERE m.id = s.match_id
				AND m.club_id = $1 AND s.player_id IS NULL AND lower(s.name) = lower($2) AND `+byNameSQL+` RETURNING 1),
			doors AS (UPDATE arrivals r SET name = $3 FROM nights n WHERE n.id = r.night_id
				AND n.club_id = $1 AND r.player_id IS NULL AND lower(r.name) = lower($2) RETURNING 1)
			SELECT (SELECT count(*) FROM sheets) + (SELECT count(*) FROM doors)`, club, of.Name, neutral(number)).
			Scan(&changed); err != nil {
			return err
		}
		if changed == 0 {
			return base.ErrNotFound
		}
		return base.Note(ctx, tx, club, by, "name_erased", base.Details{"number": number})
	})
}
