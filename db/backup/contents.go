package backup

import "carteado/db"

// Contents are what has come with the club, or would.
func (r *Transferred) Contents() db.ClubContents {
	c := db.ClubContents{Name: r.Name, Slug: r.Slug, From: r.Club.Slug, Written: r.At, Matches: len(r.Matches),
		Moves: r.Moves, Tables: r.Tables, Recorded: r.Recorded, Seasons: r.Seasons, Nights: r.Nights,
		Announcements: r.Announcements, Presets: r.Presets, Entries: r.Entries, Players: r.Players,
		Running: r.Club.Running, Open: r.Club.Open, Drafts: r.Club.Drafts, Older: r.Proof.Older,
		Closed: r.Proof.Closed, Namesakes: r.Namesakes}
	for _, i := range r.Invited {
		c.Invited = append(c.Invited, i.Name)
	}
	return c
}
