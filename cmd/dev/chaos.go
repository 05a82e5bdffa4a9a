package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"carteado/cmd/dev/chaos"
)

type chaosCommand struct {
	Minutes  float64 `help:"How long." default:"1"`
	Rounds   int     `help:"How many rounds of all faults, instead of minutes."`
	Restarts int     `help:"Restart instances one after the other behind a web server so many times, instead of faults: no request may fail."`
	Seed     uint64  `help:"What happens, and in which order." default:"1"`
}

// Run plays at a club of its own while everything under it fails.
func (c chaosCommand) Run(ctx context.Context) error {
	bin, err := postgresBin(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "carteado-chaos-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // the database's user has to pass
		return err
	}
	program := filepath.Join(dir, "carteado")
	if err := quietly(ctx, ".", "go", "build", "-o", program, "./cmd/carteado"); err != nil {
		return err
	}
	o := chaos.Options{Program: program, PostgresBin: bin, Data: dir, Rounds: c.Rounds, Restarts: c.Restarts, Seed: c.Seed}
	if o.Rounds == 0 && o.Restarts == 0 {
		o.Time = time.Duration(c.Minutes * float64(time.Minute))
	}
	report, err := chaos.Run(ctx, o)
	fmt.Println(report)
	return err
}
