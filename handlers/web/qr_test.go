package web

import (
	"fmt"
	"strings"
	"testing"

	"rsc.io/qr"
)

// The path is read back and compared with the modules of the code.
func TestQRPath(t *testing.T) {
	t.Parallel()
	const text = "https://clube.exemplo.org/invitations/abcdefghijklmnopqrstuvwxyz234567"
	path, size, err := QrPath(text)
	if err != nil {
		t.Fatal(err)
	}
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		t.Fatal(err)
	}
	if size != code.Size+8 {
		t.Fatalf("size %d, want %d modules and the quiet zone", size, code.Size)
	}
	black := map[[2]int]bool{}
	for _, bar := range strings.Split(strings.TrimSuffix(path, "z"), "z") {
		var x, y, n, back int
		if _, err := fmt.Sscanf(bar, "M%d %dh%dv1h-%d", &x, &y, &n, &back); err != nil || n != back {
			t.Fatalf("bar %q: %v", bar, err)
		}
		for i := range n {
			black[[2]int{x + i - 4, y - 4}] = true
		}
	}
	for y := range code.Size {
		for x := range code.Size {
			if code.Black(x, y) != black[[2]int{x, y}] {
				t.Fatalf("module %d,%d differs", x, y)
			}
		}
	}
	if _, _, err := QrPath(strings.Repeat("x", 3000)); err == nil {
		t.Error("a text too long for a QR code is drawn")
	}
}
