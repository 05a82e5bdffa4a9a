package match

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"time"

	"carteado/engine"
	"carteado/engine/card"
	"carteado/engine/proof"
	"carteado/engine/shuffle"
	"carteado/views/part"
)

// CheckProps is the check of a match that is over: from the commitment to the cards.
type CheckProps struct {
	Match         int64        // its number here
	Record        proof.Record // by the number by which it was dealt
	Seats         []part.Person
	Contributions []Contribution // by seat; none under the older method
	Sealed, Ended time.Time
	Deals         []proof.Deal
	Fault         string // the step at which this program found a fault; "" where all holds
}

// shared reports that the match was dealt by the secret of all tables of its round, which has a number of its own, and
// to which nobody has added anything.
func (p CheckProps) shared() bool {
	return p.Record.Options.Duplicates() > 0 && p.Match != p.Record.Match
}

// mixes reports that what each seat has added is mixed into the deals.
func (p CheckProps) mixes() bool { return len(p.Contributions) > 0 && !p.shared() }

// unforeseen reports that somebody has added something that the club could not know when it drew the secret.
func (p CheckProps) unforeseen() bool {
	return slices.ContainsFunc(p.Contributions, func(c Contribution) bool {
		return c.How == "word" || c.How == "browser"
	})
}

// committed is the line of which the commitment is the hash.
func (p CheckProps) committed() string {
	return "carteado " + p.Record.Shuffle + " " + strconv.FormatInt(p.Record.Match, 10) + " " + p.Record.Secret
}

// made is the commitment to the secret that is shown, made again.
func (p CheckProps) made() string {
	secret, err := shuffle.ParseSeed(p.Record.Secret)
	if err != nil {
		return ""
	}
	return secret.Commit(p.Record.Shuffle, strconv.FormatInt(p.Record.Match, 10))
}

// text is what is mixed with the secret for the first round, "" under the older method.
func (p CheckProps) text() string {
	if p.Record.Shuffle == shuffle.V1 {
		return ""
	}
	mix := shuffle.Mix{Match: strconv.FormatInt(p.Record.Match, 10)}
	for _, seat := range p.Record.Seats {
		mix.Contributions = append(mix.Contributions, seat.Contribution)
	}
	return mix.Text("round", 1)
}

// commitCommand makes the commitment from the secret, seedCommand the seed of the first round.
func (p CheckProps) commitCommand() string {
	return "printf '%s' '" + p.committed() + "' | sha256sum"
}

func (p CheckProps) seedCommand() string {
	text := p.text()
	if text == "" {
		return ""
	}
	quoted := make([]string, 0, len(p.Record.Seats)+1)
	for _, line := range strings.Split(text, "\n") {
		quoted = append(quoted, "'"+strings.ReplaceAll(line, "'", `'\''`)+"'")
	}
	return "printf '%s" + strings.Repeat(`\n%s`, len(quoted)-1) + "' " + strings.Join(quoted, " ") +
		" | openssl dgst -sha256 -mac HMAC -macopt hexkey:" + p.Record.Secret
}

// checked is all that the script needs, as JSON.
func (p CheckProps) checked() string {
	type pile struct {
		Cards []string `json:"cards"`
		At    []int    `json:"at"`
	}
	type round struct {
		Number int    `json:"number"`
		Piles  []pile `json:"piles"`
	}
	mine := -1
	if !p.shared() {
		mine = slices.IndexFunc(p.Seats, func(s part.Person) bool { return s.Me })
	}
	data := struct {
		Mine          int      `json:"mine"` // the reader's seat, −1 without a part in the deals
		Commitment    string   `json:"commitment"`
		Shuffle       string   `json:"shuffle"`
		Number        string   `json:"number"` // that the commitment names
		Secret        string   `json:"secret"`
		Contributions []string `json:"contributions"`
		Hows          []string `json:"hows"` // how each came
		Pack          []string `json:"pack"`
		Rounds        []round  `json:"rounds"`
		Fault         string   `json:"fault"`
	}{Mine: mine, Commitment: p.Record.Commitment, Shuffle: p.Record.Shuffle,
		Number: strconv.FormatInt(p.Record.Match, 10), Secret: p.Record.Secret, Fault: p.Fault,
		Contributions: []string{}, Hows: []string{}, Pack: []string{}, Rounds: []round{}}
	for _, seat := range p.Record.Seats {
		data.Contributions, data.Hows = append(data.Contributions, seat.Contribution), append(data.Hows, seat.How)
	}
	for _, d := range p.Deals {
		data.Pack = cardNames(d.Pack)
		r := round{Number: d.Round}
		for _, dealt := range d.Piles {
			r.Piles = append(r.Piles, pile{cardNames(dealt.Cards), dealt.At})
		}
		data.Rounds = append(data.Rounds, r)
	}
	text, err := json.Marshal(data)
	if err != nil {
		return "" // it holds text and numbers alone
	}
	return string(text)
}

func cardNames(cards []card.Card) []string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = c.String()
	}
	return names
}

// hands are the hands of the first round, and how many cards of the pack are told.
func (p CheckProps) hands() (hands []proof.Pile, cards int) {
	if len(p.Deals) == 0 {
		return nil, 0
	}
	for _, pile := range p.Deals[0].Piles {
		if pile.Place.Kind == engine.Hand {
			hands = append(hands, pile)
			cards += len(pile.Cards)
		}
	}
	return hands, cards
}
