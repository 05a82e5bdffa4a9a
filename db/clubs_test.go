package db_test

import (
	"fmt"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/clubs"
	"carteado/db/results"
	"carteado/engine/role"
	"carteado/engine/standing"
)

// An owner who names something of another club changes nothing there.
func TestWhatBelongsToAnotherClubIsNothing(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.exec(t, `UPDATE players SET site_owner = true WHERE id = $1`, c.davi))
	other, err := c.FoundClub(ctx, c.davi, clubs.NewClub{Name: "Other", Lang: "en", TimeZone: "UTC"})
	must(t, err)
	number := c.table(t, nil)
	match := c.board(t, number, c.ana).Table.Match
	announcement, err := c.Announce(ctx, c.id, c.ana, "Hear, hear", "")
	must(t, err)
	preset, err := c.SavePreset(ctx, c.id, c.ana, number, "Ours")
	must(t, err)
	asks, err := c.CreateInvitation(ctx, c.id, c.ana, clubs.NewInvitation{Role: role.Member, Uses: 1, TTL: time.Hour})
	must(t, err)
	soon := time.Now().Add(time.Hour)
	season := results.Season{Name: "S", StartsAt: soon, EndsAt: soon.Add(time.Hour), Charter: standing.Standard()}
	season.ID, err = c.FoundSeason(ctx, c.id, c.ana, season)
	must(t, err)
	for what, try := range map[string]error{
		"announcement": c.HideAnnouncement(ctx, other.ID, c.davi, announcement),
		"preset":       c.RemovePreset(ctx, other.ID, c.davi, preset.ID),
		"invitation":   c.RevokeInvitation(ctx, other.ID, c.davi, asks.ID),
		"season":       c.ChangeSeason(ctx, other.ID, c.davi, season),
		"charter":      c.AmendSeason(ctx, other.ID, c.davi, season.ID, season.Charter, time.Time{}, "why"),
		"result": c.Correct(ctx, other.ID, c.davi, match, results.Correction{Kind: results.CorrectVoid,
			Reason: "why"}),
		"role":    c.SetRole(ctx, other.ID, c.davi, c.bento, role.Host),
		"member":  c.Remove(ctx, other.ID, c.davi, c.bento),
		"table":   c.CloseTable(ctx, other.ID, number, c.davi, "why"),
		"request": c.AnswerRequest(ctx, other.ID, c.davi, c.bento, true),
	} {
		t.Run(what, func(t *testing.T) { refused(t, try, base.ErrNotFound) })
	}
}

func TestClubs(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	m, err := c.ClubFor(ctx, "clube-do-baralho", c.ana)
	must(t, err)
	if m.ID != c.id || m.Role != role.Owner || m.TimeZone != "America/Sao_Paulo" {
		t.Errorf("got %+v", m)
	}
	_, err = c.ClubFor(ctx, "clube-do-baralho", c.davi)
	refused(t, err, base.ErrNotFound)
	_, err = c.ClubFor(ctx, "no-such-club", c.ana)
	refused(t, err, base.ErrNotFound)
	clubs, err := c.ClubsOf(ctx, c.bento)
	must(t, err)
	if len(clubs) != 1 || clubs[0].Role != role.Member {
		t.Errorf("Bento is in %+v", clubs)
	}
	members, err := c.Members(ctx, c.id, c.bento)
	must(t, err)
	var names []string
	for _, member := range members {
		names = append(names, member.Name)
	}
	if fmt.Sprint(names) != "[Ana Bento Célia]" {
		t.Errorf("members %v", names)
	}
	_, err = c.Members(ctx, c.id, c.davi)
	refused(t, err, base.ErrNotFound)
}
