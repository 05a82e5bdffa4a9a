package main

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	theList      = "cmd/carteado/ASVS.md"
	securityPage = "cmd/carteado/SECURITY.md"
)

// asvs has a digit for each requirement of ASVS 5.0.0, its level, by sections.
const asvs = `
1.1:22 1.2:1111122223 1.3:112222222223 1.4:222 1.5:123 2.1:122 2.2:112 2.3:12223 2.4:23
3.1:3 3.2:113 3.3:12223 3.4:11222233 3.5:11122333 3.6:3 3.7:22333 4.1:12233 4.2:23333 4.3:22 4.4:1222
5.1:2 5.2:112333 5.3:113 5.4:222 6.1:122 6.2:111111112222 6.3:11223333 6.4:112233 6.5:22222333 6.6:2223 6.7:33 6.8:2222
7.1:222 7.2:1111 7.3:22 7.4:11222 7.5:223 7.6:22 8.1:1233 8.2:1123 8.3:133 8.4:23 9.1:111 9.2:1222
10.1:22 10.2:223 10.3:22223 10.4:1111122222233333 10.5:22222 10.6:22 10.7:222
11.1:2233 11.2:22233 11.3:11233 11.4:1222 11.5:23 11.6:23 11.7:33 12.1:12233 12.2:11 12.3:22223
13.1:2333 13.2:222223 13.3:2233 13.4:1222233 14.1:22 14.2:12223333 14.3:122 15.1:12233 15.2:12233 15.3:1222222 15.4:3333
16.1:2 16.2:22222 16.3:2222 16.4:222 16.5:2223 17.1:23 17.2:22223333 17.3:22`

// requirements are the numbers of levels 1 and 2, each with its level, in their order.
func requirements() (list []string) {
	for _, section := range strings.Fields(asvs) {
		name, levels, _ := strings.Cut(section, ":")
		for i, level := range levels {
			if level <= '2' {
				list = append(list, fmt.Sprintf("%s.%d %c", name, i+1, level))
			}
		}
	}
	return list
}

// A listed row is a line of the list.
type listed struct {
	number, level, asks, verdict string
	tests                        []string // with their packages
}

var (
	listRow   = regexp.MustCompile(`(?m)^\| (\d[\d.]+) \| (\d) \| ([^|]+) \| ([^|]+) \|$`)
	namedTest = regexp.MustCompile(`^([a-z0-9/]+ )?Test\w+$`)
	inPassing = regexp.MustCompile("`(Test\\w+)`")
	defined   = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

func readList(text string) (rows []listed) {
	for _, cells := range listRow.FindAllStringSubmatch(text, -1) {
		row := listed{number: cells[1], level: cells[2], asks: cells[3], verdict: cells[4]}
		if tests, proved := strings.CutPrefix(row.verdict, "proved: "); proved {
			row.tests = strings.Split(tests, ", ")
		}
		rows = append(rows, row)
	}
	return rows
}

// wrongInList says what is wrong with a list, where these tests are there.
func wrongInList(text string, there map[string]bool) (wrong []string) {
	say := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	var numbers []string
	rows := readList(text)
	for _, row := range rows {
		numbers = append(numbers, row.number+" "+row.level)
		kind, reason, _ := strings.Cut(row.verdict, ": ")
		switch {
		case kind != "proved" && kind != "not here" && kind != "open", len(reason) < 8:
			say("%s is neither proved, nor not here, nor open with a reason: %s", row.number, row.verdict)
		case strings.Count(row.verdict, "proved: ")+strings.Count(row.verdict, "not here: ")+
			strings.Count(row.verdict, "open: ") != 1:
			say("%s is more than one of these: %s", row.number, row.verdict)
		}
		for _, name := range row.tests {
			if !namedTest.MatchString(name) || !there[name] {
				say("%s: there is no test %q", row.number, name)
			}
		}
		for _, name := range inPassing.FindAllStringSubmatch(row.verdict, -1) {
			if !there[name[1]] {
				say("%s: there is no test %s", row.number, name[1])
			}
		}
	}
	for _, wanted := range requirements() {
		if n := strings.Count(" "+strings.Join(numbers, "  ")+" ", " "+wanted+" "); n != 1 {
			say("%s stands there %d times", wanted, n)
		}
	}
	if !slices.Equal(numbers, requirements()) {
		say("the numbers are not those of the list, in its order")
	}
	if lines := strings.Count(text, "\n| ") - 2*strings.Count(text, "\n| Number |"); lines != len(rows) {
		say("%d lines are no rows", lines-len(rows))
	}
	return wrong
}

// testsThere are the names of all tests, alone and with their packages.
func testsThere(t *testing.T) map[string]bool {
	t.Helper()
	there := map[string]bool{}
	for _, file := range ownFiles(t, ".go") {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		for _, name := range defined.FindAllStringSubmatch(readFile(t, file), -1) {
			there[name[1]], there[path.Dir(file)+" "+name[1]] = true, true
		}
	}
	return there
}

// Every requirement of ASVS, levels 1 and 2, has one row, and the tests that it names are there.
func TestTheList(t *testing.T) {
	text := readFile(t, theList)
	for _, wrong := range wrongInList(text, testsThere(t)) {
		t.Error(wrong)
	}
	count := map[string]int{}
	for _, row := range readList(text) {
		kind, _, _ := strings.Cut(row.verdict, ":")
		count[kind]++
	}
	t.Logf("of %d requirements %d are proved, %d have nothing here that they ask about, %d are open",
		len(requirements()), count["proved"], count["not here"], count["open"])
	if count["proved"]+count["not here"] < 170 {
		t.Errorf("too few hold: %v", count)
	}
}

func TestTheListFindsWhatIsPlanted(t *testing.T) {
	text, there := readFile(t, theList), testsThere(t)
	row := listRow.FindString(text)
	for what, planted := range map[string]string{
		"a row is gone":            strings.Replace(text, row+"\n", "", 1),
		"a row twice":              strings.Replace(text, row, row+"\n"+row, 1),
		"a test that is not there": strings.Replace(text, "TestCleanText", "TestCleanTexts", 1),
		"a test of another place":  strings.Replace(text, "handlers/web TestCleanText", "db TestCleanText", 1),
		"a test in passing":        strings.Replace(text, "`TestCookiesOverHTTPS`", "`TestCookies`", 1),
		"another level":            strings.Replace(text, "| 1.1.1 | 2 |", "| 1.1.1 | 1 |", 1),
		"another number":           strings.Replace(text, "| 1.1.1 |", "| 1.1.9 |", 1),
		"no verdict":               strings.Replace(text, "not here: ", "", 1),
		"two verdicts":             strings.Replace(text, "not here: ", "not here: open: ", 1),
		"no reason":                regexp.MustCompile(`open: [^|]+`).ReplaceAllString(text, "open: "),
	} {
		if planted == text {
			t.Errorf("%s: nothing is planted", what)
		}
		if len(wrongInList(planted, there)) == 0 {
			t.Errorf("%s is not found", what)
		}
	}
}

// The figures of the page are those of the code, and it has a section for each requirement that it proves.
func TestSecurityPage(t *testing.T) {
	text := readFile(t, securityPage)
	figures := regexp.MustCompile("(?m)^\\| [^|]+ \\| `([^`|]+)`[^|]* \\| `([^`|]+)` `([^`|]+)` \\|$").FindAllStringSubmatch(text, -1)
	if len(figures) < 25 {
		t.Errorf("only %d figures", len(figures))
	}
	for _, figure := range figures {
		value, file, name := figure[1], figure[2], figure[3]
		stands := regexp.MustCompile(`(?m)^\s*(const )?` + regexp.QuoteMeta(name) + `(\s*=|:)\s+` + regexp.QuoteMeta(value) + `(,|\s|$)`)
		inSQL := regexp.MustCompile(`const ` + regexp.QuoteMeta(name) + " = `[^`]*interval '" + regexp.QuoteMeta(value) + `'`)
		if code := readFile(t, file); !stands.MatchString(code) && !inSQL.MatchString(code) {
			t.Errorf("%s: %s is not %s", file, name, value)
		}
	}
	var sections []string
	for _, heading := range regexp.MustCompile(`(?m)^## [^(\n]+ \(([\d., ]+)\)\n\n\S.{10}`).FindAllStringSubmatch(text, -1) {
		sections = append(sections, strings.Split(heading[1], ", ")...)
	}
	var proves []string
	for _, row := range readList(readFile(t, theList)) {
		if slices.Contains(row.tests, path.Dir(theList)+" TestSecurityPage") {
			proves = append(proves, row.number)
		}
	}
	slices.SortFunc(sections, compareNumbers)
	if !slices.Equal(sections, proves) {
		t.Errorf("the page has sections for %v, and the list names it for %v", sections, proves)
	}
}

// compareNumbers orders numbers like 6.2.10.
func compareNumbers(a, b string) int {
	parts := func(number string) (list []int) {
		for part := range strings.SplitSeq(number, ".") {
			n, _ := strconv.Atoi(part)
			list = append(list, n)
		}
		return list
	}
	return slices.Compare(parts(a), parts(b))
}
