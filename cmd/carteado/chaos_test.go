package main

import (
	"os"
	"testing"

	"carteado/cmd/dev/chaos"
)

// Every kind of fault once, in an order that is always the same: the stored moves are
// exactly the acknowledged ones, each once and in order, and everybody saw them so.
func TestNoMoveIsLostOrDoubled(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	report, err := chaos.Run(t.Context(), chaos.Options{
		Program: program, Env: []string{asChild + "=1"}, PostgresBin: os.Getenv("CARTEADO_POSTGRES_BIN"),
		Data: openDir(t), Rounds: 1, Seed: 1,
	})
	t.Log(report)
	if err != nil {
		t.Error(err)
	}
}
