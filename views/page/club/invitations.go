package club

import (
	"context"
	"strings"
	"time"

	"carteado/views/i18n"
	"carteado/views/layout"
	"carteado/views/part"
)

func roleChoices(ctx context.Context, roles []string) []part.Choosable {
	choices := make([]part.Choosable, len(roles))
	for i, role := range roles {
		choices[i] = part.Choosable{Value: role, Label: i18n.T(ctx, "role."+role)}
	}
	return choices
}

// terms say how often and how long an invitation can be used.
func (i Invited) terms(ctx context.Context) string {
	terms := []string{
		i18n.T(ctx, "role."+i.Role),
		i18n.T(ctx, "invitations.left", "n", i.Left, "uses", i.Uses),
		i18n.T(ctx, "invitations.expires", "time", i18n.Until(ctx, i.Expires)),
	}
	if i.Asks {
		terms = append(terms, i18n.T(ctx, "invitations.asks"))
	}
	if i.Label != "" {
		terms = append(terms, i18n.T(ctx, "invitations.by", "who", part.Called(ctx, i.By)))
	}
	return strings.Join(terms, " · ")
}

// InvitationProps is the page of an invitation that can be used.
type InvitationProps struct {
	Token       string
	Club        *layout.Club
	Inviter     part.Person
	Name, Email string
	SignedIn    *part.Person // the signed-in player who would join; nil for a stranger
	Faults      part.Faults  // name, email, password
	Claims      part.Person  // whose matches in another house become those of who comes; zero for nobody's
}

// InvitationsProps is the list of a club's invitations and the form for a new one.
type InvitationsProps struct {
	List   []Invited
	Fresh  int64 // the first of those just made
	Role   string
	Roles  []string // that the reader may give
	Uses   string   // text of the field
	Days   string
	Labels string      // whom for, one per line
	Asks   bool        // a host lets in who comes
	Faults part.Faults // role, uses, days, labels
	Mails  bool        // links go out by mail

	Placeholders []part.Choosable // players of another house whom nobody has claimed, and no link is for

	MaxUses, MaxDays int
}

// Invited is an invitation in a list.
type Invited struct {
	ID      int64
	URL     string // to pass on; "" where the reader may not invite to the role
	QR      string // path of its drawing
	QRSize  int    // units its view box is wide and high
	Role    string
	By      part.Person
	Label   string // whom it is meant for, "" for anybody
	Asks    bool   // a host lets in who comes by it
	Left    int    // uses left
	Uses    int    // uses in all
	Expires time.Time
}

// labelHint says what the lines about people may hold.
func (p InvitationsProps) labelHint(ctx context.Context) string {
	if p.Mails {
		return i18n.T(ctx, "invitations.label.mail")
	}
	return i18n.T(ctx, "invitations.label.hint")
}
