package compose

import (
	"bufio"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"carteado/views/link"
)

func (h *host) finds(format string, args ...any) { h.found = fmt.Sprintf(format, args...) }

func (h *host) firstStart(ctx context.Context) {
	h.follows(ctx, "The first start", 0, example, domain)
	const timeout = time.Minute
	check(eventually(ctx, timeout, func() error {
		root, err := h.shell.run(ctx, "docker", "compose", "exec", "-T", "caddy", "cat",
			"/data/caddy/pki/authorities/local/root.crt")
		if err != nil {
			return err
		}
		h.roots = x509.NewCertPool()
		if !h.roots.AppendCertsFromPEM([]byte(root)) {
			return fmt.Errorf("no certificate: %s", root)
		}
		return nil
	}))
	h.opens(ctx)
}

// looksAtContainers compares the running containers with the compose file.
func (h *host) looksAtContainers(ctx context.Context) {
	plain := h.visitor().at("http://" + domain)
	_, to, err := plain.once(ctx, http.MethodGet, link.SignIn, nil)
	if check(err); to != link.SignIn {
		wrong("http does not lead to https but to %q", to)
	}
	if status, _, err := plain.once(ctx, http.MethodGet, link.CalendarOf("secret"), nil); err != nil ||
		status.status != http.StatusForbidden {
		wrong("http answers a calendar with %v, %v", status, err)
	}
	version := strings.TrimSpace(must(h.shell.run(ctx, "git", "describe", "--tags", "--always")))
	if said := h.docker(ctx, "exec", "-T", "app", "/carteado", "version"); !strings.Contains(said, " "+version+" ") {
		wrong("the version is %s and the program says %s", version, said)
	}
	label := must(h.shell.run(ctx, "docker", "image", "inspect", "-f",
		`{{index .Config.Labels "org.opencontainers.image.version"}} {{.Size}}`, "carteado"))
	if !strings.HasPrefix(label, version+" ") {
		wrong("the image's label is %s", label)
	}
	for _, id := range strings.Fields(h.docker(ctx, "ps", "-q")) {
		const what = "{{.HostConfig.ReadonlyRootfs}} {{.HostConfig.LogConfig.Type}} {{.HostConfig.PidsLimit}} {{gt " +
			".HostConfig.Memory 0}}"
		if is := strings.TrimSpace(
			must(h.shell.run(ctx, "docker", "inspect", "-f", what, id))); is != "true local 256 true" {
			wrong("a container has %s", is)
		}
	}
	size := must(strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(label, version+" "))))
	h.finds("image of %.1f MB; memory: %s", float64(size)/1e6, strings.Join(strings.Fields(
		must(h.shell.run(ctx, "docker", "stats", "--no-stream", "--format", "{{.Name}} {{.MemUsage}};"))), " "))
}

// digest is a hash of the club's rows, but for what the log says of a restore.
func (h *host) digest(ctx context.Context) string {
	var parts []string
	for _, table := range []string{"players", "clubs", "matches", "moves",
		"(SELECT * FROM audit WHERE action <> 'backup_restored')"} {
		parts = append(parts, fmt.Sprintf("(SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, '|' ORDER BY "+
			"t::text), '')) FROM %s t)", table))
	}
	return h.sql(ctx, "SELECT "+strings.Join(parts, " || "))
}

func (h *host) backsUp(ctx context.Context) {
	h.before = h.digest(ctx)
	h.follows(ctx, "Backup", 0)
	dumps := must(filepath.Glob(filepath.Join(h.dir, "*.dump")))
	if len(dumps) != 1 {
		wrong("dumps: %v", dumps)
	}
	h.dump = filepath.Base(dumps[0])
	info := must(os.Stat(dumps[0]))
	if info.Mode().Perm() != 0o600 || info.Size() == 0 {
		wrong("%s has mode %s and %d bytes", h.dump, info.Mode(), info.Size())
	}
	if seen := must(h.shell.run(ctx, "git", "status", "--porcelain")); seen != "" {
		wrong("git sees %s", seen)
	}
	// One that fails leaves the earlier one whole.
	h.docker(ctx, "stop", "db")
	if _, err := h.shell.script(ctx, h.block("Backup", 0)); err == nil {
		wrong("a dump of a database that is not there succeeds")
	}
	if now := must(os.Stat(dumps[0])); now.Size() != info.Size() {
		wrong("a dump that failed left %d of %d bytes", now.Size(), info.Size())
	}
	h.docker(ctx, "start", "db")
	h.opens(ctx)
	h.finds("%d kB", info.Size()>>10)
}

// provesBackup writes one of the program's own, which it proves, and restores it
// over what was played since.
func (h *host) provesBackup(ctx context.Context) {
	said := h.follows(ctx, "Backups that prove themselves", 0)
	at := strings.Index(said, "Proved in")
	if at < 0 {
		wrong("%s", said)
	}
	proved, _, _ := strings.Cut(said[at:], "\n")
	file, _, _ := strings.Cut(said[strings.Index(said, "/backups/"):], ":")
	before := h.digest(ctx)
	h.opensTable(ctx)
	const start = "docker compose start app"
	said = h.follows(ctx, "Backups that prove themselves", 1, "/backups/carteado-2026-11-22-2100.backup", file, start,
		"echo running: $(docker compose ps --services --status running)\n"+start)
	running := regexp.MustCompile(`(?m)^running: .*$`).FindString(said)
	if !strings.Contains(running, "db") || strings.Contains(running, "app") {
		wrong("while the backup is restored there is %q", running)
	}
	h.opens(ctx)
	if now := h.digest(ctx); now != before {
		wrong("the club holds %s, and held %s", now, before)
	}
	// The service that writes one every day has written its first.
	check(eventually(ctx, time.Minute, func() error {
		log := h.docker(ctx, "logs", "--no-log-prefix", "backup")
		if !strings.Contains(log, "/backups/carteado-") {
			return fmt.Errorf("no backup yet: %s", log)
		}
		return nil
	}))
	h.finds("%s", proved)
}

// upgrades plants a migration in a new version.
func (h *host) upgrades(ctx context.Context) {
	files := must(filepath.Glob(filepath.Join(h.origin, "migrations", "*.sql")))
	number := must(strconv.Atoi(strings.Split(filepath.Base(files[len(files)-1]), "_")[0]))
	planted := filepath.Join(h.origin, "migrations", fmt.Sprintf("%05d_planted.sql", number+1))
	check(os.WriteFile(planted,
		[]byte("-- +goose Up\nCREATE TABLE planted (match bigint REFERENCES matches);\nINSERT INTO planted SELECT id "+
			"FROM matches;\n-- +goose Down\nDROP TABLE planted;\n"), 0o644))
	must(shell{}.script(ctx, commit(h.origin, "migrations: one more")))
	began := time.Now()
	h.follows(ctx, "A new version", 0)
	h.opens(ctx)
	if n := h.sql(ctx, "SELECT count(*) FROM planted"); n == "0" {
		wrong("the planted migration found no match")
	}
	if now := h.digest(ctx); now != h.before {
		wrong("the upgrade changed what the club holds: %s, was %s", now, h.before)
	}
	h.finds("%s with the build", time.Since(began).Round(time.Second))
}

// provesItself asks the program to prove its matches and its log, and looks
// that it works by the role that owns nothing.
func (h *host) provesItself(ctx context.Context) {
	matches := h.docker(ctx, "exec", "-T", "app", "/carteado", "verify", "--all")
	if !strings.Contains(matches, "follow from their secrets") {
		wrong("%s", matches)
	}
	log := h.docker(ctx, "exec", "-T", "app", "/carteado", "admin", "verify-audit")
	if !strings.Contains(log, "signed") {
		wrong("%s", log)
	}
	roles := h.sql(ctx, "SELECT string_agg(DISTINCT usename, ' ') FROM pg_stat_activity WHERE client_addr IS NOT NULL")
	if roles != "carteado_app" {
		wrong("connections are those of %s", roles)
	}
	lines := strings.Split(strings.TrimSpace(matches), "\n")
	h.finds("%s", lines[len(lines)-1])
}

// restores brings back a dump that knows less than the database, and than the heads that are kept beside it.
func (h *host) restores(ctx context.Context) {
	h.opensTable(ctx)
	h.moves(ctx, h.ana)
	if h.digest(ctx) == h.before {
		wrong("nothing was played since the backup")
	}
	const timeout = 3 * time.Minute
	check(eventually(ctx, timeout, func() error {
		if h.sql(ctx, `SELECT max(place) FROM audit WHERE club_id = 1`) !=
			h.sql(ctx, `SELECT max(place) FROM audit_heads WHERE club_id = 1`) {
			return errors.New("the log's last entry is not signed")
		}
		return nil
	}))
	h.follows(ctx, "Backup", 1, "carteado-2026-11-22-2100.dump", h.dump)
	h.opens(ctx)
	if now := h.digest(ctx); now != h.before {
		wrong("the club holds %s, and held %s", now, h.before)
	}
	if n := h.sql(ctx, "SELECT count(*) FROM planted"); n == "0" {
		wrong("the new version did not bring the old dump up to date")
	}
	h.docker(ctx, "exec", "-T", "app", "/carteado", "admin", "verify-audit")
	h.ana.opens(ctx, h.club)
}

// goesBack takes the version from before the upgrade, and then the new one again.
func (h *host) goesBack(ctx context.Context) {
	h.follows(ctx, "Going back", 0, "v1.0.0", "HEAD~1", "carteado-2026-11-22-2100.dump", h.dump)
	h.opens(ctx)
	if now := h.digest(ctx); now != h.before {
		wrong("the club holds %s, and held %s", now, h.before)
	}
	if planted := h.sql(ctx, "SELECT to_regclass('planted')"); planted != "" {
		wrong("the new version's table is still there")
	}
	must(h.shell.run(ctx, "git", "checkout", "--quiet", "-"))
	h.follows(ctx, "A new version", 0)
	h.opens(ctx)
}

// killsEach kills the program of each container as a crash would.
func (h *host) killsEach(ctx context.Context) {
	h.opensTable(ctx)
	for _, service := range []string{"app", "db", "caddy"} {
		for !h.moves(ctx, h.ana) && !h.moves(ctx, h.bento) {
			wrong("nobody is to move")
		}
		before := h.digest(ctx)
		id := strings.TrimSpace(h.docker(ctx, "ps", "-q", service))
		pid := must(strconv.Atoi(
			strings.TrimSpace(must(h.shell.run(ctx, "docker", "inspect", "-f", "{{.State.Pid}}", id)))))
		check(syscall.Kill(pid, syscall.SIGKILL))
		began := time.Now()
		check(eventually(ctx, time.Minute, func() error {
			said, err := h.shell.run(ctx, "docker", "inspect", "-f", "{{.RestartCount}}", id)
			if err == nil && strings.TrimSpace(said) == "0" {
				err = fmt.Errorf("%s was not started again", service)
			}
			return err
		}))
		// The club may not have noticed yet that its database is starting.
		check(eventually(ctx, time.Minute, func() error {
			_, err := h.shell.run(ctx, "docker", "compose", "exec", "-T", "db", "pg_isready", "-q", "-U", "carteado")
			return err
		}))
		h.opens(ctx)
		h.found += fmt.Sprintf("%s %.1fs; ", service, time.Since(began).Seconds())
		if now := h.digest(ctx); now != before {
			wrong("after the end of %s the club holds %s, and held %s", service, now, before)
		}
		h.ana.opens(ctx, h.table)
	}
}

// isAway looks at what Caddy says, to a visitor and to its log, when the club is down.
func (h *host) isAway(ctx context.Context) {
	const secret = "/passwords/cGFzc3dvcmQtbGluay10aGF0LWlzLXNlY3JldA"
	h.docker(ctx, "stop", "app")
	p := must(h.visitor().get(ctx, secret))
	if p.status < http.StatusInternalServerError || !strings.Contains(p.text(), "The club is being updated") ||
		p.header.Get("Refresh") == "" {
		wrong("status %d: %s", p.status, p.text())
	}
	form := must(h.visitor().ask(ctx, http.MethodPost, link.SignIn, map[string][]string{"user": {"Ana"}}))
	if form.status < http.StatusInternalServerError || form.header.Get("Refresh") != "" {
		wrong("a form: status %d, Refresh %q", form.status, form.header.Get("Refresh"))
	}
	h.docker(ctx, "start", "app")
	h.opens(ctx)
	if log := h.docker(ctx, "logs", "caddy"); strings.Contains(log, secret[len("/passwords/"):]) ||
		strings.Contains(log, link.SignIn) {
		wrong("Caddy's log tells addresses: %s", log)
	}
	h.finds("status %d", p.status)
}

// rescues runs commands beside the club, and without it.
func (h *host) rescues(ctx context.Context) {
	said := h.follows(ctx, "Rescue", 0, "my-club", h.slug())
	_, secret, made := strings.Cut(said, "https://"+domain+"/passwords/")
	if !made || !strings.Contains(said, "owner") {
		wrong("%s", said)
	}
	// Ana is signed in nowhere then, and has the link for a new password.
	if p, to, err := h.ana.once(ctx, http.MethodGet, h.club, nil); err != nil || !strings.HasPrefix(to, link.SignIn) {
		wrong("Ana is still signed in: status %d, %v", p.status, err)
	}
	set := link.PasswordLink(strings.Fields(secret)[0])
	h.ana.opens(ctx, set).mustForm(set).send(ctx, "password", password).ok()
	h.docker(ctx, "stop", "app")
	h.docker(ctx, "run", "--rm", "app", "admin", "verify-audit")
	h.docker(ctx, "start", "app")
	h.opens(ctx)
}

// forgetsMode makes the secret readable for root alone.
func (h *host) forgetsMode(ctx context.Context) {
	secret := filepath.Join(h.dir, ".secrets", "database_password")
	check(os.Chmod(secret, 0o600))
	h.docker(ctx, "restart", "app")
	h.saysWhy(ctx, "chmod 644")
	check(os.Chmod(secret, 0o644))
	h.docker(ctx, "restart", "app")
	h.opens(ctx)
}

// changesPassword gives a database that has one already another password.
func (h *host) changesPassword(ctx context.Context) {
	secret := filepath.Join(h.dir, ".secrets", "database_password")
	old := must(os.ReadFile(secret))
	check(os.WriteFile(secret, []byte("another\n"), 0o644))
	h.docker(ctx, "restart", "app")
	h.saysWhy(ctx, "refuses the password")
	check(os.WriteFile(secret, old, 0o644))
	h.docker(ctx, "restart", "app")
	h.opens(ctx)
	h.follows(ctx, "Another password for the database", 0)
	h.opens(ctx)
	if now := must(os.ReadFile(secret)); string(now) == string(old) {
		wrong("the password is what it was")
	}
}

// movesHouse moves on to a new volume, as for a new major version of PostgreSQL.
func (h *host) movesHouse(ctx context.Context) {
	before := h.digest(ctx)
	h.follows(ctx, "A new major version of PostgreSQL", 0)
	h.opens(ctx)
	if now := h.digest(ctx); now != before {
		wrong("the club holds %s, and held %s", now, before)
	}
	must(h.shell.run(ctx, "docker", "volume", "rm", "carteado_data_before"))
}

// saysWhy waits until the program has said in one line of JSON why it stopped.
func (h *host) saysWhy(ctx context.Context, why string) {
	const timeout = time.Minute
	check(eventually(ctx, timeout, func() error {
		log := h.docker(ctx, "logs", "--no-log-prefix", "--tail", "1", "app")
		for lines := bufio.NewScanner(strings.NewReader(log)); lines.Scan(); {
			var line struct{ Level, Error string }
			if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
				return fmt.Errorf("no JSON: %s", lines.Text())
			}
			if line.Level == "ERROR" && strings.Contains(line.Error, why) {
				h.finds("%s", line.Error)
				return nil
			}
		}
		return fmt.Errorf("nothing says %q: %s", why, log)
	}))
}

// stops looks that everything ends by itself, in time.
func (h *host) stops(ctx context.Context) {
	const grace = 35 * time.Second
	began := time.Now()
	ids := strings.Fields(h.docker(ctx, "ps", "-q"))
	h.docker(ctx, "stop")
	took := time.Since(began)
	for _, id := range ids {
		if state := strings.TrimSpace(must(h.shell.run(ctx, "docker", "inspect", "-f", "{{.Name}} {{.State.ExitCode}}",
			id))); !strings.HasSuffix(state, " 0") {
			wrong("%s", state)
		}
	}
	if took > grace {
		wrong("stopping took %s", took)
	}
	h.finds("%.1fs", took.Seconds())
}
