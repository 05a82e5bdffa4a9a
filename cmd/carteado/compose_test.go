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

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

const root = "../.."

// compose is docker-compose.yml as an engine reads it.
func compose(t *testing.T, profiles ...string) *types.Project {
	t.Helper()
	options, err := cli.NewProjectOptions([]string{filepath.Join(root, "docker-compose.yml")}, cli.WithProfiles(profiles))
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
	expect(t, "services with tls", strings.Join(slices.Sorted(slices.Values(compose(t, "tls").ServiceNames())), " "), "app caddy db")
}

func TestComposeApp(t *testing.T) {
	project := compose(t)
	app := service(t, project, "app")
	expect(t, "read-only", app.ReadOnly, true)
	expect(t, "user", app.User, "65532:65532")
	expect(t, "dropped capabilities", strings.Join(app.CapDrop, " "), "ALL")
	expect(t, "added capabilities", len(app.CapAdd), 0)
	expect(t, "options", strings.Join(app.SecurityOpt, " "), "no-new-privileges:true")
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

	// What the file sets is what the program reads.
	for name, value := range app.Environment {
		if !slices.Contains(variables(t), name) {
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
	project := compose(t, "tls")
	caddy := service(t, project, "caddy")
	expect(t, "trusted", *service(t, project, "app").Environment["CARTEADO_TRUSTED_PROXIES"], caddy.Networks["edge"].Ipv4Address+"/32")
	edge := project.Networks["edge"].Ipam.Config[0]
	own := netip.MustParseAddr(caddy.Networks["edge"].Ipv4Address)
	if !netip.MustParsePrefix(edge.Subnet).Contains(own) || netip.MustParsePrefix(edge.IPRange).Contains(own) {
		t.Errorf("caddy's address %s lies in the range of addresses %s for the others", own, edge.IPRange)
	}
	if !strings.Contains(readFile(t, "README.md"), edge.Gateway+"/32") {
		t.Errorf("the README does not name the gateway %s for a web server of one's own", edge.Gateway)
	}
	expect(t, "read-only", caddy.ReadOnly, true)
	if _, ok := caddy.Networks["inside"]; ok {
		t.Error("caddy reaches the database")
	}
	for name, s := range project.Services {
		if name != "app" && !regexp.MustCompile(`:\d+\.\d+`).MatchString(s.Image) {
			t.Errorf("%s: %s is not pinned", name, s.Image)
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
	for _, from := range regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(text, -1) {
		bases = append(bases, from[1])
	}
	if len(bases) != 3 || !regexp.MustCompile(`^node:\d+\.\d+\.\d+-`).MatchString(bases[0]) ||
		!strings.HasPrefix(bases[1], "golang:"+goVersion+".") || bases[2] != "gcr.io/distroless/static-debian12:nonroot" {
		t.Errorf("bases %v", bases)
	}
	for _, line := range []string{
		"npm ci --ignore-scripts", "node vendor.mjs", "COPY --from=vendor /static/vendor static/vendor",
		"CGO_ENABLED=0 go build -trimpath", "USER 65532:65532", `ENTRYPOINT ["/carteado"]`,
	} {
		if !strings.Contains(text, line) {
			t.Errorf("no %q", line)
		}
	}
	// COPY . . brings what .dockerignore lets through: all that go build needs.
	ignore := strings.Fields(readFile(t, ".dockerignore"))
	for _, needed := range []string{"go.mod", "go.sum", "cmd", "db", "engine", "handlers", "migrations", "static", "views"} {
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
