package scorebook_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"carteado/db/scorebook"
)

var (
	games = []scorebook.Game{{Key: "knock", Names: []string{"knock", "Bater"}},
		{Key: "palace", Names: []string{"palace", "Palácio"}}, {Key: "rummy", Names: []string{"rummy"}, Low: true}}
	now = time.Date(2026, 11, 26, 20, 0, 0, 0, time.UTC)
)

func read(t *testing.T, text string, w scorebook.Wish) scorebook.Book {
	t.Helper()
	b, err := scorebook.Read([]byte(text), w, games, now)
	if err != nil {
		t.Fatal(err)
	}
	accounted(t, b)
	return b
}

// accounted sees that each line is part of a match or a fault.
func accounted(t *testing.T, b scorebook.Book) {
	t.Helper()
	told := 0
	for _, m := range b.Matches {
		told += len(m.Lines)
	}
	for _, f := range b.Faults {
		if f.Why != scorebook.Quotes {
			told++
		}
	}
	if told != b.Lines {
		t.Errorf("of %d lines %d are told: %+v", b.Lines, told, b)
	}
}

// told writes a book in short.
func told(b scorebook.Book) string {
	var out strings.Builder
	for _, m := range b.Matches {
		fmt.Fprintf(&out, "%d %s %s %s", m.Line, m.Day.Format("060102"), m.Game, m.Label)
		for _, s := range m.Seats {
			points := "-"
			if s.Points != nil {
				points = fmt.Sprint(*s.Points)
			}
			fmt.Fprintf(&out, " %s:%s/%d", s.Name, points, s.Place)
		}
		if m.Ends != nil {
			fmt.Fprint(&out, " ", m.Ends)
		}
		out.WriteString("; ")
	}
	for _, f := range b.Faults {
		fmt.Fprintf(&out, "!%d %s %s; ", f.Line, f.Why, f.Text)
	}
	return strings.TrimSuffix(out.String(), "; ")
}

func TestShapesOfTables(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		text string
		wish scorebook.Wish
		want string
	}{
		"a column for each player": {"date,game,Ana,Bento,Célia\n2024-05-17,Bater,102,88,\n17/05/2024,rummy,5,5,90\n",
			scorebook.Wish{}, "2 240517 knock  Ana:102/1 Bento:88/2; 3 240517 rummy  Ana:5/1 Bento:5/1 Célia:90/3"},
		"a line for each player": {"data;partida;jogo;jogador;pontos\n1/2/99;1;palacio;Ana;3\n1/2/99;1;palacio;bento;1\n" +
			"1/2/99;2;palacio;BENTO;1\n1/2/99;2;palacio;Ana;0\n", scorebook.Wish{},
			"2 990201 palace 1 Ana:3/1 bento:1/2; 4 990201 palace 2 bento:1/1 Ana:0/2"},
		"pairs": {"date\tplayer 1\tpoints 1\tplayer 2\tpoints 2\n2001-01-01\tAna\t1\tBento\t2\n",
			scorebook.Wish{Game: "knock"}, "2 010101 knock  Ana:1/2 Bento:2/1"},
		"places": {"date,Ana,Bento,Davi\n2001-01-01,2º,1º,3º\n2001-01-02,1,1,2\n", scorebook.Wish{Game: "knock",
			Better: scorebook.Places}, "2 010101 knock  Ana:-/2 Bento:-/1 Davi:-/3; !3 place "},
		"rounds": {"date,game,round,Ana,Bento\n2001-01-01,knock,1,10,0\n2001-01-01,knock,2,5,20\n2001-01-01,knock,1,7,0\n",
			scorebook.Wish{}, "2 010101 knock  Ana:15/2 Bento:20/1 [[10 0] [5 20]]; 4 010101 knock  Ana:7/1 Bento:0/2 [[7 0]]"},
		"rounds, a line for each player": {"date,game,round,player,points\n2001-01-01,knock,1,Ana,10\n" +
			"2001-01-01,knock,1,Bento,0\n2001-01-01,knock,2,Ana,5\n2001-01-01,knock,2,Bento,20\n", scorebook.Wish{},
			"2 010101 knock  Ana:15/2 Bento:20/1 [[10 0] [5 20]]"},
		"nights": {"noite;data;Ana;Bento\nReis;6/1/2024;12;9\n", scorebook.Wish{}, "2 240106  Reis Ana:12/1 Bento:9/2"},
		"a label that is too long, and one with a sign that turns what follows": {"noite;data;Ana;Bento\n" +
			strings.Repeat("é", 121) + ";6/1/2024;12;9\nRe\u202eis;7/1/2024;12;9\n", scorebook.Wish{}, "2 240106  " +
			strings.Repeat("é", 120) + " Ana:12/1 Bento:9/2; 3 240107  Reis Ana:12/1 Bento:9/2"},
		"fewest": {"date,Ana,Bento\n2001-01-01,1,2\n", scorebook.Wish{Game: "knock", Better: scorebook.Least},
			"2 010101 knock  Ana:1/1 Bento:2/2"},
		"months first": {"date,Ana,Bento\n3/12/2001,1,2\n", scorebook.Wish{Game: "knock", Months: true},
			"2 010312 knock  Ana:1/2 Bento:2/1"},
		"the club's own list": {"match,table,game,started_at,ended_at,how,seat,player,name,bot,total,place\n" +
			"7,1,knock,2026-05-02T20:00:00Z,2026-05-02T21:00:00Z,target,0,3,Ana,,102,1\n" +
			"7,1,knock,2026-05-02T20:00:00Z,2026-05-02T21:00:00Z,target,1,4,Bento,,88,2\n", scorebook.Wish{},
			"2 260502 knock 7 Ana:102/1 Bento:88/2"},
		"of the club's own list what counted nowhere": {"match,game,ended_at,name,total,place,result,practice\n" +
			"7,knock,2026-05-02T21:00:00Z,Ana,102,,void,false\n7,knock,2026-05-02T21:00:00Z,Bento,88,,void,false\n" +
			"8,knock,2026-05-02T22:00:00Z,Ana,10,,closed,false\n8,knock,2026-05-02T22:00:00Z,Bento,8,,closed,false\n" +
			"9,knock,2026-05-02T23:00:00Z,Ana,102,,played,TRUE\n9,knock,2026-05-02T23:00:00Z,Bento,8,,played,VERDADEIRO\n" +
			"10,knock,2026-05-03T21:00:00Z,Ana,102,2,corrected,false\n10,knock,2026-05-03T21:00:00Z,Bento,8,1,corrected,false\n",
			scorebook.Wish{}, "8 260503 knock 10 Ana:102/2 Bento:8/1; !2 uncounted void; !3 uncounted void; " +
				"!4 uncounted closed; !5 uncounted closed; !6 uncounted played; !7 uncounted played"},
		"faults": {"date,game,Ana,Bento\n31/02/2024,knock,1,2\nyesterday,knock,1,2\n1/1/2030,knock,1,2\n1/1/1850,knock,1,2\n" +
			"1/1/2024,chess,1,2\n1/1/2024,knock,x2,2\n1/1/2024,knock,1,\n1/1/2024,knock,1.5,2\n1/1/2024,knock,1,2\n" +
			"1/1/2024,knock,2,1\n01.01.2024,knock,1,2\n\"1/1/2024,knock,3,4\n", scorebook.Wish{},
			"10 240101 knock  Ana:1/2 Bento:2/1; 11 240101 knock  Ana:2/1 Bento:1/2; !2 day 31/02/2024; !3 date yesterday; " +
				"!4 future 1/1/2030; !5 ancient 1/1/1850; !6 game chess; !7 number x2; !8 few ; !9 number 1.5; !12 again ; " +
				`!13 quotes "1/1/2024,knock,3,4`},
		"an unreadable line of a match": {"date,match,game,player,points\n1/1/2024,1,knock,Ana,1\n1/1/2024,1,knock,Bento,?\n" +
			"1/1/2024,2,knock,=cmd(),1\n", scorebook.Wish{}, "!2 broken ; !3 number ?; !4 formula =cmd()"},
	} {
		if got := told(read(t, c.text, c.wish)); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, c.want)
		}
	}
}

// A time that names its zone is told in the club's, with its day; one that names none is the club's already.
func TestZonesOfTimes(t *testing.T) {
	t.Parallel()
	zone := time.FixedZone("", -3*60*60)
	evening := time.Date(2026, 5, 2, 22, 45, 0, 0, zone)
	for text, want := range map[string]string{
		"2026-05-03T01:30:00Z": "0502 22:30", "2026-05-03 01:30+00:00": "0502 22:30",
		"2026-05-02T22:30-0300":  "0502 22:30",
		"2026-05-02T04:00+05:30": "0501 19:30", "2026-05-02T01:30": "0502 01:30", "2026-05-03T02:30:00Z": "0502 23:30",
		"2026-05-03T03:30:00Z": "future", "2026-05-03": "future", "2026-05-02T25:00Z": "clock",
	} {
		b, err := scorebook.Read([]byte("date,game,Ana,Bento\n"+text+",knock,1,2\n"), scorebook.Wish{}, games, evening)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, m := range b.Matches {
			got = fmt.Sprintf("%s %02d:%02d", m.Day.Format("0102"), m.Clock/60, m.Clock%60)
		}
		for _, f := range b.Faults {
			got = string(f.Why)
		}
		if got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// BenchmarkRead reads a book with as many matches as one may have.
func BenchmarkRead(b *testing.B) {
	var text strings.Builder
	text.WriteString("date,game,Ana,Célia\n")
	for i := range scorebook.MostLines {
		fmt.Fprintf(&text, "2024-05-17,Bater,%d,%d\n", i, i/7)
	}
	for b.Loop() {
		if book, err := scorebook.Read([]byte(text.String()), scorebook.Wish{}, games, now); err != nil ||
			len(book.Matches) != scorebook.MostLines {
			b.Fatal(len(book.Matches), err)
		}
	}
}

// However a program writes the file, it tells the same.
func TestEncodings(t *testing.T) {
	t.Parallel()
	const text = "data;jogo;Célia;João\r\n17/05/2024;Palácio;1;2\r\n"
	latin, err := charmap.Windows1252.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	for file, encoding := range map[string]string{
		text: "utf-8", "\ufeff" + text: "utf-8", latin: "windows-1252", wide: "utf-16",
		"sep=;\r\n" + text: "utf-8", strings.ReplaceAll(text, ";", "\t"): "utf-8",
	} {
		b := read(t, file, scorebook.Wish{})
		if b.Encoding != encoding || !strings.HasSuffix(told(b), "palace  Célia:1/2 João:2/1") {
			t.Errorf("%s: %s %s", encoding, b.Encoding, told(b))
		}
	}
}

// A file that LibreOffice has saved: with a mark, semicolons, and all texts in quotes.
func TestFileOfASpreadsheet(t *testing.T) {
	t.Parallel()
	file, err := os.ReadFile("testdata/libreoffice.csv")
	if err != nil {
		t.Fatal(err)
	}
	b := read(t, string(file), scorebook.Wish{})
	want := "2 980319 palace  Ana:3/1 Bento:1/2 Célia:0/3; 3 980326 knock  Ana:88/2 Célia:102/1; " +
		"4 980402 knock  Bento:100/1 Célia:100/1; !5 day 31/04/1998"
	if b.Comma != ";" || told(b) != want {
		t.Errorf("%q %s, want %s", b.Comma, told(b), want)
	}
}

// Two matches as Excel and Google Sheets write them, made by hand after what these programs do: marks, commas or
// semicolons, thousands and decimals, line breaks in quotes, empty columns and rows at the end, dates of each language.
func TestFilesOfSpreadsheets(t *testing.T) {
	t.Parallel()
	const want = "2 240517 rummy  Ana:1020/2 Bento:88/1; 4 240518 rummy  Ana:12/1 Bento:1000/2"
	excel := "Data;Jogo;Ana;Bento;Observações;;\r\n" +
		"17/05/2024;rummy;1.020;88,00;\"na casa\nda \"\"Vó\"\"; à noite\";;\r\n" +
		"18/05/2024;rummy;12,0;1.000,00;;;\r\n;;;;;;\r\n"
	windows, err := charmap.Windows1252.NewEncoder().String(excel)
	if err != nil {
		t.Fatal(err)
	}
	unicodeText, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(
		strings.ReplaceAll(strings.ReplaceAll(excel, ";", "\t"), "\t à", "; à"))
	if err != nil {
		t.Fatal(err)
	}
	dates := func(first, second string) string {
		return strings.NewReplacer("17/05/2024", first, "18/05/2024", second).Replace(excel)
	}
	american := "Date,Game,Ana,Bento,Notes,,\r\n" +
		"5/17/2024,Rummy,\"1,020\",88.00,\"at home\nof \"\"Gran\"\", late\",,\r\n" +
		"5/18/2024,Rummy,12.0,\"1,000.00\",,,\r\n,,,,,,\r\n"
	sheets := "Date,Game,Ana,Bento,Notes\r\n\"May 17, 2024\",Rummy,1020,88,\"at home\nof \"\"Gran\"\"\"\r\n" +
		"2024-05-18,Rummy,12,1000,"
	for name, c := range map[string]struct {
		text   string
		months bool
	}{
		"Excel, Brazil, CSV": {windows, false}, "Excel, Brazil, CSV UTF-8": {"\ufeff" + excel, false},
		"Excel, Unicode text":       {unicodeText, false},
		"Excel, Brazil, short days": {dates("17-mai-24", "18-mai.-2024"), false},
		"Excel, Brazil, long days":  {dates("17 de maio de 2024", "18 de Maio de 2024"), false},
		"Excel, United States":      {american, true}, "Google Sheets": {sheets, true},
	} {
		if got := told(read(t, c.text, scorebook.Wish{Months: c.months})); got != want {
			t.Errorf("%s:\n%s, want\n%s", name, got, want)
		}
	}
}

func TestFilesThatAreRefused(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]error{
		"": scorebook.ErrEmpty, "\n\n": scorebook.ErrEmpty, "game,Ana\nknock,1\n": scorebook.ErrNoDate,
		"date,game\n1/1/2024,knock\n": scorebook.ErrNoNames, "PK\x03\x04\x00\x00": scorebook.ErrNoTable,
		"\xff\xd8\xff\xe0\x00\x10JFIF":                      scorebook.ErrNoTable,
		strings.Repeat("x", scorebook.MostBytes+1):          scorebook.ErrLarge,
		strings.Repeat("date,Ana\n", scorebook.MostLines+2): scorebook.ErrLong,
	} {
		if _, err := scorebook.Read([]byte(text), scorebook.Wish{}, games, now); !errors.Is(err, want) {
			t.Errorf("%.20q: %v, want %v", text, err, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("date,game,Ana,Bento\n31/02/2024,knock,1,2\n1/1/2024,knock,1,2\n"), false)
	f.Add([]byte("data;partida;rodada;jogador;pontos\n1/2/99;1;1;Ana;3\n1/2/99;1;1;Bento;1\n"), true)
	f.Add([]byte("date\tplayer 1\tplace 1\tplayer 2\tplace 2\n2001-01-01\tAna\t1\tBento\t2\n"), true)
	f.Add([]byte("sep=;\nnoite;data;Ana;Bento\nReis;6/1/2024;12;\"9\n"), false)
	f.Fuzz(func(t *testing.T, data []byte, chosen bool) {
		w := scorebook.Wish{}
		if chosen {
			w = scorebook.Wish{Unit: scorebook.Rounds, Game: "knock", Better: scorebook.Places, Months: true}
		}
		b, err := scorebook.Read(data, w, games, now)
		if err != nil {
			return
		}
		accounted(t, b)
		for _, m := range b.Matches {
			for _, s := range m.Seats {
				if s.Place < 1 || s.Name == "" {
					t.Errorf("seat %+v", s)
				}
			}
		}
	})
}
