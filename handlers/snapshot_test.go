package handlers

import (
	"cmp"
	"reflect"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/dbtest"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/bot"
	"carteado/handlers/web"
)

// A table that follows from the one before and from the match that was played is for
// each viewer what is read from its rows: in whole matches of every game, with and
// without a clock, also when a player has left.
func TestTableAfterAMoveIsWhatIsRead(t *testing.T) {
	t.Parallel()
	for _, game := range games.All() {
		info := game.Rules.Info()
		for pace, seats := range map[string]int{"": min(info.MaxSeats, 4), "slow 86400": info.MinSeats} {
			t.Run(info.Key+" "+pace, func(t *testing.T) {
				t.Parallel()
				m := &followed{evening: newEvening(t, game)}
				m.sql(`INSERT INTO memberships (club_id, player_id, role)
					VALUES ($1, $2, 'member')`, m.clubID, m.players["Eva"])
				m.sql(`UPDATE players SET quiet_from = 60, quiet_till = 480, zone = 'Asia/Kolkata'`)
				m.Store.OnBotMove(func(due live.DueMove) { m.due = append(m.due, due) })
				m.deal(pace, seats)
				m.playOut()
				t.Logf("of %d moves %d were followed, %d of them drafted", m.version(), m.follows, m.drafts)
				if pace == "" && m.drafts == 0 {
					t.Error("no move was drafted")
				}
				if read := m.version() - m.follows - m.asked; read > 3 { // as the end
					t.Errorf("%d moves had to be read", read)
				}
			})
		}
	}
}

// A followed match is remembered as a program does that makes its moves.
type followed struct {
	*evening
	number  int
	viewers []live.Admission // the players, and one who looks on
	whole   *live.Snapshot   // the table as it is remembered
	another *db.Store        // of a program that reads the table
	due     []live.DueMove

	follows, drafts, asked int // moves that followed, those that were drafted, and offers
}

func (m *followed) must(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatal(err)
	}
}

func (m *followed) deal(pace string, seats int) {
	m.t.Helper()
	info := m.offered[0].Rules.Info()
	quick := slices.MinFunc(info.Presets, func(a, b engine.Preset) int { return cmp.Compare(a.Moves[0], b.Moves[0]) })
	names := []string{"Bento", "Célia", "Davi", "Ana", "Eva"}
	var choices []live.SeatChoice
	for _, name := range names[1:seats] {
		choices = append(choices, live.SeatChoice{Kind: live.SeatMember, Player: m.players[name]})
	}
	ctx := m.t.Context()
	table, err := m.Store.OpenTable(ctx, m.clubID, m.players["Bento"], live.NewTable{
		Game: info.Key, Pace: pace, Options: quick.Options, Seats: choices, Contribution: m.adds("Bento"),
	})
	m.must(err)
	for _, name := range names[1:seats] {
		m.must(m.Store.JoinTable(ctx, m.clubID, table.Number, m.players[name], live.Contribution{}))
	}
	m.number = table.Number
	m.another, err = db.Open(ctx, db.Config{URL: m.database, Games: []engine.Game{m.offered[0].Rules},
		Timeout: dbtest.Timeout})
	m.must(err)
	m.t.Cleanup(m.another.Close)
	for _, name := range append(names[:seats:seats], "Eva") {
		a, err := m.Store.Admit(ctx, m.clubID, m.number, m.players[name])
		m.must(err)
		m.viewers = append(m.viewers, a)
	}
	m.whole = m.read()
}

// read reads the table anew.
func (m *followed) read() *live.Snapshot {
	m.t.Helper()
	m.Store.Waiters.Redraw(m.viewers[0].Table())
	return m.see()
}

func (m *followed) see() *live.Snapshot {
	m.t.Helper()
	snapshot, err := m.Store.See(m.t.Context(), m.viewers[0])
	m.must(err)
	return snapshot
}

// sees is what a viewer sees of the table as it is remembered.
func (m *followed) sees(viewer engine.Seat) live.Board {
	m.t.Helper()
	board, err := m.whole.For(m.viewers[viewer])
	m.must(err)
	return board
}

func (m *followed) version() int { return m.sees(0).View.Version }

// playOut plays to the end. Meanwhile a player asks the others to end the match, one
// wants to take moves back, one holds the hand in an order of their own, and one of more
// than two leaves.
func (m *followed) playOut() {
	m.t.Helper()
	ctx := m.t.Context()
	for board := m.sees(0); board.View.Outcome == nil; board = m.sees(0) {
		player := func(seat engine.Seat) int64 { return board.Table.Seats[seat].Player }
		switch board.View.Version {
		case 5:
			m.must(m.Store.Propose(ctx, m.clubID, m.number, player(0), board.Table.Match, live.OfferEnd,
				live.Contribution{}))
			m.asked++
		case 6:
			m.must(m.Store.SaveHand(ctx, live.Hand{
				Club: m.clubID, Table: m.number, Match: board.Table.Match, Player: player(1), Round: 1,
				Cards: []string{"7H"},
			}))
			m.whole = m.read()
		case 7:
			m.whole = m.read()
			m.must(m.Store.AnswerOffer(ctx, m.clubID, m.number, player(1), board.Table.Match, m.sees(1).Offer.ID,
				live.AnswerNo, live.Contribution{}))
			m.asked++
		case 21:
			m.sql(`UPDATE heartbeat SET at = at - interval '1 minute'`) // as if no program had run
		}
		for seat := range len(m.viewers) - 1 {
			if v := board.View.Version; v > 7 && v < 20 && m.sees(engine.Seat(seat)).Undo {
				m.must(m.Store.Propose(ctx, m.clubID, m.number, player(engine.Seat(seat)), board.Table.Match,
					live.OfferUndo, live.Contribution{}))
				m.asked++
				if m.asked%2 == 0 { // also where what was asked is remembered
					m.whole = m.read()
				}
			}
		}
		mover := board.View.ToMove[0]
		own := m.sees(mover)
		move := engine.Move{Verb: engine.VerbLeave}
		if len(m.viewers) == 3 || board.View.Version != 25 {
			move = own.Legal[0]
			if !own.View.Between {
				rates := m.offered[0].Rules.(engine.Rater).Rate(own.View.Round, own.Legal)
				move = own.Legal[slices.Index(rates, slices.Max(rates))]
			}
		}
		pending := m.Store.Start(ctx, live.PlayInput{
			Club: m.clubID, Table: m.number, Match: board.Table.Match, Player: player(mover),
			Version: board.View.Version, Idem: web.NewIdem(), Move: move,
		})
		if pending.Next != nil {
			_, err := pending.Next.For(pending.Guest)
			m.must(err)
			m.drafts++
		}
		_, err := pending.Wait()
		m.must(err)
		m.after()
		for len(m.due) > 0 {
			due := m.due[0]
			m.due = m.due[1:]
			m.must(m.Store.PlayBot(ctx, due, func(string, string, bot.Sight) engine.Move { return engine.Move{} }))
			m.after()
		}
	}
}

// after compares the table as it is remembered after a move with what another program reads, once for all viewers.
func (m *followed) after() {
	m.t.Helper()
	m.another.Waiters.Forget()
	read, err := m.another.See(m.t.Context(), m.viewers[0])
	m.must(err)
	if !m.Store.Waiters.Current(live.Position{Topic: live.Topic{Table: m.viewers[0].Table()}, At: read.At()}) {
		m.whole = m.see()
		return
	}
	m.follows++
	m.whole = m.see()
	for seat, viewer := range m.viewers {
		got := m.sees(engine.Seat(seat))
		want, err := read.For(viewer)
		m.must(err)
		want.Table.Now = got.Table.Now // when it was read
		if !reflect.DeepEqual(got, want) {
			m.t.Fatalf("at version %d viewer %d sees something else than is read: %s", got.View.Version, seat,
				gocmp.Diff(want, got, gocmp.Exporter(func(reflect.Type) bool { return true })))
		}
	}
}
