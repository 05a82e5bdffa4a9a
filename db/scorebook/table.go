package scorebook

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
)

// A row is a line of the table with its number in the file.
type row struct {
	line  int
	cells []string
}

// decoded is a file as UTF-8: by its mark, else as UTF-8 if it is that, else as Windows writes the west of Europe,
// which has Latin 1 in it.
func decoded(data []byte) (text, name string, err error) {
	var from encoding.Encoding
	switch {
	case bytes.HasPrefix(data, []byte{0xff, 0xfe}), bytes.HasPrefix(data, []byte{0xfe, 0xff}):
		from, name = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM), "utf-16"
	case utf8.Valid(data):
		return strings.TrimPrefix(string(data), "\ufeff"), "utf-8", nil
	default:
		from, name = charmap.Windows1252, "windows-1252"
	}
	read, err := from.NewDecoder().Bytes(data)
	if err != nil || bytes.IndexByte(read, 0) >= 0 {
		return "", "", ErrNoTable
	}
	return string(read), name, nil
}

// commaOf is what separates the cells of a table: as its first line says, or what stands there most often outside of
// quotes.
func commaOf(text string) (comma rune, rest string, skipped int) {
	first, after, _ := strings.Cut(text, "\n")
	if name, is := strings.CutPrefix(strings.TrimRight(first, "\r"), "sep="); is && len(name) == 1 {
		return rune(name[0]), after, 1
	}
	count, quoted := map[rune]int{}, false
	for _, r := range first {
		if r == '"' {
			quoted = !quoted
		} else if !quoted {
			count[r]++
		}
	}
	comma = ','
	for _, other := range []rune{';', '\t'} {
		if count[other] > count[comma] {
			comma = other
		}
	}
	return comma, text, 0
}

// rowsOf reads a table cell by cell. A line that is not written as lines are is a fault, and the next one is read.
func rowsOf(text string, comma rune, skipped int) (rows []row, faults []Fault, err error) {
	if strings.IndexByte(text, 0) >= 0 {
		return nil, nil, ErrNoTable
	}
	reader := csv.NewReader(strings.NewReader(text))
	reader.Comma, reader.FieldsPerRecord, reader.TrimLeadingSpace = comma, -1, comma != '\t'
	for {
		cells, err := reader.Read()
		var parse *csv.ParseError
		switch {
		case errors.Is(err, io.EOF):
			return rows, faults, nil
		case errors.As(err, &parse):
			faults = append(faults, Fault{Line: parse.StartLine + skipped, Why: Quotes,
				Text: lineOf(text, parse.StartLine)})
			continue
		case err != nil:
			return nil, nil, ErrNoTable
		}
		line, _ := reader.FieldPos(0)
		for i := range cells {
			cells[i] = cleanCell(cells[i])
		}
		if strings.Join(cells, "") == "" {
			continue
		}
		if len(rows) > MostLines {
			return nil, nil, ErrLong
		}
		rows = append(rows, row{line + skipped, cells})
	}
}

func lineOf(text string, number int) string {
	for line := range strings.Lines(text) {
		if number--; number == 0 {
			return short(strings.TrimRight(line, "\r\n"))
		}
	}
	return ""
}

// short is the beginning of a text, to show which one is meant.
func short(text string) string {
	const most = 60
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most]) + "…"
}
