package simulate

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"

	"carteado/cmd/carteado/rulebook"
	"carteado/engine"
	"carteado/engine/bot"
)

// command begins the name of a bot that is a program.
const command = "cmd:"

// A question is the line that a program reads when it is its turn. Its answer is a line, too: one
// of the legal moves.
type question struct {
	Game   string          `json:"game"`
	Match  int             `json:"match"` // a program may play on several seats
	Seat   engine.Seat     `json:"seat"`
	View   json.RawMessage `json:"view"`
	Events []engine.Event  `json:"events"` // since its last turn in this round
	Legal  []engine.Move   `json:"legal"`
}

// A program is a bot in any language, for as long as a core plays.
type program struct {
	run   *exec.Cmd
	in    io.WriteCloser
	lines chan string // what it answers; closed when it has ended
	told  *lastWords
}

// lastWords keeps the end of what a program says on its standard error.
type lastWords struct {
	mu   sync.Mutex
	text string
}

const (
	wordsKept = 400     // bytes of last words
	maxLine   = 1 << 16 // bytes of an answer
)

// Write implements io.Writer.
func (w *lastWords) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.text += string(p)
	w.text = w.text[max(0, len(w.text)-wordsKept):]
	return len(p), nil
}

func (w *lastWords) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return strings.TrimSpace(w.text)
}

// start starts a program. A shell reads its line, so that it may have arguments.
func start(line string) (*program, error) {
	p := &program{run: exec.Command("sh", "-c", "exec "+line), lines: make(chan string, 1), told: &lastWords{}}
	p.run.Stderr = p.told
	p.run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // its children hold its output, and end with it
	p.run.WaitDelay = time.Second
	var err error
	if p.in, err = p.run.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.run.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.run.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(p.lines)
		scanner := bufio.NewScanner(out)
		scanner.Buffer(nil, maxLine)
		for scanner.Scan() {
			p.lines <- scanner.Text()
		}
	}()
	return p, nil
}

// stop ends a program and waits for it.
func (p *program) stop() {
	_ = p.in.Close()
	_ = syscall.Kill(-p.run.Process.Pid, syscall.SIGKILL)
	for range p.lines { // until it has ended
	}
	_ = p.run.Wait()
}

// close ends the programs of a core.
func (c *corner) close() {
	for _, p := range c.programs {
		p.stop()
	}
}

// ask has a program choose.
func (g *sitting) ask(ctx context.Context, s engine.Seat, sight bot.Sight) (engine.Move, error) {
	name := g.names[g.at[s]]
	p := g.programs[name]
	if p == nil {
		var err error
		if p, err = start(strings.TrimPrefix(name, command)); err != nil {
			return engine.Move{}, err
		}
		g.programs[name] = p
	}
	answer, err := g.exchange(ctx, p, s, sight)
	if err != nil { // the next match finds a new one
		p.stop()
		delete(g.programs, name)
		if words := p.told.String(); words != "" {
			err = fmt.Errorf("%w; its last words: %s", err, words)
		}
		return engine.Move{}, err
	}
	move, err := engine.ParseMove(answer)
	if err != nil {
		err = fmt.Errorf("expected a move: %w", err)
	}
	return move, err
}

// exchange sends a question and waits for the answer.
func (g *sitting) exchange(ctx context.Context, p *program, s engine.Seat, sight bot.Sight) (string, error) {
	line, err := json.Marshal(question{
		Game: sight.View.Game, Match: g.number, Seat: s, View: rulebook.View(sight.View),
		Events: append([]engine.Event{}, sight.Course.Seen[g.told[s]:]...), Legal: sight.Legal,
	})
	if err != nil {
		return "", err
	}
	g.told[s] = len(sight.Course.Seen)
	sent := make(chan error, 1)
	go func() {
		_, err := p.in.Write(append(line, '\n'))
		sent <- err
	}()
	timer := time.NewTimer(g.Timeout)
	defer timer.Stop()
	for {
		select {
		case err := <-sent:
			if err != nil {
				return "", fmt.Errorf("the program has ended: %w", err)
			}
			sent = nil
		case answer, ok := <-p.lines:
			if !ok {
				return "", errors.New("the program has ended, or its line was too long")
			}
			return answer, nil
		case <-timer.C:
			return "", fmt.Errorf("no answer in %s", g.Timeout)
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

// broken says how many matches programs lost by their answers.
func (a *arena) broken() error {
	n := 0
	for i := range a.results {
		if a.results[i].what != "" {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%d of %d matches were lost by an answer", n, len(a.results))
}
