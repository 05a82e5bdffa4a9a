package proof_test

import (
	"testing"

	"carteado/engine"
	"carteado/engine/proof"
)

// Whatever is read as a record is the same record when it is written and read again.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"format":"carteado match 1","match":3,"moves":[{"seat":1,"move":"draw @stock"}],"totals":[1,2]}`))
	f.Add([]byte("[Format \"carteado match 1\"]\n[Match \"3\"]\n[Option \"target\" \"100\"]\n[Seat \"0\" \"Ana\"]\n" +
		"; Round 1\n1. 0 draw @stock\n2. 0 discard KD {clock}\n" +
		"= 1 dealer 0 how knock by 1 winner 1 loser 0 points 0 12 totals 0 12 wins\n\n# totals 0 12\n# left placing 2 1\n"))
	f.Add([]byte("[Format \"carteado match 1\"]\n= 1 how\n#\n1. 200 x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := proof.Read(data)
		if err != nil || data[0] == '{' || r.Signature != nil { // JSON may hold what no text can
			return
		}
		text, err := r.Text(nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := proof.Read(text)
		if err != nil {
			t.Fatalf("%v: %q", err, text)
		}
		was, failed := r.ToSign()
		now, err := again.ToSign()
		if err != nil || failed != nil || was != now {
			t.Errorf("%q is another record as %q", data, text)
		}
		_, _ = r.Prove([]engine.Game{})
	})
}
