package card_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"carteado/engine/card"

	"pgregory.net/rapid"
)

// every card of every game, and the one nobody may see.
func every() []card.Card {
	all := append([]card.Card{card.Unknown}, card.French()...)
	for n := 1; n <= 10; n++ {
		all = append(all, card.Number(n))
	}
	return append(all, card.Joker, card.Reverse)
}

func TestParseIsTheInverseOfString(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range every() {
		text := c.String()
		if got, err := card.Parse(text); err != nil || got != c {
			t.Errorf("Parse(%q) = %v, %v", text, got, err)
		}
		if seen[text] {
			t.Errorf("two cards are written %q", text)
		}
		seen[text] = true
	}
	if len(seen) != 52+12+1 {
		t.Errorf("%d cards are written differently, want 65", len(seen))
	}
}

func TestParseAcceptsNoOtherSpelling(t *testing.T) {
	for _, text := range []string{
		"", " ", "7h", "7♥", "H7", "10H", "1H", "0H", " 7H", "7H ", "7HH", "A", "T", "j", "r",
		"?", "???", "0", "11", "01", "-1", "+1", "JJ", "XH", "7X", "AD=7C", "\x00\x00",
	} {
		if c, err := card.Parse(text); err == nil {
			t.Errorf("Parse(%q) = %v, want an error", text, c)
		} else if !strings.Contains(err.Error(), fmt.Sprintf("%q", text)) ||
			!strings.Contains(err.Error(), "expected") {
			t.Errorf("Parse(%q): %v: want what was read and what was expected", text, err)
		}
	}
}

func TestWhatIsReadIsWrittenAlike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[A2-9TJQKRCDHS?10 ]{0,5}`).Draw(t, "text")
		if c, err := card.Parse(text); err == nil && c.String() != text {
			t.Fatalf("Parse(%q) is %q", text, c)
		}
		if cards, err := card.List(text); err == nil && card.Write(cards) != text {
			t.Fatalf("List(%q) is %q", text, card.Write(cards))
		}
	})
}

func TestRankAndSuit(t *testing.T) {
	for i, c := range card.French() {
		if c != card.New(c.Rank(), c.Suit()) || c.Rank() != i/4+1 || c.Suit() != card.Suit(i%4) || !c.IsFrench() {
			t.Errorf("%v has rank %d and suit %d", c, c.Rank(), c.Suit())
		}
	}
	for _, c := range []card.Card{card.Unknown, card.Joker, card.Reverse, card.Number(1), card.Number(10), 200} {
		if c.IsFrench() || c.Suit() != card.NoSuit {
			t.Errorf("%v is taken for a French card", c)
		}
	}
	if card.Number(7).Rank() != 7 || card.Joker.Rank() != 0 || card.Unknown.Rank() != 0 {
		t.Error("rank of a card without suit")
	}
	if got := card.Card(200).String(); got != "??" {
		t.Errorf("what is no card is written %q", got)
	}
}

func TestList(t *testing.T) {
	cards, err := card.List("7H TD AS")
	if want := []card.Card{card.New(7, card.Hearts), card.New(10, card.Diamonds),
		card.New(card.Ace, card.Spades)}; err != nil || !slices.Equal(cards, want) {
		t.Errorf("List = %v, %v", cards, err)
	}
	if cards, err := card.List(""); err != nil || cards != nil {
		t.Errorf("List of nothing = %v, %v", cards, err)
	}
	for _, text := range []string{" 7H", "7H ", "7H  TD", "7H,TD", "7H td"} {
		if _, err := card.List(text); err == nil {
			t.Errorf("List(%q) is accepted", text)
		}
	}
}

func TestJSONWritesWords(t *testing.T) {
	data, err := json.Marshal(every())
	if err != nil || !strings.HasPrefix(string(data), `["??","AC","AD","AH","AS","2C"`) {
		t.Fatalf("%s, %v", data, err)
	}
	var back []card.Card
	if err := json.Unmarshal(data, &back); err != nil || !slices.Equal(back, every()) {
		t.Errorf("%v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`["7h"]`), &back); err == nil {
		t.Error("another spelling is accepted")
	}
}

func ExampleParse() {
	c, err := card.Parse("TD")
	fmt.Println(c.Rank(), c.Suit() == card.Diamonds, err)
	_, err = card.Parse("10D")
	fmt.Println(err)
	// Output:
	// 10 true <nil>
	// card "10D": expected a rank A23456789TJQK and a suit CDHS, a number 1 to 10, J or R
}
