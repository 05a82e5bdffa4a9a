package role_test

import (
	"slices"
	"testing"

	"carteado/engine/role"
)

func TestHigherRolesMayMore(t *testing.T) {
	roles := role.Roles()
	for _, line := range role.Table() {
		if !line.Roles[0].Known() || len(line.Roles) == 0 {
			t.Errorf("%s belongs to nobody", line.Right)
		}
		for i, r := range roles {
			if r.May(line.Right) != slices.Contains(line.Roles, r) {
				t.Errorf("%s of %s", line.Right, r)
			}
			if i > 0 && r.May(line.Right) && !roles[i-1].May(line.Right) {
				t.Errorf("%s may %s, %s may not", r, line.Right, roles[i-1])
			}
		}
	}
	for _, stranger := range []role.Role{"", "Owner", "admin"} {
		if stranger.Known() || stranger.May(role.Play) {
			t.Errorf("%q may play", stranger)
		}
	}
	if role.Owner.May("fly") {
		t.Error("a right that is in no line")
	}
	if !role.Owner.Above(role.Host) || role.Host.Above(role.Host) || role.Member.Above(role.Host) {
		t.Error("order of roles")
	}
}
