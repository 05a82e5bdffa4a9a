package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/accounts"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/db/delivery"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/engine/clock"
	"carteado/views/i18n"
	letters "carteado/views/mail"
)

var (
	walkAll    = flag.Bool("walk", false, "print what is told in all games at all paces, too")
	walkUpdate = flag.Bool("update", false, "write testdata/told.txt instead of comparing")
)

// A seated is a story that is played.
type seated struct {
	story
	rosa, iago int64
	number     int
	match      int64
	waited     bool // what the story tells has happened
	league     int64
	told       []string
}

// weeks are long enough for the longest story: four turns of three days, and then a week in which nobody comes.
const weeks = 24 * 24 * time.Hour

// A walk is a club whose clock is moved.
type walk struct {
	t      *testing.T
	store  *db.Store
	clock  *dbtest.Clock
	began  time.Time
	club   int64
	host   int64
	tables []*seated
	out    *senders
	moved  bool // something happened in the last step
}

// What two players who are away are told of their match, when, and by which way: a clock is moved on for three weeks.
func TestWhatSleepersAreTold(t *testing.T) {
	t.Parallel()
	w := newWalk(t, stories)
	w.walks(weeks)
	got, file := w.table(), "testdata/told.txt"
	if *walkUpdate {
		w.must(os.WriteFile(file, []byte(got), 0o600))
	}
	want, err := os.ReadFile(file)
	w.must(err)
	if got != string(want) {
		t.Errorf("%s is\n%s", file, got)
	}
	if !*walkAll {
		return
	}
	var all []story
	for _, g := range games.Rules() {
		for _, p := range clock.Presets() {
			all = append(all, story{game: g.Info().Key, pace: p.String(), name: "both sleep"},
				story{game: g.Info().Key, pace: p.String(), name: "Rosa sleeps, Iago plays, waits for her, and leaves",
					happens: iagoWaits})
		}
	}
	w = newWalk(t, all)
	w.walks(weeks)
	t.Log(w.table())
}

func newWalk(t *testing.T, list []story) *walk {
	t.Helper()
	url := dbtest.New(t)
	w := &walk{t: t, began: time.Date(2026, time.November, 23, 10, 0, 0, 0, time.UTC)}
	w.clock = dbtest.NewClock(t, url, w.began)
	var err error
	w.store, err = db.Open(t.Context(), db.Config{URL: url, Games: games.Rules(), Timeout: dbtest.Timeout,
		Unlimited: true})
	w.must(err)
	t.Cleanup(w.store.Close)
	w.out = &senders{store: w.store, log: slog.New(slog.NewTextHandler(io.Discard, nil)), now: w.store.Now}
	club, host, err := w.store.Setup(t.Context(), clubs.NewClub{Name: "Quinta", Lang: "en", TimeZone: "UTC"},
		accounts.NewPlayer{Name: "Ana", Password: "hash", Lang: "en"})
	w.must(err)
	w.club, w.host = club.ID, host.ID
	for i, s := range list {
		w.seats(i, s)
	}
	return w
}

// seats deals a story's match.
func (w *walk) seats(n int, s story) {
	w.t.Helper()
	ctx, at := w.t.Context(), &seated{story: s}
	host, guest := w.player(fmt.Sprint("host ", n)), w.player(fmt.Sprint("guest ", n))
	table, err := w.store.OpenTable(ctx, w.club, host, live.NewTable{Game: s.game, Pace: s.pace,
		Seats:        []live.SeatChoice{{Kind: live.SeatMember, Player: guest}},
		Contribution: live.Contribution{Seal: dbtest.Seal(w.t, w.store, host)}})
	w.must(err)
	at.number = table.Number
	w.must(w.store.JoinTable(ctx, w.club, at.number, guest, live.Contribution{}))
	board := w.board(at, host)
	at.match, at.rosa, at.iago = board.Table.Match, host, guest
	if !board.View.MyTurn() {
		at.rosa, at.iago = guest, host
	}
	w.sql(`UPDATE players SET name = CASE id WHEN $1 THEN 'Rosa ' ELSE 'Iago ' END || $3::int,
		lang = CASE id WHEN $1 THEN 'en' ELSE 'pt-BR' END WHERE id IN ($1, $2)`, at.rosa, at.iago, n)
	if s.begins != nil {
		s.begins(w, at)
	}
	w.tables = append(w.tables, at)
}

// player is a member with a device and mail who is away.
func (w *walk) player(name string) (id int64) {
	w.t.Helper()
	var session int64
	w.must(w.store.Pool().QueryRow(w.t.Context(), `WITH p AS (INSERT INTO players (name, password_hash)
			VALUES ($2, 'hash') RETURNING id),
		m AS (INSERT INTO memberships (club_id, player_id, role) SELECT $1, id, 'member' FROM p)
		INSERT INTO sessions (player_id, token_hash, user_agent) SELECT id, sha256($2::text::bytea), '' FROM p
			RETURNING player_id, id`, w.club, name).Scan(&id, &session))
	w.must(w.store.AddDevice(w.t.Context(), id, session, delivery.Device{
		Endpoint: "https://push.example/" + strings.ReplaceAll(name, " ", "-"), P256dh: make([]byte, 65),
		Auth: make([]byte, 16)}))
	w.must(w.store.TakeAddress(w.t.Context(), id, strings.ReplaceAll(name, " ", ".")+"@example.org"))
	return id
}

// walks moves the clock on by minutes at first and then by hours, to each deadline, and to a moment after it.
func (w *walk) walks(length time.Duration) {
	w.t.Helper()
	for w.passed() < length {
		step := 2 * time.Hour
		switch {
		case w.moved:
			step = 3 * time.Minute // a turn that has lasted for two is told
		case w.passed() < 3*time.Hour:
			step = 10 * time.Minute
		}
		for _, c := range w.clocks() {
			if next := c.Next(); !next.IsZero() {
				step = min(step, next.Sub(w.clock.Now))
			}
		}
		w.clock.Advance(step)
		w.must(w.store.Beat(w.t.Context()))
		for w.moved = false; w.happens(); {
			w.moved = true
		}
		w.delivers()
	}
}

func (w *walk) passed() time.Duration { return w.clock.Now.Sub(w.began) }

// clocks are those of the matches that are played, and versions of the matches.
func (w *walk) clocks() (clocks map[int64]clock.Clock) {
	w.t.Helper()
	clocks = map[int64]clock.Clock{}
	rows, err := w.store.Pool().Query(w.t.Context(), `SELECT id, coalesce(clock, '{}') FROM matches
		WHERE status = 'playing'`)
	w.must(err)
	var id int64
	var text []byte
	_, err = pgx.ForEachRow(rows, []any{&id, &text}, func() error {
		var c clock.Clock
		err := json.Unmarshal(text, &c)
		clocks[id] = c
		return err
	})
	w.must(err)
	return clocks
}

// happens does what is due by clocks, then what the story tells, then what bots do, one at a time at each table, and
// reports that something was.
func (w *walk) happens() (more bool) {
	w.t.Helper()
	ctx, clocks, busy := w.t.Context(), w.clocks(), map[int64]bool{}
	for _, s := range w.tables {
		c, playing := clocks[s.match]
		next := c.Next()
		busy[s.match] = playing && !next.IsZero() && !next.After(w.clock.Now)
		switch {
		case busy[s.match]:
			w.must(w.store.KeepTime(ctx, live.Tick{Match: s.match, Version: w.board(s, s.rosa).View.Version}))
			more = true
		case playing && s.happens != nil:
			s.happens(w, s, c)
		}
	}
	due, err := w.store.OverdueMoves(ctx, 0)
	w.must(err)
	for _, move := range due {
		if !busy[move.Match] {
			w.must(w.store.PlayBot(ctx, move, func(_, _ string, sight bot.Sight) engine.Move {
				return plainMove(sight.Legal)
			}))
		}
	}
	return more || len(due) > 0
}

// delivers tells what is to be told now, and notes it.
func (w *walk) delivers() {
	w.t.Helper()
	ctx := w.t.Context()
	w.must(w.store.QueueDeliveries(ctx, true))
	rows, err := w.store.Pool().Query(ctx, `DELETE FROM river_job WHERE kind = 'call' RETURNING args`)
	w.must(err)
	list, err := pgx.CollectRows(rows, pgx.RowTo[delivery.Delivery])
	w.must(err)
	for _, s := range w.tables {
		for _, player := range []int64{s.rosa, s.iago} {
			for _, mail := range []bool{false, true} {
				for _, d := range list {
					if d.Player == player && (d.Device == 0) == mail {
						w.delivered(s, d)
					}
				}
			}
		}
	}
}

func (w *walk) delivered(s *seated, d delivery.Delivery) {
	w.t.Helper()
	ctx := w.t.Context()
	c, err := w.store.DeliveryContent(ctx, d)
	w.must(err)
	if len(c.Notices) == 0 {
		w.must(w.store.Delivered(ctx, d, 0))
		return
	}
	told := letters.Message{Site: "https://club.example", Notices: Notices(c.Notices), Turns: Turns(c.Turns)}
	reads := i18n.WithTime(i18n.With(ctx, c.Lang), w.clock.Now, clock.Zone(c.Zone))
	if d.Device > 0 {
		ping := told.Ping(reads, false)
		w.tells(s, d.Player, "push", ping.Title+" | "+ping.Body)
		w.must(w.store.Delivered(ctx, d, 0))
		return
	}
	if s.refused != nil && d.Player == s.rosa {
		if answer := s.refused(w, s); answer != nil {
			w.tells(s, d.Player, "mail", "refused: "+answer.Answer)
			w.must(w.out.refused(ctx, &House{Links: make([]byte, 32)}, d.Player, c.Settings.Address, answer))
			return
		}
	}
	letter := told.Letter(reads)
	text := strings.Join(append([]string{letter.Subject}, letter.Lines...), " | ")
	for _, row := range letter.Rows {
		text += " | - " + row.Text + " (" + row.Aside + ")"
	}
	w.tells(s, d.Player, "mail", text)
	w.must(w.store.Delivered(ctx, d, mailPause))
}

// numbered is a match by its number.
var numbered = regexp.MustCompile(`([Mm]atch|partida) \d+`)

// tells notes a line of the table.
func (w *walk) tells(s *seated, player int64, way, text string) {
	who := "Rosa"
	if player == s.iago {
		who = "Iago"
	}
	n := slices.Index(w.tables, s)
	text = numbered.ReplaceAllString(text, "${1} 1")
	text = strings.NewReplacer(fmt.Sprint("Rosa ", n), "Rosa", fmt.Sprint("Iago ", n), "Iago",
		fmt.Sprint("table ", s.number), "table 1", fmt.Sprint("mesa ", s.number), "mesa 1").Replace(text)
	s.told = append(s.told, fmt.Sprintf("  %s %s %s  %s", w.clock.Now.Format("Mon 2 Jan 15:04"), who, way, text))
}

// table is what was told, by story.
func (w *walk) table() string {
	var b strings.Builder
	for _, s := range w.tables {
		fmt.Fprintf(&b, "%s, %s: %s\n%s\n\n", s.game, cmp.Or(s.pace, "no clock"), s.name, strings.Join(s.told, "\n"))
	}
	return b.String()
}

func (w *walk) board(s *seated, player int64) live.Board {
	w.t.Helper()
	board, err := w.store.Board(w.t.Context(), w.club, s.number, player)
	w.must(err)
	return board
}

func (w *walk) plays(s *seated, player int64, move engine.Move) {
	w.t.Helper()
	version := w.board(s, player).View.Version
	_, err := w.store.Play(w.t.Context(), live.PlayInput{Club: w.club, Table: s.number, Match: s.match, Player: player,
		Version: version, Idem: fmt.Sprint("move ", version), Move: move})
	w.must(err)
}

func (w *walk) sql(query string, args ...any) {
	w.t.Helper()
	_, err := w.store.Pool().Exec(context.WithoutCancel(w.t.Context()), query, args...)
	w.must(err)
}

func (w *walk) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}
