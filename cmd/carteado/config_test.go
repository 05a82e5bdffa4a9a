package main

import (
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/caarlos0/env/v11"
)

// variables are the names of all settings, in the order of config.
func variables(t *testing.T) []string {
	t.Helper()
	var names []string
	for _, field := range fields(t) {
		names = append(names, field.Key)
	}
	return names
}

func fields(t *testing.T) []env.FieldParams {
	t.Helper()
	params, err := env.GetFieldParams(&config{})
	if err != nil {
		t.Fatal(err)
	}
	return params
}

// setenv gives the test an environment with these settings only.
func setenv(t *testing.T, settings map[string]string) {
	t.Helper()
	for _, name := range variables(t) {
		value, set := settings[name]
		t.Setenv(name, value) // restores it afterwards
		if !set {
			if err := os.Unsetenv(name); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestConfigDefaults(t *testing.T) {
	setenv(t, nil)
	c, err := readConfig()
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range fields(t) {
		expect(t, field.Key+" has a default", field.HasDefaultValue, map[string]bool{
			"CARTEADO_DATA": true, "CARTEADO_LISTEN": true, "CARTEADO_BOT_PAUSE": true, "CARTEADO_LOG": true,
			"CARTEADO_LOG_LEVEL":     true,
			"CARTEADO_LOG_ADDRESSES": true,
		}[field.Key])
	}
	expect(t, "address", c.address(&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}), "http://localhost:8080")
	expect(t, "level", c.LogLevel, slog.LevelInfo)
}

func TestConfigPasswordComesFromAFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("pa:ss/word@\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	setenv(t, map[string]string{"DATABASE_URL": "postgres://carteado@db:5432/carteado", "DATABASE_PASSWORD_FILE": file})
	c, err := readConfig()
	if err != nil {
		t.Fatal(err)
	}
	expect(t, "URL", c.DatabaseURL, "postgres://carteado:pa%3Ass%2Fword%40@db:5432/carteado")
}

// A restore into a server that is named with its password offers that one.
func TestLacksPassword(t *testing.T) {
	t.Parallel()
	for database, want := range map[string]bool{
		"postgres://carteado@db/carteado": true, "postgres://carteado:secret@db/carteado": false,
		"postgres://db/carteado": false, "host=db user=carteado password=secret": false,
	} {
		expect(t, database, lacksPassword(database), want)
	}
}

func TestConfigRefusals(t *testing.T) {
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("hunter2"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, settings := range map[string]map[string]string{
		"no such level":           {"CARTEADO_LOG_LEVEL": "loud"},
		"no such format":          {"CARTEADO_LOG": "xml"},
		"not a network":           {"CARTEADO_TRUSTED_PROXIES": "caddy"},
		"not a duration":          {"CARTEADO_BOT_PAUSE": "a moment"},
		"no such file":            {"DATABASE_PASSWORD_FILE": file + "s"},
		"password without a URL":  {"DATABASE_PASSWORD_FILE": file},
		"password without a user": {"DATABASE_PASSWORD_FILE": file, "DATABASE_URL": "postgres://db/carteado"},
		"password, and not a URL": {"DATABASE_PASSWORD_FILE": file,
			"DATABASE_URL": "host=db user=carteado password=hunter2"},
		"password, and broken URL": {"DATABASE_PASSWORD_FILE": file,
			"DATABASE_URL": "postgres://carteado:hunter2@db:port/"},
	} {
		t.Run(name, func(t *testing.T) {
			setenv(t, settings)
			_, err := readConfig()
			if err == nil {
				t.Fatal("accepted")
			}
			if strings.Contains(err.Error(), "hunter2") {
				t.Errorf("the error tells the password: %v", err)
			}
		})
	}
}

// Root may read everything, so the refusal is made here.
func TestConfigSaysWhatAnUnreadableSecretNeeds(t *testing.T) {
	err := plain(env.AggregateError{Errors: []error{env.LoadFileContentError{
		Filename: "/run/secrets/database_password", Key: "DATABASE_PASSWORD_FILE",
		Err: &fs.PathError{Op: "open", Err: fs.ErrPermission},
	}}})
	for _, part := range []string{"DATABASE_PASSWORD_FILE", "/run/secrets/database_password", "chmod 644"} {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("%v does not say %s", err, part)
		}
	}
}

// Why the program cannot go on is said in the form of the log.
func TestReport(t *testing.T) {
	for _, c := range []struct{ command, format, start string }{
		{"serve", "json", `{"time":`}, {"migrate", "json", `{"time":`}, {"serve", "text", "carteado: "},
		{"serve", "", "carteado: "}, {"backup <file>", "json", `{"time":`}, {"backup <file>", "text", "carteado: "},
	} {
		var out strings.Builder
		report(&out, c.command, c.format, errors.New("planted\nhere"))
		if got := out.String(); !strings.HasPrefix(got, c.start) || !strings.Contains(got, "planted") {
			t.Errorf("%s %s: %q", c.command, c.format, got)
		}
		if c.start == `{"time":` {
			expect(t, "lines", strings.Count(out.String(), "\n"), 1)
		}
	}
}

func TestConfigAddress(t *testing.T) {
	listening := &net.TCPAddr{IP: net.IPv4zero, Port: 4321}
	for _, c := range []struct {
		config config
		want   string
	}{
		{config{Listen: "localhost:0"}, "http://localhost:4321"},
		{config{Listen: ":4321"}, "http://localhost:4321"},
		{config{Listen: "0.0.0.0:4321"}, "http://localhost:4321"},
		{config{Listen: "[::]:4321"}, "http://localhost:4321"},
		{config{Listen: "192.0.2.7:4321"}, "http://192.0.2.7:4321"},
		{config{Listen: ":4321", URL: "https://club.example"}, "https://club.example"},
	} {
		expect(t, c.config.Listen, c.config.address(listening), c.want)
	}
}

func TestConfigLogger(t *testing.T) {
	for format, start := range map[string]string{"text": "time=", "json": `{"time":`} {
		var out strings.Builder
		c := config{Log: format, LogLevel: slog.LevelWarn}
		log := c.logger(io.Writer(&out))
		log.Info("unheard")
		log.Warn("heard")
		if got := out.String(); !strings.HasPrefix(got, start) || strings.Contains(got, "unheard") {
			t.Errorf("%s: %q", format, got)
		}
		if !regexp.MustCompile(`^\S*\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)`).MatchString(out.String()) {
			t.Errorf("%s does not say by which clock: %q", format, out.String())
		}
		out.Reset()
		log.Warn("typed", "text", "first\nlevel=ERROR msg=forged")
		if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, `first\nlevel`) {
			t.Errorf("%s lets a text write a line of its own: %q", format, got)
		}
	}
}
