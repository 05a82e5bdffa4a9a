package main

import (
	"os"
	"testing"

	"carteado/db/dbtest"
)

// asChild makes the test's own program the club, so that one can be killed.
const asChild = "CARTEADO_TEST_AS_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(asChild) != "" {
		main()
		return
	}
	code := dbtest.Main(m)
	quitChromium()
	os.Exit(code)
}
