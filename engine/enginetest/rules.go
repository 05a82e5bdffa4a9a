package enginetest

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"carteado/engine"
)

// A section is a numbered sentence of a rulebook with its cases.
type section struct {
	kind, name, says string // rule, 7, "a two resets"; option, seven_low, ""
	see              string // a heading that has cases for this one, too
	cases            []testCase
}

// A case is a position and what may, and may not, be done in it.
type testCase struct {
	position, script string
	line             int
}

// Rules tests a game by its testdata/rules.txt, which reads like the rulebook:
//
//	let two = hand:0 2C 2D 5C; hand:1 3C 4D 5D
//
//	rule 8: a two resets
//		discard AS; $two
//			play 2D 2C; events = reset; turn = 1
//			play 3C; discard = AS 2D 2C 3C
//
//	option seven_low
//		…
//
// A heading stands at the margin, a position behind one tab, and its script for
// Board.Run behind two, or on the line of the position after =>. The line "see rule
// 8" stands for cases that would be the same. A position that begins with ~ repeats
// the last one without ~, with other items in the place of those of the same name.
//
// A heading may also have a test in Go, for things that no script can say: tests
// lists them by heading, up to the colon.
//
// The rules must be those of doc.go, the options those of the game in their
// order, and all others numbered or lettered without a gap up to the last of their
// kind.
func Rules(t *testing.T, g engine.Game, last map[string]string, tests map[string]func(*testing.T)) {
	text, err := os.ReadFile("testdata/rules.txt")
	if err != nil {
		t.Fatal(err)
	}
	sections, err := readRules(string(text))
	if err != nil {
		t.Fatal(err)
	}
	ruleNumbers(t, g, sections, last)
	for _, s := range sections {
		heading := s.kind + " " + s.name
		test := tests[heading]
		delete(tests, heading)
		t.Run(strings.TrimSuffix(heading+": "+s.says, ": "), func(t *testing.T) {
			if len(s.cases) == 0 && test == nil && s.see == "" {
				t.Fatal("no case and no test")
			}
			for _, c := range s.cases {
				t.Run(fmt.Sprint("line ", c.line), func(t *testing.T) { At(t, g, c.position).Run(c.script) })
			}
			if test != nil {
				test(t)
			}
		})
	}
	for heading := range tests {
		t.Errorf("the test of %q belongs to no heading", heading)
	}
}

var name = regexp.MustCompile(`\$\w+`)

var heading = regexp.MustCompile(`^([a-z]+) (\w+)(: (.+))?$`)

// readRules reads a rulebook.
func readRules(text string) (sections []section, err error) {
	names := map[string]string{}
	base := ""
	for i, line := range strings.Split(text, "\n") {
		indent := len(line) - len(strings.TrimLeft(line, "\t"))
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "#") {
			continue
		}
		line = name.ReplaceAllStringFunc(line, func(name string) string {
			if _, known := names[name]; !known && err == nil {
				err = fmt.Errorf("line %d: what is %s?", i+1, name)
			}
			return names[name]
		})
		words, found := strings.CutPrefix(line, "let ")
		switch {
		case line == "":
		case found && indent == 0:
			name, value, _ := strings.Cut(words, " = ")
			names["$"+name] = value
		case indent == 0:
			m := heading.FindStringSubmatch(line)
			if m == nil {
				return nil, fmt.Errorf("line %d: expected a heading: %s", i+1, line)
			}
			sections = append(sections, section{kind: m[1], name: m[2], says: m[4]})
		case len(sections) == 0:
			return nil, fmt.Errorf("line %d: expected a heading first", i+1)
		default:
			s := &sections[len(sections)-1]
			if seen, is := strings.CutPrefix(line, "see "); is && indent == 1 {
				if s.see = seen; !slices.ContainsFunc(sections, func(s section) bool {
					return s.kind+" "+s.name == seen
				}) {
					err = fmt.Errorf("line %d: there is no %s above", i+1, seen)
				}
				continue
			}
			if indent == 1 {
				var script string
				line, script, _ = strings.Cut(line, " => ")
				if change, is := strings.CutPrefix(line, "~ "); is {
					line = changed(base, change)
				} else {
					base = line
				}
				s.cases = append(s.cases, testCase{position: line, script: script, line: i + 1})
				continue
			}
			if len(s.cases) == 0 {
				return nil, fmt.Errorf("line %d: expected a position first", i+1)
			}
			s.cases[len(s.cases)-1].script += "\n" + line
		}
	}
	return sections, err
}

// changed is a position with other items in the place of those of the same name.
func changed(position, change string) string {
	named := func(item string) string {
		return strings.FieldsFunc(item, func(r rune) bool { return r == ' ' || r == '=' })[0]
	}
	changes := steps(change)
	kept := slices.DeleteFunc(steps(position), func(item string) bool {
		return slices.ContainsFunc(changes, func(c string) bool { return named(c) == named(item) })
	})
	return strings.Join(slices.Concat(kept, changes), "; ")
}

// ruleNumbers checks the headings.
func ruleNumbers(t *testing.T, g engine.Game, sections []section, last map[string]string) {
	t.Helper()
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string][]string{}
	for _, s := range sections {
		names[s.kind] = append(names[s.kind], s.name)
	}
	want := map[string][]string{}
	for _, m := range regexp.MustCompile(`(?m)^//  ?(\d+)\. `).FindAllSubmatch(doc, -1) {
		want["rule"] = append(want["rule"], string(m[1]))
	}
	for _, o := range g.Info().Options {
		want["option"] = append(want["option"], o.Key)
		if !regexp.MustCompile(`(?m)^//\t` + o.Key + ` +` + strings.Join(o.Values, " ") + `( |$)`).Match(doc) {
			t.Errorf("doc.go lacks the option %s with its values %v", o.Key, o.Values)
		}
	}
	for kind, n := range last {
		number, err := strconv.Atoi(n)
		for i := 1; err == nil && i <= number; i++ {
			want[kind] = append(want[kind], strconv.Itoa(i))
		}
		for letter := 'a'; err != nil && letter <= rune(n[0]); letter++ {
			want[kind] = append(want[kind], string(letter))
		}
	}
	for kind := range names {
		if _, known := want[kind]; !known {
			t.Errorf("there is no kind of sentence %q", kind)
		}
	}
	for kind := range want {
		if !slices.Equal(names[kind], want[kind]) {
			t.Errorf("of %s the rulebook has %v, want %v", kind, names[kind], want[kind])
		}
	}
}
