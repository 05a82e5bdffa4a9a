package base

import (
	"slices"
	"testing"
)

func TestNamesAreInOrder(t *testing.T) {
	t.Parallel()
	want := []string{"Ana", "bento", "Bento 2", "Bento 11", "Célia", "Davi", "Élio", "Zé"}
	got := slices.Clone(want)
	slices.Reverse(got)
	InNameOrder(got, func(s string) string { return s })
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func BenchmarkNameOrder(b *testing.B) {
	names := make([]string, 200)
	for i := range names {
		names[i] = string(rune('a'+i%26)) + "na Maria"
	}
	for b.Loop() {
		InNameOrder(names, func(s string) string { return s })
	}
}
