package handlers

import (
	"fmt"
	"os"
	"testing"

	"go.uber.org/goleak"

	"carteado/db/dbtest"
)

// After all tests nothing may be left running: no parked poll, no listener, no
// worker.
func TestMain(m *testing.M) {
	code := dbtest.Main(m)
	if code == 0 {
		if err := goleak.Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}
