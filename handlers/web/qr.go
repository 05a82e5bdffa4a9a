package web

import (
	"fmt"
	"strings"

	"rsc.io/qr"
)

// QrPath draws a text as a QR code: the path of an SVG whose view box is size
// units wide and high, the quiet zone of four modules included.
func QrPath(text string) (path string, size int, err error) {
	const quiet = 4
	code, err := qr.Encode(text, qr.M)
	if err != nil {
		return "", 0, fmt.Errorf("draw QR code: %w", err)
	}
	var b strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; x++ {
			start := x
			for code.Black(x, y) {
				x++
			}
			if n := x - start; n > 0 {
				fmt.Fprintf(&b, "M%d %dh%dv1h-%dz", start+quiet, y+quiet, n, n)
			}
		}
	}
	return b.String(), code.Size + 2*quiet, nil
}
