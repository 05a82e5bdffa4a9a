package web

import "net/netip"

// Values of Config.LogAddresses.
const (
	AddressesShort = "short"
	AddressesFull  = "full"
	AddressesNone  = "none"
)

// logged is the visitor's address as the log may have it.
func (s *Site) logged(r *Request) string {
	switch s.LogAddresses {
	case AddressesNone:
		return ""
	case AddressesFull:
		return r.Address().String()
	}
	return shortened(r.Address())
}

// shortened cuts an address to its network: enough to block the network, too little to
// know a person.
func shortened(address netip.Addr) string {
	bits := 24
	if address.Is6() {
		bits = 48
	}
	network, err := address.Prefix(bits)
	if err != nil {
		return "unknown"
	}
	return network.String()
}

// Address is where the request comes from; the zero address when unknown.
func (r *Request) Address() netip.Addr {
	address, err := netip.ParseAddr(r.RealIP())
	if err != nil {
		return netip.Addr{}
	}
	return address.Unmap().WithZone("")
}
