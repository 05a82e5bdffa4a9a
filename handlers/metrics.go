package handlers

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"carteado/db/clubs"
	"carteado/handlers/web"
)

// A meter keeps the numbers of the listener for Prometheus. It names routes and kinds of
// jobs, never a member, a table or a card.
type meter struct {
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	handler  http.Handler
}

func newMeter(s *Server) meter {
	m := meter{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "carteado_requests_total", Help: "Requests that were answered, but for polls with nothing new.",
		}, []string{"route", "method", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "carteado_request_seconds", Help: "How long they took.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2, 4},
		}, []string{"route"}),
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(m.requests, m.seconds, gathered{s}, collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	return m
}

// Metrics answers the second listener, in the format of Prometheus.
func (s *Server) Metrics() http.Handler { return s.meter.handler }

func (m meter) count(r *web.Request, took time.Duration) {
	route := r.Path()
	if route == "" {
		route = "none" // strangers can invent any number of addresses
	}
	m.requests.WithLabelValues(route, method(r.Request().Method), strconv.Itoa(r.Response().Status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

// method is one of ours, since strangers can send any word.
func method(of string) string {
	switch of {
	case http.MethodGet, http.MethodHead, http.MethodPost:
		return of
	}
	return "other"
}

// gathered collects the numbers that are read at each scrape.
type gathered struct{ *Server }

func gauge(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("carteado_"+name, help, labels, nil)
}

var (
	movesMade  = gauge("moves_total", "Moves that this program has made and kept.")
	movesAlone = gauge("moves_alone_total",
		"Moves of players that were made alone, each under the lock of its match, by the reason.", "why")
	botsHalved = gauge("bots_time_halved",
		"How often the time of bots to think is halved, because many wait or follow each other.")
	pollsParked     = gauge("polls_parked", "Polls that wait for a change.")
	poolConnections = gauge("pool_connections", "Connections to the database, by use.", "use")
	poolWaits       = gauge("pool_waits_total", "How often a request waited for a connection.")
	clockAhead      = gauge("clock_ahead_seconds", "By which the program's clock is ahead of the database's.")
	listenerUp      = gauge("listener_up", "1 while other instances' moves are heard of.")
	listenerBegan   = gauge("listener_began_total", "How often it began to listen.")
	databaseUp      = gauge("database_up", "1 if the database has answered.")
	databaseSize    = gauge("database_bytes", "Size of the database.")
	jobsWaiting     = gauge("jobs_waiting", "Jobs that are due and have not begun.")
	jobsLag         = gauge("jobs_lag_seconds", "How long the oldest of them has been due.")
	jobsStuck       = gauge("jobs_stuck", "Jobs that were set aside.")
	instancesUp     = gauge("instances", "Programs that serve the club.")
	backupAge       = gauge("backup_age_seconds",
		"Since the last good backup of the program's own; none: since the house was founded.")
)

// Describe implements prometheus.Collector.
func (g gathered) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		movesMade, movesAlone, botsHalved, pollsParked, poolConnections, poolWaits, clockAhead, listenerUp,
		listenerBegan, databaseUp, databaseSize, jobsWaiting, jobsLag, jobsStuck, instancesUp, backupAge,
	} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (g gathered) Collect(out chan<- prometheus.Metric) {
	is := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	counted := func(d *prometheus.Desc, value int64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, float64(value), labels...)
	}
	v := g.Store.Vitals()
	counted(movesMade, v.Moves)
	for why, n := range v.Alone {
		counted(movesAlone, n, why)
	}
	counted(poolWaits, v.Waits)
	counted(listenerBegan, v.Began)
	is(listenerUp, truth(v.Listening))
	is(clockAhead, v.Ahead.Seconds())
	is(botsHalved, float64(g.halved.Load()))
	is(pollsParked, float64(g.Store.Waiters.Parked()))
	is(poolConnections, float64(v.Used), "used")
	is(poolConnections, float64(v.Idle), "idle")
	is(poolConnections, float64(v.Max), "most")

	h, err := clubs.House{}, web.ErrOpening
	if g.IsOpen() {
		ctx, cancel := context.WithTimeout(context.Background(), g.Timeout)
		defer cancel()
		h, err = g.Store.House(ctx)
	}
	is(databaseUp, truth(err == nil))
	if err != nil {
		return // the log has the error; a missing line is better than a wrong one
	}
	is(databaseSize, float64(h.Size))
	is(jobsWaiting, float64(h.Waiting))
	lag := 0.0
	if !h.Oldest.IsZero() {
		lag = g.Now().Sub(h.Oldest).Seconds()
	}
	is(jobsLag, lag)
	is(jobsStuck, float64(h.StuckAll))
	is(instancesUp, float64(len(h.Instances)))
	last := h.Founded
	if h.Backup != nil {
		last = h.Backup.At
	}
	is(backupAge, g.Now().Sub(last).Seconds())
}

func truth(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
