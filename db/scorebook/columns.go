package scorebook

import (
	"strconv"
	"strings"
)

// words are what headings are called, in both languages of the club and by the club's own exports.
var words = map[string][]string{
	"date":     {"date", "data", "day", "dia", "ended_at"},
	"time":     {"time", "hora", "horario"},
	"game":     {"game", "jogo"},
	"match":    {"match", "partida", "table", "mesa", "no", "nr", "#"},
	"round":    {"round", "rodada", "mao"},
	"night":    {"night", "noite", "evening", "evento", "event"},
	"player":   {"player", "jogador", "jogadora", "name", "nome", "member", "socio", "socia"},
	"points":   {"points", "pontos", "score", "total", "pts"},
	"place":    {"place", "colocacao", "posicao", "lugar", "rank", "pos", "pos."},
	"result":   {"result"},   // of the club's own list alone
	"practice": {"practice"}, // likewise
	"":         {"note", "notes", "nota", "notas", "obs", "obs.", "observacao", "observacoes", "comment", "comentario"},
}

// own are the other columns of the club's own list of matches.
var own = "started_at how seat bot reach shuffle commitment secret contribution contributed levels"

// A column is a place in a row.
type column struct {
	as string
	n  int // of player 2, points 2, place 2; 0 for one without a number
}

// columnsOf takes headings for what they are called. Where none is for players, every other heading is a name.
func columnsOf(headings []string) (columns []column, err error) {
	long, dated := false, false
	for _, heading := range headings {
		c := column{as: "name"}
		folded := Fold(heading)
		bare := strings.TrimRight(folded, "0123456789")
		digits := folded[len(bare):]
		for as, list := range words {
			for _, word := range list {
				if word == folded || digits != "" && word == strings.TrimRight(bare, " _") {
					c = column{as: as}
					c.n, _ = strconv.Atoi(digits)
				}
			}
		}
		if folded == "" {
			c.as = ""
		}
		long, dated = long || c.as == "player", dated || c.as == "date"
		columns = append(columns, c)
	}
	for i := range columns { // the club's own list has a player's number beside the name
		if Fold(headings[i]) == "player" && has(columns, "player") && containsFolded(headings, "name") {
			columns[i].as = ""
		}
	}
	named := long
	for i := range columns {
		if columns[i].as == "name" && (long || strings.Contains(" "+own+" ", " "+Fold(headings[i])+" ")) {
			columns[i].as = ""
		}
		named = named || columns[i].as == "name"
		if columns[i].n > 0 && !pairs(columns) && columns[i].as != "name" {
			columns[i].n = 0
		}
	}
	switch {
	case !dated:
		return nil, ErrNoDate
	case !named:
		return nil, ErrNoNames
	}
	return columns, nil
}

// pairs reports that a line holds several players, each with points or a place: player 1, points 1, player 2 …
func pairs(columns []column) bool {
	n := 0
	for _, c := range columns {
		if c.as == "player" {
			n++
		}
	}
	return n > 1
}

// at is the cell of a row under a heading, "" where there is none.
func at(columns []column, r row, as string) string {
	for i, c := range columns {
		if c.as == as && c.n == 0 && i < len(r.cells) {
			return r.cells[i]
		}
	}
	return ""
}

// has reports that there is such a heading.
func has(columns []column, as string) bool {
	for _, c := range columns {
		if c.as == as {
			return true
		}
	}
	return false
}

func containsFolded(list []string, folded string) bool {
	for _, text := range list {
		if Fold(text) == folded {
			return true
		}
	}
	return false
}
