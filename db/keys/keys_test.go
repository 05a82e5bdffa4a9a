package keys

import (
	"encoding/base64"
	"os"
	"syscall"
	"testing"

	"carteado/engine"
)

// A key that root draws is the club's like the directory in which it lies.
func TestKeysAreTheirDirectorysOwners(t *testing.T) {
	t.Parallel()
	f := file{t.TempDir(), "matches.keys", "# Keys.\n"}
	if os.Geteuid() == 0 {
		const nobody = 65534
		if err := os.Chown(f.dir, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	owner := func(name string) uint32 {
		info, err := os.Stat(name)
		if err != nil {
			t.Fatal(err)
		}
		return info.Sys().(*syscall.Stat_t).Uid
	}
	for _, write := range []func([]byte) error{f.make, f.add} {
		if err := write(randomKey()); err != nil {
			t.Fatal(err)
		}
		if own, dir := owner(f.String()), owner(f.dir); own != dir {
			t.Errorf("it is user %d's, its directory user %d's", own, dir)
		}
	}
}

// What was encrypted is opened as it was, and not at all once a byte of it is another, or where it is taken for
// something else.
func TestWhatIsChangedDoesNotOpen(t *testing.T) {
	t.Parallel()
	ring, secret := Open(""), engine.Seed{7}
	sealed, err := ring.Seal(17, secret)
	if err != nil {
		t.Fatal(err)
	}
	if opened, err := ring.Unseal(17, sealed); err != nil || opened != secret {
		t.Errorf("it is not opened as it was: %v", err)
	}
	if _, err := ring.Unseal(18, sealed); err == nil {
		t.Error("the secret of one match opens as that of another")
	}
	for i := range sealed {
		sealed[i] ^= 1
		if _, err := ring.Unseal(17, sealed); err == nil {
			t.Errorf("a secret opens with another byte %d", i)
		}
		sealed[i] ^= 1
	}
	match := Of(secret)
	row := match.seal(Note, []byte("the queen of hearts"))
	if plain, err := match.unseal(Note, row); err != nil || string(plain) != "the queen of hearts" {
		t.Errorf("the row opens as %q, %v", plain, err)
	}
	if _, err := match.unseal(Plan, row); err == nil {
		t.Error("a note opens as a plan")
	}
	data, err := base64.StdEncoding.DecodeString(row)
	if err != nil {
		t.Fatal(err)
	}
	for i := range data {
		data[i] ^= 1
		if _, err := match.unseal(Note, base64.StdEncoding.EncodeToString(data)); err == nil {
			t.Errorf("a row opens with another byte %d", i)
		}
		data[i] ^= 1
	}
	if again := match.seal(Note, []byte("the queen of hearts")); again == row {
		t.Error("the same is encrypted alike twice")
	}
}
