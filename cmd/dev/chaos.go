package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"carteado/cmd/dev/chaos"
)

type chaosCommand struct {
	Minutes  float64 `help:"How long." default:"1"`
	Rounds   int     `help:"How many rounds of all faults, instead of minutes."`
	Restarts int     `help:"Restart instances one after the other behind a web server so many times, instead of faults: no request may fail."`
	Evening  int     `help:"Hold an evening of so many people (a multiple of four) at tables of four over four rounds, by HTTP behind a web server, while instances are killed."`
	Seed     uint64  `help:"What happens, and in which order." default:"1"`
}

// Run plays at a club of its own while everything under it fails.
func (c chaosCommand) Run(ctx context.Context) (err error) {
	if c.Evening%chaos.Seats != 0 {
		return fmt.Errorf("--evening %d would leave somebody without a table: it takes a multiple of %d", c.Evening,
			chaos.Seats)
	}
	bin, err := postgresBin(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "carteado-chaos-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, removeAll(dir)) }()
	if err := os.Chmod(dir, 0o755); err != nil { // the database's user has to pass
		return err
	}
	program := filepath.Join(dir, "carteado")
	if c.Evening > 0 { // by the right time
		err = quietly(ctx, ".", "go", "build", "-o", program, "./cmd/carteado")
	} else {
		err = buildWithClock(ctx, dir, program)
	}
	if err != nil {
		return err
	}
	o := chaos.Options{Program: program, Clock: true, PostgresBin: bin, Data: dir, Rounds: c.Rounds,
		Restarts: c.Restarts, Seed: c.Seed}
	run := chaos.Run
	switch {
	case c.Evening > 0:
		o.Clock, o.People, o.Rounds, run = false, c.Evening, cmp.Or(c.Rounds, 4), chaos.Evening
	case o.Rounds == 0 && o.Restarts == 0:
		o.Time = time.Duration(c.Minutes * float64(time.Minute))
	}
	report, err := run(ctx, o)
	fmt.Println(report)
	return err
}

// buildWithClock builds the club with Go's own clock changed: time.Now is off by as much as
// chaos.ClockVar says. So the club itself needs no setting for that, and all that it is
// made of has the wrong time.
func buildWithClock(ctx context.Context, dir, program string) error {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	clock := filepath.Join(strings.TrimSpace(string(root)), "src/time/time.go")
	source, err := os.ReadFile(clock)
	if err != nil {
		return err
	}
	const reads = "func Now() Time {\n\tsec, nsec, mono := runtimeNow()\n"
	before, after, found := strings.Cut(string(source), reads)
	if !found {
		return fmt.Errorf("%s: another Now than expected", clock)
	}
	changed := map[string]string{
		clock: before + reads + "\tsec += off\n" + after,
		filepath.Join(filepath.Dir(clock), "off.go"): fmt.Sprintf(`package time

import "syscall"

var off = func() int64 {
	text, _ := syscall.Getenv(%q)
	d, _ := ParseDuration(text)
	return int64(d / Second)
}()
`, chaos.ClockVar),
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, content := range changed {
		file := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			return err
		}
		overlay.Replace[name] = file
	}
	list, err := json.Marshal(overlay)
	if err != nil {
		return err
	}
	file := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(file, list, 0o600); err != nil {
		return err
	}
	return quietly(ctx, ".", "go", "build", "-overlay", file, "-o", program, "./cmd/carteado")
}
