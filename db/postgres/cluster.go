package postgres

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

const (
	superuser = "postgres"
	port      = "5432" // there is no port; the number is in the socket's name
	// A socket's address has room for 107 bytes, and ends in this.
	socketName  = ".s.PGSQL." + port
	socketLimit = 107
)

// A cluster is the directory of one major version, locked by this process:
//
//	lock      held as long as the server runs; holds the process id
//	data      PostgreSQL's data directory
//	data.tmp  one that is still being made
//	socket    where the server listens
type cluster struct {
	dir    string
	bin    string
	user   account
	lock   *os.File
	socket string // directory of the socket
}

// open makes the directory if needed and takes its lock.
func open(home string, bin binaries) (*cluster, error) {
	c := &cluster{dir: filepath.Join(home, "pg"+strconv.Itoa(bin.major)), bin: bin.dir}
	var err error
	if c.user, err = ownerOf(c.dir); errors.Is(err, fs.ErrNotExist) {
		c.user, err = standIn()
	}
	if err != nil {
		return nil, err
	}
	if err := c.user.makeDir(c.dir); err != nil {
		return nil, err
	}
	return c, c.takeLock()
}

func (c *cluster) takeLock() error {
	lock, err := os.OpenFile(filepath.Join(c.dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return err
	}
	err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		holder := "another process"
		if pid, err := io.ReadAll(lock); err == nil && len(pid) > 0 {
			holder = "process " + strings.TrimSpace(string(pid))
		}
		return errors.Join(fmt.Errorf("%s %w a server in %s: end it, or choose another directory with CARTEADO_DATA",
			holder, errBusy, c.dir), lock.Close())
	}
	if err == nil {
		err = lock.Truncate(0)
	}
	if err == nil {
		_, err = lock.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("lock %s: %w", c.dir, err), lock.Close())
	}
	c.lock = lock
	return nil
}

// lockAgain takes the lock of what stands in the directory's place by now, as when its disk
// was mounted anew: the one that is held keeps nobody out of that.
func (c *cluster) lockAgain() error {
	held, _ := c.lock.Stat()
	there, _ := os.Stat(c.lock.Name())
	if os.SameFile(held, there) {
		return nil
	}
	before := c.lock
	if err := c.takeLock(); err != nil {
		return err
	}
	return before.Close()
}

// leave removes a socket's directory that is not ours to keep, and gives the lock back.
func (c *cluster) leave() error {
	if c.socket != "" && filepath.Dir(c.socket) != c.dir {
		_ = os.RemoveAll(c.socket) // in the temporary directory, where nothing is lost
	}
	return c.lock.Close()
}

func (c *cluster) data() string { return filepath.Join(c.dir, "data") }

// initialise makes the data directory if there is none. Half of one is never
// taken for a whole: it gets its name when it is complete.
func (c *cluster) initialise(ctx context.Context) error {
	if _, err := os.Stat(c.data()); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	unfinished := filepath.Join(c.dir, "data.tmp")
	if err := os.RemoveAll(unfinished); err != nil {
		return err
	}
	initdb := exec.CommandContext(ctx, filepath.Join(c.bin, "initdb"), "--pgdata="+unfinished,
		"--username="+superuser, "--auth=trust", // only the server's user and root reach the socket
		"--encoding=UTF8", "--locale=C.UTF-8", "--data-checksums", "--no-instructions")
	c.prepare(initdb)
	var said strings.Builder
	initdb.Stdout, initdb.Stderr = &said, &said
	if err := run(initdb); err != nil {
		return fmt.Errorf("make a data directory: %w\n%s", c.explain(err), strings.TrimSpace(said.String()))
	}
	return os.Rename(unfinished, c.data())
}

// chooseSocket takes a directory in the system's temporary one when the path of
// our own is too long for a socket.
func (c *cluster) chooseSocket() error {
	c.socket = filepath.Join(c.dir, "socket")
	if len(c.socket)+len("/"+socketName) <= socketLimit {
		return c.user.makeDir(c.socket)
	}
	for _, parent := range []string{os.TempDir(), "/tmp"} {
		dir, err := os.MkdirTemp(parent, "carteado-")
		if err != nil {
			return fmt.Errorf("make a directory for the socket: %w", err)
		}
		if len(dir)+len("/"+socketName) <= socketLimit && c.user.enters(parent) {
			c.socket = dir
			return c.user.own(dir)
		}
		if err := os.Remove(dir); err != nil {
			return err
		}
	}
	return errors.New("every path for the socket is too long, even in /tmp")
}

// clear ends servers that an earlier program left running here and removes the
// files that would stop PostgreSQL from starting. They belong to nobody else,
// because this program holds the lock. The files must go even if their process
// is listed: where PID 1 does not reap, a zombie keeps its number for ever.
func (c *cluster) clear(ctx context.Context) error {
	if err := endLeftovers(ctx, c); err != nil {
		return fmt.Errorf("end an earlier server: %w", err)
	}
	socket := filepath.Join(cmp.Or(c.socket, filepath.Join(c.dir, "socket")), socketName)
	for _, mark := range []string{filepath.Join(c.data(), "postmaster.pid"), socket, socket + ".lock"} {
		if err := os.Remove(mark); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// prepare sets up a program of the server: its user, a directory
// that this user may be in, none of our PG… variables, and an end with ours.
func (c *cluster) prepare(program *exec.Cmd) {
	program.Dir = c.dir
	program.SysProcAttr = endsWithUs()
	program.SysProcAttr.Setpgid = true // Ctrl-C is for us; we stop the server in order
	program.SysProcAttr.Credential = c.user.credential()
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "PG") && !strings.HasPrefix(variable, "LC_") {
			program.Env = append(program.Env, variable)
		}
	}
}

// explain adds the way out when a program could not be run as another user.
func (c *cluster) explain(err error) error {
	if c.user.change && (errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL)) {
		return fmt.Errorf("%w (%w)", errNoAccount, err)
	}
	return err
}

// An account is the user that the server runs as. The zero value is the user of
// the program itself.
type account struct {
	change   bool
	uid, gid uint32
}

// errNoAccount is for root in a container that may not become anybody else.
var errNoAccount = errors.New("PostgreSQL does not run as root, and this program may not change its user: set " +
	"DATABASE_URL to a server that runs elsewhere")

// standIn returns the account of a new server: the user of the program, or, for
// root, a user with few rights.
func standIn() (account, error) {
	if os.Geteuid() != 0 {
		return account{}, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		entry, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(entry.Uid, 10, 32)
		if err != nil {
			return account{}, fmt.Errorf("user %s: %w", name, err)
		}
		gid, err := strconv.ParseUint(entry.Gid, 10, 32)
		if err != nil {
			return account{}, fmt.Errorf("user %s: %w", name, err)
		}
		return account{true, uint32(uid), uint32(gid)}, nil
	}
	return account{}, errNoAccount
}

// ownerOf returns the account of a server with data: its directory's owner, because
// PostgreSQL accepts no other.
func ownerOf(dir string) (account, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return account{}, err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 || owner.Uid == 0 {
		return standIn()
	}
	return account{true, owner.Uid, owner.Gid}, nil
}

func (a account) credential() *syscall.Credential {
	if !a.change {
		return nil
	}
	return &syscall.Credential{Uid: a.uid, Gid: a.gid}
}

// makeDir makes a directory that the account alone enters.
func (a account) makeDir(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return a.own(dir)
}

func (a account) own(dir string) error {
	if !a.change {
		return nil
	}
	err := os.Chown(dir, int(a.uid), int(a.gid))
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EINVAL) {
		return fmt.Errorf("%w (%w)", errNoAccount, err)
	}
	return err
}

// enters says whether the account may pass through dir and all above it, going by
// their permission bits. The user of the program enters every directory that
// the program enters.
func (a account) enters(dir string) bool {
	if !a.change {
		return true
	}
	for ; ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		if err != nil {
			return false
		}
		mode := info.Mode().Perm()
		pass := mode & 0o001
		if owner, ok := info.Sys().(*syscall.Stat_t); ok {
			switch {
			case owner.Uid == a.uid:
				pass = mode & 0o100
			case owner.Gid == a.gid:
				pass = mode & 0o010
			}
		}
		if pass == 0 {
			return false
		}
		if dir == filepath.Dir(dir) {
			return true
		}
	}
}
