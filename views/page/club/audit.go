package club

import (
	"context"
	"time"

	"carteado/views/i18n"
	"carteado/views/link"
	"carteado/views/page"
	"carteado/views/part"
)

// AuditProps is a page of a club's log.
type AuditProps struct {
	Entries []AuditRow
	Newer   string // the mark of the page before; "" on the first
	Older   string // the mark of the next page; "" on the last
	Whole   bool   // the reader sees all of it, not only what concerns results
	Head    string // hash of the last entry
	Signed  Signed // zero where no head is signed yet
	Export  bool   // the reader may export
	Hosts   []HostEvent
	Former  []FormerLog // of houses that the club came from
	Of      *FormerLog  // whose page this is; nil for the log of this house
}

// FormerLog is the log of a house that the club came from.
type FormerLog struct {
	ID      int64
	Slug    string // of the club there
	Written time.Time
	Head    string // place and hash of its last signed head
}

// page is the address of another page of the same log.
func (p AuditProps) page(ctx context.Context, at link.Cursor) string {
	if p.Of != nil {
		return link.FormerAudit(page.Club(ctx), p.Of.ID, at)
	}
	return link.AuditPage(page.Club(ctx), at)
}

// A HostEvent is what happened to the account of a host, as an owner reads it.
type HostEvent struct {
	Host    part.Person
	What    string
	At      time.Time
	Network string
}

// Signed is the last signed head.
type Signed struct {
	Head           string // club:place:hash
	At             time.Time
	Key, Signature string // in base64
}

func (p AuditProps) intro() string {
	if p.Whole {
		return "audit.intro"
	}
	return "audit.intro.members"
}

// AuditRow is an entry of the log.
type AuditRow struct {
	At      time.Time
	By      part.Person // zero for the command line
	About   part.Person // zero for nobody
	Action  string
	Details map[string]any
}

// says is the entry in a sentence.
func (a AuditRow) says(ctx context.Context) string {
	about := ""
	if !a.About.Free() {
		about = part.Known(ctx, a.About)
	}
	reason, _ := a.Details["reason"].(string)
	pairs := []any{"by", page.MadeBy(ctx, a.By), "about", about, "reason", page.Reason(ctx, reason)}
	for _, name := range []string{"number", "match", "name"} {
		pairs = append(pairs, name, a.detail(name))
	}
	for _, name := range []string{"role", "to", "from"} {
		if word, ok := a.Details[name].(string); ok {
			pairs = append(pairs, name, i18n.T(ctx, "role."+word))
		}
	}
	if what, ok := a.Details["what"].(string); ok {
		pairs = append(pairs, "what", i18n.T(ctx, "audit.what."+what))
	}
	return i18n.T(ctx, "audit."+a.Action+a.ending(ctx, &pairs), pairs...)
}

// ending tells the wording for a suspension with a reason from that of one without,
// and adds until when it was.
func (a AuditRow) ending(ctx context.Context, pairs *[]any) string {
	if a.Action != "member_suspended" || a.Details["reason"] == nil {
		return ""
	}
	text, _ := a.Details["until"].(string)
	until, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return ".open"
	}
	*pairs = append(*pairs, "until", i18n.Moment(ctx, until))
	return ".until"
}

func (a AuditRow) detail(name string) any {
	switch value := a.Details[name].(type) {
	case float64: // numbers of JSON are float64
		return int64(value)
	case nil:
		return ""
	default:
		return value
	}
}
