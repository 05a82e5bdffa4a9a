package static

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func get(t *testing.T, method, url, encoding string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, url, nil)
	r.Header.Set("Accept-Encoding", encoding)
	w := httptest.NewRecorder()
	Handler().ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r io.Reader) []byte {
	t.Helper()
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestFilesAreServedForEverUnderTheHashOfTheirBytes(t *testing.T) {
	for name, want := range map[string]string{
		"style.css": "text/css; charset=utf-8",
		"cards.svg": "image/svg+xml",
		"icons.svg": "image/svg+xml",

		"apple-touch-icon.png": "image/png",
	} {
		url := URL(name)
		if !strings.HasPrefix(url, Prefix) || strings.HasSuffix(url, name) {
			t.Errorf("URL(%q) = %q carries no hash", name, url)
		}
		answer := get(t, "GET", url, "zstd")
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("GET %s: %s", url, answer.Status)
		}
		if got := answer.Header.Get("Content-Type"); got != want {
			t.Errorf("%s: content type %q, want %q", name, got, want)
		}
		if got := answer.Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
			t.Errorf("%s: Cache-Control %q", name, got)
		}
		if got := answer.Header.Get("Vary"); got != "Accept-Encoding" {
			t.Errorf("%s: Vary %q", name, got)
		}
		if !bytes.Equal(body(t, answer.Body), Bytes(name)) {
			t.Errorf("%s: not the file's bytes", name)
		}
	}
}

func TestCompressedOnlyForThoseWhoTakeIt(t *testing.T) {
	url := URL("style.css")
	for accept, want := range map[string]string{
		"gzip, deflate, br": "br", "br;q=1.0, gzip;q=0.8": "br", "GZIP": "gzip", "gzip, br;q=0": "gzip",
		"": "", "zstd": "", "gzip;q=0": "", "gzip; q=0.0": "", "x-gzipped": "",
	} {
		if got := get(t, "GET", url, accept).Header.Get("Content-Encoding"); got != want {
			t.Errorf("Accept-Encoding %q: got %q, want %q", accept, got, want)
		}
	}
	gzipped, err := gzip.NewReader(get(t, "GET", url, "gzip").Body)
	if err != nil {
		t.Fatal(err)
	}
	for encoding, r := range map[string]io.Reader{"gzip": gzipped, "br": brotli.NewReader(get(t, "GET", url, "br").
		Body)} {
		if !bytes.Equal(body(t, r), Bytes("style.css")) {
			t.Errorf("unpacked from %s, it is another file", encoding)
		}
	}
}

// A style sheet can be read: lines of a formatter's length, each condition
// once, and colours by their names.
func TestStyleSheets(t *testing.T) {
	colour := regexp.MustCompile(`#[0-9a-f]{3,8}\b[^"]*;|\b(rgba?|hsla?|oklch|light-dark)\(`)
	condition := regexp.MustCompile(`@(media|container) .*\{`)
	names, err := filepath.Glob("style/*.css")
	if err != nil || len(names) == 0 {
		t.Fatal(len(names), err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for i, line := range strings.Split(string(content), "\n") {
			if len(line) > 120 {
				t.Errorf("%s:%d is %d characters long", name, i+1, len(line))
			}
			if name != "style/tokens.css" && colour.MatchString(line) {
				t.Errorf("%s:%d: a colour without a name, which belongs into tokens.css: %s", name, i+1, line)
			}
			if c := condition.FindString(line); c != "" && seen[c] {
				t.Errorf("%s:%d: a second block for %s", name, i+1, c)
			} else {
				seen[c] = true
			}
		}
		for _, found := range regexp.MustCompile(`@layer (\w+) `).FindAllSubmatch(content, -1) {
			if !regexp.MustCompile(`\b` + string(found[1]) + `\b`).MatchString(layers) {
				t.Errorf("%s: the layer %s has no place in the order", name, found[1])
			}
		}
		if !bytes.Contains(Bytes("style.css"), insignificant.ReplaceAll(content, []byte(" "))) {
			t.Errorf("%s is no part of the sheet", name)
		}
	}
}

func TestWhatIsNotThere(t *testing.T) {
	if got := URL("absent.css"); got != "" {
		t.Errorf("URL of an absent file is %q", got)
	}
	if got := URL("vendor/.gitkeep"); got != "" {
		t.Errorf("the placeholder is served at %q", got)
	}
	for _, url := range []string{"/static/", "/static/style.css", "/static/vendor", "/static/../go.mod",
		URL("style.css") + "x"} {
		if answer := get(t, "GET", url, ""); answer.StatusCode != http.StatusNotFound {
			t.Errorf("GET %s: %s", url, answer.Status)
		}
	}
	if answer := get(t, "POST", URL("style.css"), ""); answer.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %s", answer.Status)
	}
	head := get(t, "HEAD", URL("style.css"), "")
	if head.StatusCode != http.StatusOK || len(body(t, head.Body)) != 0 {
		t.Errorf("HEAD: %s with a body or none at all", head.Status)
	}
}

// The pictures of the icons are drawn from the drawings: they have their size, and the colours of the ground and of the
// gem in the middle. A drawing that has changed is drawn again by go run ./cmd/dev generate.
func TestIconsAreDrawnFromTheirDrawings(t *testing.T) {
	for name, of := range map[string]struct {
		drawing string
		size    int
	}{
		"icon-192.png": {"icon.svg", 192}, "icon-512.png": {"icon.svg", 512},
		"icon-maskable-512.png": {"icon-maskable.svg", 512}, "apple-touch-icon.png": {"icon-maskable.svg", 180},
	} {
		picture, err := png.Decode(bytes.NewReader(Bytes(name)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if size := picture.Bounds().Size(); size.X != of.size || size.Y != of.size {
			t.Errorf("%s is %v", name, size)
		}
		drawing := string(Bytes(of.drawing))
		for place, at := range map[string][2]int{
			"ground": {of.size / 2, of.size / 16}, "middle": {of.size / 2, of.size * 17 / 32},
		} {
			r, g, b, _ := picture.At(at[0], at[1]).RGBA()
			if colour := fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8); !strings.Contains(drawing, colour) {
				t.Errorf("%s: the %s is %s, which %s has not", name, place, colour, of.drawing)
			}
		}
	}
}
