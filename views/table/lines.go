package table

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/a-h/templ"
)

// Lines keep the lines of a match's log as they were drawn, from one position to the next: what a move told a
// reader does not change. They are for readers who see the same and are told it in the same words.
type Lines struct {
	key   string
	mu    sync.Mutex
	drawn map[line]string
}

// NewLines are kept under a key of their own, which nothing else has ever had.
func NewLines(key string) *Lines { return &Lines{key: key} }

// A line is a turn in the log of one reader, by its last move and its length.
type line struct{ version, events int }

// maxLines bounds the lines that are kept, which are those of the log and some before them.
const maxLines = 128

type linesKey struct{}

// A keeping is how a log is drawn for readers whose pages hold the lines up to a version.
type keeping struct {
	*Lines
	held int
	sure int // the version up to which lines are kept
}

// Keeping returns a context for pages on which a log's lines are drawn once, and those up to a version, which
// the reader's page holds, not even sent; 0 where it holds none. Lines after the version that is sure
// are those of a move that may not come to be.
func Keeping(ctx context.Context, lines *Lines, held, sure int) context.Context {
	return context.WithValue(ctx, linesKey{}, keeping{lines, held, sure})
}

// Held is what a page says that shows the lines up to a version. Who says so has been sent each of them.
func (l *Lines) Held(version int) string { return l.key + "." + strconv.Itoa(version) }

// holding marks a log whose lines need not be sent again.
func holding(ctx context.Context, version int) templ.Attributes {
	if lines, keeps := ctx.Value(linesKey{}).(keeping); keeps {
		return templ.Attributes{"data-lines": lines.Held(version)}
	}
	return nil
}

// A span are the versions of the turns whose lines the reader's page has.
type span struct{ after, upTo int }

// held are the turns of a log that need not be sent. A turn with which a newer move goes on is newer. The oldest
// is sent where the log does not reach back to the deal: it grows shorter, move by move.
func held(ctx context.Context, log []Entry) (s span) {
	if lines, _ := ctx.Value(linesKey{}).(keeping); lines.held > 0 && len(log) > 0 {
		s.upTo = lines.held
		i := len(log) - 1
		if log[i].Version > 1 {
			for i > 0 && goesOn(log[i-1], log[i]) {
				i--
			}
			s.after = log[i].Version
		}
	}
	return s
}

func (s span) has(e Entry) bool { return s.after < e.Version && e.Version <= s.upTo && !e.isAside() }

// held are the versions of turns, from one on, whose lines are not sent. The script puts them there.
func (c chapter) held(from int, s span) string {
	var versions []string
	for _, e := range c.turns[from:] {
		if !s.has(e) {
			break
		}
		versions = append(versions, strconv.Itoa(e.Version))
	}
	return strings.Join(versions, " ")
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

// isAside tells a line that is no move's. It is drawn and sent each time: its words can be taken away.
func (e Entry) isAside() bool {
	return len(e.Events) == 1 && strings.HasPrefix(e.Events[0].Kind, "aside.")
}
