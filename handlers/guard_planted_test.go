package handlers

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"carteado/db/base"
	"carteado/engine/role"
	"carteado/handlers/web"
)

// The matrices find what they are for: a route that lost its guard, one that lets
// on that a club is there, a GET that writes, and a site that believes anybody.
func TestMatricesFindWhatIsPlanted(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	const members, export, setRole = "/clubs/:club/members", "/clubs/:club/export", "/clubs/:club/members/:player/role"
	saves := func(r *web.Request) error {
		if err := c.Store.SaveSort(r.Ctx(), r.Player(), "", 0); err != nil {
			return err
		}
		return r.NoContent(http.StatusOK)
	}
	known := func(r *web.Request) error {
		if r.Param("club") == c.club {
			return base.ErrForbidden
		}
		return base.ErrNotFound
	}
	for name, planted := range map[string]struct {
		route route
		look  func(route) []string
	}{
		"no guard":      {get(members, c.Anyone, c.Server.club.ShowMembers), c.rowed},
		"no right":      {post(export, c.Member(role.Play), saves), c.rowed},
		"no row":        {get("/clubs/:club/secrets", c.Member(role.Play), c.Server.club.ShowRoles), c.rowed},
		"another's":     {get(members, c.Player, known), c.strange},
		"a GET writes":  {get(members, c.Member(role.Play), saves), c.writes},
		"any site acts": {post(setRole, c.Member(role.Play), c.Server.club.SetRole), c.foreign},
	} {
		e := c.routed([]route{planted.route})
		trusting := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Header.Del("Origin")
			r.Header.Del("Sec-Fetch-Site")
			e.ServeHTTP(w, r)
		})
		c.signIn() // while the site is as it should be
		right := c.url
		web := httptest.NewServer(trusting)
		c.url = web.URL
		faults := planted.look(planted.route)
		c.url = right
		web.Close()
		if len(faults) == 0 {
			t.Errorf("%s: not found", name)
		}
		t.Logf("%s: %d faults", name, len(faults))
	}
}

func (c *crowd) rowed(r route) []string { return c.guarded(r, expected[r.method+" "+r.path]) }

// strange compares what strangers get with what they get where there is no club.
func (c *crowd) strange(r route) (faults []string) {
	return c.alike("Eva", r, c.address(r, "running"), "running", "/clubs/"+c.club, "/clubs/no-such-club")
}
