package main

import (
	"os"
	"testing"

	"carteado/db/dbtest"
)

func TestMain(m *testing.M) {
	if os.Getenv(asChild) != "" {
		main()
		return
	}
	code := dbtest.Main(m)
	quitChromium()
	os.Exit(code)
}
