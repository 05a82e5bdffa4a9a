package picture_test

import (
	"bytes"
	"image/png"
	"os"
	"strings"
	"testing"

	"carteado/views/picture"
)

// A picture has its size whatever it is told, and other words make another picture.
func TestPicture(t *testing.T) {
	t.Parallel()
	long := picture.Result{Above: strings.Repeat("Quinta do baralho ", 20), Title: strings.Repeat("Ação ", 60),
		Below: "x"}
	for range picture.MaxLines + 3 {
		long.Lines = append(long.Lines, picture.Line{Place: "100", Name: strings.Repeat("João ", 30), Points: "−1000"})
	}
	seen := map[string]bool{}
	for _, r := range []picture.Result{{}, long, {Title: "Clara venceu",
		Above: "Quinta do baralho · 26 de novembro de 2026",
		Lines: []picture.Line{{"1", "Clara", "21"}, {"2", "Ana", "18"}, {"3", "Elisa", "15"}, {"4", "Karina", "15"},
			{"5", "Davi", "12"}, {"6", "um sócio", "9"}}}} {
		data, err := r.PNG()
		if err != nil {
			t.Fatal(err)
		}
		again, _ := r.PNG()
		config, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil || config.Width != picture.Width || config.Height != picture.Height {
			t.Errorf("%d × %d, %v", config.Width, config.Height, err)
		}
		if seen[string(data)] || !bytes.Equal(data, again) {
			t.Error("the same picture of other words, or another one of the same")
		}
		seen[string(data)] = true
		if dir := os.Getenv("PICTURES"); dir != "" {
			_ = os.WriteFile(dir+"/"+r.Title[:min(5, len(r.Title))]+".png", data, 0o600)
		}
	}
}

func BenchmarkPicture(b *testing.B) {
	for b.Loop() {
		_, _ = picture.Result{Title: "Clara venceu", Lines: make([]picture.Line, 6)}.PNG()
	}
}
