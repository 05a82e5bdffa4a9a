package handlers

import (
	"encoding/json"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/static"
	"carteado/views/link"
)

// Our scripts keep nothing on a device but the page without a connection, the files it
// needs, the names of tables that wait, the numbers of the rounds whose end was shown and
// heard last, what it has added to the deals of matches, words that are half written at a table, the page that was
// played by keys last, the volume, and the days of visits: no hand, and no page that could show one.
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
		`forms.js.setItem("seals"`, `forms.js.setItem(half`, `install.js.setItem("visits"`, `sound.js.setItem("heard"`,
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
	if page.form(link.Language) != nil {
		t.Error("the page without a connection has a form, which can be sent nowhere")
	}
	for _, file := range regexp.MustCompile(`/static/[\w./-]+`).FindAllString(page.body, -1) {
		if strings.HasSuffix(file, "/") || e.as("nobody").get(file).StatusCode != http.StatusOK {
			t.Errorf("the page without a connection needs %s", file)
		}
	}
}

// Devices that take no drawings find pictures, in the manifest and in the head of each page.
func TestIconsAsPictures(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	var manifest struct {
		Icons []struct{ Src, Sizes, Type, Purpose string }
	}
	bento := e.as("Bento")
	if err := json.Unmarshal([]byte(bento.get("/manifest.webmanifest").body), &manifest); err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, icon := range manifest.Icons {
		if r := bento.get(icon.Src); r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != icon.Type {
			t.Errorf("%s: %d, %s", icon.Src, r.StatusCode, r.Header.Get("Content-Type"))
		}
		found[icon.Type+" "+icon.Sizes+" "+icon.Purpose] = true
	}
	for _, want := range []string{"image/png 192x192 any", "image/png 512x512 any", "image/png 512x512 maskable"} {
		if !found[want] {
			t.Errorf("the manifest has no icon %s", want)
		}
	}
	touch := regexp.MustCompile(`rel="apple-touch-icon" href="([^"]+)"`).
		FindStringSubmatch(bento.get(link.Club(e.club)).body)
	if touch == nil || bento.get(touch[1]).StatusCode != http.StatusOK {
		t.Errorf("the pages name no picture for a phone: %v", touch)
	}
}
