package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"carteado/db/postgres"
	"carteado/handlers"
	"carteado/views/table"
)

// config is every environment variable that the program reads, with its default.
// HOSTING.md explains them in the same order; a test compares the two.
type config struct {
	// DatabaseURL names a PostgreSQL 15 or newer. Empty: the program runs a private
	// one in Data.
	DatabaseURL string `env:"DATABASE_URL"`
	// DatabasePassword is added to DatabaseURL. The variable names a file, so that
	// a password need not stand in the environment.
	DatabasePassword string `env:"DATABASE_PASSWORD_FILE,file"`
	// OwnerURL names the same database by the role that owns its tables, which migrates and restores it; the program
	// then works by that of DatabaseURL. Empty: that owns them, and the program makes another to work by, if it may.
	OwnerURL string `env:"DATABASE_OWNER_URL"`
	// Data is the directory of the private PostgreSQL.
	Data string `env:"CARTEADO_DATA" envDefault:".carteado"`
	// Keys is the directory of the keys that are not in the database. Empty: keys in Data.
	Keys string `env:"CARTEADO_KEYS"`
	// PostgresBin is the directory of the private PostgreSQL's programs. Empty:
	// they are looked for.
	PostgresBin string `env:"CARTEADO_POSTGRES_BIN"`
	// Listen is the address of the web server.
	Listen string `env:"CARTEADO_LISTEN" envDefault:"localhost:8080"`
	// URL is the club's address as browsers see it; with https, cookies and
	// headers insist on it. Empty: http and Listen.
	URL string `env:"CARTEADO_URL"`
	// TrustedProxies are the networks whose X-Forwarded-For is believed.
	TrustedProxies []netip.Prefix `env:"CARTEADO_TRUSTED_PROXIES"`
	// BotPause is how long a bot seems to think.
	BotPause time.Duration `env:"CARTEADO_BOT_PAUSE" envDefault:"700ms"`
	// MailServer is where mail goes out, as smtp://name@host:587 or smtps://name@host.
	// Empty: the club sends none.
	MailServer string `env:"CARTEADO_MAIL_SERVER"`
	// MailPassword is for MailServer. The variable names a file.
	MailPassword string `env:"CARTEADO_MAIL_PASSWORD_FILE,file"`
	// MailFrom is the address that mail comes from.
	MailFrom string `env:"CARTEADO_MAIL_FROM"`
	// PushServices are those beside the known browsers', as https://host.
	PushServices []string `env:"CARTEADO_PUSH_SERVICES"`
	// WebhookHosts are those that clubs' webhooks may reach beside public ones over https, as http://localhost:9000.
	WebhookHosts []string `env:"CARTEADO_WEBHOOK_HOSTS"`
	// Metrics is the address of a second listener, for Prometheus. Empty: none.
	Metrics string `env:"CARTEADO_METRICS"`
	// BackupKeys are the age recipients that backups are encrypted for, separated
	// by commas. Empty: backups are not encrypted.
	BackupKeys string `env:"CARTEADO_BACKUP_KEYS"`
	// Log is text or json.
	Log string `env:"CARTEADO_LOG" envDefault:"text"`
	// LogLevel is debug, info, warn or error.
	LogLevel slog.Level `env:"CARTEADO_LOG_LEVEL" envDefault:"info"`
	// LogAddresses says how visitors' addresses stand in the log: none, short (their
	// network) or full.
	LogAddresses string `env:"CARTEADO_LOG_ADDRESSES" envDefault:"short"`

	// Only tests set these.
	random  io.Reader     // of seeds and links; nil: the system's
	timeout time.Duration // with a request; 0: the program's limits
	games   []table.Game  // that the club offers; nil: all of the list
}

func readConfig() (config, error) {
	c, err := env.ParseAs[config]()
	if err != nil {
		return config{}, plain(err)
	}
	if c.Log != "text" && c.Log != "json" {
		return config{}, fmt.Errorf("CARTEADO_LOG is %q: expected text or json", c.Log)
	}
	if !slices.Contains([]string{handlers.AddressesNone, handlers.AddressesShort, handlers.AddressesFull},
		c.LogAddresses) {
		return config{}, fmt.Errorf("CARTEADO_LOG_ADDRESSES is %q: expected none, short or full", c.LogAddresses)
	}
	c.URL = strings.TrimSuffix(c.URL, "/") // paths follow it
	if c.DatabasePassword != "" {
		c.DatabaseURL, err = withPassword(c.DatabaseURL, strings.TrimSpace(c.DatabasePassword))
	}
	return c, err
}

// plain explains an error of a secret's file that belongs to another user.
func plain(err error) error {
	var unread env.LoadFileContentError
	if errors.As(err, &unread) && errors.Is(unread.Err, fs.ErrPermission) {
		return fmt.Errorf("%s: user %d may not read %s: chmod 644 the file that it comes from", unread.Key, os.Getuid(),
			unread.Filename)
	}
	return err
}

// keys is the directory of the keys. A test without one has keys of its own process.
func (c config) keys() string {
	if c.Keys == "" && c.Data != "" {
		return filepath.Join(c.Data, "keys")
	}
	return c.Keys
}

// lacksPassword says whether a database's address names a user, and no password.
func lacksPassword(database string) bool {
	u, err := url.Parse(database)
	if err != nil || u.User.Username() == "" {
		return false
	}
	_, has := u.User.Password()
	return !has
}

func withPassword(database, password string) (string, error) {
	u, err := url.Parse(database)
	if err != nil || u.User.Username() == "" {
		// The error of url.Parse could quote a secret.
		return "", fmt.Errorf("DATABASE_PASSWORD_FILE needs a DATABASE_URL like postgres://user@host/database")
	}
	u.User = url.UserPassword(u.User.Username(), password)
	return u.String(), nil
}

// logger writes the program's log, as text or as JSON.
func (c config) logger(out io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: c.LogLevel}
	if c.Log == "json" {
		return slog.New(slog.NewJSONHandler(out, options))
	}
	return slog.New(slog.NewTextHandler(out, options))
}

// owner is the URL of a database by the role that owns its tables.
func (c config) owner(url string) string { return cmp.Or(c.OwnerURL, url) }

// database returns the URL of the club's database: of the server in DatabaseURL, or
// of a private one, which it starts and the caller has to stop.
func (c config) database(ctx context.Context, log *slog.Logger) (url string, private *postgres.Server, err error) {
	if c.DatabaseURL != "" {
		return c.DatabaseURL, nil, nil
	}
	private, err = postgres.Start(ctx, postgres.Config{Dir: c.Data, Bin: c.PostgresBin, Log: log})
	if err != nil {
		return "", nil, err
	}
	return private.URL(), private, nil
}

// address is the URL of the club for browsers, given where it really listens.
func (c config) address(listening net.Addr) string {
	if c.URL != "" {
		return c.URL
	}
	host, port := "localhost", ""
	if h, _, err := net.SplitHostPort(c.Listen); err == nil && !unspecified(h) {
		host = h
	}
	if _, p, err := net.SplitHostPort(listening.String()); err == nil {
		port = p
	}
	return "http://" + net.JoinHostPort(host, port)
}

// unspecified says whether a host means all addresses of the machine.
func unspecified(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "" || err == nil && ip.IsUnspecified()
}
