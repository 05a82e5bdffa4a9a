package table

import (
	"bytes"
	"context"
	"io"
	"strings"
	"sync"

	"github.com/a-h/templ"
)

// Lines keep the lines of a match's log as they were drawn, from one position to the next: what a move told a
// reader does not change. They are for readers who see the same and are told it in the same words.
type Lines struct {
	mu    sync.Mutex
	drawn map[line]string
}

// A line is a turn in the log of one reader, by its last move and its length.
type line struct{ version, events int }

// maxLines bounds the lines that are kept, which are those of the log and some before them.
const maxLines = 128

type linesKey struct{}

// A keeping is how a log is drawn.
type keeping struct {
	*Lines
	sure int // the version up to which lines are kept
}

// Keeping returns a context for pages on which a log's lines are drawn once. Lines after the version that is sure
// are those of a move that may not come to be.
func Keeping(ctx context.Context, lines *Lines, sure int) context.Context {
	return context.WithValue(ctx, linesKey{}, keeping{lines, sure})
}

// told draws a turn of the log, or writes what was drawn.
func told(p *Props, e Entry) templ.Component {
	return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
		lines, keeps := ctx.Value(linesKey{}).(keeping)
		if !keeps || e.Version > lines.sure {
			return turn(p, e).Render(ctx, w)
		}
		html, err := lines.line(line{e.Version, len(e.Events)}, func(w io.Writer) error {
			return turn(p, e).Render(ctx, w)
		})
		if err == nil {
			_, err = io.WriteString(w, html)
		}
		return err
	})
}

func (l *Lines) line(at line, draw func(io.Writer) error) (string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if html, is := l.drawn[at]; is {
		return html, nil
	}
	var b bytes.Buffer
	if err := draw(&b); err != nil {
		return "", err
	}
	if len(l.drawn) >= maxLines || l.drawn == nil {
		l.drawn = map[line]string{}
	}
	l.drawn[at] = b.String()
	return b.String(), nil
}

// isAside tells a line that is no move's. It is drawn each time: its words can be taken away.
func (e Entry) isAside() bool {
	return len(e.Events) == 1 && strings.HasPrefix(e.Events[0].Kind, "aside.")
}
