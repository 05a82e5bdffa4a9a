package account

import (
	"cmp"
	"context"
)

// where says from which browser and network it came, as far as that is known.
func (e Event) where(ctx context.Context) string {
	place := agent(ctx, e.Agent)
	if e.Network != "" {
		place += " · " + e.Network
	}
	return place
}

// name proposes the browser's for the passkey that it makes.
func (p NewPasskeyProps) name(ctx context.Context) string { return cmp.Or(p.Name, agent(ctx, p.Agent)) }
