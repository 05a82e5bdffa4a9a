package main

import (
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"carteado/views/link"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

const root = "../.."

// compose is docker-compose.yml as an engine reads it.
func compose(t *testing.T, env ...string) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{filepath.Join(root, "docker-compose.yml")}, cli.WithEnv(env),
		cli.WithDefaultProfiles())
	if err != nil {
		t.Fatal(err)
	}
	project, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return project
}

func service(t *testing.T, project *types.Project, name string) types.ServiceConfig {
	t.Helper()
	s, err := project.GetService(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func expect[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

func TestComposeServices(t *testing.T) {
	expect(t, "services", strings.Join(slices.Sorted(slices.Values(compose(t).ServiceNames())), " "), "app db")
	expect(t, "services with tls",
		strings.Join(slices.Sorted(slices.Values(compose(t, "COMPOSE_PROFILES=tls").ServiceNames())), " "),
		"app caddy db")
}

// No container can change itself, gain rights or fill the machine.
func TestComposeConfines(t *testing.T) {
	for name, added := range map[string]string{
		"app": "", "backup": "", "db": "CHOWN DAC_OVERRIDE FOWNER SETGID SETUID", "caddy": "NET_BIND_SERVICE",
	} {
		s := service(t, compose(t, "COMPOSE_PROFILES=tls,backup"), name)
		expect(t, name+" is read-only", s.ReadOnly, true)
		expect(t, name+"'s dropped capabilities", strings.Join(s.CapDrop, " "), "ALL")
		expect(t, name+"'s added capabilities", strings.Join(s.CapAdd, " "), added)
		expect(t, name+"'s options", strings.Join(s.SecurityOpt, " "), "no-new-privileges:true")
		expect(t, name+"'s log", s.Logging.Driver, "local")
		if s.MemLimit == 0 || s.PidsLimit == 0 {
			t.Errorf("%s has no limit", name)
		}
	}
}

// The address that browsers see follows from the domain, unless it is named.
func TestComposeAddress(t *testing.T) {
	for _, c := range []struct{ env, url string }{
		{"", ""},
		{"CARTEADO_DOMAIN=club.example.org", "https://club.example.org"},
		{"CARTEADO_DOMAIN=club.example.org CARTEADO_URL=https://elsewhere.example.org",
			"https://elsewhere.example.org"},
	} {
		expect(t, c.env, *service(t, compose(t, strings.Fields(c.env)...), "app").Environment["CARTEADO_URL"], c.url)
	}
}

// The compose file has every setting that the guide says it has.
func TestComposeSettings(t *testing.T) {
	file := readFile(t, "docker-compose.yml")
	asked := map[string]bool{}
	for _, found := range regexp.MustCompile(`\$\{(CARTEADO_\w+)`).FindAllStringSubmatch(file, -1) {
		asked[found[1]] = true
	}
	// What the file settles by itself: where the database is and how the log is written. The
	// address of the mail server holds its password.
	asked["DATABASE_URL"], asked["DATABASE_PASSWORD_FILE"], asked["CARTEADO_LISTEN"] = true, true, true
	asked["CARTEADO_DATA"], asked["CARTEADO_POSTGRES_BIN"], asked["CARTEADO_LOG"] = true, true, true
	asked["CARTEADO_KEYS"], asked["DATABASE_OWNER_URL"] = true, true
	asked["CARTEADO_MAIL_PASSWORD_FILE"] = true
	for _, name := range variables(t) {
		if !asked[name] {
			t.Errorf("%s does not reach the program", name)
		}
	}
	told := readFile(t, "README.md") + readFile(t, "cmd/carteado/HOSTING.md")
	for name := range asked {
		if !strings.Contains(told, name) {
			t.Errorf("nobody is told of %s", name)
		}
	}
}

func TestComposeApp(t *testing.T) {
	project := compose(t)
	app := service(t, project, "app")
	expect(t, "user", app.User, "65532:65532")
	expect(t, "tmpfs", strings.Join(app.Tmpfs, " "), "/tmp")
	expect(t, "health check", strings.Join(app.HealthCheck.Test, " "), "CMD /carteado healthcheck")
	expect(t, "grace", time.Duration(*app.StopGracePeriod), 35*time.Second)
	expect(t, "waits for db", app.DependsOn["db"].Condition, types.ServiceConditionHealthy)
	for _, port := range app.Ports {
		expect(t, "address without TLS", port.HostIP, "127.0.0.1")
	}
	if _, err := os.Stat(filepath.Join(root, app.Build.Dockerfile)); err != nil {
		t.Error(err)
	}

	// The program reads each variable that the file sets.
	for name, value := range app.Environment {
		if name != "GOMEMLIMIT" && !slices.Contains(variables(t), name) { // Go reads that one
			t.Errorf("%s is no setting", name)
		}
		if strings.Contains(name, "PASSWORD") && !strings.HasPrefix(*value, "/run/secrets/") {
			t.Errorf("%s is not a file", name)
		}
	}
}

func TestComposeDatabase(t *testing.T) {
	project := compose(t)
	db := service(t, project, "db")
	if !strings.HasPrefix(db.Image, "postgres:17.") {
		t.Errorf("image %s", db.Image)
	}
	if arguments := *db.Environment["POSTGRES_INITDB_ARGS"]; !strings.Contains(arguments, "--data-checksums") {
		t.Errorf("initdb %s", arguments)
	}
	expect(t, "password file", *db.Environment["POSTGRES_PASSWORD_FILE"], "/run/secrets/database_password")
	if _, ok := db.Environment["POSTGRES_PASSWORD"]; ok {
		t.Error("the password stands in the environment")
	}
	expect(t, "health check", db.HealthCheck.Test[1], "pg_isready")
	expect(t, "signal", db.StopSignal, "SIGINT")
	expect(t, "ports", len(db.Ports), 0)
	for network := range db.Networks {
		expect(t, network+" is internal", project.Networks[network].Internal, true)
	}
	expect(t, "volume", db.Volumes[0].Type, types.VolumeTypeVolume)
	if file := project.Secrets["database_password"].File; !strings.HasSuffix(file, "/.secrets/database_password") {
		t.Errorf("secret %s", file)
	}
}

func TestComposeProxyIsTheOneTrusted(t *testing.T) {
	project := compose(t, "COMPOSE_PROFILES=tls")
	caddy := service(t, project, "caddy")
	expect(t, "trusted", *service(t, project, "app").Environment["CARTEADO_TRUSTED_PROXIES"],
		caddy.Networks["edge"].Ipv4Address+"/32,"+caddy.Networks["edge"].Ipv6Address+"/128")
	edge := project.Networks["edge"]
	expect(t, "IPv6", *edge.EnableIPv6, true)
	for i, address := range []string{caddy.Networks["edge"].Ipv4Address, caddy.Networks["edge"].Ipv6Address} {
		own, pool := netip.MustParseAddr(address), edge.Ipam.Config[i]
		if !netip.MustParsePrefix(pool.Subnet).Contains(own) || netip.MustParsePrefix(pool.IPRange).Contains(own) {
			t.Errorf("caddy's address %s lies in the range of addresses %s for the others", own, pool.IPRange)
		}
	}
	if gateway := edge.Ipam.Config[0].Gateway; !strings.Contains(readFile(t, "cmd/carteado/HOSTING.md"),
		"CARTEADO_TRUSTED_PROXIES="+gateway+"/32") {
		t.Errorf("nobody is told of the gateway %s for a web server of one's own", gateway)
	}
	if _, ok := caddy.Networks["inside"]; ok {
		t.Error("caddy reaches the database")
	}
	for name, s := range project.Services {
		if s.Image != "carteado" && !regexp.MustCompile(`:\d+\.\d+`).MatchString(s.Image) {
			t.Errorf("%s: %s is not pinned", name, s.Image)
		}
	}
}

// Caddy's own defaults are TLS 1.2 and 1.3, their strong ciphers, a certificate that browsers know, and every visitor
// of http led to https, but for programs that read a calendar: the compose file changes none of the others, and the program is reached from outside through it alone.
func TestComposeKeepsTheDefaultsOfTLS(t *testing.T) {
	project := compose(t, "COMPOSE_PROFILES=tls,backup", "CARTEADO_DOMAIN=club.example.org")
	caddy := service(t, project, "caddy")
	if !regexp.MustCompile(`^caddy:2\.\d+`).MatchString(caddy.Image) {
		t.Errorf("image %s", caddy.Image)
	}
	file := *caddy.Environment["CADDYFILE"]
	encrypted, plain, ok := strings.Cut(file, "\nhttp://club.example.org {")
	if !strings.Contains(encrypted, "\nclub.example.org {") {
		t.Errorf("the club has no site of its own: %s", file)
	}
	if !ok || strings.Contains(plain, "proxy") || !strings.Contains(plain, "redir https://{host}{uri}") ||
		!strings.Contains(plain, "handle "+strings.TrimSuffix(link.CalendarOf("x"), "x")+"*") {
		t.Errorf("by http: %s", plain)
	}
	if found := regexp.MustCompile(`(?m)^\s*(tls|protocols|ciphers|auto_https|local_certs|skip_install_trust|` +
		`http_port|bind|servers)\b`).FindString(file); found != "" {
		t.Errorf("the Caddyfile says %q", found)
	}
	for name, s := range project.Services {
		for _, port := range s.Ports {
			if name != "caddy" && port.HostIP != "127.0.0.1" {
				t.Errorf("%s is reached from outside, without TLS, at %s", name, port.Published)
			}
		}
	}
}

func TestDockerfile(t *testing.T) {
	content, err := os.ReadFile("Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	goVersion := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(readFile(t, "go.mod"))[1]
	var bases []string
	for _, from := range regexp.MustCompile(`(?m)^FROM (?:--platform=\S+ )?(\S+)`).FindAllStringSubmatch(text, -1) {
		bases = append(bases, from[1])
	}
	if len(bases) != 3 || !regexp.MustCompile(`^node:\d+\.\d+\.\d+-`).MatchString(bases[0]) ||
		!strings.HasPrefix(bases[1], "golang:"+goVersion+".") ||
		bases[2] != "gcr.io/distroless/static-debian12:nonroot" {
		t.Errorf("bases %v", bases)
	}
	for _, line := range []string{
		"npm ci --ignore-scripts", "node vendor.mjs", "COPY --from=vendor /static/vendor static/vendor",
		"CGO_ENABLED=0 GOOS=$TARGETOS GOARCH=$TARGETARCH", "go build -trimpath", "USER 65532:65532",
		`ENTRYPOINT ["/carteado"]`,
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no %q", line)
		}
	}
	// COPY . . brings what .dockerignore lets through: all that go build needs.
	ignore := strings.Fields(readFile(t, ".dockerignore"))
	for _, needed := range []string{"go.mod", "go.sum", "cmd", "db", "engine", "handlers", "migrations", "static",
		"views"} {
		if !slices.Contains(ignore, "!"+needed) {
			t.Errorf("%s does not reach the build", needed)
		}
	}
}

// readFile reads a file of the repository.
func readFile(t *testing.T, path string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
