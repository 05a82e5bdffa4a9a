package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

type runCommand struct{}

func (runCommand) Run(ctx context.Context) error {
	if err := fetchVendor(ctx, htmx); err != nil {
		// Every page works without, so a machine without npm can still run the club.
		fmt.Fprintln(os.Stderr, "dev: htmx is missing or old, and without it the pages do not move by themselves:", err)
	}
	environment := append(os.Environ(), "CARTEADO_LOG_LEVEL="+cmp.Or(os.Getenv("CARTEADO_LOG_LEVEL"), "warn"))
	kept := "the database that DATABASE_URL names"
	if os.Getenv("DATABASE_URL") == "" {
		if _, err := postgresBin(ctx); err != nil {
			return err
		}
		kept = dataDir()
	}
	address := "http://" + reachable(cmp.Or(os.Getenv("CARTEADO_LISTEN"), "localhost:8080"))
	return loop(ctx, site{
		source: "./cmd/carteado", environment: environment,
		ready: address + "/readyz",
		hello: fmt.Sprintf("Carteado is open at %s — Ctrl-C stops it; everything is kept in %s.", address, kept),
	})
}

// reachable returns the address at which a browser on this machine reaches a server
// that listens there.
func reachable(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return listen // the program reports the mistake
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return net.JoinHostPort(host, port)
}

// A site is a program that is rebuilt and restarted when a file changes.
type site struct {
	source      string // package of the program
	args        []string
	environment []string
	ready       string // URL that answers 200 when the site is open
	hello       string // said once it is
}

// loop runs the site until the context ends. Only a site that never opened at all
// is an error: a mistake made while it runs is shown, and waits for the next change.
func loop(ctx context.Context, s site) (err error) {
	if answers(ctx, s.ready) {
		return fmt.Errorf("another program is already open at %s", s.ready)
	}
	seen, err := look()
	if err != nil {
		return err
	}
	if err := generateStale(ctx); err != nil {
		return err
	}
	if err := s.build(ctx); err != nil {
		return err
	}
	running := s.start(ctx)
	defer func() { err = errors.Join(err, running.stop()) }()
	if err := running.open(ctx, s.ready); err != nil {
		return err
	}
	fmt.Println(s.hello)
	for {
		changed, now, err := running.waitForChange(ctx, seen)
		if err != nil {
			return err
		}
		seen = now
		running = s.renew(ctx, running, changed)
	}
}

// renew builds first, so that the old program serves until there is a new one.
func (s site) renew(ctx context.Context, old *process, changed []string) *process {
	began := time.Now()
	what := changed[0]
	if len(changed) > 1 {
		what = fmt.Sprintf("%s and %d more", what, len(changed)-1)
	}
	err := s.rebuild(ctx, changed)
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
		return old
	}
	if err := old.stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	renewed := s.start(ctx)
	if err := renewed.open(ctx, s.ready); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", what, err)
		return renewed
	}
	fmt.Printf("%s: restarted in %d ms\n", what, time.Since(began).Milliseconds())
	return renewed
}

func (s site) rebuild(ctx context.Context, changed []string) error {
	for _, path := range changed {
		if strings.HasSuffix(path, ".templ") {
			if err := generate(ctx); err != nil {
				return err
			}
			break
		}
	}
	return s.build(ctx)
}

func (s site) binary() string { return filepath.Join(".bin", filepath.Base(s.source)) }

func (s site) build(ctx context.Context) error {
	return quietly(ctx, ".", "go", "build", "-o", s.binary(), s.source)
}

// A process is the site's program at work.
type process struct {
	cancel context.CancelFunc
	done   chan struct{}
	err    error // written before done is closed
}

func (s site) start(ctx context.Context) *process {
	// The end of ctx is not the program's: stop ends it, in order, and waits.
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	p := &process{cancel: cancel, done: make(chan struct{})}
	c := command(ctx, s.binary(), s.args...)
	c.Env, c.Stderr = s.environment, &herald{log: os.Stderr, say: os.Stdout}
	go func() {
		defer close(p.done)
		p.err = c.Run()
	}()
	return p
}

// A herald hands a program's log on, and says once more where the first club can
// be founded.
type herald struct{ log, say io.Writer }

var foundHere = regexp.MustCompile(`https?://[^\s"]+/setup\?code=[^\s"]+`)

func (h *herald) Write(said []byte) (int, error) {
	if address := foundHere.Find(said); address != nil { // the program writes each line whole
		defer fmt.Fprintf(h.say, "Found the club at %s\n", address)
	}
	return h.log.Write(said)
}

// stop returns when the program has ended.
func (p *process) stop() error {
	p.cancel()
	<-p.done
	if errors.Is(p.err, context.Canceled) {
		return nil // it left with status 0 because it was asked to
	}
	return p.err
}

// open waits until the site answers.
func (p *process) open(ctx context.Context, url string) error {
	const pause = 20 * time.Millisecond
	for {
		if answers(ctx, url) {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-p.done:
			return errors.New("it ended before it was open")
		case <-time.After(pause):
		}
	}
}

func answers(ctx context.Context, url string) bool {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	_ = response.Body.Close()
	return response.StatusCode == http.StatusOK
}

// waitForChange says so at once when the program ends by itself.
func (p *process) waitForChange(ctx context.Context, seen snapshot) ([]string, snapshot, error) {
	told := make(chan struct{})
	defer close(told)
	go func() {
		select {
		case <-told:
		case <-ctx.Done():
		case <-p.done:
			fmt.Fprintln(os.Stderr, "the program has ended; it starts again when a file changes")
		}
	}()
	return seen.waitForChange(ctx)
}

// A snapshot knows when each watched file was last written.
type snapshot map[string]time.Time

// watched are the directories whose files end up in the program.
var watched = []string{"cmd", "db", "engine", "handlers", "migrations", "static", "views"}

func look() (snapshot, error) {
	seen := snapshot{}
	for _, dir := range watched {
		err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil // removed while we looked
			}
			if err != nil {
				return err
			}
			if entry.IsDir() {
				if entry.Name() == "node_modules" || entry.Name() == "testdata" {
					return filepath.SkipDir
				}
				return nil
			}
			if !matters(path) {
				return nil
			}
			info, err := entry.Info()
			if err == nil {
				seen[path] = info.ModTime()
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return seen, nil
}

// matters reports whether a change of the file changes the program. Generated files
// do not count, because the tool writes them itself when their *.templ changes.
func matters(path string) bool {
	name := filepath.Base(path)
	return !strings.HasSuffix(name, "_test.go") && !strings.HasSuffix(name, "_templ.go") &&
		slices.Contains([]string{".go", ".templ", ".json", ".sql", ".css", ".js", ".svg"}, filepath.Ext(name))
}

// changes returns the files that exist in only one of the snapshots or were written
// in between.
func (s snapshot) changes(later snapshot) []string {
	changed := map[string]bool{}
	for path, at := range later {
		if before, ok := s[path]; !ok || !before.Equal(at) {
			changed[path] = true
		}
	}
	for path := range s {
		if _, ok := later[path]; !ok {
			changed[path] = true
		}
	}
	return slices.Sorted(maps.Keys(changed))
}

// waitForChange returns the changed files, once nothing has changed for a moment: an
// editor saves several files, git many. It looks at the files four times a second,
// which takes some milliseconds and works on every file system.
func (s snapshot) waitForChange(ctx context.Context) ([]string, snapshot, error) {
	const pause = 250 * time.Millisecond
	tick := time.NewTicker(pause)
	defer tick.Stop()
	last := s
	for {
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-tick.C:
		}
		now, err := look()
		if err != nil {
			return nil, nil, err
		}
		quiet := len(last.changes(now)) == 0
		if changed := s.changes(now); quiet && len(changed) > 0 {
			return changed, now, nil
		}
		last = now
	}
}
