package handlers

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"carteado/db"
	"carteado/db/dbtest"
	"carteado/views/link"
	"carteado/views/table"
)

// A counter passes on what a store sends to its database, and counts it.
type counter struct {
	trips, statements atomic.Int64
}

// counts lets the site's store reach its database by a counter only.
func (s *site) counts() *counter {
	s.t.Helper()
	config, err := pgx.ParseConfig(s.database)
	if err != nil {
		s.t.Fatal(err)
	}
	door, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.t.Fatal(err)
	}
	c := &counter{}
	network, address := pgconn.NetworkAddress(config.Host, config.Port)
	go func() {
		for {
			in, err := door.Accept()
			if err != nil {
				return
			}
			out, err := net.Dial(network, address)
			if err != nil {
				_ = in.Close()
				continue
			}
			go func() {
				_, _ = io.Copy(in, out)
				_ = in.Close()
			}()
			go func() {
				c.passOn(in, out)
				_ = out.Close()
			}()
		}
	}()
	url := fmt.Sprintf("postgres://%s:%s@%s/%s?sslmode=disable", config.User, config.Password, door.Addr(),
		config.Database)
	store, err := db.Open(s.t.Context(), db.Config{URL: url, Games: table.Rules(s.offered), Timeout: dbtest.Timeout,
		Unlimited: true})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		store.Close()
		_ = door.Close()
	})
	s.Store, s.Store = store, store
	return c
}

// passOn reads messages as a client of Postgres sends them: the first has no letter, S
// and Q wait for an answer, and E and Q run a statement.
func (c *counter) passOn(in io.Reader, out io.Writer) {
	for header := make([]byte, 4); ; header = make([]byte, 5) {
		if _, err := io.ReadFull(in, header); err != nil {
			return
		}
		// Counted before the server has it: its answer may be the sign to look at the count.
		if len(header) == 5 && strings.ContainsRune("SQ", rune(header[0])) {
			c.trips.Add(1)
		}
		if len(header) == 5 && strings.ContainsRune("EQ", rune(header[0])) {
			c.statements.Add(1)
		}
		length := binary.BigEndian.Uint32(header[len(header)-4:])
		if _, err := out.Write(header); err != nil {
			return
		}
		if _, err := io.CopyN(out, in, int64(length)-4); err != nil {
			return
		}
	}
}

// A player who plays on waits for the database once with a move.
func TestAMoveTakesARoundTrip(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	c := e.counts()
	bento, célia := e.as("Bento"), e.as("Célia")
	trips, statements := int64(1000), int64(1000)
	for range 12 {
		to, name := bento, "Bento"
		if !e.board(1, name).View.MyTurn() {
			to, name = célia, "Célia"
		}
		f := e.move(to, name)
		before := [2]int64{c.trips.Load(), c.statements.Load()}
		f.send(fromScript...).want(http.StatusOK)
		trips, statements = min(trips, c.trips.Load()-before[0]), min(statements, c.statements.Load()-before[1])
	}
	t.Logf("%d round trips, %d statements", trips, statements)
	if trips != 1 || statements != 4 { // BEGIN, what makes the move, COMMIT, and what tells of it
		t.Errorf("a move takes %d round trips and %d statements", trips, statements)
	}
}

// move is the form of a player's first legal move at table 1.
func (e *evening) move(to *browser, name string) *form {
	e.t.Helper()
	board := e.board(1, name)
	action := link.Moves(e.club, 1)
	f := to.get(link.Table(e.club, 1)).mustForm(action)
	return f.with("move", board.Legal[0].String(), "version", strconv.Itoa(board.View.Version))
}

// A player who has just moved is believed for a minute; but a session that has ended and a
// member who is suspended, of which nobody told this program, move nothing and see no
// board, whether or not the move is one.
func TestAMoveIsJudgedAnew(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	for name, c := range map[string]struct {
		end, mend string
		status    int
	}{
		"session ended": {`DELETE FROM sessions WHERE player_id = $1`, ``, http.StatusNoContent},
		"session old": {`UPDATE sessions SET seen_at = now() - interval '15 days'
			WHERE player_id = $1`, ``, http.StatusNoContent},
		"suspended": {
			`UPDATE memberships SET suspended_at = now() WHERE player_id = $1`,
			`UPDATE memberships SET suspended_at = NULL WHERE player_id = $1`, http.StatusForbidden,
		},
	} {
		name1 := "Bento"
		if !e.board(1, name1).View.MyTurn() {
			name1 = "Célia"
		}
		to := e.as(name1)
		for e.move(to, name1).send(fromScript...).want(http.StatusOK); !e.board(1, name1).View.MyTurn(); {
			other := map[string]string{"Bento": "Célia", "Célia": "Bento"}[name1]
			e.plays(1, other, e.board(1, other).Legal[0])
		}
		f, wrong := e.move(to, name1), e.move(to, name1).with("move", "Fly")
		e.sql(c.end, e.players[name1])
		version := e.board(1, "Davi").View.Version
		for _, f := range []*form{f, wrong} {
			got := f.send(fromScript...)
			if got.StatusCode != c.status || len(all(got.doc(), "", "id", "table")) > 0 {
				t.Errorf("%s: %d, %s", name, got.StatusCode, got.text())
			}
		}
		if now := e.board(1, "Davi").View.Version; now != version {
			t.Errorf("%s: a move was made", name)
		}
		if c.mend != "" {
			e.sql(c.mend, e.players[name1])
		}
	}
}
