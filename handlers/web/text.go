package web

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"carteado/views/part"
)

// Limits of what people type, in characters.
const (
	maxName   = 40
	MaxClub   = 60
	MaxEmail  = 254 // the longest address of SMTP
	MaxSearch = 64
	MaxReason = 500 // of a correction or an amendment
)

// Reasons why a field is refused: catalog keys below error. Those for passwords
// are in package password.
const (
	ReasonEmpty  = "required"
	reasonLong   = "long"
	ReasonSigns  = "characters"
	ReasonEmail  = "email"
	ReasonChoice = "choice"
	ReasonSeats  = "option_seats"
	ReasonTwice  = "seat_twice"
	ReasonNumber = "number"
	ReasonPace   = "pace"
)

// CleanText normalises a typed text, so that texts that look alike are equal:
// NFKC, single spaces, none around it. It names the reason when the text is
// empty, longer than limit, or holds characters that cannot be seen or that turn
// the text around them; with symbols it drops them.
func CleanText(s string, limit int) (text, reason string) {
	if !utf8.ValidString(s) {
		return "", ReasonSigns
	}
	s = norm.NFKC.String(plainSymbols(s))
	for _, r := range s {
		if r != ' ' && (!unicode.IsGraphic(r) || invisible(r)) {
			return "", ReasonSigns
		}
	}
	text = strings.Join(strings.Fields(s), " ")
	switch {
	case text == "":
		return "", ReasonEmpty
	case utf8.RuneCountInString(text) > limit:
		return text, reasonLong
	case stacked(text):
		return "", ReasonSigns
	}
	return text, ""
}

// plainSymbols drops what says how a symbol is to be drawn, in colour or in one with the next: a phone types it after
// each heart.
func plainSymbols(s string) string {
	var last rune
	return strings.Map(func(r rune) rune {
		if (r == '\ufe0f' || r == '\u200d') && unicode.Is(unicode.S, last) {
			return -1
		}
		last = r
		return r
	}, s)
}

// invisible characters count as graphic in Unicode and yet print nothing.
func invisible(r rune) bool {
	const brailleBlank = '\u2800'
	return r == brailleBlank ||
		unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// stacked reports more marks on one letter than any language writes: they would
// run over the lines around them.
func stacked(s string) bool {
	const most = 3
	marks := 0
	for _, r := range s {
		if !unicode.Is(unicode.M, r) {
			marks = 0
			continue
		}
		if marks++; marks > most {
			return true
		}
	}
	return false
}

// CleanEmail accepts an empty address, for it is optional, and otherwise only
// sees that it could be one: the mail server knows better.
func CleanEmail(s string) (email, reason string) {
	email, reason = CleanText(s, MaxEmail)
	if reason == ReasonEmpty {
		return "", ""
	}
	local, host, found := strings.Cut(email, "@")
	if reason == "" && (!found || local == "" || !strings.Contains(host, ".") ||
		strings.ContainsAny(email, " <>()[],;:\\\"") || strings.Contains(host, "@")) {
		reason = ReasonEmail
	}
	return email, reason
}

// CleanLines is CleanText for a text of several lines: at most one empty line
// between two others.
func CleanLines(s string, limit int) (text, reason string) {
	var lines []string
	for line := range strings.Lines(s) {
		line, fault := CleanText(strings.TrimRight(line, "\r\n"), limit)
		if fault != "" && fault != ReasonEmpty {
			reason = cmp.Or(reason, fault)
			continue
		}
		if line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	text = strings.TrimSpace(strings.Join(lines, "\n"))
	switch {
	case reason != "":
		return "", reason
	case text == "":
		return "", ReasonEmpty
	case utf8.RuneCountInString(text) > limit:
		return text, reasonLong
	}
	return text, ""
}

// CleanField reads a line of text; when it is refused, the fault is noted and
// the text kept as typed.
func CleanField(r *Request, faults part.Faults, name string, limit int) string {
	typed := r.Field(name)
	text, reason := CleanText(typed, limit)
	if reason != "" {
		faults[name] = reason
		return typed
	}
	return text
}

// BoundedField reads a number from 1 to most.
func BoundedField(r *Request, faults part.Faults, name string, most int) int {
	n, err := strconv.Atoi(r.Field(name))
	if err != nil || n < 1 || n > most {
		faults[name] = ReasonNumber
	}
	return n
}
