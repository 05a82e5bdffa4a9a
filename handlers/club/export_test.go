package club

import (
	"strings"
	"testing"
)

// A spreadsheet takes no field of an export for a formula.
func TestPlainFields(t *testing.T) {
	t.Parallel()
	if got := strings.Join(plainFields([]string{"=1+1", "-3", "@x", "Ana"}), ","); got != "'=1+1,-3,'@x,Ana" {
		t.Error(got)
	}
}
