package web

import (
	"bytes"
	"strings"
	"testing"
)

// The policy names every source, and lets nothing in that stands in a page or on another site.
func TestPolicyAllowsNothingInline(t *testing.T) {
	t.Parallel()
	sources := map[string]string{}
	for directive := range strings.SplitSeq(Policy, ";") {
		name, source, _ := strings.Cut(strings.TrimSpace(directive), " ")
		sources[name] = source
		if source != "'self'" && source != "'none'" {
			t.Errorf("%s may come from %s", name, source)
		}
	}
	for _, name := range []string{"default-src", "base-uri", "frame-ancestors"} {
		if sources[name] != "'none'" {
			t.Errorf("%s is %s", name, sources[name])
		}
	}
	for _, name := range []string{"object-src", "frame-src", "worker-src"} { // which default-src forbids
		if source, is := sources[name]; is {
			t.Errorf("%s is %s", name, source)
		}
	}
	if sources["form-action"] != "'self'" {
		t.Errorf("forms go to %s", sources["form-action"])
	}
}

// A session's token has 256 bits, drawn anew.
func TestTokensAreDrawn(t *testing.T) {
	t.Parallel()
	one, other := NewToken(), NewToken()
	if len(one) != 32 || bytes.Equal(one, other) || bytes.Equal(one, make([]byte, 32)) {
		t.Errorf("%x, %x", one, other)
	}
}

// What a page is told to go on to is a path of this site.
func TestLocalPath(t *testing.T) {
	t.Parallel()
	for path, local := range map[string]bool{
		"/": true, "/clubs/quinta?a=1": true, "": false, "//evil.example/": false, `/\evil.example`: false,
		"https://evil.example/": false, "javascript:alert(1)": false, "/\t/evil.example": false, "clubs": false,
	} {
		if got := LocalPath(path); (got == path && path != "") != local || got != "" && got != path {
			t.Errorf("%q leads to %q", path, got)
		}
	}
}
