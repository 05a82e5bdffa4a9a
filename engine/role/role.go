// Package role says what each member of a club may do. Handlers, store and the club's
// help page all read the one table below.
//
// A club keeps an owner by a constraint, checked in the transaction with the club locked. The invitations of a member
// who may not invite any more, or not to their role, end, and a host invites members, not hosts: nobody comes back by a
// link of their own, or brings in more than an owner allows.
package role

import "slices"

// A Role is a member's part in a club.
type Role string

// The roles, from most to least.
const (
	Owner  Role = "owner"
	Host   Role = "host"
	Member Role = "member"
)

// Paused is what a suspended member is until the suspension ends. It has no right,
// and nobody is given it like a role.
const Paused Role = "paused"

// Guest is somebody who has come to a game night and is no member: they play at its tables for as long as it lasts.
// Like Paused it has no right, and nobody is given it.
const Guest Role = "guest"

// Roles lists them, from most to least.
func Roles() []Role { return []Role{Owner, Host, Member} }

// Known reports whether r is one of them.
func (r Role) Known() bool { return slices.Contains(Roles(), r) }

// A Right is something a role may do; a catalog key below right.
type Right string

// The rights.
const (
	Play     Right = "play"     // open tables, join them, watch
	Invite   Right = "invite"   // make and revoke invitations, let in people who ask
	Assist   Right = "assist"   // make accounts for those without e-mail, hand over links for new passwords
	Suspend  Right = "suspend"  // suspend, restore and remove members below one's own role
	Close    Right = "close"    // close any table, with a reason
	Preset   Right = "preset"   // keep house rules for the club's tables
	Announce Right = "announce" // write announcements and take them down
	Night    Right = "night"    // plan game nights and run them
	Season   Right = "season"   // found and amend seasons, run competitions
	Correct  Right = "correct"  // void or correct a result, with a reason
	Import   Right = "import"   // read old score books in, and take them back
	Promote  Right = "promote"  // change roles, share or hand over ownership
	Audit    Right = "audit"    // read the audit log
	Export   Right = "export"   // export members, matches and standings
	Settle   Right = "settle"   // change the club's name, language and time zone
)

// InArchive reports that the right is used in an archived club, too: to see who its members are and who owns it, to
// read, to take things along, and to open or end it.
func (r Right) InArchive() bool {
	return slices.Contains([]Right{Assist, Suspend, Promote, Audit, Export, Settle}, r)
}

// A Line of the table: a right and the roles that have it.
type Line struct {
	Right Right
	Roles []Role
}

var table = Table()

// Table is what each role may do.
func Table() []Line {
	everybody, hosts, owners := []Role{Owner, Host, Member}, []Role{Owner, Host}, []Role{Owner}
	return []Line{
		{Play, everybody},
		{Invite, hosts},
		{Assist, hosts},
		{Suspend, hosts},
		{Close, hosts},
		{Preset, hosts},
		{Announce, hosts},
		{Night, hosts},
		{Season, hosts},
		{Correct, hosts},
		{Import, hosts},
		{Promote, owners},
		{Audit, owners},
		{Export, owners},
		{Settle, owners},
	}
}

// May reports whether the role has a right.
func (r Role) May(right Right) bool {
	for _, line := range table {
		if line.Right == right {
			return slices.Contains(line.Roles, r)
		}
	}
	return false
}

// Above reports that r is a higher role than other: only then may r act on a member of
// that role. An owner may act on another owner's role, though.
func (r Role) Above(other Role) bool { return slices.Index(Roles(), r) < slices.Index(Roles(), other) }

// Below lists the roles that r is above, from most to least: those to which it may invite, if it may at all.
func (r Role) Below() []Role {
	return slices.DeleteFunc(Roles(), func(other Role) bool { return !r.Above(other) })
}
