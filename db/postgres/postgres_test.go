package postgres

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
)

// The test binary is also the program that is killed, and the one that runs as
// another user: with this variable it starts a server there, says so and waits.
const holdVariable = "CARTEADO_POSTGRES_HOLD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(holdVariable); dir != "" {
		hold(dir)
		return
	}
	os.Exit(m.Run())
}

// hold runs a server until its standard input ends.
func hold(dir string) {
	s, err := Start(context.Background(), config(dir))
	if err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
	fmt.Println("ready", s.URL(), s.pid())
	_, _ = os.Stdin.Read(make([]byte, 1))
	if err := s.Stop(); err != nil {
		fmt.Println("error", err)
		os.Exit(1)
	}
}

// config takes the programs that the run was given, if any.
func config(dir string) Config {
	return Config{Dir: dir, Bin: os.Getenv("CARTEADO_POSTGRES_BIN")}
}

// openDir is like t.TempDir, but every user may pass through it.
func openDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "carteado-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func mustStart(t testing.TB, c Config) *Server {
	t.Helper()
	s, err := Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Stop() })
	return s
}

func mustStop(t testing.TB, s *Server) {
	t.Helper()
	if err := s.Stop(); err != nil {
		t.Fatal(err)
	}
}

func connect(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = connection.Close(context.Background()) })
	return connection
}

// write leaves a committed value behind, and read finds it.
func write(t testing.TB, url, value string) {
	t.Helper()
	if _, err := connect(t, url).Exec(t.Context(),
		`create table if not exists kept (value text)`); err != nil {
		t.Fatal(err)
	}
	if _, err := connect(t, url).Exec(t.Context(), `insert into kept values ($1)`, value); err != nil {
		t.Fatal(err)
	}
}

func read(t testing.TB, url string) string {
	t.Helper()
	var values string
	if err := connect(t, url).QueryRow(t.Context(), `select string_agg(value, ' ' order by value) from kept`).
		Scan(&values); err != nil {
		t.Fatal(err)
	}
	return values
}

func TestColdAndWarmStart(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	first := mustStart(t, config(dir))
	write(t, first.URL(), "a")
	mustStop(t, first)
	mustStop(t, first) // again: no effect

	second := mustStart(t, config(dir))
	write(t, second.URL(), "b")
	if got := read(t, second.URL()); got != "a b" {
		t.Errorf("kept %q", got)
	}
}

func TestServerIsDurableAndPrivate(t *testing.T) {
	t.Parallel()
	s := mustStart(t, config(openDir(t)))
	connection := connect(t, s.URL())
	for setting, want := range map[string]string{
		"fsync": "on", "full_page_writes": "on", "synchronous_commit": "on", "data_checksums": "on",
		"listen_addresses": "", "server_encoding": "UTF8",
	} {
		var got string
		if err := connection.QueryRow(t.Context(), `select current_setting($1)`, setting).Scan(&got); err != nil {
			t.Fatal(err)
		}
		if got != want {
			t.Errorf("%s is %q, want %q", setting, got, want)
		}
	}
	info, err := os.Stat(connection.Config().Host)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o700 {
		t.Errorf("the socket's directory has mode %o", got)
	}
	if owner := uidOf(t, s.pid()); owner == 0 {
		t.Error("the server runs as root")
	}
}

// pid is of the server's process now, 0 while there is none.
func (s *Server) pid() (pid int) {
	content, _ := os.ReadFile(filepath.Join(s.cluster.data(), "postmaster.pid"))
	_, _ = fmt.Sscan(string(content), &pid)
	return pid
}

func uidOf(t *testing.T, pid int) uint32 {
	t.Helper()
	info, err := os.Stat("/proc/" + strconv.Itoa(pid))
	if err != nil {
		t.Fatal(err)
	}
	return info.Sys().(*syscall.Stat_t).Uid
}

func TestTwoStartsAtOnce(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	type result struct {
		s   *Server
		err error
	}
	results := make(chan result, 2)
	for range 2 {
		go func() {
			s, err := Start(t.Context(), config(dir))
			results <- result{s, err}
		}()
	}
	one, other := <-results, <-results
	if one.err == nil {
		one, other = other, one
	}
	if one.err == nil || other.err != nil {
		t.Fatalf("one may start and one not: %v, %v", one.err, other.err)
	}
	mustStop(t, other.s)
}

func TestSecondStartNamesTheHolder(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	holder := startProgram(t, dir, nil)
	_, err := Start(t.Context(), config(dir))
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("process %d already runs",
		holder.command.Process.Pid)) {
		t.Errorf("the holder is %d: %v", holder.command.Process.Pid, err)
	}
	holder.end(t)
	mustStart(t, config(dir))
}

// writeProgram writes a file that can be run at once. A child that is forked while it is
// open would hold it open, too, and a file that is written to cannot be run.
func writeProgram(t *testing.T, path string, content []byte) {
	t.Helper()
	syscall.ForkLock.RLock()
	err := os.WriteFile(path, content, 0o755)
	syscall.ForkLock.RUnlock()
	if err != nil {
		t.Fatal(err)
	}
}

// A program is this test binary, running a server in a process of its own.
type program struct {
	command *exec.Cmd
	url     string
	server  int
	end     func(testing.TB)
}

func startProgram(t *testing.T, dir string, as *syscall.Credential) program {
	t.Helper()
	// go test builds in a directory that other users cannot enter.
	self, err := os.ReadFile("/proc/self/exe")
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(openDir(t), "program")
	writeProgram(t, path, self)
	command := exec.Command(path)
	command.Dir = "/"
	command.Env = append(os.Environ(), holdVariable+"="+dir)
	command.SysProcAttr = &syscall.SysProcAttr{Credential: as}
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Process.Kill(); _ = command.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	p := program{command: command}
	if _, err := fmt.Sscanf(line, "ready %s %d", &p.url, &p.server); err != nil {
		t.Fatalf("the program says %q", line)
	}
	p.end = func(t testing.TB) {
		t.Helper()
		_ = in.Close()
		if err := command.Wait(); err != nil {
			t.Errorf("the program's end: %v", err)
		}
	}
	return p
}

// A program stopped in the middle of initdb leaves half a directory and a server
// that still works in it.
func TestHalfADataDirectoryIsMadeAgain(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	mustStop(t, mustStart(t, config(dir)))
	data, err := filepath.Glob(filepath.Join(dir, "postgres", "pg*", "data"))
	if err != nil || len(data) != 1 {
		t.Fatal(data, err)
	}
	if err := os.Rename(data[0], data[0]+".tmp"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(data[0]+".tmp", "PG_VERSION")); err != nil {
		t.Fatal(err)
	}
	write(t, mustStart(t, config(dir)).URL(), "a")
	if _, err := os.Stat(data[0] + ".tmp"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("half a directory is still there: %v", err)
	}
}

func TestNormalUser(t *testing.T) {
	t.Parallel()
	dir := openDir(t)
	var as *syscall.Credential
	if os.Getuid() == 0 {
		const nobody = 65534
		as = &syscall.Credential{Uid: nobody, Gid: nobody}
		if err := os.Chown(dir, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	first := startProgram(t, dir, as)
	if got, want := uidOf(t, first.server), uidOf(t, first.command.Process.Pid); got != want {
		t.Errorf("the server runs as %d, the program as %d", got, want)
	}
	first.end(t)
	second := startProgram(t, dir, as)
	if as == nil {
		write(t, second.url, "a") // root would do so over a socket it enters anyway
	}
	second.end(t)

	// Root goes on with a normal user's data, as that user.
	third := mustStart(t, config(dir))
	if got, want := uidOf(t, third.pid()), uidOf(t, os.Getpid()); as != nil && got != as.Uid || as == nil &&
		got != want {
		t.Errorf("the server runs as %d", got)
	}
}

func TestLongPath(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(openDir(t), strings.Repeat("a-long-name/", 12))
	s := mustStart(t, config(dir))
	write(t, s.URL(), "a")
	socket := connect(t, s.URL()).Config().Host
	if len(socket)+len("/"+socketName) > socketLimit {
		t.Errorf("socket in %s", socket)
	}
	s.dies(t) // and comes back to the same place
	mustStop(t, s)
	if _, err := os.Stat(socket); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the temporary directory is still there: %v", err)
	}
}

func TestStartEndsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	dir := openDir(t)
	if _, err := Start(ctx, config(dir)); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	mustStart(t, config(dir)) // the lock was given back
}

func BenchmarkColdStart(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		c := config(openDir(b))
		b.StartTimer()
		s := mustStart(b, c)
		b.StopTimer()
		mustStop(b, s)
		b.StartTimer()
	}
}

func BenchmarkWarmStart(b *testing.B) {
	c := config(openDir(b))
	mustStop(b, mustStart(b, c))
	for b.Loop() {
		s := mustStart(b, c)
		b.StopTimer()
		mustStop(b, s)
		b.StartTimer()
	}
}
