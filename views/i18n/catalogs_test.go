package i18n_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"carteado/views/i18n"
)

// lineKey is a key of a catalog, which has one in each line. Of two that are the same the last one counts.
var lineKey = regexp.MustCompile(`(?m)^  "[^"]+": `)

// files reads the catalog of a language, file by file.
func files(t *testing.T, lang string) map[string]map[string]string {
	t.Helper()
	paths, err := filepath.Glob(lang + "/*.json")
	if err != nil || len(paths) < 2 {
		t.Fatalf("catalogs %v: %v", paths, err)
	}
	all := map[string]map[string]string{}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		catalog := map[string]string{}
		if err := json.Unmarshal(data, &catalog); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if n := len(lineKey.FindAll(data, -1)); n != len(catalog) {
			t.Errorf("%s says %d keys twice", path, n-len(catalog))
		}
		all[strings.TrimSuffix(filepath.Base(path), ".json")] = catalog
	}
	return all
}

func read(t *testing.T, lang string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for file, catalog := range files(t, lang) {
		for key, text := range catalog {
			if all[key] != "" {
				t.Errorf("%s/%s.json: %s is in another file, too", lang, file, key)
			}
			all[key] = text
		}
	}
	return all
}

// beginnings are how the keys of a file begin, beside the file's own name.
var beginnings = map[string]string{
	"accounts": "account",
	"cards":    "card",
	"clubs":    "club site",
	"common": "paging and and_more back_to_table bot copied copy ties goal losses no number place player points qr " +
		"refresh save see_all wins yes you",
	"corrections": "correct",
	"crests":      "crest",
	"errors":      "error",
	"guests":      "door",
	"invitations": "invitation",
	"layout":      "brand nav offline read_in_this skip tab title",
	"matches":     "chart fair match result with",
	"members":     "member",
	"offers":      "event.aside",
	"newtable":    "chosen default new_table option option_group players preset",
	"phrases":     "event.aside.say",
	"passkeys":    "codes proof",
	"passwords":   "new_password password password_link",
	"requests":    "pending",
	"roles":       "right role",
	"rounds":      "recap round",
	"rules":       "pile",
	"seals":       "seal",
	"seasons":     "season",
	"sessions":    "sign_in",
	"settings":    "language sign_out",
	"standings":   "charter form tie why",
	"suspensions": "paused suspend",
	"table":       "close dismiss event refusal rule",
	"tables":      "game_table game_with",
	"waiting":     "seat",
	"zones":       "zone",
}

// The words of a page stand in the file of its name, and those of a game in two
// files: its own, and one for the page of its rules.
func TestWordsStandInTheFileOfTheirPage(t *testing.T) {
	catalogs := files(t, i18n.English)
	home := map[string]string{} // the file of each beginning
	for file := range catalogs {
		home[file] = file
		for begin := range strings.FieldsSeq(beginnings[file]) {
			home[begin] = file
		}
		if game, found := strings.CutSuffix(file, "-rules"); found {
			home["rules."+game] = file
			for family := range strings.FieldsSeq("feature game how event option preset rule pile sheet match.who") {
				home[family+"."+game] = game
			}
			home["lessons."+game] = game + "-lessons"
		}
	}
	for _, lang := range i18n.Languages() {
		for file, catalog := range files(t, lang) {
			if catalogs[file] == nil {
				t.Errorf("%s/%s.json is in one language only", lang, file)
			}
			for key := range catalog {
				begin, found := key, home[key] != ""
				for at := len(key); !found && at > 0; found = home[begin] != "" {
					at = max(0, strings.LastIndex(key[:at], "."))
					begin = key[:at]
				}
				if home[begin] != file {
					t.Errorf("%s/%s.json holds %s, which belongs to %q", lang, file, key, home[begin])
				}
			}
		}
	}
}

var placeholder = regexp.MustCompile(`\{[a-z_]*\}`)

func TestCatalogsAgree(t *testing.T) {
	first := read(t, i18n.Portuguese)
	for _, lang := range i18n.Languages() {
		catalog := read(t, lang)
		for key, text := range first {
			other, ok := catalog[key]
			if !ok {
				t.Errorf("%s: no text for %s", lang, key)
				continue
			}
			if strings.TrimSpace(other) == "" {
				t.Errorf("%s: empty text for %s", lang, key)
			}
			want, got := placeholder.FindAllString(text, -1), placeholder.FindAllString(other, -1)
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Errorf("%s: %s has arguments %v, not %v", lang, key, got, want)
			}
		}
		for key := range catalog {
			if _, ok := first[key]; !ok {
				t.Errorf("%s: %s is in no other catalog", lang, key)
			}
			if form, plural := strings.CutSuffix(key, ".one"); plural && catalog[form+".other"] == "" {
				t.Errorf("%s: %s has no form for other numbers", lang, form)
			}
		}
	}
}

func TestPlural(t *testing.T) {
	for _, c := range []struct {
		lang string
		n    int
		want string
	}{
		{i18n.Portuguese, 0, "0 carta"}, {i18n.Portuguese, 1, "1 carta"}, {i18n.Portuguese, 2, "2 cartas"},
		{i18n.English, 0, "0 cards"}, {i18n.English, 1, "1 card"}, {i18n.English, 22, "22 cards"},
	} {
		if got := i18n.T(i18n.With(t.Context(), c.lang), "table.cards", "n", c.n); got != c.want {
			t.Errorf("%s, %d: %q, want %q", c.lang, c.n, got, c.want)
		}
	}
	for lang, want := range map[string]string{i18n.Portuguese: "nenhuma rodada", i18n.English: "no rounds"} {
		if got := i18n.T(i18n.With(t.Context(), lang), "rounds", "n", 0); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}

func TestTextWithoutKeyShowsTheKey(t *testing.T) {
	if got := i18n.T(t.Context(), "no.such.key"); got != "[no.such.key]" {
		t.Errorf("got %q", got)
	}
}

func TestNegotiate(t *testing.T) {
	for accept, want := range map[string]string{
		"":                          i18n.Portuguese,
		"pt-BR,pt;q=0.9,en;q=0.8":   i18n.Portuguese,
		"pt-PT":                     i18n.Portuguese,
		"en-GB,en;q=0.9":            i18n.English,
		"de-DE,en;q=0.5":            i18n.English,
		"ja":                        i18n.Portuguese,
		"not a header; q=banana, (": i18n.Portuguese,
	} {
		if got := i18n.Negotiate(accept); got != want {
			t.Errorf("Negotiate(%q) = %s, want %s", accept, got, want)
		}
	}
}

func TestTimesAreTheClubs(t *testing.T) {
	zone := time.FixedZone("BRT", -3*60*60)
	now := time.Date(2026, time.November, 20, 1, 0, 0, 0, time.UTC) // the evening before, in the club
	ctx := i18n.WithTime(i18n.With(t.Context(), i18n.English), now, zone)
	for _, c := range []struct {
		before time.Duration
		want   string
	}{
		{20 * time.Second, "just now"}, {5 * time.Minute, "5 min ago"}, {3 * time.Hour, "3 h ago"},
		{23 * time.Hour, "yesterday"}, {3 * 24 * time.Hour, "3 days ago"}, {30 * 24 * time.Hour, "20 October 2026"},
	} {
		if got := i18n.Ago(ctx, now.Add(-c.before)); got != c.want {
			t.Errorf("%s before: %q, want %q", c.before, got, c.want)
		}
	}
	if got := i18n.Moment(ctx, now); got != "19 November 2026, 22:00" {
		t.Errorf("Moment: %q", got)
	}
	if got := i18n.DateOnly(ctx, now.Truncate(24*time.Hour)); got != "20 November 2026" {
		t.Errorf("DateOnly: %q", got)
	}
	for name, want := range map[string]string{"UTC": "UTC", "America/Sao_Paulo": "UTC−3", "Asia/Kolkata": "UTC+5:30",
		"Australia/Sydney": "UTC+11", "America/St_Johns": "UTC−3:30"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := i18n.Offset(ctx, zone); got != want {
			t.Errorf("Offset of %s: %q, want %q", name, got, want)
		}
	}
	if got := i18n.PartOfDay(ctx); got != "evening" {
		t.Errorf("PartOfDay: %q", got)
	}
}

func TestSigned(t *testing.T) {
	for n, want := range map[int][2]string{-10: {"−10", "−10"}, 0: {"0", "0"}, 4: {"4", "+4"}} {
		if got := [2]string{i18n.Signed(n), i18n.Gained(n)}; got != want {
			t.Errorf("%d: %v, want %v", n, got, want)
		}
	}
}

// What can be one is told in the singular.
func TestOneIsSingular(t *testing.T) {
	for _, key := range []string{
		"hints.knock.ways", "hints.rummy.layoff", "event.knock.renewed", "event.rummy.renewed", "yearbook.won",
		"yearbook.leads", "ratings.chart.summary",
	} {
		for _, lang := range i18n.Languages() {
			told := func(n int) string { return i18n.T(i18n.With(t.Context(), lang), key, "n", n) }
			if one := told(1); !strings.Contains(one, "1") || one == strings.Replace(told(2), "2", "1", 1) {
				t.Errorf("%s %s is one as it is many: %s", lang, key, one)
			}
		}
	}
}
