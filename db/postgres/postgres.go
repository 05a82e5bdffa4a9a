// Package postgres runs the private PostgreSQL of a club that was given no
// DATABASE_URL: a real server, in a directory of the club's own, that lives
// exactly as long as the program that started it.
//
// It promises:
//
//   - Nothing is ever deleted: the data of each major version has a directory of
//     its own, and a newer PostgreSQL on the machine does not hide older data.
//   - Everything durable is on, checksums included; data survives kill -9 of the
//     program, of the server and of both.
//   - No network: it listens on a Unix socket in a directory only its user enters.
//   - One program per directory; a second start names the process that holds it.
//   - A program that dies takes its server with it, and files that a crash
//     left behind are cleared before the next start.
//   - A server that dies is started again, at the same address.
//   - PostgreSQL refuses to run as root, so for root it runs as the owner of the
//     data, as postgres or as nobody.
//
// It never downloads anything and never touches a server it did not start.
//
// It is written here because no library does all of this. For root, a closed directory
// such as /root gets a link to /var/lib/carteado, because PostgreSQL runs as another user.
package postgres

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// Config says where the private server lives.
type Config struct {
	// Dir holds everything of the server's; made when missing.
	Dir string
	// Bin is the directory of the programs initdb and postgres. Empty: they are
	// looked for, and found for the data that is there.
	Bin string
	// Log receives the server's messages. Nil: they are dropped.
	Log *slog.Logger

	root string // parent of /usr and /var; tests use another
}

// A Server is a running PostgreSQL.
type Server struct {
	cluster *cluster
	log     *slog.Logger
	stop    func() error
	done    chan struct{} // closed when it is kept no more
	err     error         // how it ended, written before
}

// Start returns when the server answers, having made its data directory if there
// was none. The context bounds the start alone; the server runs until Stop.
func Start(ctx context.Context, c Config) (*Server, error) {
	s, err := start(ctx, c)
	if err != nil {
		return nil, fmt.Errorf("private Postgres: %w", err)
	}
	return s, nil
}

func start(ctx context.Context, c Config) (*Server, error) {
	home, err := c.home()
	if err != nil {
		return nil, err
	}
	bin, err := c.find(ctx, home)
	if err != nil {
		return nil, err
	}
	cluster, err := open(home, bin)
	if err != nil {
		return nil, err
	}
	s, err := cluster.start(ctx, c.Log)
	if err != nil {
		return nil, errors.Join(err, cluster.leave())
	}
	return s, nil
}

func (c *cluster) start(ctx context.Context, log *slog.Logger) (*Server, error) {
	if err := c.clear(ctx); err != nil {
		return nil, err
	}
	if err := c.initialise(ctx); err != nil {
		return nil, err
	}
	if err := c.chooseSocket(); err != nil {
		return nil, err
	}
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	first, err := c.launch(ctx, log)
	if err != nil {
		return nil, err
	}
	running, cancel := context.WithCancel(context.WithoutCancel(ctx))
	s := &Server{cluster: c, log: log, done: make(chan struct{})}
	s.stop = sync.OnceValue(func() error {
		cancel()
		<-s.done
		return s.err
	})
	go s.keep(running, first)
	return s, nil
}

// A server that ends is started again, after the first of these pauses or, where that
// fails, after longer ones.
const (
	firstPause = 100 * time.Millisecond
	lastPause  = 5 * time.Second
)

// keep starts the server again whenever it ends, until ctx does; then it ends the
// server and gives the lock back.
func (s *Server) keep(ctx context.Context, p *postmaster) {
	defer close(s.done)
	defer func() { s.err = errors.Join(s.err, s.cluster.leave()) }()
	for {
		select {
		case <-ctx.Done():
			s.err = p.end()
			return
		case <-p.ended:
			s.log.Error("the private Postgres has ended, and is started again", slog.Any("error", p.why()))
		}
		if p = s.again(ctx); p == nil {
			return
		}
		s.log.Warn("the private Postgres runs again")
	}
}

// again returns the next process of the server; nil when ctx ends first.
func (s *Server) again(ctx context.Context) *postmaster {
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(pause):
		}
		err := s.cluster.lockAgain()
		if err == nil {
			err = s.cluster.clear(ctx)
		}
		if err == nil {
			var p *postmaster
			if p, err = s.cluster.launch(ctx, s.log); err == nil {
				return p
			}
		}
		s.log.Error("the private Postgres does not start", slog.Any("error", err))
	}
}

// URL is for pgx, database/sql and psql alike. Its user may do everything.
func (s *Server) URL() string { return s.cluster.url() }

// Stop ends the server and returns when it is gone; the data is complete on disk.
// An error says that it had to be forced; its next start then recovers. Further
// calls answer as the first.
func (s *Server) Stop() error { return s.stop() }

// How long a server may take to write its last checkpoint, and then to drop
// everything. They end a wait that has gone wrong: a stop takes some 30 ms.
const (
	timeout       = time.Minute
	forcedTimeout = 20 * time.Second
)

func (p *postmaster) end() error {
	p.stopping.Store(true)
	for _, step := range []struct {
		signal syscall.Signal
		wait   time.Duration
	}{{syscall.SIGINT, timeout}, {syscall.SIGQUIT, forcedTimeout}, {syscall.SIGKILL, forcedTimeout}} {
		if err := p.process.Signal(step.signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
			return fmt.Errorf("stop private Postgres: %w", err)
		}
		select {
		case <-p.ended:
			return p.why()
		case <-time.After(step.wait):
		}
	}
	return fmt.Errorf("stop private Postgres: process %d does not end", p.process.Pid)
}

// ready waits until a connection answers.
func (p *postmaster) ready(ctx context.Context, url string) error {
	const pause = 10 * time.Millisecond // a warm start takes some 50 ms
	for {
		connection, err := pgconn.Connect(ctx, url)
		if err == nil {
			return connection.Close(ctx)
		}
		if ctx.Err() != nil {
			return fmt.Errorf("wait for an answer: %w", ctx.Err())
		}
		if !isEarly(err) {
			return fmt.Errorf("connect: %w", err)
		}
		select {
		case <-p.ended:
			return errors.New("the server ended before it answered") // end says why
		case <-time.After(pause):
		}
	}
}

// isEarly says whether a connection failed because the server has not opened its
// socket yet, or is still recovering.
func isEarly(err error) bool {
	const cannotConnectNow = "57P03"
	var refusal *pgconn.PgError
	if errors.As(err, &refusal) {
		return refusal.Code == cannotConnectNow
	}
	return errors.Is(err, syscall.ENOENT) || errors.Is(err, syscall.ECONNREFUSED) ||
		errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

func (c *cluster) url() string {
	return (&url.URL{
		Scheme: "postgres",
		User:   url.User(superuser),
		Path:   "/postgres",
		RawQuery: url.Values{
			"host": {c.socket}, "port": {port}, "sslmode": {"disable"},
		}.Encode(),
	}).String()
}

// home is where the server lives in Dir: a directory, or a link to one when Dir is
// closed to the user that the server runs as.
func (c Config) home() (string, error) {
	dir, err := filepath.Abs(c.Dir)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	link := filepath.Join(dir, "postgres")
	if home, err := filepath.EvalSymlinks(link); err == nil || !errors.Is(err, os.ErrNotExist) {
		return home, err
	}
	user, err := standIn()
	if err != nil {
		return "", err
	}
	if user.enters(dir) {
		if err := os.Mkdir(link, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
			return "", err
		}
		return filepath.EvalSymlinks(link)
	}
	return c.elsewhere(link)
}

// elsewhere makes a home outside of Dir and links to it. The link is what
// remembers it: Dir can be moved, and deleting Dir starts anew.
func (c Config) elsewhere(link string) (string, error) {
	parent := filepath.Join("/", c.root, "var/lib/carteado")
	if err := makeOpen(parent); err != nil {
		return "", err
	}
	home, err := os.MkdirTemp(parent, "postgres-")
	if err != nil {
		return "", err
	}
	if err := os.Chmod(home, 0o755); err != nil { // the server's user has to pass; directories inside are 0700
		return "", err
	}
	err = os.Symlink(home, link)
	if errors.Is(err, os.ErrExist) { // another start was faster
		return filepath.EvalSymlinks(link)
	}
	if err == nil && c.Log != nil {
		c.Log.Info("the directory is closed to the database's user, so its data lies elsewhere", "link", link, "data",
			home)
	}
	return home, err
}

func makeOpen(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	return os.Chmod(dir, 0o755) // whatever the umask
}

// errBusy says that another process runs the server.
var errBusy = errors.New("already runs")

// Reach is Start for a command beside the club: where a process runs the server
// already, that one is used, and Stop leaves it alone.
func Reach(ctx context.Context, c Config) (*Server, error) {
	s, err := Start(ctx, c)
	if !errors.Is(err, errBusy) {
		return s, err
	}
	home, err := c.home()
	if err != nil {
		return nil, fmt.Errorf("private Postgres: %w", err)
	}
	running, err := runningIn(home)
	if err != nil {
		return nil, fmt.Errorf("private Postgres: %w", err)
	}
	return &Server{cluster: running, stop: func() error { return nil }}, nil
}

// runningIn finds the server that runs in a home by the file that PostgreSQL
// writes while it does; its fifth line is the directory of the socket.
func runningIn(home string) (*cluster, error) {
	files, err := filepath.Glob(filepath.Join(home, "pg*", "data", "postmaster.pid"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		if lines := strings.Split(string(text), "\n"); len(lines) > 4 && lines[4] != "" {
			return &cluster{dir: filepath.Dir(filepath.Dir(file)), socket: lines[4]}, nil
		}
	}
	return nil, fmt.Errorf("its process runs no server in %s yet: try again", home)
}
