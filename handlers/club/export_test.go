package club

import (
	"strings"
	"testing"
)

// A spreadsheet takes no field of an export for a formula.
func TestPlainFields(t *testing.T) {
	t.Parallel()
	got := strings.Join(plainFields([]string{"=1+1", "-3", "@x", " =2", "Ana"}), ",")
	if got != "'=1+1,-3,'@x,' =2,Ana" {
		t.Error(got)
	}
}
