package postgres

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// An account is the user that the server runs as. The zero value is whoever runs
// the program.
type account struct {
	change   bool
	uid, gid uint32
}

// errNoAccount is for root in a container that may not become anybody else.
var errNoAccount = errors.New("PostgreSQL does not run as root, and this program may not change its user: set DATABASE_URL to a server that runs elsewhere")

// standIn is who a new server runs as: the user of the program, or somebody
// harmless in root's place.
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

// ownerOf is who a server with data runs as: PostgreSQL accepts nobody else.
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
// their permission bits. Whoever runs the program enters where the program does.
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
