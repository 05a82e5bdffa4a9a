package main

// A figure is one row of the table that the bench command prints. Its numbers
// come from one benchmark, which stands beside the code that it measures and says
// there how it is made.
type figure struct {
	what   string   // what is measured, in the words of the table
	wanted string   // the goal, in the same order as lines; "" for none
	place  string   // the package of the benchmark
	bench  string   // the benchmark's name without "Benchmark"
	time   string   // its -benchtime; "" for go test's own
	lines  []string // sub-benchmarks in the order of the row; nil for the benchmark itself
	metric string   // ns/op, B/op, or one that the benchmark reports
}

// figures are the rows in the order of the table. Where a machine's speed
// matters the metric is a ratio, whose both sides were measured in one run.
// Rows of one benchmark with the same time share a run.
var figures = []figure{
	{
		what: "a move by `db.Play` against `pgbench -N`, 1 / 8 clients", wanted: "≥ 0.9",
		place: "./db", bench: "Play", time: "4000x", lines: []string{"clients=1", "clients=8"}, metric: "ratio",
	},
	{
		what:  "a poll with nothing new, in the program",
		place: "./handlers", bench: "UnchangedPoll", metric: "ns/op",
	},
	{
		what:  "the home page of 200 members, 50 open tables and 20,000 matches",
		place: "./handlers", bench: "Home", metric: "ns/op",
	},
	{
		what:  "a board of Palace / Rummy / Huang Di / Knock, rendered",
		place: "./views/gallery", bench: "Board", lines: []string{"palace-long", "board-rummy", "board-huangdi", "board"}, metric: "ns/op",
	},
	{
		what:  "random matches of Knock, moves a second",
		place: "./engine/bot", bench: "RandomMoves", metric: "moves/s",
	},
	{
		what: "the members' page of 200 members, 20,000 / 100,000 matches, p50", wanted: "≤ 10 ms",
		place: "./handlers", bench: "Pages", lines: []string{"matches=20000/members", "matches=100000/members"}, metric: "p50-ms",
	},
	{
		what: "a member · matches · matches won · standings, 100,000 matches, p50", wanted: "≤ 10 ms",
		place: "./handlers", bench: "Pages",
		lines: []string{"matches=100000/member", "matches=100000/matches", "matches=100000/won", "matches=100000/standings"}, metric: "p50-ms",
	},
}
