// Package static is everything a browser loads besides pages: style, card
// sprite, icons, our script and the two libraries that npm brings. All of it
// lies inside the program; nothing is ever read from disk or from another site.
//
// A file's URL carries a hash of its bytes, so browsers keep it for ever and a
// changed file is a new URL. The style sheet is kept as one file per layer and
// per game in style/ and served as one. vendor/ is filled by
// `go run ./cmd/dev generate` and is not in the repository: without it the
// program builds and every page works, only less smoothly.
package static

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

//go:embed *.js *.svg icon-*.png apple-touch-icon.png style all:vendor
var files embed.FS

// layers orders the layers of the style sheet, from weakest to strongest. Within
// a layer the files of style/ follow each other by name.
const layers = "@layer reset, tokens, base, layout, parts, cards, table, games, states, pages, motion, print;"

// insignificant is what browsers skip: comments, and more than one space.
var insignificant = regexp.MustCompile(`(?s:/\*.*?\*/|\s)+`)

// Prefix is where Handler is to be mounted.
const Prefix = "/static/"

// URL is where the file is served: URL("style.css") is
// "/static/style.3f2a9c01b7d4.css". It is empty when the program holds no such
// file, as with vendor files that were not fetched; a page then leaves it out.
func URL(name string) string {
	return catalog().urls[name]
}

// Bytes is the file's content, nil when the program holds no such file.
func Bytes(name string) []byte {
	if url := URL(name); url != "" {
		return catalog().assets[url].plain
	}
	return nil
}

// Handler answers the URLs that URL gives and 404 to all others, among them
// those of earlier releases. It expects the whole path, Prefix included.
func Handler() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		file, ok := catalog().assets[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
			return
		}
		file.serve(w, r)
	})
}

type asset struct {
	contentType string
	plain       []byte
	packed      func() []packed // the smallest first; none if compressing gains nothing
}

// packed is a file in a content encoding.
type packed struct {
	encoding string
	body     []byte
}

func (a asset) serve(w http.ResponseWriter, r *http.Request) {
	header, body := w.Header(), a.plain
	header.Set("Content-Type", a.contentType)
	header.Set("Cache-Control", "public, max-age=31536000, immutable")
	header.Set("X-Content-Type-Options", "nosniff")
	smaller := a.packed()
	if smaller != nil {
		header.Add("Vary", "Accept-Encoding")
	}
	for _, p := range smaller {
		if takes(r.Header.Get("Accept-Encoding"), p.encoding) {
			header.Set("Content-Encoding", p.encoding)
			body = p.body
			break
		}
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(body) // an error means that the browser has gone
	}
}

// takes says whether an encoding is among the accepted ones and not refused with a
// quality of zero.
func takes(accept, encoding string) bool {
	for accepted := range strings.SplitSeq(accept, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(accepted), ";")
		if !strings.EqualFold(strings.TrimSpace(name), encoding) {
			continue
		}
		q, found := strings.CutPrefix(strings.TrimSpace(quality), "q=")
		value, err := strconv.ParseFloat(q, 64)
		return !found || err != nil || value > 0
	}
	return false
}

type index struct {
	urls   map[string]string // name to URL
	assets map[string]asset  // by URL
}

// catalog joins the files once, when the first address is asked for, and compresses each
// when it is served first: a page names them all, and would wait for that after a start.
var catalog = sync.OnceValue(func() index {
	all := index{map[string]string{}, map[string]asset{}}
	add := func(name string, content []byte) {
		url := fingerprinted(name, content)
		all.urls[name] = url
		all.assets[url] = asset{contentType(name), content, sync.OnceValue(func() []packed {
			return compressed(content)
		})}
	}
	sheet := []byte(layers)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		content, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		if path.Dir(name) == "style" {
			sheet = append(sheet, content...)
		} else {
			add(name, content)
		}
		return nil
	})
	if err != nil {
		panic("static: reading the embedded files: " + err.Error()) // they are part of the program
	}
	add("style.css", insignificant.ReplaceAll(sheet, []byte(" ")))
	return all
})

func fingerprinted(name string, content []byte) string {
	sum := sha256.Sum256(content)
	ext := path.Ext(name)
	return Prefix + strings.TrimSuffix(name, ext) + "." + hex.EncodeToString(sum[:6]) + ext
}

// contentType names the important types itself, because the machine's own table
// may be wrong, and browsers refuse a script of a wrong type under nosniff.
func contentType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".css":
		return "text/css; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	default:
		if byExt := mime.TypeByExtension(ext); byExt != "" {
			return byExt
		}
		return "application/octet-stream"
	}
}

// brotliLevel makes the files that a table needs a tenth smaller than gzip does. The
// highest, 11, gains two percent more and takes a second of the first visit after a start.
const brotliLevel = 10

// compressed returns the content in each encoding that makes it smaller.
func compressed(content []byte) (all []packed) {
	var br, gz bytes.Buffer
	b := brotli.NewWriterLevel(&br, brotliLevel)
	g, _ := gzip.NewWriterLevel(&gz, gzip.BestCompression) // a level that there is
	for _, w := range []io.WriteCloser{b, g} {
		_, _ = w.Write(content) // a buffer does not fail
		_ = w.Close()
	}
	for _, p := range []packed{{"br", br.Bytes()}, {"gzip", gz.Bytes()}} {
		if len(p.body) < len(content) {
			all = append(all, p)
		}
	}
	return all
}
