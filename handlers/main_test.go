package handlers

import (
	"fmt"
	"log/slog"
	"os"
	"testing"

	"carteado/db/dbtest"
)

// After all tests nothing may be left running: no parked poll, no listener, no
// worker. And nothing may have been logged past the logger that a site is given,
// where no test would look for cards.
func TestMain(m *testing.M) {
	if url, is := os.LookupEnv(onlookersOf); is {
		if err := watch(url); err != nil {
			fmt.Fprintln(os.Stderr, "onlookers:", err)
			os.Exit(1)
		}
		return
	}
	var stray logBuffer
	slog.SetDefault(slog.New(slog.NewTextHandler(&stray, nil))) // package log follows it
	code := dbtest.MainWithoutLeaks(m)
	if text := stray.String(); text != "" {
		fmt.Fprintln(os.Stderr, "logged by the default logger:", text)
		code = 1
	}
	os.Exit(code)
}
