package compose

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// composeModule is built where the machine has no Compose v2.
const (
	composeModule  = "github.com/docker/compose/v2"
	composeVersion = "v2.40.3"
)

// An engine is a Docker daemon of our own. It keeps its images, containers and
// volumes in a directory of its own; the network's rules are put back at the end.
type engine struct {
	shell         // reaches it
	cache  string // keeps what takes long to make
	own    string // directory while it runs
	daemon *exec.Cmd
	ended  chan struct{}
	rules  map[string][]byte // by program, those of before
	routes []byte            // whether the machine forwarded packets before
}

const forwarding = "/proc/sys/net/ipv4/ip_forward"

// startEngine needs root. It leaves alone a machine on which an engine runs.
func startEngine(ctx context.Context, cache string, install func(context.Context, ...string) error) (*engine, error) {
	if _, err := net.InterfaceByName("docker0"); err == nil {
		return nil, errors.New("an engine runs on this machine or has left its network docker0: stop it (systemctl " +
			"stop docker docker.socket; ip link delete docker0)")
	}
	if err := installMissing(ctx, install); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "carteado-compose-")
	if err != nil {
		return nil, err
	}
	e := &engine{cache: cache, own: dir, ended: make(chan struct{}), rules: map[string][]byte{}}
	e.env = []string{"DOCKER_HOST=unix://" + filepath.Join(dir, "sock"), "DOCKER_CONFIG=" +
		filepath.Join(dir, "config")}
	for _, program := range []string{"iptables", "ip6tables"} {
		if e.rules[program], err = exec.CommandContext(ctx, program+"-save").Output(); err != nil {
			return nil, err
		}
	}
	if e.routes, err = os.ReadFile(forwarding); err != nil {
		return nil, err
	}
	log, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	e.daemon = exec.CommandContext(context.WithoutCancel(ctx), "dockerd", "--data-root", filepath.Join(cache, "engine"),
		"--exec-root", filepath.Join(dir, "exec"), "--pidfile", filepath.Join(dir, "pid"), "-H",
		"unix://"+filepath.Join(dir, "sock"))
	e.daemon.Stdout, e.daemon.Stderr = log, log
	e.daemon.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // Ctrl-C is for this tool, which stops it in order
	if err := e.daemon.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = e.daemon.Wait() // it says why in its log
		close(e.ended)
	}()
	err = eventually(ctx, time.Minute, func() error {
		_, err := e.run(ctx, "docker", "version")
		return err
	})
	if err != nil {
		said, _ := os.ReadFile(filepath.Join(dir, "log"))
		return nil, errors.Join(fmt.Errorf("the engine does not start: %w\n%s", err, said), e.stop())
	}
	return e, nil
}

// installMissing installs the programs of an engine, and stops one that the
// installation has started.
func installMissing(ctx context.Context, install func(context.Context, ...string) error) error {
	var missing []string
	for program, pkg := range map[string]string{"dockerd": "docker.io", "docker": "docker.io",
		"debootstrap": "debootstrap", "iptables": "iptables"} {
		if _, err := exec.LookPath(program); err != nil {
			missing = append(missing, pkg)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	if err := install(ctx, missing...); err != nil {
		return err
	}
	if _, err := os.Stat("/run/systemd/system"); err == nil {
		_, err := shell{}.script(ctx, "systemctl stop docker.socket docker.service; ip link delete docker0 || true")
		return err
	}
	return nil
}

// stop ends the engine and puts the machine's network back as it was.
func (e *engine) stop() error {
	const timeout = time.Minute
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	err := e.daemon.Process.Signal(syscall.SIGTERM)
	select {
	case <-e.ended:
	case <-ctx.Done():
		err = errors.Join(errors.New("the engine does not stop"), e.daemon.Process.Kill())
	}
	_, unlinked := shell{}.script(ctx, "if [ -e /sys/class/net/docker0 ]; then ip link delete docker0; fi")
	err = errors.Join(err, unlinked)
	for program, rules := range e.rules {
		c := exec.CommandContext(ctx, "bash", "-euc",
			`for t in filter nat; do $0 -t $t -F; $0 -t $t -X; done; $0 -P FORWARD ACCEPT; $0-restore`, program)
		c.Stdin = strings.NewReader(string(rules))
		if out, failed := c.CombinedOutput(); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w: %s", program, failed, out))
		}
	}
	return errors.Join(err, os.WriteFile(forwarding, e.routes, 0), os.RemoveAll(e.own))
}

// compose makes sure of `docker compose`, of version 2 or newer.
func (e *engine) compose(ctx context.Context) error {
	if _, err := e.run(ctx, "docker", "compose", "version"); err == nil {
		return nil
	}
	program := filepath.Join(e.cache, "docker-compose-"+composeVersion)
	if _, err := os.Stat(program); err != nil {
		fmt.Println("Building Compose", composeVersion, "…")
		// Its go.mod excludes versions, so that `go install` refuses it.
		build := shell{dir: e.own, env: []string{"GOFLAGS=-mod=mod"}}
		_, err := build.script(ctx,
			fmt.Sprintf("mkdir build && cd build && go mod init compose && go get %[1]s/cmd@%[2]s && "+
				"go build -trimpath -ldflags '-s -w -X %[1]s/internal.Version=%[2]s' -o %[3]s %[1]s/cmd", composeModule,
				composeVersion, program))
		if err != nil {
			return err
		}
	}
	plugins := filepath.Join(e.own, "config", "cli-plugins")
	if err := os.MkdirAll(plugins, 0o755); err != nil {
		return err
	}
	if err := os.Symlink(program, filepath.Join(plugins, "docker-compose")); err != nil {
		return err
	}
	_, err := e.run(ctx, "docker", "compose", "version")
	return err
}
