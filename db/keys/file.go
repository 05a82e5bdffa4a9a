package keys

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

const size = 32 // bytes of a key

func randomKey() []byte {
	key := make([]byte, size)
	_, _ = rand.Read(key) // it does not fail
	return key
}

// A file holds keys, a line each in base64, the newest first. Other programs read and write it, too.
type file struct {
	dir, name string
	comment   string // its first line
}

func (f file) String() string { return filepath.Join(f.dir, f.name) }

// read returns the keys: fs.ErrNotExist.
func (f file) read() (list [][]byte, err error) {
	text, err := os.ReadFile(f.String())
	if err != nil {
		return nil, err
	}
	for n, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(key) != size {
			return nil, fmt.Errorf("%s, line %d: no key of %d bytes in base64", f, n+1, size)
		}
		list = append(list, key)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no key", f)
	}
	return list, nil
}

// readOrMake returns the keys, of which it draws the first.
func (f file) readOrMake() ([][]byte, error) {
	list, err := f.read()
	if errors.Is(err, fs.ErrNotExist) {
		if err = f.make(randomKey()); err == nil || errors.Is(err, fs.ErrExist) { // another was quicker
			list, err = f.read()
		}
	}
	return list, err
}

// make makes the file with its first key: fs.ErrExist.
func (f file) make(key []byte) error {
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	part, err := f.part([]byte(f.comment + base64.StdEncoding.EncodeToString(key) + "\n"))
	if err != nil {
		return err
	}
	return errors.Join(os.Link(part, f.String()), os.Remove(part))
}

// add puts a key before the others.
func (f file) add(key []byte) error {
	was, err := os.ReadFile(f.String())
	if errors.Is(err, fs.ErrNotExist) {
		err = os.MkdirAll(f.dir, 0o700)
	}
	if err != nil {
		return err
	}
	was = bytes.TrimPrefix(was, []byte(f.comment))
	return f.replace(append([]byte(f.comment+base64.StdEncoding.EncodeToString(key)+"\n"), was...))
}

// replace writes the file anew.
func (f file) replace(content []byte) error {
	part, err := f.part(content)
	if err != nil {
		return err
	}
	return os.Rename(part, f.String())
}

// part writes what may take the place of the file. It belongs to the directory's owner, also where root
// writes it.
func (f file) part(content []byte) (name string, err error) {
	part, err := os.CreateTemp(f.dir, f.name+".*") // for its owner alone
	if err != nil {
		return "", err
	}
	_, err = part.Write(content)
	if dir, stat := os.Stat(f.dir); stat == nil && os.Geteuid() == 0 {
		if is, ok := dir.Sys().(*syscall.Stat_t); ok && is.Uid != 0 {
			err = errors.Join(err, part.Chown(int(is.Uid), int(is.Gid)))
		}
	}
	if err = errors.Join(err, part.Sync(), part.Close()); err != nil {
		err = errors.Join(err, os.Remove(part.Name()))
	}
	return part.Name(), err
}
