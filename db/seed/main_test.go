package seed_test

import (
	"os"
	"testing"

	"carteado/db/dbtest"
)

func TestMain(m *testing.M) { os.Exit(dbtest.Main(m)) }
