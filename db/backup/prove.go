package backup

import (
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

	"carteado/db"
	"carteado/db/pg"
	"carteado/engine"
)

// A Proof says what a backup was found to hold.
type Proof struct {
	db.Verified // of matches under older rules only the hashes were compared
	Took        time.Duration
}

// proofTimeout is the limit of each statement of a proof, for which no page waits.
const proofTimeout = time.Minute

// Prove restores a backup into a database of its own beside that of the
// club, and proves every match there as db.VerifyAll does.
func Prove(ctx context.Context, url, keys string, games []engine.Game, open func() (io.ReadCloser, error),
	progress func(done, of int)) (proof Proof, err error) {
	began := time.Now()
	conn, err := pg.Connect(ctx, url)
	if err != nil {
		return proof, fmt.Errorf("prove: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	dropOld(ctx, conn)
	name := proofPrefix + began.UTC().Format(proofDay) + "_" + strings.ToLower(rand.Text()[:10])
	if _, err := conn.Exec(ctx, "CREATE DATABASE "+name+" TEMPLATE template0"); err != nil {
		return proof, fmt.Errorf("prove: %w", err)
	}
	defer func() {
		err = errors.Join(err, drop(ctx, conn, name))
	}()
	scratch := siblingURL(url, name)
	if _, err := Restore(ctx, scratch, open, false, slog.New(slog.DiscardHandler)); err != nil {
		return proof, fmt.Errorf("prove: %w", err)
	}
	store, err := db.Open(ctx, db.Config{URL: scratch, Games: games, Keys: keys, Timeout: proofTimeout})
	if err != nil {
		return proof, fmt.Errorf("prove: %w", err)
	}
	defer store.Close()
	if proof.Verified, err = store.VerifyAll(ctx, progress); err != nil {
		return proof, fmt.Errorf("prove: %w", err)
	}
	proof.Took = time.Since(began)
	return proof, nil
}

// A database for a proof is named by its day, so that one that was left by a proof which was killed, or lost its
// server, can be told from one that is being looked at.
const (
	proofPrefix = "carteado_proof_"
	proofDay    = "20060102"
)

// dropOld drops databases of proofs that began before yesterday and are not looked at. One that cannot be dropped is
// left to the next proof.
func dropOld(ctx context.Context, conn *pgx.Conn) {
	names, _ := pg.Collect(ctx, conn, pgx.RowTo[string], `SELECT datname FROM pg_database d
		WHERE datname ~ $1 AND datname < $2
			AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = d.datname)`,
		"^"+proofPrefix+"[0-9]{8}_[a-z0-9]{10}$", proofPrefix+time.Now().UTC().AddDate(0, 0, -1).Format(proofDay))
	for _, name := range names {
		_, _ = conn.Exec(ctx, "DROP DATABASE IF EXISTS "+name)
	}
}

// drop drops a database, from which a connection that was ended may take its time to go.
func drop(ctx context.Context, conn *pgx.Conn, name string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), cleanTime)
	defer cancel()
	for {
		_, err := conn.Exec(ctx, "DROP DATABASE "+name+" WITH (FORCE)")
		if !pg.IsInUse(err) {
			return err
		}
	}
}

// siblingURL is the address of another database on the same server.
func siblingURL(url, name string) string {
	if u, err := neturl.Parse(url); err == nil && u.Scheme != "" {
		u.Path = "/" + name
		return u.String()
	}
	return url + " dbname=" + name
}
