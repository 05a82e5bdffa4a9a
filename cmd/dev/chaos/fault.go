package chaos

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"carteado/db/live"
	"carteado/engine"
)

// deck holds the faults of one round, which come in any order.
var deck = []string{
	"kill", "kill", "kill", "kill", "kill", "kill", // an instance
	"crash",                    // of the database
	"cut before", "cut before", // the database never hears of a COMMIT
	"cut after", "cut after", // nobody hears its answer
	"cut all", // every connection to the database
	"pause",   // an instance stands still
	"freeze",  // so does the database
	"slow",    // the database is far away
	"full",    // its disk takes no writes
}

// blow causes one fault after the other, some moves apart, until ctx ends or there have
// been enough rounds.
func (s *storm) blow(ctx context.Context) {
	chance := mathrand.New(mathrand.NewPCG(s.Seed, 0))
	for round := 0; s.Time > 0 || round < s.Rounds; round++ {
		for _, card := range chance.Perm(len(deck)) {
			const apart = 30 // moves at most; none lets a fault meet the one before
			if s.await(ctx, chance.IntN(apart)); ctx.Err() != nil {
				return
			}
			s.cause(ctx, deck[card], chance)
		}
	}
	s.await(ctx, tables) // it goes on
}

// await returns after so many more moves.
func (s *storm) await(ctx context.Context, moves int) {
	for len(s.acknowledged) > 0 {
		<-s.acknowledged
	}
	for range moves {
		select {
		case <-s.acknowledged:
		case <-ctx.Done():
			return
		case <-time.After(timeout):
			s.fails(errors.New("the club stands still"))
			return
		}
	}
}

func (s *storm) cause(ctx context.Context, what string, chance *mathrand.Rand) {
	it := s.sites[chance.IntN(instances)]
	last := func(least, most time.Duration) {
		select {
		case <-ctx.Done():
		case <-time.After(least + time.Duration(chance.Int64N(int64(most-least)))):
		}
	}
	switch what {
	case "kill":
		if it.ready(ctx) != nil {
			what = "kill while it opens"
		}
		it.signal(syscall.SIGKILL)
	case "crash":
		s.crash()
	case "cut before":
		s.proxy.before.Store(1)
	case "cut after":
		s.proxy.after.Store(1)
	case "cut all":
		s.proxy.cut()
	case "pause":
		it.signal(syscall.SIGSTOP)
		last(200*time.Millisecond, time.Second)
		it.signal(syscall.SIGCONT)
	case "freeze":
		s.database(syscall.SIGSTOP)
		last(200*time.Millisecond, 2*time.Second)
		s.database(syscall.SIGCONT)
	case "slow":
		s.proxy.slow.Store(int64(5+chance.IntN(20)) * int64(time.Millisecond))
		last(200*time.Millisecond, time.Second)
		s.proxy.slow.Store(0)
	case "full":
		if !s.disk.own {
			return
		}
		s.disk.fill()
		last(500*time.Millisecond, 2*time.Second)
		if err := s.disk.empty(); err != nil {
			s.fails(err)
		}
	}
	s.counts(what, 1)
}

// hear makes a move at each table that no instance made. Every one must show it soon,
// and not when what it remembers becomes old by itself. A notice that is missed comes
// while no instance reaches the database.
func (s *storm) hear(ctx context.Context, last []*history, missed bool) {
	if missed {
		s.proxy.shut.Store(true)
		s.proxy.cut()
	}
	for _, h := range last {
		h.direct(ctx)
	}
	s.proxy.shut.Store(false)
	for _, h := range last {
		for site := range s.sites {
			h.shows(ctx, site)
		}
	}
}

// shows waits until an instance shows all moves of a table.
func (h *history) shows(ctx context.Context, site int) {
	const soon = 45 * time.Second // an instance trusts its memory for a minute
	version := -1
	for end := time.Now().Add(soon); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(rest) {
		if version = max(version, h.poll(ctx, site, h.tokens[0])); version == h.moves {
			return
		}
	}
	h.fails(fmt.Errorf("table %d: instance %d shows %d moves of %d, for %s", h.table, site, version, h.moves, soon))
}

// direct makes a move that no instance hears of.
func (h *history) direct(ctx context.Context) {
	r, began := request{key: rand.Text()}, time.Now()
	err := insist(ctx, func() error {
		board, legal, err := h.board(ctx)
		if err != nil || len(legal) == 0 {
			return err
		}
		move, err := engine.ParseMove(legal[0])
		if err != nil {
			return err
		}
		r.version = board.View.Version
		_, err = h.store.Play(ctx, live.PlayInput{
			Club: h.club.ID, Table: h.table, Match: board.Table.Match, Player: h.players[board.View.Seat],
			Version: r.version, Idem: r.key, Move: move,
		})
		if err == nil {
			h.note(0, r, began, answer{})
			h.played()
		}
		return err
	})
	if err != nil {
		h.fails(fmt.Errorf("table %d: %w", h.table, err))
	}
}

func (it *site) signal(signal syscall.Signal) {
	it.mu.Lock()
	defer it.mu.Unlock()
	if it.process != nil {
		_ = it.process.Signal(signal) // it may be dead already
	}
}

func (it *site) pid() int {
	it.mu.Lock()
	defer it.mu.Unlock()
	if it.process == nil {
		return 0
	}
	return it.process.Pid
}

// ready says whether an instance is open.
func (it *site) ready(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+it.address+"/readyz", http.NoBody)
	if err != nil {
		return err
	}
	answer, err := client.Do(req)
	if err != nil {
		return err
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return errors.New(answer.Status)
	}
	return nil
}

// crash kills the database, which is started again by itself.
func (s *storm) crash() {
	if pid := s.postmaster(); pid > 1 {
		_ = syscall.Kill(pid, syscall.SIGKILL)
	}
}

// postmaster is the first process of the database; 0 for none.
func (s *storm) postmaster() (pid int) {
	files, _ := filepath.Glob(filepath.Join(s.disk.dir, "postgres/pg*/data/postmaster.pid")) // it has no mistake
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			continue // it has just been killed
		}
		_, _ = fmt.Sscan(string(content), &pid)
	}
	return pid
}

// database sends a signal to all processes of the database.
func (s *storm) database(signal syscall.Signal) {
	pid := s.postmaster()
	if pid <= 1 {
		return
	}
	_ = syscall.Kill(pid, signal)
	// where there is none, the first alone is frozen
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for child := range bytes.FieldsSeq(children) {
		if pid, err := strconv.Atoi(string(child)); err == nil {
			_ = syscall.Kill(pid, signal)
		}
	}
}

// A disk is where the database lives: one of its own in memory, which can be filled,
// where that is allowed.
type disk struct {
	dir string
	own bool
}

func newDisk(ctx context.Context, dir string) (*disk, error) {
	d := &disk{dir: dir}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	d.own = exec.CommandContext(ctx, "mount", "-t", "tmpfs", "-o", "size=512m,mode=755", "carteado-chaos", dir).
		Run() == nil
	return d, nil
}

func (d *disk) filler() string { return filepath.Join(d.dir, "filler") }

// fill takes all room there is.
func (d *disk) fill() {
	file, err := os.Create(d.filler())
	if err != nil {
		return // it is full
	}
	defer file.Close()
	for block := []byte(strings.Repeat("x", 1<<20)); len(block) > 0; {
		if _, err := file.Write(block); err != nil {
			block = block[:len(block)/2]
		}
	}
}

func (d *disk) empty() error {
	if err := os.Remove(d.filler()); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

func (d *disk) remove() error {
	if !d.own {
		return nil
	}
	return exec.Command("umount", d.dir).Run() //nolint:noctx // it is done also when the run was ended
}
