package db

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	neturl "net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/pg"
	"carteado/engine"
)

// A Proof says what a backup was found to hold.
type Proof struct {
	Matches, Moves int // played again from their seeds and moves
	Older          int // matches under rules that this program does not play: only their hashes were compared
	Took           time.Duration
}

// ProveBackup restores a backup into a database of its own beside that of the
// club, plays every match again from its seed and moves, and compares position,
// totals and outcome with those that are stored.
func ProveBackup(ctx context.Context, url string, games []engine.Game, open func() (io.ReadCloser, error)) (proof Proof, err error) {
	began := time.Now()
	conn, err := pg.Connect(ctx, url)
	if err != nil {
		return proof, fmt.Errorf("prove: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	name := "carteado_proof_" + strings.ToLower(rand.Text()[:10])
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE template0"); err != nil {
		return proof, fmt.Errorf("prove: %w", err)
	}
	defer func() {
		_, dropped := conn.Exec(context.WithoutCancel(ctx), "DROP DATABASE "+name+" WITH (FORCE)")
		err = errors.Join(err, dropped)
	}()
	scratch := beside(url, name)
	if _, err := Restore(ctx, scratch, open, false, slog.New(slog.DiscardHandler)); err != nil {
		return proof, fmt.Errorf("prove: %w", err)
	}
	store, err := Open(ctx, Config{URL: scratch, Games: games})
	if err != nil {
		return proof, fmt.Errorf("prove: %w", err)
	}
	defer store.Close()
	if proof, err = store.playAgain(ctx); err != nil {
		return proof, fmt.Errorf("prove: %w", err)
	}
	proof.Took = time.Since(began)
	return proof, nil
}

// beside is the address of another database on the same server.
func beside(url, name string) string {
	if u, err := neturl.Parse(url); err == nil && u.Scheme != "" {
		u.Path = "/" + name
		return u.String()
	}
	return url + " dbname=" + name
}

// with is an address with another setting of its sessions.
func with(url, setting, value string) string {
	u, err := neturl.Parse(url)
	if err != nil || u.Scheme == "" {
		return url + " " + setting + "=" + value
	}
	q := u.Query()
	q.Set(setting, value)
	u.RawQuery = q.Encode()
	return u.String()
}

// playAgain holds every match that was dealt to its moves.
func (s *Store) playAgain(ctx context.Context) (proof Proof, err error) {
	rows, err := s.Pool().Query(ctx, `SELECT id FROM matches WHERE status <> 'waiting' ORDER BY id`)
	if err != nil {
		return proof, err
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	if err != nil {
		return proof, err
	}
	for _, id := range ids {
		moves, err := s.playMatchAgain(ctx, id)
		switch {
		case errors.Is(err, ErrOtherRules):
			proof.Older++
		case err != nil:
			return proof, fmt.Errorf("match %d: %w", id, err)
		default:
			proof.Matches++
			proof.Moves += moves
		}
	}
	return proof, nil
}

func (s *Store) playMatchAgain(ctx context.Context, id int64) (moves int, err error) {
	var (
		key     string
		rules   int
		seats   int
		options engine.Options
		seed    storedSeed
	)
	err = s.Pool().QueryRow(ctx, `
		SELECT t.game, m.rules_version, (SELECT count(*) FROM match_seats s WHERE s.match_id = m.id), t.options, m.seed
		FROM matches m JOIN tables t ON t.id = m.table_id WHERE m.id = $1`, id).Scan(&key, &rules, &seats, &options, &seed)
	if err != nil {
		return 0, err
	}
	list, err := bareMoves(ctx, s.Pool(), id)
	if err != nil {
		return 0, err
	}
	match, err := s.repeat(id, position{Game: key, Rules: rules, Seed: seed}, options, seats, list)
	if err != nil {
		return 0, err
	}
	return len(list), s.sameAsStored(ctx, id, match)
}

// sameAsStored compares a match that was played again with its row, which keeps no
// position once it is over.
func (s *Store) sameAsStored(ctx context.Context, id int64, match *engine.Match) error {
	outcome, over := match.Outcome()
	var ended *engine.Outcome
	if over {
		ended = &outcome
	}
	p := position{Match: id}
	var version, totals, result bool
	err := s.Pool().QueryRow(ctx, `
		SELECT m.version = $2, m.totals = $3, m.outcome IS NOT DISTINCT FROM $4::jsonb, m.status, m.version, t.game, m.rules_version, m.seed, m.state
		FROM matches m JOIN tables t ON t.id = m.table_id WHERE m.id = $1`, id, match.Version(), match.Totals(), ended).
		Scan(&version, &totals, &result, &p.Status, &p.Version, &p.Game, &p.Rules, &p.Seed, &p.State)
	if err != nil {
		return err
	}
	same := p.Status == MatchOver
	if !same {
		kept, err := s.load(ctx, s.Pool(), &p)
		if err != nil {
			return err
		}
		stored, err := kept.MarshalJSON()
		if err != nil {
			return err
		}
		again, err := match.MarshalJSON()
		if err != nil {
			return err
		}
		same = bytes.Equal(stored, again)
	}
	if !(version && same && totals && result) {
		err = fmt.Errorf("its moves lead elsewhere (number of moves %t, position %t, totals %t, outcome %t)", version, same, totals, result)
	}
	return err
}
