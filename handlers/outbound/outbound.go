// Package outbound speaks to servers whose addresses people name, and never to the house's own network: what the house
// can reach and its visitors cannot must not be asked through it.
//
// An address is judged when it is dialled, not when it is typed: a name may lead elsewhere by then.
package outbound

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
	"time"

	"code.dny.dev/ssrf"
)

// ErrInside is the error of a call to an address of the house's own network, or of no public one.
var ErrInside = errors.New("the address is none of the public network")

const (
	timeout    = 10 * time.Second // of a call, all in all
	maxHeaders = 16 << 10
)

// Client returns a client that dials public addresses alone, and the hosts of also, which are written as https://host.
// It follows no redirect, and uses no proxy, because what a proxy asks for cannot be judged here.
func Client(also []string) *http.Client { return client(also, net.DefaultResolver) }

func client(also []string, names *net.Resolver) *http.Client {
	var exempt []string
	for _, address := range also {
		if u, err := url.Parse(address); err == nil {
			exempt = append(exempt, hostPort(u))
		}
	}
	free := &net.Dialer{Timeout: timeout, Resolver: names}
	guarded := &net.Dialer{Timeout: timeout, Resolver: names, Control: control}
	return &http.Client{
		Timeout: timeout,
		Transport: &http.Transport{
			DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
				if slices.Contains(exempt, address) {
					return free.DialContext(ctx, network, address)
				}
				return guarded.DialContext(ctx, network, address)
			},
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    timeout,
			IdleConnTimeout:        time.Minute,
			MaxIdleConnsPerHost:    1,
			MaxResponseHeaderBytes: maxHeaders,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// hostPort is what an address is dialled by.
func hostPort(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return net.JoinHostPort(u.Hostname(), port)
}

// special are the addresses that IANA has set aside, such as those of private networks.
var special = ssrf.New(ssrf.WithAnyPort())

// control is asked before each connection, with the address that a name has led to.
func control(network, address string, conn syscall.RawConn) error {
	if special.Safe(network, address, conn) != nil {
		return ErrInside
	}
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return ErrInside
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		return err
	}
	for _, mine := range own { // the machine's own public address leads past its firewall
		if n, is := mine.(*net.IPNet); is && n.IP.Equal(to.Addr().AsSlice()) {
			return ErrInside
		}
	}
	return nil
}

// maxHost is how long a host with its port may be: a name has at most 253 characters (RFC 1035, 2.3.4).
const maxHost = 253 + len(":65535")

// Allowed reports that an address may be called as it is written: https, or at a host of also, without a password.
func Allowed(u *url.URL, also []string) bool {
	if u.Host == "" || len(u.Host) > maxHost || u.User != nil || u.Fragment != "" {
		return false
	}
	return slices.Contains(also, u.Scheme+"://"+u.Host) || u.Scheme == "https"
}
