package main

import (
	"strings"
	"testing"
)

// What govulncheck finds is refused where it is reached, unless somebody has answered it; what the Go of the image has
// mended is told only.
func TestKnownVulnerabilitiesAreRefused(t *testing.T) {
	const image = "FROM golang:1.26.10-bookworm AS build"
	for name, c := range map[string]struct {
		found string
		want  string // in the error, "" for none
	}{
		"a library, reached": {`{"finding":{"osv":"GO-1","fixed_version":"v1.2.7","trace":[{"module":"m","version":"v1.2.6",
			"function":"F"}]}}`, "GO-1 in m@v1.2.6 is reached: fixed in \"v1.2.7\""},
		"a library, not reached":   {`{"finding":{"osv":"GO-1","fixed_version":"v1.2.7","trace":[{"module":"m"}]}}`, ""},
		"a library without a mend": {`{"finding":{"osv":"GO-1","trace":[{"module":"m","function":"F"}]}}`, "GO-1"},
		"Go, mended in the image":  {`{"finding":{"osv":"GO-1","fixed_version":"v1.26.10","trace":[{"module":"stdlib","function":"F"}]}}`, ""},
		"Go, not mended there":     {`{"finding":{"osv":"GO-1","fixed_version":"v1.26.11","trace":[{"module":"stdlib","function":"F"}]}}`, "GO-1"},
		"not what it writes":       {`found nothing`, "govulncheck: "},
	} {
		found := `{"config":{}}` + c.found + `{"finding":{"osv":"GO-2","trace":[{"module":"m","function":"F"}]}}`
		err := judgeVulnerabilities(strings.NewReader(found), image, map[string]string{"GO-2": "harmless"})
		if (err == nil) != (c.want == "") || err != nil && (!strings.Contains(err.Error(), c.want) ||
			strings.Contains(err.Error(), "GO-2")) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if err := judgeVulnerabilities(strings.NewReader(""), image, map[string]string{"GO-2": "harmless"}); err == nil {
		t.Error("an answer outlives what it is about")
	}
}
