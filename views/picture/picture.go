// Package picture draws a result as a picture to share: a PNG of the size that other programs show as a preview. It
// draws what it is given and knows no club. The letters are those of the Go fonts: Latin, Greek and Cyrillic. Others
// are boxes.
package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"sync"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/f64"
	"golang.org/x/image/math/fixed"
)

// The size that pages of others show as a preview.
const (
	Width  = 1200
	Height = 630
)

// MaxLines is how many lines have room.
const MaxLines = 10

// A Result is what a picture says, in words.
type Result struct {
	Above string // smaller, above the title
	Title string
	Lines []Line // at most MaxLines
	Below string // smaller, in the corner
}

// A Line is a place in the result.
type Line struct{ Place, Name, Points string }

var (
	top    = color.RGBA{0x23, 0x68, 0x53, 0xff}
	bottom = color.RGBA{0x1d, 0x5f, 0x4c, 0xff}
	ink    = color.RGBA{0xfc, 0xf8, 0xee, 0xff}
	faint  = color.RGBA{0xdf, 0xee, 0xe6, 0xff}
	rule   = color.RGBA{0x6c, 0x9c, 0x8c, 0xff}
	edge   = color.RGBA{0xc9, 0xc2, 0xae, 0xff}
	paper  = color.RGBA{0xfe, 0xfd, 0xf8, 0xff}
	black  = color.RGBA{0x1c, 0x1c, 0x24, 0xff}
	red    = color.RGBA{0xb0, 0x2a, 0x1c, 0xff}
)

// The places of the parts.
const (
	margin      = 64
	cardsAt     = 800 // where the cards begin
	firstRule   = 190
	lastRule    = 530
	gutter      = 48
	placeWidth  = 52
	titleSize   = 56
	leastTitle  = 30
	lineSize    = 34
	leastLine   = 20
	smallSize   = 26
	belowSize   = 22
	titleBottom = 140
)

// fonts are read once.
var fonts = sync.OnceValues(func() (pair [2]*opentype.Font, err error) {
	for i, data := range [][]byte{goregular.TTF, gobold.TTF} {
		if pair[i], err = opentype.Parse(data); err != nil {
			return pair, err
		}
	}
	return pair, nil
})

// PNG draws a result.
func (r Result) PNG() ([]byte, error) {
	pair, err := fonts()
	if err != nil {
		return nil, fmt.Errorf("read fonts: %w", err)
	}
	b := board{image.NewRGBA(image.Rect(0, 0, Width, Height)), pair}
	b.felt()
	b.cards()
	b.text(r.Above, margin, 84, cardsAt+200, smallSize, smallSize, false, faint)
	b.text(r.Title, margin, titleBottom, Width-2*margin, titleSize, leastTitle, true, ink)
	b.lines(r.Lines)
	b.text(r.Below, margin, Height-44, cardsAt-margin, belowSize, belowSize, false, faint)
	var out bytes.Buffer
	if err := png.Encode(&out, b.RGBA); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// A board is drawn on.
type board struct {
	*image.RGBA
	fonts [2]*opentype.Font
}

// felt fills the board from above to below.
func (b board) felt() {
	for y := range Height {
		mix := func(from, to uint8) uint8 { return uint8(int(from) + (int(to)-int(from))*y/Height) }
		line := image.Uniform{C: color.RGBA{mix(top.R, bottom.R), mix(top.G, bottom.G), mix(top.B, bottom.B), 0xff}}
		draw.Draw(b, image.Rect(0, y, Width, y+1), &line, image.Point{}, draw.Src)
	}
}

// lines are written in two columns where they would be too many for one.
func (b board) lines(list []Line) {
	list = list[:min(len(list), MaxLines)]
	const inOne = 4
	columns := 1
	if len(list) > inOne {
		columns = 2
	}
	rows := max((len(list)+columns-1)/columns, 3)
	width := (cardsAt - margin - gutter*columns) / columns
	height := (lastRule - firstRule) / rows
	for i, l := range list {
		x, y := margin+(i/rows)*(width+gutter), firstRule+(i%rows)*height
		draw.Draw(b, image.Rect(x, y, x+width, y+1), image.NewUniform(rule), image.Point{}, draw.Src)
		base := y + height/2 + lineSize/3
		b.text(l.Place, x, base, placeWidth, lineSize, leastLine, false, faint)
		room := b.width(l.Points, lineSize, false)
		b.text(l.Points, x+width-room, base, room+1, lineSize, lineSize, false, ink)
		b.text(l.Name, x+placeWidth, base, width-placeWidth-room-16, lineSize, leastLine, true, ink)
	}
}

func (b board) face(size float64, bold bool) font.Face {
	f := b.fonts[0]
	if bold {
		f = b.fonts[1]
	}
	face, err := opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingFull})
	if err != nil {
		panic(err) // the options are ours
	}
	return face
}

func (b board) width(text string, size float64, bold bool) int {
	return font.MeasureString(b.face(size, bold), text).Ceil()
}

// text writes a text on its base line, smaller down to least where it would be too wide, and then cut off.
func (b board) text(text string, x, y, room int, size, least float64, bold bool, c color.Color) {
	for size > least && b.width(text, size, bold) > room {
		size--
	}
	for runes := []rune(text); len(runes) > 0 && b.width(text, size, bold) > room; {
		runes = runes[:len(runes)-1]
		text = string(runes) + "…"
	}
	d := font.Drawer{Dst: b, Src: image.NewUniform(c), Face: b.face(size, bold), Dot: fixed.P(x, y)}
	d.DrawString(text)
}

// cards lays three of them on the table: an ornament, of no match.
func (b board) cards() {
	const wide, tall = 150, 210
	for i, sign := range []string{"Q♥", "K♠", "A♦"} {
		c := board{image.NewRGBA(image.Rect(0, 0, wide, tall)), b.fonts}
		c.rounded(edge, 0)
		c.rounded(paper, 2)
		suit, colour := []rune(sign), black
		if suit[1] != '♠' {
			colour = red
		}
		c.text(string(suit[0]), 14, 48, wide, 40, 40, true, colour)
		c.text(string(suit[1]), 14, 84, wide, 34, 34, true, colour)
		c.text(string(suit[1]), wide/2-38, tall/2+62, wide, 104, 104, true, colour)
		turn := float64(i-1) * 0.14
		sin, cos := math.Sin(turn), math.Cos(turn)
		x, y := float64(cardsAt+10+i*92), 270+24*math.Abs(float64(i-1))-60*sin
		draw.BiLinear.Transform(b, f64.Aff3{cos, -sin, x, sin, cos, y}, c, c.Bounds(), draw.Over, nil)
	}
}

// rounded fills the board, but for so much at its edges, and its corners.
func (b board) rounded(c color.Color, inset int) {
	const radius = 14
	size := b.Bounds().Size()
	for y := range size.Y {
		for x := range size.X {
			dx := max(radius-x, x-(size.X-1-radius), 0)
			dy := max(radius-y, y-(size.Y-1-radius), 0)
			if dx*dx+dy*dy <= (radius-inset)*(radius-inset) {
				b.Set(x, y, c)
			}
		}
	}
}
