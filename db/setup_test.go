package db_test

import (
	"fmt"
	"testing"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/dbtest"
	"carteado/engine/enginetest/toy"
)

func TestSetupHappensOnce(t *testing.T) {
	t.Parallel()
	store := dbtest.Store(t, toy.Game{})
	done, err := store.SetupDone(t.Context())
	must(t, err)
	if done {
		t.Error("done before anybody set up")
	}
	results := make(chan error)
	for i := range 4 {
		go func() {
			_, _, err := store.Setup(t.Context(), clubs.NewClub{Name: "Clube", Lang: "en", TimeZone: "UTC"},
				accounts.NewPlayer{Name: fmt.Sprintf("Ana %d", i), Password: "hash"})
			results <- err
		}()
	}
	won := 0
	for range 4 {
		if err := ended(t, results); err == nil {
			won++
		} else {
			refused(t, err, base.ErrSetupDone)
		}
	}
	if won != 1 {
		t.Errorf("%d set the club up, want 1", won)
	}
	if done, _ = store.SetupDone(t.Context()); !done {
		t.Error("not done after setup")
	}
}
