package live

import (
	"slices"
	"sync"
	"time"
)

// Trust is how long Waiters believe what was read from the database. A hint of a change ends it at once; the minute
// bounds the delay if a hint was lost.
const Trust = time.Minute

// Waiters let polls wait for a change without asking the database, and are the program's one memory of tables. For each
// topic they know the position that was last read, until a hint says that it is old. Hints may come late, twice, out of
// order or, within Trust, not at all: they only make polls look again.
type Waiters struct {
	Now func() time.Time // by which they trust

	mu      sync.Mutex
	topics  map[Topic]*place
	homes   map[int64]map[Topic]*place // those of topics that are home pages, by club
	matches map[int64]*place           // tables whose match is in memory, by match
	cached  []Topic                    // tables of which something is in memory, the oldest first
}

// maxCached bounds the tables that are held in memory. Any other is read again when it changes.
const maxCached = 512

// A Topic is the subject of a poll: a table, a club's home page for one player, or the
// marks of one player (turns and notices in all clubs).
type Topic struct {
	Table        int64 // id; 0: a home page or marks
	Club, Player int64 // of a home page; without a club: marks
}

// A Position is how a topic stood when a page was drawn.
type Position struct {
	Topic
	At string
}

// A place holds what is known of a topic.
type place struct {
	at      string        // position in the store; "" when not known
	read    time.Time     // when it was read
	seen    time.Time     // when anybody asked last
	hints   int           // how many there were
	hinted  string        // the position in the last one: it comes from the move and from the database
	changed chan struct{} // closed by the next hint
	waiting int

	// Of a table:
	cached       bool           // see Waiters.cached
	snapshot     *Snapshot      // as read, or as it followed by a move
	snapshotHint int            // hints there had been by then
	match        *MatchPosition // as the last move made here has left it; believed only where its row is still the same
}

// NewWaiters returns those that know nothing yet. Now is the clock by which they trust.
func NewWaiters(now func() time.Time) *Waiters {
	return &Waiters{Now: now, topics: map[Topic]*place{}, homes: map[int64]map[Topic]*place{},
		matches: map[int64]*place{}}
}

// hinted takes a hint that a table has changed. A home page tells the moves of others,
// too, but only when it is read for another reason, and once in the time of trust.
func (w *Waiters) hinted(c Change) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.topics[Topic{Table: c.Table}]; p != nil && p.at != c.At && p.hinted != c.At {
		p.wake()
		p.hinted = c.At
	}
	for t, p := range w.homes[c.Club] {
		if !c.Within || slices.Contains(c.Players, t.Player) {
			p.wake()
		}
	}
	for _, player := range c.Players {
		if p := w.topics[Topic{Player: player}]; p != nil {
			p.wake()
		}
	}
}

// moved takes a move that this program has committed. If the cached snapshot is the one from which the move started,
// its successor replaces it, trusted for no longer. The database may announce the same move before or after; both
// orders are fine. Next is the successor where it is known, and before the snapshot that it succeeds.
func (w *Waiters) moved(p *MatchPosition, c Change, before, next *Snapshot) {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := Topic{Table: p.Table}
	_, over := p.Step.match.Outcome()
	if over {
		w.forgetMatch(w.topics[t])
	} else {
		w.keepMatch(w.place(t), p)
	}
	at := w.topics[t]
	if at == nil || at.snapshot == nil || at.hints != at.snapshotHint &&
		(at.hints != at.snapshotHint+1 || at.hinted != c.At) {
		return
	}
	if next == nil || before != at.snapshot {
		if !p.Plain {
			return
		}
		if next = at.snapshot.after(p.Step, c.At); next == nil {
			return
		}
	}
	if at.hints == at.snapshotHint {
		at.wake()
	}
	at.at, at.hinted, at.snapshot, at.snapshotHint = c.At, c.At, next, at.hints
}

// Forget makes every poll look again, and every move read its match: hints may have been lost. Another server, such as
// a standby that took over before it had every commit, may give the number of a transaction again.
func (w *Waiters) Forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.topics {
		p.wake()
		w.forgetMatch(p)
	}
}

// doubt makes the polls of a table look again: it may have changed.
func (w *Waiters) doubt(table int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.topics[Topic{Table: table}]; p != nil {
		p.wake()
	}
}

func (p *place) wake() {
	p.at, p.hinted = "", ""
	p.hints++
	close(p.changed)
	p.changed = make(chan struct{})
}

// place of a topic. The caller holds mu.
func (w *Waiters) place(t Topic) *place {
	p := w.topics[t]
	if p == nil {
		p = &place{changed: make(chan struct{})}
		w.topics[t] = p
		if t.Club != 0 {
			if w.homes[t.Club] == nil {
				w.homes[t.Club] = map[Topic]*place{}
			}
			w.homes[t.Club][t] = p
		}
	}
	return p
}

// asked is the place of a topic that somebody asks about. The caller holds mu.
func (w *Waiters) asked(t Topic) *place {
	p := w.place(t)
	p.seen = w.Now()
	return p
}

// Reading is called before a position is read from the store. Its result goes to Read.
func (w *Waiters) Reading(t Topic) (hint int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asked(t).hints
}

// Read keeps a position that was read from the store, unless a hint came in the
// meantime: the position may be old by then.
func (w *Waiters) Read(hint int, now Position) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.asked(now.Topic); p.hints == hint {
		p.at, p.read = now.At, w.Now()
	}
}

// keepSnapshot keeps a table that was read from the store, as Read keeps a position.
func (w *Waiters) keepSnapshot(hint int, s *Snapshot) {
	w.mu.Lock()
	defer w.mu.Unlock()
	t := Topic{Table: s.table.ID}
	p := w.asked(t)
	if p.hints != hint {
		return
	}
	w.cache(t, p)
	p.at, p.read, p.snapshot, p.snapshotHint = s.At(), w.Now(), s, hint
}

// cache counts a table among those in memory, and drops the oldest where there are too many.
func (w *Waiters) cache(t Topic, p *place) {
	if p.cached {
		return
	}
	p.cached, w.cached = true, append(w.cached, t)
	if len(w.cached) > maxCached {
		old := w.topics[w.cached[0]]
		old.cached, old.snapshot = false, nil
		w.forgetMatch(old)
		w.cached = append(w.cached[:0:0], w.cached[1:]...)
	}
}

// keepMatch keeps a match as a move has left it.
func (w *Waiters) keepMatch(at *place, p *MatchPosition) {
	if at.match != nil && at.match.Match != p.Match {
		delete(w.matches, at.match.Match)
	}
	kept := *p
	kept.match, kept.timed = p.Step.match, p.Clock != nil
	kept.State, kept.Clock, kept.Step, kept.before, kept.Made, kept.Now, kept.Plain = nil, nil, nil, nil, "",
		time.Time{}, false
	kept.Undo = false // a move ends it, and asking again is another row
	at.match, w.matches[p.Match] = &kept, at
	w.cache(Topic{Table: p.Table}, at)
}

func (w *Waiters) forgetMatch(p *place) {
	if p != nil && p.match != nil {
		delete(w.matches, p.match.Match)
		p.match = nil
	}
}

// match is a match as a move made here has left it. It is for all: a caller that goes on from it clones it.
func (w *Waiters) match(id int64) (p MatchPosition, known bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if at := w.matches[id]; at != nil {
		return *at.match, true
	}
	return p, false
}

// Redraw lets a table be read again, for what one player alone sees of it. Nobody is
// woken, and nobody who waits can tell.
func (w *Waiters) Redraw(table int64) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p := w.topics[Topic{Table: table}]; p != nil {
		p.read = time.Time{}
		p.hints++
	}
}

// snapshot is a table as it is now, as far as is known without reading; nil
// where it is not. With it comes the number of hints so far.
func (w *Waiters) snapshot(table int64) (*Snapshot, int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p := w.asked(Topic{Table: table})
	if p.snapshot == nil || p.at != p.snapshot.At() || w.Now().Sub(p.read) >= Trust {
		return nil, p.hints
	}
	return p.snapshot, p.hints
}

// Current reports that what a page shows is the latest, as far as is known without
// reading.
func (w *Waiters) Current(shown ...Position) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, s := range shown {
		if p := w.asked(s.Topic); p.at != s.At || s.At == "" || w.Now().Sub(p.read) >= Trust {
			return false
		}
	}
	return true
}

// Wait returns when one of the positions that a page shows may be old, with true, or when the
// hold is over, the client is gone or the program stops, with false. A page shows one
// or two.
func (w *Waiters) Wait(gone, stopped <-chan struct{}, hold time.Duration, shown ...Position) bool {
	w.mu.Lock()
	var changed [2]<-chan struct{}
	for i, s := range shown {
		p := w.asked(s.Topic)
		if changed[i] = p.changed; p.at != s.At {
			w.mu.Unlock()
			return true
		}
	}
	p := w.topics[shown[0].Topic]
	p.waiting++
	w.mu.Unlock()
	defer func() {
		w.mu.Lock()
		p.waiting--
		w.mu.Unlock()
	}()

	timer := time.NewTimer(hold)
	defer timer.Stop()
	select {
	case <-changed[0]:
		return true
	case <-changed[1]:
		return true
	case <-timer.C:
	case <-gone:
	case <-stopped:
	}
	return false
}

// Parked is the number of polls that wait.
func (w *Waiters) Parked() (n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, p := range w.topics {
		n += p.waiting
	}
	return n
}

// Sweep drops what nobody has asked for lately. Matches stay, up to the bound.
func (w *Waiters) Sweep() {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.Now()
	for t, p := range w.topics {
		if p.waiting > 0 || now.Sub(p.seen) <= Trust {
			continue
		}
		if p.snapshot = nil; p.match == nil {
			delete(w.topics, t)
			delete(w.homes[t.Club], t)
		}
	}
	// A name without its topic would use up a place of a table that is asked for.
	w.cached = slices.DeleteFunc(w.cached, func(t Topic) bool { return w.topics[t] == nil })
}
