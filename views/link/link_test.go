package link_test

import (
	"testing"

	"carteado/views/link"
)

func TestAddresses(t *testing.T) {
	for got, want := range map[string]string{
		link.SignInTo("/"):                                            "/sign-in",
		link.SignInTo("/clubs/quinta?a=1"):                            "/sign-in?next=%2Fclubs%2Fquinta%3Fa%3D1",
		link.EndSession(7):                                            "/settings/sessions/7/end",
		link.Invitation("kq/3v"):                                      "/invitations/kq%2F3v",
		link.Club("mesa redonda"):                                     "/clubs/mesa%20redonda",
		link.ClubPoll("quinta", "17"):                                 "/clubs/quinta/tables?at=17",
		link.RevokeInvitation("quinta", 4):                            "/clubs/quinta/invitations/4/revoke",
		link.NewTableOf("quinta", "knock"):                            "/clubs/quinta/tables/new?game=knock",
		link.Table("quinta", 21):                                      "/clubs/quinta/tables/21",
		link.Poll("quinta", 21, "9.41.114"):                           "/clubs/quinta/tables/21/poll?at=9.41.114",
		link.Moves("quinta", 21):                                      "/clubs/quinta/tables/21/moves",
		link.AuditPage("quinta", link.Cursor{Before: "41"}):           "/clubs/quinta/audit?before=41",
		link.MatchesPage("quinta", link.MatchFilter{}, link.Cursor{}): "/clubs/quinta/matches",
		link.MatchesPage("quinta", link.MatchFilter{},
			link.Cursor{Before: "17-2"}): "/clubs/quinta/matches?before=17-2",
		link.MatchesPage("quinta", link.MatchFilter{With: link.Group{2, 5}},
			link.Cursor{After: "a"}): "/clubs/quinta/matches?after=a&with=2&with=5",
		link.MatchesPage("quinta", link.MatchFilter{Game: "knock", With: link.Group{2}, Result: "won", Season: 3},
			link.Cursor{}): "/clubs/quinta/matches?game=knock&result=won&season=3&with=2",
		link.Round("quinta", 9, 3):    "/clubs/quinta/matches/9/rounds/3",
		link.Replay("quinta", 9, 0):   "/clubs/quinta/matches/9/replay/0",
		link.Match("quinta", 1<<40):   "/clubs/quinta/matches/1099511627776",
		link.HouseRules("quinta", 21): "/clubs/quinta/tables/21/rules",
	} {
		if got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
