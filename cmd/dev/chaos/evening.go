package chaos

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/cmd/dev/markup"
)

// An evening is a club's game night by HTTP alone: a club is founded, people make accounts, come in by the code on the
// wall, and from then on look at the page they are on. A host draws rounds, opens their tables and ends them; everybody
// plays where their page sends them. An instance is killed in the middle of a round, and all of them between the draw
// and the tables of another. In the end all that was acknowledged must be there, once.

// Seats is how many people sit at a table of an evening. All have one only if their number is a multiple of it.
const Seats = 4

const (
	eveningOf  = "palace" // for so many, and played by few buttons
	shortRules = eveningOf + "/quick"
	password   = "sete cavalos dormem cedo"
	clockOf    = time.Minute // the last round's, which the host ends as it stands; the shortest there is
)

// A night is the game night of an evening.
type night struct {
	*storm
	path   string // of the night's page
	home   string // of the club's
	wall   string // where the code on the wall leads
	phones []*phone

	acked map[string]bool          // keys of the moves that were acknowledged
	told  map[int]map[string]sight // by round and name
	over  map[string]int           // the round whose match is over, by name
	round int                      // that is over for all
	news  chan struct{}            // one of these has changed
}

// A sight is when somebody's page has said at which table they sit, and when it has led there.
type sight struct{ told, led time.Time }

// Evening returns what an evening has come to, and an error if anything is not as it should be.
func Evening(ctx context.Context, o Options) (report string, err error) {
	n := &night{storm: newStorm(ctx, o), acked: map[string]bool{}, told: map[int]map[string]sight{},
		over: map[string]int{}, news: make(chan struct{}, 1)}
	defer func() { err = errors.Join(err, n.lay()) }()
	if err = n.raise(ctx); err == nil {
		err = n.gathers(ctx)
	}
	if err != nil {
		return "", cmp.Or(ctx.Err(), err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	n.give = cancel
	looking, home := context.WithCancel(ctx)
	defer home()
	var awake sync.WaitGroup
	for _, p := range n.phones {
		awake.Go(func() { p.lives(looking) })
	}
	var rounds []drawnRound
	for round := 1; round <= o.Rounds && ctx.Err() == nil; round++ {
		r, err := n.holds(ctx, round)
		if err != nil && ctx.Err() == nil { // else a phone has failed
			n.fails(fmt.Errorf("round %d: %w", round, err))
		}
		rounds = append(rounds, r)
	}
	home()
	awake.Wait()
	if len(n.wrong) == 0 && n.interrupted() == nil {
		n.proves(context.WithoutCancel(ctx))
	}
	return n.reports(rounds), n.verdict()
}

// gathers founds the club, plans the night, lets people make accounts, and then in by the code on the wall.
func (n *night) gathers(ctx context.Context) error {
	host := n.phone("Ana")
	code, err := n.store.NewSetupCode(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	if _, err := host.fill(ctx, "/", "/setup", "code", code, "club", "Clube", "lang", "en", "zone", "UTC", "name",
		host.name, "password", password); err != nil {
		return err
	}
	home, err := host.get(ctx, "/")
	if err != nil {
		return err
	}
	n.home = home.path
	starts := time.Now().UTC()
	if _, err := host.fill(ctx, n.home+"/nights/new", "/nights", "name", "Friday", "date", starts.Format(time.DateOnly),
		"from", starts.Format("15:04"), "until", starts.Add(4*time.Hour).Format("15:04"),
		"recurs", "once"); err != nil {
		return err
	}
	n.path = n.home + "/nights/1"
	poster, err := host.fill(ctx, n.path+"/poster", "/poster")
	if err != nil {
		return err
	}
	n.wall = regexp.MustCompile(`/here/[\w-]+`).FindString(markup.Text(poster.doc))
	inviting, err := host.fill(ctx, n.home+"/invitations", "/invitations", "uses", strconv.Itoa(n.People), "days", "1")
	if err != nil {
		return err
	}
	invitation := ""
	for _, field := range markup.Find(inviting.doc, "input", "readonly", "") {
		if _, token, is := strings.Cut(markup.Attr(field, "value"), "/invitations/"); is {
			invitation = "/invitations/" + token
		}
	}
	if n.wall == "" || invitation == "" {
		return errors.New("there is no code on the wall, or no invitation")
	}
	return n.comeIn(ctx, host, invitation)
}

// comeIn has everybody make an account, and later, with the code on the wall, sign in and say that they are here.
func (n *night) comeIn(ctx context.Context, host *phone, invitation string) error {
	for i := range n.People {
		p := host
		if i > 0 {
			p = n.phone(fmt.Sprintf("Person %02d", i))
		}
		n.phones = append(n.phones, p)
	}
	const doors = 4 // through which people come at a time: passwords take long
	failed, rest := make(chan error, n.People), make(chan *phone, n.People)
	for _, p := range n.phones {
		rest <- p
	}
	close(rest)
	var coming sync.WaitGroup
	for range doors {
		coming.Go(func() {
			for p := range rest {
				if p != host {
					earlier := n.phone(p.name)
					if _, err := earlier.fill(ctx, invitation, invitation, "name", p.name, "password",
						password); err != nil {
						failed <- err
						return
					}
					if _, err := p.fill(ctx, "/sign-in?next="+n.wall, "/sign-in", "user", p.name, "password",
						password); err != nil {
						failed <- err
						return
					}
				}
				if _, err := p.fill(ctx, n.wall, n.wall); err != nil {
					failed <- err
					return
				}
			}
		})
	}
	coming.Wait()
	close(failed)
	return <-failed
}

// holds draws a round, opens its tables, and ends it when all are over, the last one by its clock.
func (n *night) holds(ctx context.Context, round int) (r drawnRound, err error) {
	host, draws := n.phones[0], n.path+"/draws"
	r.began, r.acksSoFar = time.Now(), n.acks()
	rules, ends, minutes := shortRules, "played", "25"
	last := round == n.Rounds
	if last {
		rules, ends, minutes = "", "stands", strconv.Itoa(int(clockOf.Minutes()))
	}
	drawn, err := host.fill(ctx, draws, draws, "game", eveningOf, "rules", rules, "size", strconv.Itoa(Seats),
		"minutes", minutes, "at_time", ends, "screens", "on")
	if err != nil {
		return r, err
	}
	r.presses++
	opening := drawn.form(fmt.Sprintf("/draws/%d/open", round))
	if opening == nil {
		return r, fmt.Errorf("nothing can be opened: %.300s", markup.Text(drawn.doc))
	}
	pressed := time.Now()
	if n.Rounds > 2 && round == n.Rounds-1 {
		err = n.opensTwice(ctx, &r, opening)
	} else {
		r.presses++
		_, err = host.press(ctx, opening)
	}
	if err != nil {
		return r, err
	}
	r.press = time.Since(pressed)
	if err := n.until(ctx, "all phones say where to sit", func() bool { return n.allTold(round) }); err != nil {
		return r, err
	}
	n.mu.Lock()
	for _, s := range n.told[round] {
		r.waits, r.leads = append(r.waits, s.told.Sub(pressed)), append(r.leads, s.led.Sub(pressed))
	}
	n.mu.Unlock()
	if round == min(2, n.Rounds) {
		if err := n.killsOne(ctx, &r); err != nil {
			return r, err
		}
	}
	clock, stop := context.WithCancel(ctx)
	if last {
		clock, stop = context.WithDeadline(ctx, pressed.Add(clockOf))
	}
	defer stop()
	if err := n.until(clock, "all matches are over", func() bool { return n.allOver(round) }); err != nil && !last {
		return r, err
	}
	r.presses++
	ending := time.Now()
	if _, err := host.fill(ctx, draws, fmt.Sprintf("/draws/%d/end", round)); err != nil {
		return r, err
	}
	r.end = time.Since(ending)
	n.mu.Lock()
	n.round = round
	n.mu.Unlock()
	r.took, r.moves = time.Since(r.began), n.acks()-r.acksSoFar
	return r, nil
}

// killsOne kills an instance when people have begun everywhere. It is started again by itself.
func (n *night) killsOne(ctx context.Context, r *drawnRound) error {
	middle := n.acks() + n.People
	err := n.until(ctx, "people play", func() bool { return n.acks() >= middle })
	n.sites[0].signal(syscall.SIGKILL)
	r.killed = "an instance in the middle"
	return err
}

// opensTwice presses, and kills all instances when some of the tables are open and others are not. The page says what
// to do: the host presses again.
func (n *night) opensTwice(ctx context.Context, r *drawnRound, opening *pageForm) error {
	host := n.phones[0]
	answered := make(chan page)
	r.presses++
	go func() {
		got, _ := host.send(ctx, http.MethodPost, opening.action, opening.values, false)
		answered <- got
	}()
	conn, err := pgx.Connect(ctx, n.url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(ctx) }()
	opened, all := 0, n.People/Seats
	for end := time.Now().Add(timeout); opened == 0 && time.Now().Before(end); {
		if err := conn.QueryRow(ctx, `SELECT count(table_id) FROM draw_tables
			WHERE round = (SELECT max(number) FROM draws)`).Scan(&opened); err != nil {
			return err
		}
	}
	for _, it := range n.sites {
		it.signal(syscall.SIGKILL)
	}
	<-answered
	shown, err := host.get(ctx, n.path+"/draws") // once an instance is there again
	if err != nil {
		return err
	}
	if err := conn.QueryRow(ctx, `SELECT count(table_id) FROM draw_tables
		WHERE round = (SELECT max(number) FROM draws)`).Scan(&opened); err != nil {
		return err
	}
	r.killed = fmt.Sprintf("all instances when %d of %d tables were open", opened, all)
	rest := shown.form(opening.action)
	if (rest == nil) != (opened == all) {
		return fmt.Errorf("with %d of %d tables open the page says %.300s", opened, all, markup.Text(shown.doc))
	}
	if rest == nil {
		return nil
	}
	r.presses++
	_, err = host.press(ctx, rest)
	return err
}

// until waits for something that phones see, as long as they see anything new.
func (n *night) until(ctx context.Context, what string, holds func() bool) error {
	const patience = time.Minute
	still := time.NewTimer(patience)
	defer still.Stop()
	for !holds() {
		select {
		case <-n.news:
			still.Reset(patience)
		case <-ctx.Done():
			return ctx.Err()
		case <-still.C:
			return fmt.Errorf("never: %s\n%s", what, n.screens())
		}
	}
	return nil
}

// screens is what everybody's phone shows.
func (n *night) screens() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	b := &strings.Builder{}
	for _, p := range n.phones {
		fmt.Fprintf(b, "%s sees %s: %.300s\n", p.name, p.shown.path, markup.Text(p.shown.doc))
	}
	return b.String()
}

// notes changes what is known of the phones.
func (n *night) notes(change func()) {
	n.mu.Lock()
	change()
	n.mu.Unlock()
	select {
	case n.news <- struct{}{}:
	default: // who waits looks anyway
	}
}

func (n *night) acks() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return len(n.acked)
}

func (n *night) allTold(round int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	led := 0
	for _, s := range n.told[round] {
		if !s.led.IsZero() {
			led++
		}
	}
	return led == len(n.phones)
}

func (n *night) allOver(round int) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, p := range n.phones {
		if n.over[p.name] < round {
			return false
		}
	}
	return true
}
