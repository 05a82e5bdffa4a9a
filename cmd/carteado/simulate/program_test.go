package simulate

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	club "carteado/cmd/carteado/games"
)

// firstMove is a whole bot: it plays the first legal move.
const firstMove = `#!/bin/sh
while read -r line; do
	legal=${line##*\"legal\":[\"}
	echo "${legal%%\"*}"
done
`

func TestProgramsPlay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "first-move")
	if err := os.WriteFile(path, []byte(firstMove), 0o700); err != nil {
		t.Fatal(err)
	}
	a := Arena{Game: "knock", Bots: []string{"club", "cmd:" + path}, Matches: 4, Seed: "1", Cores: 2,
		Timeout: 20 * time.Second}
	r := arenaOf(t, a)
	if b := r.Tables[0].Bots; r.Matches != 4 || len(b) != 2 || b[0].Share+b[1].Share != 1 {
		t.Errorf("%+v", r)
	}
}

// A program that is silent, wrong, wordy or gone loses the match, and the report says so.
func TestProgramsThatFailLose(t *testing.T) {
	for line, want := range map[string]string{
		"sleep 100":                                "no answer in",
		"echo nonsense; cat >/dev/null":            "knock.phase",
		"echo '!'; cat >/dev/null":                 "expected a move",
		"echo 'out of ideas' >&2; exit 1":          "its last words: out of ideas",
		"head -c 200000 /dev/zero; cat >/dev/null": "too long",
	} {
		var out bytes.Buffer
		a := Arena{Game: "knock", Bots: []string{"random", "cmd:sh -c \"" + line + "\""}, Matches: 1, Seed: "1",
			Cores: 1, Timeout: 20 * time.Second}
		if want == "no answer in" {
			a.Timeout = 2 * time.Second
		}
		err := a.Run(t.Context(), club.Rules(), &out)
		if err == nil || err.Error() != "1 of 1 matches were lost by an answer" ||
			!strings.Contains(out.String(), want) {
			t.Errorf("%s: %v\n%s", line, err, out.String())
		}
	}
}
