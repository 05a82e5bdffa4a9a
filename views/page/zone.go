package page

import (
	"context"
	"time"

	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/part"
)

// zoneGroups are the time zones that a form offers, where the club's languages
// are spoken and where their speakers live. A club in any other keeps its own.
var zoneGroups = []struct {
	key   string // below zones
	zones []string
}{
	{"brazil", []string{
		"America/Sao_Paulo", "America/Bahia", "America/Fortaleza", "America/Recife", "America/Maceio", "America/Belem",
		"America/Araguaina", "America/Noronha", "America/Campo_Grande", "America/Cuiaba", "America/Manaus",
		"America/Porto_Velho",
		"America/Boa_Vista", "America/Rio_Branco",
	}},
	{"portuguese", []string{"Europe/Lisbon", "Atlantic/Madeira", "Atlantic/Azores", "Atlantic/Cape_Verde",
		"Africa/Luanda", "Africa/Maputo", "Asia/Macau", "Asia/Dili"}},
	{"europe", []string{"Europe/London", "Europe/Dublin", "Europe/Madrid", "Europe/Paris", "Europe/Berlin",
		"Europe/Zurich", "Europe/Rome", "Europe/Athens"}},
	{"americas", []string{
		"America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Toronto",
		"America/Mexico_City",
		"America/Bogota", "America/Santiago", "America/Argentina/Buenos_Aires", "America/Montevideo",
		"America/Asuncion",
	}},
	{"elsewhere", []string{"Africa/Johannesburg", "Asia/Dubai", "Asia/Kolkata", "Asia/Singapore", "Asia/Shanghai",
		"Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "UTC"}},
}

// DefaultZone is the time zone in which most clubs are founded.
const DefaultZone = "America/Sao_Paulo"

// Zones are the time zones by region, the current one before all others.
func Zones(ctx context.Context, current string) []part.Grouped {
	var groups []part.Grouped
	if choice, known := zoneChoice(ctx, current); known {
		groups = append(groups, part.Grouped{Choices: []part.Choosable{choice}})
	}
	for _, g := range zoneGroups {
		group := part.Grouped{Heading: i18n.T(ctx, "zones."+g.key)}
		for _, zone := range g.zones {
			if choice, known := zoneChoice(ctx, zone); known && zone != current {
				group.Choices = append(group.Choices, choice)
			}
		}
		groups = append(groups, group)
	}
	return groups
}

// zoneChoice names a time zone by its cities and by how far its clocks are from
// UTC now.
func zoneChoice(ctx context.Context, zone string) (choice part.Choosable, known bool) {
	place, err := time.LoadLocation(zone)
	if err != nil || zone == "" {
		return choice, false
	}
	name := zone
	if i18n.Has(ctx, "zone."+zone) {
		name = i18n.T(ctx, "zone."+zone)
	}
	return part.Choosable{Value: zone, Label: i18n.T(ctx, "zone.at", "place", name, "offset", i18n.Offset(ctx, place))},
		true
}

// ClubZone is the time zone of the page's club; UTC without one.
func ClubZone(ctx context.Context) *time.Location {
	if zone := layout.From(ctx).Zone; zone != nil {
		return zone
	}
	return time.UTC
}
