package web

import (
	"net/netip"
	"testing"
)

// Of an address of IPv6 the log has the network of a household.
func TestShortened(t *testing.T) {
	t.Parallel()
	if got := shortened(netip.MustParseAddr("2001:db8:1:2::3")); got != "2001:db8:1::/48" {
		t.Errorf("an address of IPv6 is shortened to %s", got)
	}
}
