package compose

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// untried are the blocks of commands that the trial does not run, with the reason.
var untried = map[string]string{
	"README.md: Two commands 0":                        "a developer's; CI runs the tests",
	"README.md: Two commands 1":                        "a developer's; CI runs the check",
	"cmd/carteado/HOSTING.md: Roles in the database 0": "for a PostgreSQL of the system's",
	"cmd/carteado/HOSTING.md: Without containers 0":    "for a machine with systemd",
}

// Every block of commands of the guides is run by a step of the trial, or is in the list above.
func TestEveryBlockIsTried(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	sources, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range sources {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range regexp.MustCompile(`(?:follows|block)\((?:ctx, )?("[^"]+"|guide), (\d+)`).
			FindAllStringSubmatch(string(source), -1) {
			heading := strings.Trim(strings.Replace(call[1], "guide", "A club in another house", 1), `"`)
			tried[heading+" "+call[2]] = true
		}
	}
	headings, blocks := regexp.MustCompile("(?m)^(?:#+ (.*)|```(sh)?(?:\\w*))$"), 0
	for _, name := range []string{"README.md", "cmd/carteado/HOSTING.md"} {
		text, err := os.ReadFile(filepath.Join("../../..", name))
		if err != nil {
			t.Fatal(err)
		}
		heading, n, open := "", 0, false
		for _, line := range headings.FindAllStringSubmatch(string(text), -1) {
			switch {
			case line[1] != "" && !open:
				heading, n = line[1], 0
			case line[1] == "" && !open && line[2] == "sh":
				block := fmt.Sprint(heading, " ", n)
				if blocks++; !tried[block] && untried[name+": "+block] == "" {
					t.Errorf("%s: no step runs block %d below %q", name, n, heading)
				}
				n, open = n+1, true
			case line[1] == "":
				open = !open
			}
		}
	}
	if blocks < 20 {
		t.Errorf("%d blocks", blocks)
	}
}
