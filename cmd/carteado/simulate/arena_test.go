package simulate

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	club "carteado/cmd/carteado/games"
)

// report runs an arena and reads its report, without the times.
func arenaOf(t *testing.T, a Arena) arenaReport {
	t.Helper()
	var out bytes.Buffer
	a.JSON = true
	if err := a.Run(t.Context(), club.Rules(), &out); err != nil {
		t.Fatal(err)
	}
	var r arenaReport
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	for i := range r.Time {
		r.Time[i] = timesReport{Bot: r.Time[i].Bot, Decisions: r.Time[i].Decisions}
	}
	r.Seconds = 0
	return r
}

// The same seed and a budget in playouts give the same report on any number of cores.
func TestAnArenaRepeatsOnAnyNumberOfCores(t *testing.T) {
	a := Arena{Game: "knock", Bots: []string{"master", "club", "novice"}, Matches: 6, Deals: "duplicate", Seed: "3",
		Playouts: 40, Timeout: 1}
	a.Cores = 1
	one := arenaOf(t, a)
	a.Cores = 3
	if three := arenaOf(t, a); !reflect.DeepEqual(one, three) {
		t.Errorf("on one core\n%+v\non three\n%+v", one, three)
	}
	if len(one.Tables) != 3 || one.Matches != 18 {
		t.Errorf("three bots at two seats play %+v", one)
	}
	a.Seed = "4"
	if other := arenaOf(t, a); reflect.DeepEqual(one.Tables, other.Tables) {
		t.Error("another seed gives the same matches")
	}
}

// With the same deals from both seats two players that are alike win half, without any doubt.
func TestDuplicateDealsTakeLuckOut(t *testing.T) {
	r := arenaOf(t, Arena{Game: "huangdi", Bots: []string{"steady", "steady"}, Matches: 4, Deals: "duplicate",
		Seed: "1", Timeout: 1})
	if b := r.Tables[0].Bots; len(b) != 1 || b[0].Share != 0.5 || b[0].Seats != 2 {
		t.Errorf("%+v", b)
	}
}

func TestAnArenaAsksForBotsThatThereAre(t *testing.T) {
	for _, name := range []string{"grandmaster", "simple", ""} {
		var out bytes.Buffer
		err := Arena{Game: "palace", Bots: []string{name}, Matches: 1, Seed: "1", Timeout: 1}.Run(t.Context(),
			club.Rules(), &out)
		if err == nil || !strings.Contains(err.Error(),
			"expected one of novice, club, strong, master, random, steady") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
