package compose

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// domain stands in for the name that a host has. Caddy makes a certificate for it
// by itself, and it leads to this machine.
const (
	domain  = "club.localhost"
	example = "club.example.org" // in the README
)

// A host is somebody who follows the README in a clone of the repository.
type host struct {
	*engine
	shell
	origin string // where the clone comes from
	guide  string // the README and the page for hosts
	roots  *x509.CertPool
	found  string // by the step that is being done, for its line

	called      string // the club
	ana, bento  *visitor
	club, table string // paths
	dump        string
	before      string // rows of the club at the time of the dump
}

func newHost(ctx context.Context, e *engine, root string) (*host, error) {
	if err := e.compose(ctx); err != nil {
		return nil, err
	}
	images, err := bases(filepath.Join(root, "cmd/carteado/Dockerfile"), filepath.Join(root, "docker-compose.yml"))
	if err != nil {
		return nil, err
	}
	how, err := e.standIn(ctx, images)
	if err != nil {
		return nil, err
	}
	fmt.Println(how)
	h := &host{engine: e, shell: shell{filepath.Join(e.own, "carteado"), e.env}, origin: filepath.Join(e.own, "origin"),
		called: "Clube da Esquina"}
	// Files that are not committed yet are tried, too.
	_, err = shell{dir: root}.script(
		ctx, fmt.Sprintf("git clone --quiet . %[1]q && git ls-files -z --cached --others --exclude-standard "+
			"--deduplicate | while IFS= read -r -d '' f; do if [ -e \"$f\" ]; then cp --parents -a \"$f\" %[1]q; "+
			"else rm -f %[1]q/\"$f\"; fi; done && %[2]s && git clone --quiet %[1]q %[3]q",
			h.origin, commit(h.origin, "what is tried"), h.shell.dir))
	if err != nil {
		return nil, err
	}
	for _, name := range []string{"README.md", "cmd/carteado/HOSTING.md"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		h.guide += string(text)
	}
	return h, nil
}

// commit is a command that commits all of a repository.
func commit(dir, message string) string {
	return fmt.Sprintf("git -C %[1]q add --all && git -C %[1]q -c user.name=Host -c user.email=host@example.org "+
		"commit --quiet --allow-empty -m %[2]q", dir, message)
}

// block is the nth block of commands below a heading of the guide.
func (h *host) block(heading string, n int) string {
	section := regexp.MustCompile(`(?ms)^#+ ` + regexp.QuoteMeta(heading) + `$(.*?)(\n#+ |\z)`).
		FindStringSubmatch(h.guide)
	if section == nil {
		wrong("the guide has no section %q", heading)
	}
	blocks := regexp.MustCompile("(?ms)^```sh\n(.*?)^```").FindAllStringSubmatch(section[1], -1)
	if len(blocks) <= n {
		wrong("%q has %d blocks of commands", heading, len(blocks))
	}
	return blocks[n][1]
}

// follows runs a block word by word, but for the names in it that every host has
// of their own; pairs of them follow.
func (h *host) follows(ctx context.Context, heading string, n int, names ...string) string {
	lines := h.block(heading, n)
	for i := 0; i < len(names); i += 2 {
		if !strings.Contains(lines, names[i]) {
			wrong("%q does not name %s:\n%s", heading, names[i], lines)
		}
		lines = strings.ReplaceAll(lines, names[i], names[i+1])
	}
	return must(h.shell.script(ctx, lines))
}

// docker runs `docker compose`.
func (h *host) docker(ctx context.Context, args ...string) string {
	return must(h.shell.run(ctx, "docker", append([]string{"compose"}, args...)...))
}

// sql asks the database.
func (h *host) sql(ctx context.Context, query string) string {
	return strings.TrimSpace(h.docker(ctx, "exec", "-T", "db", "psql", "-U", "carteado", "-d", "carteado", "-qAtX",
		"-v", "ON_ERROR_STOP=1", "-c", query))
}

// opens waits until the club answers at its address.
func (h *host) opens(ctx context.Context) { h.visitor().awaits(ctx) }

// awaits waits until the visitor's address is ready.
func (v *visitor) awaits(ctx context.Context) {
	const timeout = 2 * time.Minute
	check(eventually(ctx, timeout, func() error {
		p, err := v.get(ctx, "/readyz")
		if err == nil && p.status != http.StatusOK {
			err = errors.New(p.body)
		}
		return err
	}))
}

// logs are the last words of all containers.
func (h *host) logs() string {
	const timeout = 20 * time.Second
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	said, err := h.shell.run(ctx, "docker", "compose", "--profile", "*", "logs", "--tail", "15")
	if err != nil {
		return err.Error()
	}
	return said
}

// tidy takes everything away that the host has put up.
func (h *host) tidy() error {
	const timeout = 2 * time.Minute
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	_, err := h.shell.run(ctx, "docker", "compose", "--profile", "*", "down", "--volumes", "--remove-orphans",
		"--timeout", "5")
	return err
}
