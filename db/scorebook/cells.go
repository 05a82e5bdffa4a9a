package scorebook

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"
)

// cleanCell is a text as people mean it: single spaces, none around it, and without the apostrophe by which a
// spreadsheet is told that a cell is no formula.
func cleanCell(text string) string {
	text = strings.Join(strings.Fields(norm.NFKC.String(text)), " ")
	if rest, is := strings.CutPrefix(text, "'"); is && strings.IndexAny(rest, "=+-@") == 0 {
		return rest
	}
	return text
}

// PlainCell is a text that no spreadsheet takes for a formula: with the apostrophe that cleanCell takes away. Numbers
// stay as they are.
func PlainCell(text string) string {
	if _, err := strconv.Atoi(text); err != nil && strings.IndexAny(strings.TrimLeft(text, " \n"), "=+-@\t\r") == 0 {
		return "'" + text
	}
	return text
}

// Fold is what two ways to write a name have in common: neither case nor accents count.
func Fold(text string) string {
	if strings.IndexFunc(text, func(r rune) bool { return r > unicode.MaxASCII }) < 0 {
		return strings.ToLower(strings.Join(strings.Fields(text), " ")) // what is below takes thirty times as long
	}
	folded, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), text)
	if err != nil {
		folded = text
	}
	return strings.ToLower(strings.Join(strings.Fields(folded), " "))
}

// maxName is as long as the name of a player may be.
const maxName = 40

// nameFault says why a text is no name, "" for a name.
func nameFault(name string) Why {
	if strings.IndexAny(name, "=+-@") == 0 {
		return Formula
	}
	letters := strings.ContainsFunc(name, unicode.IsLetter)
	if utf8.RuneCountInString(name) > maxName || !letters || strings.ContainsFunc(name, hidden) {
		return BadName
	}
	return ""
}

// hidden is a character that prints nothing, or changes what stands around it.
func hidden(r rune) bool {
	return r != ' ' && (!unicode.IsGraphic(r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r) ||
		unicode.Is(unicode.Cf, r))
}

// maxLabel is as long as what a match is called may be.
const maxLabel = 120

// label is what a match is called, without hidden characters and not longer than it may be.
func label(text string) string {
	letters := []rune(strings.Join(strings.FieldsFunc(text, hidden), ""))
	return string(letters[:min(len(letters), maxLabel)])
}

var (
	dayPattern   = regexp.MustCompile(`^(\d{1,4})([-/.])(\d{1,2})([-/.])(\d{1,4})(?:[ T](.*))?$`)
	clockPattern = regexp.MustCompile(`^(\d{1,2})[:h](\d{2})(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$`)
)

// monthPatterns are dates with the name of the month: 17-mai-24, 17 de maio de 2024, May 17, 2024.
var monthPatterns = []*regexp.Regexp{
	regexp.MustCompile(`^(?P<d>\d{1,2})(?:[-/. ]| de )(?P<m>[a-zç]{3,9})\.?(?:[-/. ]| de )(?P<y>\d{2}|\d{4})$`),
	regexp.MustCompile(`^(?P<m>[a-zç]{3,9})\.? (?P<d>\d{1,2}), ?(?P<y>\d{4})$`),
}

// months are the beginnings of their names, in both languages.
var months = [12][]string{{"jan"}, {"fev", "feb"}, {"mar"}, {"abr", "apr"}, {"mai", "may"}, {"jun"}, {"jul"},
	{"ago", "aug"}, {"set", "sep"}, {"out", "oct"}, {"nov"}, {"dez", "dec"}}

// inDigits writes a date that names its month as day/month/year; another text stays as it is.
func inDigits(text string) string {
	for _, pattern := range monthPatterns {
		parts := pattern.FindStringSubmatch(strings.ToLower(text))
		if parts == nil {
			continue
		}
		name := parts[pattern.SubexpIndex("m")]
		year := parts[pattern.SubexpIndex("y")]
		for i, list := range months {
			if slices.Contains(list, name[:3]) {
				return parts[pattern.SubexpIndex("d")] + "/" + strconv.Itoa(i+1) + "/" + year
			}
		}
	}
	return text
}

// dayOf reads a date, with a time behind it or not, and the zone that such a time names.
func dayOf(text string, monthFirst bool, now time.Time) (day time.Time, clock int, zone *time.Location, why Why) {
	digits := inDigits(text)
	monthFirst = monthFirst && digits == text
	text = digits
	parts := dayPattern.FindStringSubmatch(text)
	if parts == nil || parts[2] != parts[4] {
		return day, -1, nil, BadDate
	}
	y, m, d := parts[5], parts[3], parts[1]
	switch {
	case len(parts[1]) == 4:
		y, d = parts[1], parts[5]
	case monthFirst:
		m, d = d, m
	}
	if len(y) != 2 && len(y) != 4 || len(d) > 2 {
		return day, -1, nil, BadDate
	}
	year, month, date := atoi(y), atoi(m), atoi(d)
	if len(y) == 2 {
		year += 1900
		if year+100 <= now.Year() {
			year += 100
		}
	}
	day = time.Date(year, time.Month(month), date, 0, 0, 0, 0, time.UTC)
	if day.Day() != date || int(day.Month()) != month {
		return day, -1, nil, NoDay
	}
	clock = -1
	if parts[6] != "" {
		if clock, zone = clockOf(parts[6]); clock < 0 {
			return day, -1, nil, BadClock
		}
	}
	return day, clock, zone, ""
}

// atoi reads digits that a pattern has found.
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}

// clockOf reads a time of the day as minutes, −1 for what is none, and the zone that it names, nil where it names none.
func clockOf(text string) (minutes int, zone *time.Location) {
	parts := clockPattern.FindStringSubmatch(text)
	if parts == nil || atoi(parts[1]) > 23 || atoi(parts[2]) > 59 {
		return -1, nil
	}
	switch named := strings.ReplaceAll(parts[3], ":", ""); named {
	case "":
	case "Z":
		zone = time.UTC
	default:
		ahead := (atoi(named[1:3])*60 + atoi(named[3:])) * 60
		if named[0] == '-' {
			ahead = -ahead
		}
		zone = time.FixedZone("", ahead)
	}
	return atoi(parts[1])*60 + atoi(parts[2]), zone
}

var placePattern = regexp.MustCompile(`^(\d{1,3})(?:º|ª|°|o|a|\.|st|nd|rd|th)$`)

// numberPattern is a whole number as spreadsheets write it: 1020, 1.020, 1,020, 12,0 and 1.020,00. Three digits behind
// a sign are thousands, in either language.
var numberPattern = regexp.MustCompile(
	`^([+-]?(?:\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+))(?:[.,]0{0,2})?$`)

var noDigits = strings.NewReplacer(".", "", ",", "", " ", "", "+", "")

// maxPoints is far above what any game gives.
const maxPoints = 1_000_000

// scoreOf reads a cell with points or a place; a place has a sign behind it. NFKC has made º an o.
func scoreOf(text string) (points *int, place int, why Why) {
	if parts := placePattern.FindStringSubmatch(strings.ToLower(text)); parts != nil {
		return nil, atoi(parts[1]), ""
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "−", "-"), "–", "-")
	parts := numberPattern.FindStringSubmatch(text)
	if parts == nil {
		return nil, 0, BadNumber
	}
	n, err := strconv.Atoi(noDigits.Replace(parts[1]))
	if err != nil || n > maxPoints || n < -maxPoints {
		return nil, 0, BadNumber
	}
	return &n, 0, ""
}

// absent reports that a cell says that somebody did not play.
func absent(text string) bool { return strings.Trim(text, "-–—xX./ ") == "" }
