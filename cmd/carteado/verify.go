package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"carteado/cmd/carteado/games"
	"carteado/db"
	"carteado/db/pg"
	"carteado/engine"
	"carteado/engine/proof"
	"carteado/engine/shuffle"
)

type verifyCommand struct {
	File string `arg:"" optional:"" help:"A match that was downloaded from its page, as JSON or as text." type:"existingfile"`
	Key  string `help:"The public key of the house that has to have signed the match, as the page of its check shows it." placeholder:"KEY"`
	All  bool   `help:"Prove every match in the club's database."`
}

// Run proves a match away from the server, from its file alone, or all matches beside a running club.
func (v verifyCommand) Run(ctx context.Context, out io.Writer) error {
	if v.All == (v.File != "") {
		return errors.New("name a file, or --all")
	}
	if v.All {
		return withURL(ctx, func(url string, c config) error {
			if err := soon(ctx, url, c.logger(os.Stderr), pg.Await); err != nil {
				return err
			}
			return verifyAll(ctx, url, c.keys(), out)
		})
	}
	data, err := os.ReadFile(v.File)
	if err != nil {
		return err
	}
	return verifyFile(data, v.Key, games.Rules(), out)
}

// verifyFile proves an exported match, and says of each step that it holds.
func verifyFile(data []byte, key string, rules []engine.Game, out io.Writer) error {
	r, err := proof.Read(data)
	if err != nil {
		return err
	}
	signed := ""
	if r.Signature != nil {
		signed = base64.StdEncoding.EncodeToString(r.Signature.Key)
	}
	if key != "" && key != signed {
		return fmt.Errorf("%s: not by the house with the key %s", proof.StepSignature, key)
	}
	match, err := r.Prove(rules)
	if errors.Is(err, proof.ErrRules) {
		err = fmt.Errorf("%w: a program of that time proves it", err)
	}
	if err != nil {
		return err
	}
	say := func(text string, args ...any) {
		if err == nil {
			_, err = fmt.Fprintf(out, text+"\n", args...)
		}
	}
	if signed != "" {
		say("Signed by the house with the key %s.", signed)
	} else {
		say("No house has signed it.")
	}
	say("Match %d of %s, by rules %d and %s.", r.Match, r.Game, r.Rules, r.Shuffle)
	say("The secret is the one to which the club committed at %s.", printable(r.Sealed))
	if r.Shuffle != shuffle.V1 {
		for seat, s := range r.Seats {
			say("Seat %d, %s, added %q (%s).", seat, printable(s.Name+s.Bot), s.Contribution, printable(s.How))
		}
	}
	say("All deals and all %d moves follow, and lead to the rounds, totals %v and outcome of the file.",
		len(r.Moves), match.Totals())
	say("Not proved: that nobody looked, and that the file is the match you remember.")
	return err
}

// verifyAll proves every match that is stored.
func verifyAll(ctx context.Context, url, keys string, out io.Writer) error {
	began := time.Now()
	store, err := db.Open(ctx, db.Config{URL: url, Games: games.Rules(), Keys: keys, Timeout: commandTimeout})
	if err != nil {
		return err
	}
	defer store.Close()
	v, err := store.VerifyAll(ctx, progress(os.Stderr))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d matches with %d moves follow from their secrets and contributions, in %s; "+
		"of %d under older rules only the commitments were checked, and %d could not be read, for want of their key.\n",
		v.Matches, v.Moves, time.Since(began).Round(time.Millisecond), v.Older, v.Closed)
	return err
}

// progress says every few seconds how far a proof is.
func progress(out io.Writer) func(done, of int) {
	const often = 5 * time.Second
	last := time.Now()
	return func(done, of int) {
		if now := time.Now(); now.Sub(last) >= often {
			last = now
			_, _ = fmt.Fprintf(out, "%d of %d matches\n", done, of) // what it is for goes on without it
		}
	}
}
