package password_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/trustelem/zxcvbn/frequency"

	"carteado/handlers/password"
)

// longPassword is longer than 64 characters and than the 72 bytes at which some hashes stop.
const longPassword = "três reis, um valete e sete damas sentam à mesa da cozinha e jogam até que a manhã chegue de mansinho"

func TestHashAndCheck(t *testing.T) {
	t.Parallel()
	keeper := password.NewKeeper()
	hash, err := keeper.Hash(t.Context(), "sete de copas na manga")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=2,p=1$") {
		t.Errorf("hash %q does not name its method and cost", hash)
	}
	if again, _ := keeper.Hash(t.Context(), "sete de copas na manga"); again == hash {
		t.Error("two hashes of one password are equal: no salt")
	}
	for plain, want := range map[string]bool{
		"sete de copas na manga": true, "sete de copas na mangá": false, "": false,
		"ｓete de copas na manga": true, // the same letters, typed in full width
	} {
		if ok, outdated, err := keeper.Check(t.Context(), hash, plain); ok != want || outdated || err != nil {
			t.Errorf("Check(%q) = %t, %t, %v", plain, ok, outdated, err)
		}
	}
}

func TestOldCostIsOutdated(t *testing.T) {
	t.Parallel()
	// argon2id of "naipe de ouros", salt 16 zero bytes, at m=8192, t=1, p=1.
	const old = "$argon2id$v=19$m=8192,t=1,p=1$AAAAAAAAAAAAAAAAAAAAAA$"
	keeper := password.NewKeeper()
	ok, outdated, err := keeper.Check(t.Context(), old+"AAAA", "naipe de ouros")
	if ok || !outdated || err != nil {
		t.Errorf("Check = %t, %t, %v, want false, true, nil", ok, outdated, err)
	}
	for _, bad := range []string{"", "x", "$2y$10$abc", "$argon2id$v=19$m=8192,t=0,p=1$AAAA$AAAA", old} {
		if _, _, err := keeper.Check(t.Context(), bad, "x"); !errors.Is(err, password.ErrHash) {
			t.Errorf("Check(%q): %v, want ErrHash", bad, err)
		}
	}
}

func TestHashesWaitForTheirTurn(t *testing.T) {
	t.Parallel()
	keeper := password.NewKeeper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	var wg sync.WaitGroup
	errs := make(chan error, 40)
	for i := range cap(errs) {
		wg.Go(func() {
			err := keeper.Decoy(ctx, "valete") // costs what a hash costs
			if i%2 == 0 {
				_, err = keeper.Hash(ctx, "valete")
			}
			errs <- err
		})
	}
	wg.Wait()
	refused := 0
	for range cap(errs) {
		if errors.Is(<-errs, context.DeadlineExceeded) {
			refused++
		}
	}
	if refused < cap(errs)-12 {
		t.Errorf("%d of %d hashes gave up waiting: more than four ran at once", refused, cap(errs))
	}
}

func TestWeakness(t *testing.T) {
	t.Parallel()
	for plain, want := range map[string]string{
		"curta":                    password.Short,
		"ção ção":                  password.Short, // 7 characters, 11 bytes
		strings.Repeat("ab c", 65): password.Long,
		"password":                 password.Common,
		"Password2026!":            password.Common,
		"senha123":                 password.Common,
		"flamengo":                 password.Common,
		"12345678":                 password.Common,
		"98765432":                 password.Run,
		"aaaaaaaaaaaa":             password.Run,
		"abcabcabcabc":             password.Run,
		"Ana Beatriz":              password.Obvious,
		"anabeatriz1999":           password.Obvious,
		"ana.beatriz":              password.Obvious,
		"Clube da Esquina":         password.Obvious,
		"clube-da-esquina":         password.Obvious,
		"Clubedaesquína1":          password.Obvious,
		"aaaaaaab":                 password.Run,
		"abababac":                 password.Run,
		"12345678x":                password.Run,
		"xy987654321":              password.Run,
		"baaaaaaaaaaaaaaa":         password.Run,
		"qwer7890tyui":             password.Run,
		"1qaz2wsx3edc":             password.Common,
		"Zxcvbnm,2!":               password.Common,
		"poiu-lkjh-x":              password.Run,
		"asdf jogo de treze":       "",
		"só letras pequenas":       "",
		longPassword:               "",
		"três valetes e um rei":    "",
		"k7-vermelho-mesa":         "",
		"12 cavalos dormem":        "",
	} {
		if got := password.Weakness(plain, "Ana Beatriz", "ana.beatriz@exemplo.org", "Clube da Esquina",
			""); got != want {
			t.Errorf("Weakness(%q) = %q, want %q", plain, got, want)
		}
	}
}

// The passwords that are guessed first, of those that are long enough.
func TestLeakedPasswordsAreRefused(t *testing.T) {
	t.Parallel()
	long := 0
	for _, leaked := range frequency.FrequencyLists["passwords"] {
		if utf8.RuneCountInString(leaked) < password.MinLength {
			continue
		}
		if long++; password.Weakness(leaked) == "" {
			t.Errorf("%q is taken", leaked)
		}
	}
	if long < 3000 {
		t.Errorf("only %d passwords of the list are long enough", long)
	}
}

// Every character of a long password counts.
func TestPasswordsAreNotCut(t *testing.T) {
	t.Parallel()
	keeper, long := password.NewKeeper(), longPassword
	hash, err := keeper.Hash(t.Context(), long)
	if err != nil {
		t.Fatal(err)
	}
	for plain, want := range map[string]bool{long: true, long[:len(long)-1]: false, strings.ToUpper(long): false} {
		if ok, _, err := keeper.Check(t.Context(), hash, plain); ok != want || err != nil {
			t.Errorf("%q opens: %t, %v", plain, ok, err)
		}
	}
}

func BenchmarkHash(b *testing.B) {
	keeper := password.NewKeeper()
	for b.Loop() {
		if _, err := keeper.Hash(b.Context(), "sete de copas na manga"); err != nil {
			b.Fatal(err)
		}
	}
}
