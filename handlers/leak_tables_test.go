package handlers

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// A table for those invited, with its match, is nothing to the members who were
// not: no address of it is there, whatever is asked, and no page of the club leads
// to it or names it.
func TestNoLeakOfTables(t *testing.T) {
	t.Parallel()
	c := newCrowd(t)
	c.playRounds()
	for _, match := range c.rounds {
		c.sql(`UPDATE tables SET reach = 'invited', token = $1 WHERE id = (SELECT table_id FROM matches WHERE id = $2)`,
			fmt.Sprint("link of ", match), match)
	}
	for state, number := range c.tables {
		c.sql(`UPDATE tables SET reach = 'invited', token = $3 WHERE club_id = $1
			AND number = $2`, c.clubID, number, "link of "+state)
	}
	looked := 0
	for _, r := range c.routes() {
		for _, state := range states {
			path := c.address(r, state)
			table := fmt.Sprintf("/tables/%d", c.tables[state])
			match := "/matches/" + strconv.FormatInt(c.matches[state], 10)
			if strings.Contains(r.path, "/:round") {
				match = "/matches/" + strconv.FormatInt(c.rounds[state], 10)
			}
			switch {
			case !c.has(r, state) || !strings.HasPrefix(r.path, "/clubs/:club"):
				continue
			case strings.Contains(r.path, ":table"):
				for _, fault := range c.alike("Davi", r, path, state, table, "/tables/999999") {
					t.Error(fault)
				}
			case strings.Contains(r.path, ":match"):
				for _, fault := range c.alike("Davi", r, path, state, match, "/matches/999999") {
					t.Error(fault)
				}
			case r.method == http.MethodGet:
				path = strings.Replace(path, "/members/"+strconv.FormatInt(c.plain, 10), "/members/"+strconv.FormatInt(
					c.players["Bento"], 10), 1)
				for _, state := range states {
					if c.leads(path, "Davi", state) {
						t.Errorf("GET %s leads a member to the %s table of others", path, state)
					}
					if c.leads(path, "Bento", state) {
						looked++
					}
				}
			}
		}
	}
	if looked == 0 { // or the search finds nothing anywhere
		t.Error("no page leads its players there")
	}
}

// leads reports that a page leads a reader to a table or to its match.
func (c *crowd) leads(path, name, state string) bool {
	c.t.Helper()
	page := c.in(name).get(path).body
	for _, there := range []string{
		fmt.Sprintf("/clubs/%s/tables/%d", c.club, c.tables[state]), fmt.Sprintf("/clubs/%s/matches/%d", c.club,
			c.matches[state]),
	} {
		for _, end := range []string{`"`, "/", "?"} {
			if strings.Contains(page, there+end) {
				return true
			}
		}
	}
	return false
}
