package main

import (
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"carteado/db/dbtest"
)

// The dashboard asks for metrics that there are, and each of ours is on it; and they
// are not on the listener of visitors.
func TestDashboardAsksForWhatIsThere(t *testing.T) {
	t.Parallel()
	c := config{DatabaseURL: dbtest.New(t), Metrics: freeAddress(t)}
	o := startRun(t, c)
	expect(t, "/setup", status(t, o.url+"/setup"), http.StatusOK)
	expect(t, "/metrics of the club", status(t, o.url+"/metrics"), http.StatusNotFound)
	var said []byte
	for _, line := range []string{`carteado_requests_total{method="GET",route="/setup",status="200"} 1`,
		"carteado_database_up 1"} {
		dbtest.Await(t, line, func() bool { // a request is counted when it is over, after its answer
			answer, err := http.Get("http://" + c.Metrics)
			if err != nil {
				t.Fatal(err)
			}
			said, err = io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if err != nil || answer.StatusCode != http.StatusOK {
				t.Fatal(answer.Status, err)
			}
			return strings.Contains(string(said), line+"\n")
		})
	}
	there := regexp.MustCompile(`(?m)^(?:carteado|go|process)_\w+`).FindAllString(string(said), -1)
	var asked []string
	dashboard := readFile(t, "cmd/carteado/grafana.json")
	for _, m := range regexp.MustCompile(`\b(?:carteado|go|process)_\w+`).FindAllString(dashboard, -1) {
		if asked = append(asked, m); !slices.Contains(there, m) {
			t.Errorf("the dashboard asks for %s, which is not there", m)
		}
	}
	for _, m := range there {
		part := strings.NewReplacer("_seconds_sum", "_seconds_bucket", "_seconds_count", "_seconds_bucket").Replace(m)
		if strings.HasPrefix(m, "carteado_") && !slices.Contains(asked, part) {
			t.Errorf("%s is not on the dashboard", m)
		}
	}
}
