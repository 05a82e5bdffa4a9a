package main

import (
	"context"
	"strings"
	"testing"
)

// An evening whose tables would not be full is refused before anything is built or started.
func TestAnEveningHasFullTables(t *testing.T) {
	over, end := context.WithCancel(t.Context()) // nothing starts where it is not refused, either
	end()
	for _, people := range []int{1, 6, 41} {
		err := chaosCommand{Evening: people}.Run(over)
		if err == nil || !strings.Contains(err.Error(), "a multiple of 4") {
			t.Errorf("%d people: %v", people, err)
		}
	}
}
