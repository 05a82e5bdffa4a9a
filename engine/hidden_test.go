package engine_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"carteado/engine"
	"carteado/engine/enginetest/toy"
)

// counting is the seed 00 01 02 … 1f.
func counting() (s engine.Seed) {
	for i := range s {
		s[i] = byte(i)
	}
	return s
}

// A secret that is printed by mistake prints as [hidden].
func TestSecretsAreHidden(t *testing.T) {
	seed := counting()
	pack := toy.Pack()
	setup := engine.Setup{Seats: 2, Seed: seed, Pack: pack, Options: engine.Options{}}
	match, err := engine.NewMatchDealt(toy.Game{}, setup)
	if err != nil {
		t.Fatal(err)
	}
	for name, secret := range map[string]any{
		"seed": seed, "seed pointer": &seed, "seed in a struct": struct{ Seed engine.Seed }{seed},
		"seeds": []engine.Seed{seed}, "seeds by name": map[string]engine.Seed{"of the match": seed},
		"setup": setup, "setup pointer": &setup, "match": match,
	} {
		var out bytes.Buffer
		for _, verb := range []string{"%v", "%+v", "%#v", "%x", "%X", "%s", "%q", "%d", "% x"} {
			fmt.Fprintf(&out, verb+"\n", secret)
		}
		fmt.Fprintln(&out, secret)
		slog.New(slog.NewTextHandler(&out, nil)).Info("text", "secret", secret)
		slog.New(slog.NewJSONHandler(&out, nil)).Info("json", "secret", secret)
		if name != "match" { // storage is what its JSON is for
			data, err := json.Marshal(secret)
			if err != nil {
				t.Fatal(err)
			}
			out.Write(data)
		}
		for _, leak := range []string{"000102", "00 01 02", "0 1 2", "0x0, 0x1", "AAEC", "AC", "1 2 3", "0x1, 0x2",
			"hands"} {
			if at := strings.Index(out.String(), leak); at >= 0 {
				t.Errorf("%s prints %q in\n%s", name, leak, out.String()[max(0, at-40):min(out.Len(), at+40)])
			}
		}
		if !strings.Contains(out.String(), "[hidden]") {
			t.Errorf("%s prints\n%s", name, &out)
		}
	}
	data, err := json.Marshal(match)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(data, []byte(seed.Hex())) || bytes.Contains(data, []byte("AAEC")) {
		t.Errorf("the stored match holds the seed: %s", data)
	}
	if !slices.Equal(pack, toy.Pack()) {
		t.Error("the deal changed the caller's pack")
	}
}
