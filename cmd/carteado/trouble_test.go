package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// said by others are lines of PostgreSQL and Caddy.
var saidByOthers = []string{"database files are incompatible with server", "No space left on device",
	"could not get certificate from issuer"}

// What the page for hosts quotes in "When something goes wrong", the program says in these words, in a log or a page.
func TestTroubleIsQuotedAsItIsSaid(t *testing.T) {
	_, section, found := strings.Cut(readFile(t, "cmd/carteado/HOSTING.md"), "## When something goes wrong\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if !found {
		t.Fatal("the page for hosts has no such section")
	}
	var source strings.Builder
	for _, file := range ownFiles(t, ".go", ".json") {
		if !strings.HasSuffix(file, "_test.go") {
			source.WriteString(readFile(t, file))
		}
	}
	program := source.String()
	quote := regexp.MustCompile("`([^`]+)`|“([^”]+)”|\"([^\"]+)\"")
	quoted := 0
	for line := range strings.Lines(section) {
		cells := strings.Split(line, " | ")
		if len(cells) != 3 || strings.HasPrefix(line, "| ---") {
			continue
		}
		for _, m := range quote.FindAllStringSubmatch(cells[2], -1) {
			words := m[1] + m[2] + m[3]
			switch {
			case slices.Contains(saidByOthers, words), strings.HasPrefix(words, "docker "), words == "db", words == "Share",
				words == "kind=webhook":
			case !strings.Contains(program, words):
				t.Errorf("nobody says %q", words)
			default:
				quoted++
			}
		}
	}
	if quoted < 9 {
		t.Errorf("only %d lines of the program are quoted", quoted)
	}
}
