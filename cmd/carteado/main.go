// Command carteado is the club: a web server for card games among friends that
// keeps everything in a PostgreSQL, which it brings along if it is given none.
//
// # Starting and stopping
//
// A request that comes before the club is open waits for it, two seconds at most, because web servers find a program
// once it listens. A program that stops behind a web server is first not ready, then refuses new connections, and only
// then ends the old ones, by answers that close them. Closing them while it still listened made new ones, of which some
// were cut off.
//
// The program collects its garbage when the heap has grown fivefold, and more often near 200 MiB: collecting was a
// tenth of the time of a move. GOGC and GOMEMLIMIT override that.
//
// The first club is founded with a code from the log, because certificates are published, and strangers find an address
// within minutes. Each start makes a new code and keeps its hash; tries are limited as sign-ins are.
//
// A password comes from a file of its own and is put into the URL: one secret serves the database's image and the club.
//
// Only Linux ends a private PostgreSQL together with a killed program; elsewhere the next start does.
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
	_ "time/tzdata" // clubs have time zones, and bare machines may not know them

	"github.com/alecthomas/kong"

	"carteado/cmd/carteado/games"
	"carteado/cmd/carteado/rulebook"
	"carteado/cmd/carteado/simulate"
)

type commands struct {
	Serve       serveCommand       `cmd:"" default:"1" help:"Open the club, and the database with it if none is named."`
	Migrate     migrateCommand     `cmd:"" help:"Bring the database's schema up to date and leave. Serve does so too."`
	Backup      backupCommand      `cmd:"" help:"Write all that the database holds into a file, beside a running club."`
	Verify      verifyCommand      `cmd:"" help:"Prove an exported match, or every match of the club."`
	Replay      replayCommand      `cmd:"" help:"Step through an exported match in a terminal."`
	Restore     restoreCommand     `cmd:"" help:"Put a backup into a database."`
	Engine      rulebook.Command   `cmd:"" help:"Answer questions about the games, a line of JSON each, for tools of any language. See RULEBOOK.md."`
	Admin       adminCommands      `cmd:"" help:"Rescue and care: owners, passwords. May run beside the club."`
	Simulate    simulate.Command   `cmd:"" help:"Play matches on all cores, hold the game to its promises after every move, and report."`
	Arena       simulate.Arena     `cmd:"" help:"Let bots play against each other and report how well each does."`
	Version     versionCommand     `cmd:"" help:"Say which version this is."`
	Healthcheck healthcheckCommand `cmd:"" help:"Ask the club that runs here whether it is alive."`
}

// version is set by the linker in releases.
var version string

func main() {
	var cli commands
	parsed := kong.Parse(&cli, kong.Name("carteado"),
		kong.Description("A card club of your own. Settings are environment variables; see HOSTING.md."))
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	parsed.BindTo(ctx, (*context.Context)(nil))
	parsed.Bind(games.Rules())
	parsed.BindTo(os.Stdin, (*io.Reader)(nil))
	parsed.BindTo(os.Stdout, (*io.Writer)(nil))
	if err := parsed.Run(); err != nil {
		report(os.Stderr, parsed.Command(), os.Getenv("CARTEADO_LOG"), err)
		stop()
		os.Exit(1)
	}
}

// report writes why the program ends, in the form of the log.
func report(out io.Writer, command, format string, err error) {
	if format == "json" {
		slog.New(slog.NewJSONHandler(out, nil)).Error("the program cannot go on", slog.String("command", command),
			slog.Any("error", err))
		return
	}
	fmt.Fprintln(out, "carteado:", err)
}

type serveCommand struct{}

func (serveCommand) Run(ctx context.Context) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	collectSeldom()
	log := c.logger(os.Stderr)
	return run(ctx, c, log, func(url string) { log.Info("the club is open", slog.String("url", url)) })
}

// collectSeldom lets the heap of a club, which is small, grow fivefold before it is collected, and keeps
// the program within 200 MiB as long as it needs no more. GOGC and GOMEMLIMIT go before.
func collectSeldom() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(200 << 20)
	}
}

type migrateCommand struct{}

func (migrateCommand) Run(ctx context.Context) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	return migrate(ctx, c, c.logger(os.Stderr))
}

type versionCommand struct{}

func (versionCommand) Run(out io.Writer) error {
	revision, goVersion := "", ""
	if build, ok := debug.ReadBuildInfo(); ok {
		goVersion = build.GoVersion
		for _, setting := range build.Settings {
			if setting.Key == "vcs.revision" {
				revision = " " + setting.Value
			}
		}
	}
	_, err := fmt.Fprintf(out, "carteado %s%s %s\n", programVersion(), revision, goVersion)
	return err
}

// programVersion is that of a release, or what Go knows of the source; "unknown" without either.
func programVersion() string {
	name := version
	if build, ok := debug.ReadBuildInfo(); ok {
		name = cmp.Or(name, build.Main.Version)
	}
	return cmp.Or(name, "unknown")
}

type healthcheckCommand struct{}

func (healthcheckCommand) Run(ctx context.Context) error {
	c, err := readConfig()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	return healthcheck(ctx, c)
}

// healthcheck asks the process only: a database that is away is no reason to kill
// the club.
func healthcheck(ctx context.Context, c config) error {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("CARTEADO_LISTEN: %w", err)
	}
	if unspecified(host) {
		host = "localhost"
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/healthz",
		nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	if response.StatusCode != http.StatusOK {
		err = fmt.Errorf("the club answers %s", response.Status)
	}
	return cmp.Or(err, response.Body.Close())
}
