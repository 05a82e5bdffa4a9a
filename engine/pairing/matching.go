package pairing

import (
	"math"
	"slices"
)

// match returns the partner of each of n players, n even, so that the costs of all pairs add up to the least. Costs are
// at least 0 and at most 2^58.
//
// It is Edmonds' blossom method by dual variables, in time n³, as in Z. Galil, Efficient Algorithms for Finding Maximum
// Matching in Graphs, ACM Computing Surveys 18 (1986). It looks for the greatest weight; every two may be matched, so
// that all are, and the greatest sum of weights is the least sum of costs. Names are those of the paper.
func match(n int, cost func(a, b int) int64) []int {
	m := newMatching(n, cost)
	for m.stage() {
	}
	partner := make([]int, n)
	for v := 1; v <= n; v++ {
		partner[v-1] = m.mate[v] - 1
	}
	return partner
}

// An edge joins two vertices. Between blossoms it is the tightest of those between their vertices.
type edge struct {
	u, v   int
	weight int64 // 0: there is none
}

// The labels of a vertex or blossom in the trees that grow from those without a mate.
type label int8

const (
	free  label = iota
	outer       // at an even distance from its root
	inner
)

// A matching on the way. Vertices are 1 to n, blossoms n+1 to last; 0 is nobody.
type matching struct {
	n, last int
	edges   [][]edge
	dual    []int64 // of a vertex: twice as in the paper, so that all stay whole numbers
	mate    []int   // a vertex at the other end
	top     []int   // the outermost blossom that holds this one, 0 for a blossom that is not in use
	from    []int   // the vertex from which a tree has reached this
	label   []label
	slack   []int   // the outer vertex with the tightest edge to this
	seen    []int   // the last search for a common root that came by
	holds   [][]int // child of a blossom by vertex
	cycle   [][]int // the children of a blossom, an odd number, the base first
	queue   []int   // outer vertices whose edges were not looked at
	search  int
}

func newMatching(n int, cost func(a, b int) int64) *matching {
	size := n + n/2 + 1 // blossoms within each other are fewer than half of the vertices
	m := &matching{n: n, last: n, dual: make([]int64, size), mate: make([]int, size), top: make([]int, size),
		from: make([]int, size), label: make([]label, size), slack: make([]int, size), seen: make([]int, size),
		edges: make([][]edge, size), holds: make([][]int, size), cycle: make([][]int, size)}
	var dearest int64
	for u := range n {
		for v := range u {
			dearest = max(dearest, cost(u, v))
		}
	}
	for u := range size {
		m.edges[u], m.holds[u] = make([]edge, size), make([]int, n+1)
		for v := range size {
			m.edges[u][v] = edge{u: u, v: v}
			if u != v && u > 0 && v > 0 && u <= n && v <= n {
				m.edges[u][v].weight = dearest - cost(u-1, v-1) + 1
			}
		}
	}
	for v := 1; v <= n; v++ {
		m.top[v], m.holds[v][v], m.dual[v] = v, v, dearest+1
	}
	return m
}

// gap is how far an edge is from being tight. Only tight edges are used.
func (m *matching) gap(e edge) int64 {
	return m.dual[e.u] + m.dual[e.v] - 2*m.edges[e.u][e.v].weight
}

func (m *matching) noteSlack(u, x int) {
	if m.slack[x] == 0 || m.gap(m.edges[u][x]) < m.gap(m.edges[m.slack[x]][x]) {
		m.slack[x] = u
	}
}

func (m *matching) findSlack(x int) {
	m.slack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.edges[u][x].weight > 0 && m.top[u] != x && m.label[m.top[u]] == outer {
			m.noteSlack(u, x)
		}
	}
}

// enqueue adds the vertices of a blossom.
func (m *matching) enqueue(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, child := range m.cycle[x] {
		m.enqueue(child)
	}
}

func (m *matching) setTop(x, top int) {
	m.top[x] = top
	if x > m.n {
		for _, child := range m.cycle[x] {
			m.setTop(child, top)
		}
	}
}

// way is at which place of a blossom's cycle a child stands, counted so that an even number of steps leads from the
// base.
func (m *matching) way(blossom, child int) int {
	at := slices.Index(m.cycle[blossom], child)
	if at%2 == 1 {
		slices.Reverse(m.cycle[blossom][1:])
		return len(m.cycle[blossom]) - at
	}
	return at
}

// join makes v's vertex the mate of u, and within the blossom u pairs the others anew.
func (m *matching) join(u, v int) {
	e := m.edges[u][v]
	m.mate[u] = e.v
	if u <= m.n {
		return
	}
	base := m.holds[u][e.u]
	at := m.way(u, base)
	for i := range at {
		m.join(m.cycle[u][i], m.cycle[u][i^1])
	}
	m.join(base, v)
	m.cycle[u] = slices.Concat(m.cycle[u][at:], m.cycle[u][:at])
}

// augment exchanges matched and unmatched edges from u to its root, after u was joined with v.
func (m *matching) augment(u, v int) {
	for {
		next := m.top[m.mate[u]]
		m.join(u, v)
		if next == 0 {
			return
		}
		m.join(next, m.top[m.from[next]])
		u, v = m.top[m.from[next]], next
	}
}

// common is where the ways from u and v to their roots meet, 0 if they have different roots.
func (m *matching) common(u, v int) int {
	m.search++
	for u != 0 || v != 0 {
		if u != 0 {
			if m.seen[u] == m.search {
				return u
			}
			m.seen[u] = m.search
			if u = m.top[m.mate[u]]; u != 0 {
				u = m.top[m.from[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// shrink makes a blossom of the ways from u and v to where they meet.
func (m *matching) shrink(u, meet, v int) {
	b := m.n + 1
	for b <= m.last && m.top[b] != 0 {
		b++
	}
	m.last = max(m.last, b)
	m.dual[b], m.label[b], m.mate[b] = 0, outer, m.mate[meet]
	cycle := []int{meet}
	climb := func(x int) {
		for x != meet {
			y := m.top[m.mate[x]]
			cycle = append(cycle, x, y)
			m.enqueue(y)
			x = m.top[m.from[y]]
		}
	}
	climb(u)
	slices.Reverse(cycle[1:])
	climb(v)
	m.cycle[b] = cycle
	m.setTop(b, b)
	for x := 1; x <= m.last; x++ {
		m.edges[b][x].weight, m.edges[x][b].weight = 0, 0
	}
	clear(m.holds[b])
	for _, child := range cycle {
		for x := 1; x <= m.last; x++ {
			if m.edges[b][x].weight == 0 || m.gap(m.edges[child][x]) < m.gap(m.edges[b][x]) {
				m.edges[b][x], m.edges[x][b] = m.edges[child][x], m.edges[x][child]
			}
		}
		for x := 1; x <= m.n; x++ {
			if m.holds[child][x] != 0 {
				m.holds[b][x] = child
			}
		}
	}
	m.findSlack(b)
}

// expand opens an inner blossom whose dual has come to 0.
func (m *matching) expand(b int) {
	for _, child := range m.cycle[b] {
		m.setTop(child, child)
	}
	entry := m.holds[b][m.edges[b][m.from[b]].u]
	at := m.way(b, entry)
	for i := 0; i < at; i += 2 {
		x, y := m.cycle[b][i], m.cycle[b][i+1]
		m.from[x] = m.edges[y][x].u
		m.label[x], m.label[y] = inner, outer
		m.slack[x] = 0
		m.findSlack(y)
		m.enqueue(y)
	}
	m.label[entry], m.from[entry] = inner, m.from[b]
	for _, x := range m.cycle[b][at+1:] {
		m.label[x] = free
		m.findSlack(x)
	}
	m.top[b] = 0
}

// use follows a tight edge from an outer vertex, and reports that it has led to one more pair.
func (m *matching) use(e edge) bool {
	u, v := m.top[e.u], m.top[e.v]
	switch m.label[v] {
	case free:
		m.from[v], m.label[v] = e.u, inner
		next := m.top[m.mate[v]]
		m.slack[v], m.slack[next] = 0, 0
		m.label[next] = outer
		m.enqueue(next)
	case outer:
		meet := m.common(u, v)
		if meet == 0 {
			m.augment(u, v)
			m.augment(v, u)
			return true
		}
		m.shrink(u, meet, v)
	}
	return false
}

// stage finds one more pair; false when all have a mate.
func (m *matching) stage() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.last; x++ {
		m.label[x], m.slack[x] = free, 0
	}
	for x := 1; x <= m.last; x++ {
		if m.top[x] == x && m.mate[x] == 0 {
			m.from[x], m.label[x] = 0, outer
			m.enqueue(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for !m.grow() && !m.adjust() {
	}
	return true
}

// grow looks at the edges of outer vertices, and reports that a pair was found.
func (m *matching) grow() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		if m.label[m.top[u]] == inner {
			continue
		}
		for v := 1; v <= m.n; v++ {
			if m.edges[u][v].weight == 0 || m.top[u] == m.top[v] {
				continue
			}
			if m.gap(m.edges[u][v]) > 0 {
				m.noteSlack(u, m.top[v])
			} else if m.use(m.edges[u][v]) {
				return true
			}
		}
	}
	return false
}

// adjust changes the duals by the least that makes another edge tight or a blossom open, and reports that a pair was
// found.
func (m *matching) adjust() bool {
	step := m.step()
	for u := 1; u <= m.n; u++ {
		switch m.label[m.top[u]] {
		case outer:
			m.dual[u] -= step
		case inner:
			m.dual[u] += step
		}
	}
	for b := m.n + 1; b <= m.last; b++ {
		if m.top[b] == b && m.label[b] == outer {
			m.dual[b] += 2 * step
		} else if m.top[b] == b && m.label[b] == inner {
			m.dual[b] -= 2 * step
		}
	}
	m.queue = m.queue[:0]
	for x := 1; x <= m.last; x++ {
		if u := m.slack[x]; m.top[x] == x && u != 0 && m.top[u] != x && m.gap(m.edges[u][x]) == 0 &&
			m.use(m.edges[u][x]) {
			return true
		}
	}
	for b := m.n + 1; b <= m.last; b++ {
		if m.top[b] == b && m.label[b] == inner && m.dual[b] == 0 {
			m.expand(b)
		}
	}
	return false
}

func (m *matching) step() int64 {
	step := int64(math.MaxInt64)
	for b := m.n + 1; b <= m.last; b++ {
		if m.top[b] == b && m.label[b] == inner {
			step = min(step, m.dual[b]/2)
		}
	}
	for x := 1; x <= m.last; x++ {
		if m.top[x] != x || m.slack[x] == 0 {
			continue
		}
		switch gap := m.gap(m.edges[m.slack[x]][x]); m.label[x] {
		case free:
			step = min(step, gap)
		case outer:
			step = min(step, gap/2)
		}
	}
	return step
}
