package handlers

import (
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/static"
)

// Our scripts keep nothing on a device but the page without a connection, the files it
// needs, the names of tables that wait, the numbers of the rounds whose end was shown and
// heard last, what it has added to the deals of matches, the page that was played by keys last, the volume, and the
// days of visits: no hand, and no page that could show one.
func TestDeviceKeepsNoHand(t *testing.T) {
	t.Parallel()
	scripts, err := filepath.Glob("../static/*.js")
	if err != nil || len(scripts) < 3 {
		t.Fatalf("scripts %v, %v", scripts, err)
	}
	var kept []string
	for _, path := range scripts {
		name := filepath.Base(path)
		script := string(static.Bytes(name))
		for _, put := range regexp.MustCompile(`\.(put|addAll|setItem)\([^,)]*`).FindAllString(script, -1) {
			kept = append(kept, name+put)
		}
		script = regexp.MustCompile(`localStorage\.[gs]etItem\("(sound|visits|seals)"`).ReplaceAllString(script, "")
		if found := regexp.MustCompile(`localStorage|indexedDB|cache\.add\(|store\.add\(|document\.cookie`).
			FindString(script); found != "" {
			t.Errorf("%s keeps something in %s", name, found)
		}
	}
	want := []string{`app.js.put("/waits"`, `focus.js.setItem("keys"`, `end.js.setItem("end"`,
		`forms.js.setItem("seals"`, `install.js.setItem("visits"`, `sound.js.setItem("heard"`,
		`sound.js.setItem("sound"`, `worker.js.put("/offline"`, `worker.js.addAll([...new Set(files`}
	if slices.Sort(kept); !slices.Equal(kept, slices.Sorted(slices.Values(want))) {
		t.Errorf("scripts keep %q, want %q", kept, want)
	}

	e := newEvening(t)
	page := e.as("Bento").get("/offline")
	if plain := e.as("nobody").get("/offline"); impersonal(page) != impersonal(plain) {
		t.Errorf("the page without a connection depends on its reader: %s",
			difference(impersonal(page), impersonal(plain)))
	}
	for _, file := range regexp.MustCompile(`/static/[\w./-]+`).FindAllString(page.body, -1) {
		if strings.HasSuffix(file, "/") || e.as("nobody").get(file).StatusCode != http.StatusOK {
			t.Errorf("the page without a connection needs %s", file)
		}
	}
}
