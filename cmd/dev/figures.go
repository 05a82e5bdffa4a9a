package main

// A figure is one row of the table that the bench command prints. Its numbers
// come from one benchmark, which stands beside the code that it measures and says
// there how it is made.
type figure struct {
	what   string   // the first column of the table
	wanted string   // the goal, in the same order as lines; "" for none
	place  string   // the package of the benchmark
	bench  string   // the benchmark's name without "Benchmark"
	time   string   // its -benchtime; "" for go test's own
	lines  []string // sub-benchmarks in the order of the row; nil for the benchmark itself
	metric string   // ns/op, B/op, or one that the benchmark reports
}

// figures are the rows in the order of the table. Where a machine's speed
// matters the metric is a ratio, whose both sides were measured in one run, or is counted
// in the time of a loop that is the same everywhere.
// Rows of one benchmark with the same time share a run.
var figures = []figure{
	{
		what: "a move by HTTP against `pgbench -N`, 1 / 8 / 32 clients", wanted: "≥ 0.5",
		place: "./handlers", bench: "Move", time: "2500x", lines: clients, metric: "ratio",
	},
	{
		what:  "its CPU time in the program, 1 / 8 / 32 clients",
		place: "./handlers", bench: "Move", time: "2500x", lines: clients, metric: "cpu-ms",
	},
	{
		what:  "its CPU time in the benchmark's clients, 1 / 8 / 32 of them",
		place: "./handlers", bench: "Move", time: "2500x", lines: clients, metric: "client-ms",
	},
	{
		what: "its CPU time in PostgreSQL, 1 / 8 / 32 clients", wanted: "≤ 0.6 ms",
		place: "./handlers", bench: "Move", time: "2500x", lines: clients, metric: "pg-ms",
	},
	{
		what: "its write-ahead log, 1 / 8 / 32 clients", wanted: "≤ 1.2 k bytes",
		place: "./handlers", bench: "Move", time: "2500x", lines: clients, metric: "WAL-bytes",
	},
	{
		what: "a move by `db.Play` against `pgbench -N`, 1 / 8 / 32 clients", wanted: "≥ 0.9",
		place: "./db", bench: "Play", time: "2500x", lines: clients, metric: "ratio",
	},
	{
		what: "from a move's POST until the other player / a player against a bot that does not pause has the next " +
			"board, p50", wanted: "– / ≤ 6 ms",
		place: "./handlers", bench: "Seen", time: "400x", lines: []string{"person", "bot"}, metric: "p50-ms",
	},
	{
		what: "the other player has it later than who moved, p50", wanted: "≤ 1 ms",
		place: "./handlers", bench: "Seen", time: "400x", lines: []string{"person"}, metric: "later-p50-ms",
	},
	{
		what: "a poll with nothing new against bare Echo's 204, by CPU time", wanted: "≤ 1.5",
		place: "./handlers", bench: "UnchangedPoll", metric: "ratio",
	},
	{
		what: "a move of 200 tables at which only Masters sit, from when it is due until it is made, " +
			"its pause of 0.7 s included, p99", wanted: "≤ 2,000 ms",
		place: "./handlers/jobs", bench: "BotTables", time: "3000x", metric: "p99-ms",
	},
	{
		what:   "a club's home page beside 200 tables that play against Masters, against bots that do not search, p99",
		wanted: "≤ 2",
		place:  "./handlers", bench: "BesideBots", time: "400x", metric: "ratio",
	},
	{
		what: "the last of 1,000 / 5,000 at one table has the board after a move", wanted: "≤ 500 / 2,000 ms",
		place: "./handlers", bench: "Woken", time: "5x", lines: watching, metric: "ms",
	},
	{
		what: "how many of them had none", wanted: "0 %",
		place: "./handlers", bench: "Woken", time: "5x", lines: watching, metric: "refused-%",
	},
	{
		what: "the program's memory meanwhile", wanted: "– / ≤ 250 MB",
		place: "./handlers", bench: "Woken", time: "5x", lines: watching, metric: "MB",
	},
	{
		what: "memory of a parked poll", wanted: "≤ 20 kB/poll",
		place: "./handlers", bench: "Parked", time: "1x", metric: "kB/poll",
	},
	{
		what:  "the home page of 200 members, 50 open tables and 20,000 matches",
		place: "./handlers", bench: "Home", metric: "ns/op",
	},
	{
		what: "200 open home pages while ten moves a second are made, of a core", wanted: "≤ 5 %",
		place: "./handlers", bench: "Homes", time: "60x", metric: "core-%",
	},
	{
		what:  "a board of Palace / Rummy / Huang Di / Knock, rendered",
		place: "./views/gallery", bench: "Board", lines: []string{"palace-long", "board-rummy", "board-huangdi",
			"board"}, metric: "ns/op",
	},
	random("palace", "≥ 8 k"),
	random("knock", "≥ 6 k"),
	random("rummy", "≥ 5.5 k"),
	random("huangdi", "≥ 3.5 k"),
	{
		what:  "deadwood of ten cards / seven / seven with a wild ace, hands in the time of a fixed loop",
		place: "./engine/meld", bench: "Deadwood", lines: []string{"10/random", "7/random", "7/random_wild"},
		metric: "hands/loop",
	},
	simulate("bare", "bare rounds of the games, moves per CPU second"),
	simulate("off", "`simulate --checks off`"),
	simulate("all", "`simulate --checks all`"),
	{
		what: "the members' page of 200 members, 20,000 / 100,000 matches, p50", wanted: "≤ 10 ms",
		place: "./handlers", bench: "Pages", lines: []string{"matches=20000/members", "matches=100000/members"},
		metric: "p50-ms",
	},
	{
		what: "a member · matches · matches won · standings, 100,000 matches, p50", wanted: "≤ 10 ms",
		place: "./handlers", bench: "Pages",
		lines: []string{"matches=100000/member", "matches=100000/matches", "matches=100000/won",
			"matches=100000/standings"}, metric: "p50-ms",
	},
}

// The sub-benchmarks of benchmarks that have more than one row.
var (
	clients  = []string{"clients=1", "clients=8", "clients=32"}
	watching = []string{"watching=1000", "watching=5000"}
)

// random is the row of a game's random play by the quiet path, with a copy per move.
func random(game, wanted string) figure {
	return figure{
		what:   "random play of " + game + " by two with a copy of each position, moves in the time of a fixed loop",
		wanted: wanted,
		place:  "./engine/" + game, bench: "RandomPlay", lines: []string{"2_seats"}, metric: "moves/loop",
	}
}

// simulate is the row of simulated matches of every game.
func simulate(checks, what string) figure {
	f := figure{what: what + ": Palace / Rummy / Huang Di / Knock", place: "./cmd/carteado/simulate", bench: "Simulate",
		metric: "moves/s"}
	for _, game := range []string{"palace", "rummy", "huangdi", "knock"} {
		f.lines = append(f.lines, game+"/"+checks)
	}
	return f
}
