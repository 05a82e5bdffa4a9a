package pairing

import (
	"cmp"
	"slices"
)

// A Split is how many players sit at each table, the largest first, and how many sit out.
type Split struct {
	Sizes []int
	Out   int
}

// maxSplits is among how many one chooses.
const maxSplits = 4

// Splits are the ways to seat n players at tables of least to most, the best first: with few who sit out, then with
// tables of equal size, then near the middle of the sizes. There is none for fewer than least players.
func Splits(n, least, most int) (list []Split) {
	if n < least {
		return nil
	}
	for tables := max(1, n/most); tables <= n/least; tables++ {
		if n <= tables*most {
			list = append(list, Split{Sizes: even(n, tables)})
		} else {
			list = append(list, Split{Sizes: even(tables*most, tables), Out: n - tables*most})
		}
	}
	for size := least; size <= most; size++ {
		if s := (Split{Sizes: even(n-n%size, n/size), Out: n % size}); n >= size && s.Out > 0 && s.Out < size {
			list = append(list, s)
		}
	}
	middle := func(s Split) int { // twice the distance, in players
		d := 2*(n-s.Out) - (least+most)*len(s.Sizes)
		return max(d, -d) * 100 / len(s.Sizes)
	}
	slices.SortStableFunc(list, func(a, b Split) int {
		return cmp.Or(cmp.Compare(a.Out, b.Out), cmp.Compare(a.uneven(), b.uneven()), cmp.Compare(middle(a), middle(b)),
			cmp.Compare(len(b.Sizes), len(a.Sizes)))
	})
	list = slices.CompactFunc(list, func(a, b Split) bool { return slices.Equal(a.Sizes, b.Sizes) })
	return list[:min(len(list), maxSplits)]
}

// even shares n among a number of tables, the larger ones first.
func even(n, tables int) []int {
	sizes := make([]int, tables)
	for i := range sizes {
		sizes[i] = n / tables
		if i < n%tables {
			sizes[i]++
		}
	}
	return sizes
}

// uneven is the difference between the largest and the smallest table.
func (s Split) uneven() int { return s.Sizes[0] - s.Sizes[len(s.Sizes)-1] }
