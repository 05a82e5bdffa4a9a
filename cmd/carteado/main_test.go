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
	os.Exit(dbtest.Main(m))
}
