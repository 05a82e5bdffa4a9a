package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	comment  = regexp.MustCompile(`(?s)/\*.*?\*/`)
	selector = regexp.MustCompile(`[^{};]+\{`)
	class    = regexp.MustCompile(`\.([a-zA-Z][\w-]*)`)
	word     = regexp.MustCompile(`[a-zA-Z][\w-]*`)
	prefix   = regexp.MustCompile(`"(?:[\w -]* )?(m|[a-z][\w-]*-)"`) // to which a page adds, as in "av-" + number
)

// Every class that a style sheet speaks of is given to an element by a page or a script.
func TestNoStyleIsUnused(t *testing.T) {
	given, prefixes := map[string]bool{}, []string{}
	for _, file := range ownFiles(t, ".go", ".templ", ".js", ".svg") {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		content := readFile(t, file)
		for _, w := range word.FindAllString(content, -1) {
			given[w] = true
		}
		for _, p := range prefix.FindAllStringSubmatch(content, -1) {
			prefixes = append(prefixes, p[1])
		}
	}
	for _, file := range ownFiles(t, ".css") {
		for _, s := range selector.FindAllString(comment.ReplaceAllString(readFile(t, file), ""), -1) {
			for _, c := range class.FindAllStringSubmatch(s, -1) {
				if !given[c[1]] && !slices.ContainsFunc(prefixes, func(p string) bool {
					return strings.HasPrefix(c[1], p)
				}) {
					t.Errorf("%s: no element has the class %s", file, c[1])
				}
			}
		}
	}
}

// A selector has one block in each place, and a class by itself one in all style sheets: two nouns that call something
// alike would paint each other's.
func TestNoSelectorTwice(t *testing.T) {
	alone, home := regexp.MustCompile(`^@layer \S+ / \.[\w-]+$`), map[string]string{}
	for _, file := range ownFiles(t, ".css") {
		seen, within, list := map[string]bool{}, []string{}, ""
		for line := range strings.Lines(comment.ReplaceAllString(readFile(t, file), "")) {
			line = list + strings.TrimSpace(line)
			if list = ""; strings.HasSuffix(line, ",") {
				list = line + " "
				continue
			}
			if selector, opens := strings.CutSuffix(line, " {"); opens {
				within = append(within, selector)
				at := strings.Join(within, " / ")
				if seen[at] && !strings.Contains(at, "@keyframes") {
					t.Errorf("%s: two blocks for %s", file, at)
				}
				seen[at] = true
				if other := home[at]; other != "" && other != file && alone.MatchString(at) {
					t.Errorf("%s and %s have a block for %s", other, file, at)
				}
				home[at] = file
			} else if line == "}" {
				within = within[:len(within)-1]
			}
		}
	}
}
