package rulebook

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"carteado/engine"
	"carteado/views/i18n"
)

// Command is carteado engine.
type Command struct{}

// Run answers requests until the input ends or the context does.
func (Command) Run(ctx context.Context, games []engine.Game, in io.Reader, out io.Writer) error {
	ended := make(chan error, 1)
	go func() { ended <- New(games).talk(in, out) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return nil // nobody can interrupt a read that waits
	}
}

// maxLine is more than any request needs: a stored match of hundreds of
// rounds.
const maxLine = 1 << 20

// A Session answers requests about one match, which it holds. It knows all cards.
type Session struct {
	games []engine.Game
	lang  string
	match *engine.Match // nil until there is one
	seed  engine.Seed   // of the match
	mix   *mixField     // with which it is mixed; nil: it is not
}

// New returns a session that knows these games and has no match yet.
func New(games []engine.Game) *Session { return &Session{games: games, lang: i18n.English} }

// talk answers each line by a line, until the input ends.
func (s *Session) talk(in io.Reader, out io.Writer) error {
	reader := bufio.NewReader(in)
	for {
		line, err := readLine(reader)
		if len(line) > 0 || err == nil {
			if _, err := out.Write(append(s.Answer(line), '\n')); err != nil {
				return fmt.Errorf("answer: %w", err)
			}
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read a request: %w", err)
		}
	}
}

// readLine reads a line and returns no more of it than shows that it is too long.
func readLine(reader *bufio.Reader) (line []byte, err error) {
	for {
		piece, err := reader.ReadSlice('\n')
		if room := maxLine + 1 - len(line); room > 0 {
			line = append(line, piece[:min(room, len(piece))]...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

// A refusal is an error of the protocol, not of a game.
type refusal struct{ rule, text string }

func (r *refusal) Error() string { return r.text }

func refuse(rule, format string, args ...any) error {
	return &refusal{"engine." + rule, fmt.Sprintf(format, args...)}
}

// Answer answers a request. Whatever the line says, the session goes on, and
// after an error it is as it was.
func (s *Session) Answer(line []byte) (answer []byte) {
	before := *s
	lang := s.lang
	defer func() {
		if p := recover(); p != nil {
			*s = before
			answer = said(lang, refuse("bug", "the engine failed: %v", p))
		}
	}()
	r, handle, err := readRequest(line)
	if err == nil {
		lang, err = r.language(s.lang)
	}
	if err != nil {
		return said(lang, err)
	}
	if s.match == nil && requests[r.Cmd].match {
		return said(lang, refuse("match", "there is no match yet: begin with new or load"))
	}
	value, err := handle(s, r)
	if err != nil {
		return said(lang, err)
	}
	return written(value)
}

// written writes a line of JSON, with > as it is in moves.
func written(value any) []byte {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err) // answers are made to be written
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}

// said writes an error as an answer: the sentence of a broken rule, in the language
// asked for.
func said(lang string, err error) []byte {
	var broken *engine.Illegal
	var own *refusal
	says := refusal{"engine.refused", err.Error()}
	switch {
	case errors.As(err, &broken):
		pairs := make([]any, 0, 2*len(broken.Args))
		for name, n := range broken.Args {
			pairs = append(pairs, name, n)
		}
		says = refusal{broken.Rule, i18n.T(i18n.With(context.Background(), lang), "rule."+broken.Rule, pairs...)}
	case errors.As(err, &own):
		says = *own
	}
	type detail struct {
		Rule string `json:"rule"`
		Text string `json:"text"`
	}
	return written(map[string]detail{"error": {says.rule, says.text}})
}
