package password

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/trustelem/zxcvbn/frequency"
	"golang.org/x/text/unicode/norm"
)

const (
	// MinLength is the least number of characters of a password.
	MinLength = 8
	// Advised is the number of characters from which a password alone is
	// thought to hold.
	Advised = 15
	// MaxLength keeps a password a line of text.
	MaxLength = 256
)

// Why a password is refused.
const (
	Short   = "short"   // fewer than MinLength characters
	Long    = "long"    // more than MaxLength characters
	Common  = "common"  // among those that are guessed first
	Run     = "run"     // repeats itself, counts or follows the keyboard, and has hardly anything beside that
	Obvious = "obvious" // the name, the e-mail address or the club
)

// Weakness says why a password is refused, "" when it is taken. Words that others
// know of the player are not allowed as a password. There are no rules about
// kinds of characters: they make passwords harder to remember, not to guess.
func Weakness(plain string, known ...string) string {
	plain = norm.NFKC.String(plain)
	length := utf8.RuneCountInString(plain)
	switch {
	case length < MinLength:
		return Short
	case length > MaxLength:
		return Long
	}
	word := fold(plain)
	for _, text := range known {
		local, _, _ := strings.Cut(text, "@")
		for _, taken := range []string{fold(text), fold(local)} {
			if taken != "" && (word == taken || stem(word) == taken || strings.ReplaceAll(word, taken, "") == "") {
				return Obvious
			}
			if bare := letters(taken); bare != "" && (letters(word) == bare || stem(letters(word)) == bare) {
				return Obvious
			}
		}
	}
	switch {
	case isCommon(word) || isCommon(stem(word)):
		return Common
	case runs(word) || monotonous(word) || onKeyboard(word):
		return Run
	}
	return ""
}

// fold is a text without what people change in it to have another: capitals,
// accents and spaces.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(s))
}

// letters is a folded text without its signs: quinta-feira and quintafeira are
// one name.
func letters(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return r
		}
		return -1
	}, word)
}

// stem is a word without the digits and signs that people put around it.
func stem(word string) string {
	return strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })
}

func isCommon(word string) bool {
	_, common := guesses()[word]
	return common
}

// runs reports that a word only repeats itself or counts: aaaaaaaa, 12121212,
// 23456789, hgfedcba.
func runs(word string) bool {
	r := []rune(word)
	for period := 1; period <= len(r)/2; period++ {
		if strings.HasPrefix(word, string(r[period:])) {
			return true
		}
	}
	for _, step := range []rune{1, -1} {
		counts := true
		for i := 1; i < len(r); i++ {
			counts = counts && r[i]-r[i-1] == step
		}
		if counts {
			return true
		}
	}
	return false
}

const (
	minKinds = 4 // different characters
	minRest  = 4 // characters beside runs
	minRun   = 4 // keys that make a run: three are neighbours in many words
)

// monotonous reports a word of hardly any letters, or one that is a run of equal
// or counting characters and little else: aaaaaaab, abababac, 12345678x.
func monotonous(word string) bool {
	r := []rune(word)
	kinds := map[rune]bool{}
	for _, c := range r {
		kinds[c] = true
	}
	return len(kinds) < minKinds || len(r)-longestRun(r) < minRest
}

// longestRun is the length of the longest part of a word in which each character
// follows from the one before by the same step: none, one up or one down.
func longestRun(r []rune) int {
	longest := 1
	for _, step := range []rune{0, 1, -1} {
		length := 1
		for i := 1; i < len(r); i++ {
			if length++; r[i]-r[i-1] != step {
				length = 1
			}
			longest = max(longest, length)
		}
	}
	return longest
}

// rows are those of a keyboard. Each key lies below the one of the same column, and the one right of that.
var rows = []string{"1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./"}

// onKeyboard reports a word of keys that lie side by side and little else: qwertyui, 1qaz2wsx3edc.
func onKeyboard(word string) bool {
	r := []rune(word)
	rest, run := len(r), 1
	for i := 1; i <= len(r); i++ {
		if i < len(r) && besides(r[i-1], r[i]) {
			run++
			continue
		}
		if run >= minRun {
			rest -= run
		}
		run = 1
	}
	return rest < minRest
}

// besides reports that two keys are neighbours.
func besides(a, b rune) bool {
	for row, keys := range rows {
		at := strings.IndexRune(keys, a)
		if at < 0 {
			continue
		}
		for next, other := range rows {
			to := strings.IndexRune(other, b)
			if to < 0 {
				continue
			}
			switch next - row {
			case 0:
				return to == at+1 || to == at-1
			case 1:
				return to == at || to == at-1
			case -1:
				return to == at || to == at+1
			}
		}
	}
	return false
}

// guesses are the thirty thousand most common passwords of known leaks, of which more than eleven thousand are long
// enough, and some that a list collected in English has not.
var guesses = sync.OnceValue(func() map[string]struct{} {
	leaked := frequency.FrequencyLists["passwords"]
	common := make(map[string]struct{}, len(leaked)+len(brazilian))
	for _, list := range [][]string{leaked, brazilian} {
		for _, word := range list {
			common[word] = struct{}{}
		}
	}
	return common
})

var brazilian = []string{
	"senha", "minhasenha", "senhasegura", "senhaforte", "mudar", "trocar", "admin", "administrador", "carteado",
	"baralho", "brasil", "flamengo", "corinthians", "palmeiras", "saopaulo", "gremio", "internacional", "cruzeiro",
	"vasco", "botafogo", "fluminense", "santos", "bahia", "teamo", "euteamo", "teamodemais", "amordaminhavida",
	"deusefiel", "jesuscristo", "familia", "felicidade", "gabriel", "mariaeduarda", "qwertyuiop", "asdfghjkl",
	"1q2w3e4r", "1q2w3e4r5t", "a1b2c3d4", "abcd1234", "correcthorsebatterystaple",
}
