package enginetest_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"carteado/engine/enginetest"
	"carteado/engine/enginetest/toy"
)

func TestReplays(t *testing.T) {
	enginetest.Golden(t, toy.Game{}, "testdata/replays")
}

func TestGoldenFindsWhatIsMissingOrChanged(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(dir string) error
		want  string
	}{
		"nothing": {func(string) error { return nil }, ""},
		"a replay was deleted": {
			func(dir string) error { return os.Remove(filepath.Join(dir, "2-turns=3.replay")) },
			"2-turns=3.replay is missing",
		},
		"a replay is not listed": {
			func(dir string) error {
				return os.CopyFS(dir, fstest.MapFS{"report-7.replay": {}})
			},
			"the index lists",
		},
		"the index was deleted": {
			func(dir string) error { return os.Remove(filepath.Join(dir, "index")) },
			"no such file",
		},
		"a result was changed": {
			func(dir string) error {
				path := filepath.Join(dir, "2-default.replay")
				text, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				return os.WriteFile(path, []byte(strings.Replace(string(text), "totals [", "totals [1", 1)), 0o600)
			},
			"2-default.replay: line ",
		},
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("testdata/replays")); err != nil {
			t.Fatal(err)
		}
		if err := c.spoil(dir); err != nil {
			t.Fatal(err)
		}
		err := enginetest.CheckGolden(toy.Game{}, dir)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
