package web

import (
	"bufio"
	"net/http"
	"reflect"
	"strings"
	"testing"
)

// A request comes back as it was.
func TestHeadOfAPoll(t *testing.T) {
	t.Parallel()
	read := func(text string) *http.Request {
		req, err := http.ReadRequest(bufio.NewReader(strings.NewReader(text)))
		if err != nil {
			t.Fatal(err)
		}
		return req
	}
	for _, text := range []string{
		"GET /clubs/caf%C3%A9/tables/1/poll?at=board.1.2.3 HTTP/1.1\r\nHost: club.example:8080\r\nx-forwarded-for: 203.0.113.7\r\n" +
			"X-Forwarded-For:  198.51.100.1 \r\nCookie: a=b; c=\"d e\"\r\nCookie: f=g\r\nEmpty:\r\n\r\n",
		"GET http://club.example/clubs/a/poll?at=1 HTTP/1.1\r\nHost: other.example\r\n\r\n",
	} {
		was := read(text)
		is := read(string(headOf(was)))
		was.Body, is.Body = nil, nil
		if !reflect.DeepEqual(is, was) {
			t.Errorf("%+v\nis not\n%+v", is, was)
		}
	}
}
