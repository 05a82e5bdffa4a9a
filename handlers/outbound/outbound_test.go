package outbound

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/dns/dnsmessage"
)

// No address of the house's own network is dialled, however it is written, and nor is one that is none of the public
// network.
func TestOnlyPublicAddressesAreDialled(t *testing.T) {
	for address, public := range map[string]bool{
		"1.1.1.1:443": true, "93.184.215.14:8443": true, "[2606:4700:4700::1111]:443": true,
		"127.0.0.1:443": false, "127.8.9.10:443": false, "[::1]:443": false, "0.0.0.0:443": false, "[::]:443": false,
		"10.0.0.1:443": false, "172.16.5.4:443": false, "192.168.1.1:443": false, "100.64.0.1:443": false,
		"169.254.169.254:443": false, "[fe80::1]:443": false, "[fd00::1]:443": false, "[fec0::1]:443": false,
		"224.0.0.1:443": false, "255.255.255.255:443": false, "198.18.0.1:443": false,
		"[::ffff:127.0.0.1]:443": false, "[::ffff:10.0.0.1]:443": false, "[::7f00:1]:443": false,
		"[64:ff9b::7f00:1]:443": false, "[2002:7f00:1::]:443": false, "[2001:db8::1]:443": false, "": false,
	} {
		network := "tcp4"
		if a, err := netip.ParseAddrPort(address); err == nil && a.Addr().Is6() {
			network = "tcp6"
		}
		if err := control(network, address, nil); (err == nil) != public {
			t.Errorf("%s is dialled: %v", address, err)
		}
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, mine := range own {
		if n, is := mine.(*net.IPNet); is && control("tcp4", net.JoinHostPort(n.IP.String(), "443"), nil) == nil {
			t.Errorf("%s is this machine", n.IP)
		}
	}
}

// names is a name server that answers every name by the next of some addresses.
func names(t *testing.T, answers ...[4]byte) *net.Resolver {
	t.Helper()
	conn, err := (&net.ListenConfig{}).ListenPacket(t.Context(), "udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		buffer := make([]byte, 512)
		for asked := 0; ; {
			n, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(buffer[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Response = true
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				m.Answers = append(m.Answers, dnsmessage.Resource{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
					Body:   &dnsmessage.AResource{A: answers[min(asked, len(answers)-1)]},
				})
				asked++
			}
			m.Additionals = nil
			if packed, err := m.Pack(); err == nil {
				_, _ = conn.WriteTo(packed, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp4", conn.LocalAddr().String())
	}}
}

// A name that leads into the house is not followed there, and nor is one that led elsewhere when it was looked at.
func TestANameThatLeadsInside(t *testing.T) {
	asked := false
	inside := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer inside.Close()
	port := inside.Listener.Addr().(*net.TCPAddr).Port
	u := &url.URL{Scheme: "https", Host: net.JoinHostPort("hook.example", strconv.Itoa(port))}
	resolver := names(t, [4]byte{127, 0, 0, 1})
	for range 2 {
		if !Allowed(u, nil) {
			t.Fatal("the name is refused before it is looked up")
		}
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, u.String(), http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := client(nil, resolver).Do(r)
		if err == nil {
			_ = answer.Body.Close()
		}
		if !errors.Is(err, ErrInside) || asked {
			t.Errorf("a name that leads to this machine: %v, asked: %t", err, asked)
		}
		u.Host = inside.Listener.Addr().String() // and the number itself
	}
}

// A redirect is an answer, and nobody follows it; what is exempt is dialled.
func TestARedirectIsNotFollowed(t *testing.T) {
	led := false
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { led = true }))
	defer inside.Close()
	outside := httptest.NewServer(http.RedirectHandler(inside.URL, http.StatusTemporaryRedirect))
	defer outside.Close()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, outside.URL, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := Client([]string{outside.URL}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusTemporaryRedirect || led {
		t.Errorf("the answer is %s, led on: %t", answer.Status, led)
	}
}

func TestOnlyHTTPSIsAllowed(t *testing.T) {
	also := []string{"http://localhost:9000"}
	for address, allowed := range map[string]bool{
		"https://hooks.example.org/x?y=1": true, "https://hooks.example.org:8443/x": true,
		"http://localhost:9000/x": true, "http://localhost:9001/x": false, "http://hooks.example.org/x": false,
		"https://me:word@hooks.example.org/x": false, "https://hooks.example.org/x#y": false, "https:///x": false,
		"https://" + strings.Repeat("x", 254) + ".example/x": false,
		"ftp://hooks.example.org/x":                          false, "file:///etc/passwd": false, "": false,
	} {
		u, err := url.Parse(address)
		if err != nil || Allowed(u, also) != allowed {
			t.Errorf("%q is allowed: %t, %v", address, !allowed, err)
		}
	}
}
