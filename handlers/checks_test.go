package handlers

import (
	"bytes"
	"net/http"
	"testing"

	"carteado/engine"
	"carteado/engine/proof"
	"carteado/views/link"
)

// The page of a check says what fits, and the file that leads away from the club proves the match by itself.
func TestCheck(t *testing.T) {
	t.Parallel()
	e := newEvening(t)
	davi := e.as("Davi")
	page := davi.get(link.Check(e.club, e.over)).want(http.StatusOK).says("It fits").says("jabuticaba").
		says("What this does not prove")
	if fits := all(page.doc(), "section", "class", "verdict verdict--bad"); len(fits) != 1 {
		t.Error("there is no verdict for the script to show")
	} else if _, hidden := attr(fits[0], "hidden"); !hidden {
		t.Error("a match that fits is said not to")
	}
	file := davi.get(link.Record(e.club, e.over)).want(http.StatusOK)
	record, err := proof.Read([]byte(file.body))
	if err != nil {
		t.Fatal(err)
	}
	var rules []engine.Game
	for _, game := range e.Games {
		rules = append(rules, game.Rules)
	}
	if _, err := record.Prove(rules); err != nil || len(record.Moves) == 0 {
		t.Errorf("the file does not prove the match: %v", err)
	}
	text, err := proof.Read([]byte(davi.get(link.RecordText(e.club, e.over)).want(http.StatusOK).body))
	if err != nil || text.Signature == nil || !bytes.Equal(text.Signature.Key, record.Signature.Key) {
		t.Fatalf("the text is not signed by the key of the file: %v", err)
	}
	if _, err := text.Prove(rules); err != nil {
		t.Errorf("the text does not prove the match: %v", err)
	}
	davi.get(link.Check(e.club, e.running)).want(http.StatusNotFound)
	davi.get(link.Record(e.club, e.running)).want(http.StatusNotFound)

	// The database's owner can write another secret past its triggers. The page says that it does not fit.
	e.sql(`ALTER TABLE matches DISABLE TRIGGER matches_seed_stays`)
	e.sql(`UPDATE matches SET seed = sha256('another') WHERE id = $1`, e.over)
	changed := davi.get(link.Check(e.club, e.over)).want(http.StatusOK).says("It does not fit")
	if good := all(changed.doc(), "section", "class", "verdict verdict--good"); len(good) != 1 {
		t.Error("there is no verdict for the script to show")
	} else if _, hidden := attr(good[0], "hidden"); !hidden {
		t.Error("a match that does not fit is said to")
	}
	if bytes.Contains([]byte(changed.body), []byte(`"rounds":[{`)) {
		t.Error("cards are shown that nobody can check")
	}
}
