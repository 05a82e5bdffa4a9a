package compose

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"carteado/views/link"
)

// callsOut has a webhook call a receiver on this machine, which stands in for a bridge, and compares what it hears with
// the example of the guide.
func (h *host) callsOut(ctx context.Context) {
	const bridge = "http://10.213.71.1:9000" // the engine's own address on the club's network
	calls := make(chan map[string]any, 8)
	receiver := &http.Server{ReadHeaderTimeout: time.Second, Handler: http.HandlerFunc(
		func(_ http.ResponseWriter, r *http.Request) {
			var call map[string]any
			if json.NewDecoder(r.Body).Decode(&call) == nil && r.Header.Get("webhook-signature") != "" {
				calls <- call
			}
		})}
	listener := must((&net.ListenConfig{}).Listen(ctx, "tcp", ":9000"))
	go func() { _ = receiver.Serve(listener) }()
	defer func() { _ = receiver.Close() }()
	must(h.shell.script(ctx, "echo CARTEADO_WEBHOOK_HOSTS="+bridge+" >> .env"))
	h.docker(ctx, "up", "-d")
	h.opens(ctx)
	path := link.Webhooks(h.slug())
	h.ana.opens(ctx, path).mustForm(path).send(ctx, "address", bridge+"/club", "kinds", "table", "proof", password).ok()
	h.offersTable(ctx)
	section := regexp.MustCompile("(?s)\n## Webhooks\n.*?```json\n(.*?)```").FindStringSubmatch(h.guide)
	if section == nil {
		wrong("the guide shows no call of a webhook")
	}
	var example map[string]any
	check(json.Unmarshal([]byte(section[1]), &example))
	select {
	case call := <-calls:
		if is, want := shape(call), shape(example); is != want {
			wrong("a webhook hears %s, and the guide says %s", is, want)
		}
	case <-time.After(time.Minute):
		wrong("a webhook hears nothing of a table")
	}
	h.fillsTable(ctx) // not before: of a table that has its players a webhook hears nothing
	must(h.shell.script(ctx, "sed -i /^CARTEADO_WEBHOOK_HOSTS=/d .env"))
	h.docker(ctx, "up", "-d")
	h.opens(ctx)
	h.finds("it hears %s", shape(example))
}

// shape is what the keys of JSON are, and of what is in it.
func shape(value any) string {
	object, is := value.(map[string]any)
	if !is {
		return ""
	}
	var parts []string
	for _, key := range slices.Sorted(maps.Keys(object)) {
		parts = append(parts, key+shape(object[key]))
	}
	return "{" + strings.Join(parts, " ") + "}"
}

// losesKey takes away the key of what is being played, puts it back from a copy, and, the next time, has the matches
// dealt anew; and compares the log with a head that somebody has kept.
func (h *host) losesKey(ctx context.Context) {
	h.opensTable(ctx)
	h.follows(ctx, "Keys", 0)
	loses := func() {
		must(h.shell.run(ctx, "docker", "run", "--rm", "-v", "carteado_keys:/keys", "--entrypoint", "rm",
			"postgres:17.10-bookworm", "/keys/matches.keys"))
		h.docker(ctx, "restart", "app")
		h.saysWhy(ctx, "lacks the key of running matches")
	}
	loses()
	h.follows(ctx, "Keys", 1)
	h.opens(ctx)
	loses()
	h.follows(ctx, "Keys", 2)
	h.opens(ctx)
	for !h.moves(ctx, h.ana) && !h.moves(ctx, h.bento) {
		h.opensTable(ctx)
	}
	head := h.sql(ctx, `SELECT c.slug || ':' || h.place || ':' || encode(h.hash, 'hex') FROM audit_heads h
		JOIN clubs c ON c.id = h.club_id ORDER BY h.id DESC LIMIT 1`)
	h.follows(ctx, "Keys", 3, "my-club:17:ab12cd34ef567890", head)
	h.finds("%s", head[:strings.LastIndex(head, ":")])
}

// movesClub takes the club into another house and plays on there. The houses stand on one machine, one after the other,
// since both want the same ports.
func (h *host) movesClub(ctx context.Context) {
	const guide = "A club in another house"
	names := []string{"my-club", h.slug()}
	h.follows(ctx, guide, 0, names...)
	h.follows(ctx, guide, 1, names...)
	h.docker(ctx, "down")
	other := &host{engine: h.engine, shell: shell{filepath.Join(h.own, "another"),
		append(slices.Clone(h.env), "COMPOSE_PROJECT_NAME=carteado-another")}, guide: h.guide, called: "Outra casa"}
	must(h.shell.script(ctx, fmt.Sprintf("git clone --quiet %[1]q %[2]q && cp %[3]q %[2]q", h.origin, other.shell.dir,
		h.slug()+".club")))
	defer func() { check(other.tidy()) }()
	other.firstStart(ctx)
	other.foundsClub(ctx)
	other.follows(ctx, "Backups that prove themselves", 0)
	other.follows(ctx, guide, 2, names...)
	said := other.follows(ctx, guide, 3, names...)
	for who, visitor := range map[string]*visitor{"Ana": other.ana, "Bento": other.bento} {
		way := regexp.MustCompile(who + ` \(\w+\): \S*(/invitations/\S+)`).FindStringSubmatch(said)
		if way == nil {
			wrong("no link for %s: %s", who, said)
		}
		visitor.opens(ctx, way[1]).mustForm(way[1]).send(ctx).ok()
	}
	other.club = h.club
	if n := other.sql(ctx, `SELECT count(DISTINCT p.name) FROM match_seats s JOIN matches m ON m.id = s.match_id
		JOIN players p ON p.id = s.player_id WHERE m.dealt_as IS NOT NULL AND NOT p.placeholder`); n != "2" {
		wrong("%s of 2 players have the matches that they played in the other house", n)
	}
	other.opensTable(ctx)
	const moves = 12
	for range moves {
		if !other.moves(ctx, other.bento) {
			other.goesOn(ctx, other.ana)
		}
	}
	if n := other.sql(ctx, `SELECT count(*) FROM moves v JOIN matches m ON m.id = v.match_id
		WHERE m.dealt_as IS NULL`); n == "0" {
		wrong("nobody has moved in the other house")
	}
	proved := other.docker(ctx, "exec", "-T", "app", "/carteado", "verify", "--all")
	other.docker(ctx, "exec", "-T", "app", "/carteado", "admin", "verify-audit")
	lines := strings.Split(strings.TrimSpace(proved), "\n")
	h.finds("%s", lines[len(lines)-1])
	other.docker(ctx, "down") // both have one network's addresses
	h.docker(ctx, "up", "-d")
}

// releases makes all that a tag would, and looks whether it is whole.
func (h *host) releases(ctx context.Context) {
	h.opens(ctx)
	h.follows(ctx, "Without a clone", 0)
	said := must(h.shell.script(ctx, "cd .bin/release && sha256sum --check --ignore-missing SHA256SUMS"))
	h.finds("%d files", strings.Count(said, ": OK"))
}
