package club

import (
	"fmt"
	"net/http"

	"github.com/a-h/templ"

	"carteado/db/live"
	"carteado/engine/role"
	"carteado/handlers/web"
	"carteado/views/link"
	clubpage "carteado/views/page/club"
	resultpage "carteado/views/page/results"
)

func (w *Wing) ShowClub(r *web.Request) error {
	props, err := w.HomeProps(r)
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, clubpage.Home(props))
}

// PollClub answers with the home page's lists when they have changed. A reader who has asked for them by hand, such as
// by the address of a form for a table that was refused, is led to the page.
func (w *Wing) PollClub(r *web.Request) error {
	if !r.HTMX() {
		return r.GoTo(link.Club(r.Club.Slug))
	}
	leave, err := w.Store.EnterPoll(r.Ctx())
	if err != nil {
		return err
	}
	hint := w.Store.Waiters.Reading(r.Permit.Topic)
	props, err := w.HomeProps(r)
	leave()
	if err != nil {
		return err
	}
	w.Store.Waiters.Read(hint, live.Position{Topic: r.Permit.Topic, At: props.At})
	if props.At == r.QueryParam("at") {
		return w.Unchanged(r)
	}
	marks, _, err := w.NewMarks(r)
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, templ.Join(clubpage.HomeFragment(props), marks))
}

// atTheDoor fills in the parts for members who may invite: the people who ask to come in,
// and the hint that the club has no other member yet.
func (w *Wing) atTheDoor(r *web.Request, props *clubpage.HomeProps) error {
	asking, err := w.Store.JoinRequests(r.Ctx(), r.Club.ID, r.Player())
	if err != nil {
		return err
	}
	for _, a := range asking {
		props.Asking = append(props.Asking, clubpage.RequestRow(a))
	}
	props.Alone, err = w.Store.Alone(r.Ctx(), r.Club)
	if err != nil {
		return err
	}
	if len(asking) > 0 || props.Alone {
		props.At += fmt.Sprintf("-%d", len(asking))
	}
	return nil
}

func (w *Wing) HomeProps(r *web.Request) (clubpage.HomeProps, error) {
	home, err := w.Store.HomeOf(r.Ctx(), r.Club, clubpage.TablesAtHome)
	if err != nil {
		return clubpage.HomeProps{}, err
	}
	props := clubpage.HomeProps{
		At: home.At, Games: w.GameInfos, Seal: home.Seal,
		MyTurn: w.TableLines(r, home.MyTurn), Waiting: w.TableLines(r, home.Waiting),
		Invited: w.TableLines(r, home.Invited), Open: w.TableLines(r, home.Open),
		Playing: w.TableLines(r, home.Playing), Halted: w.TableLines(r, home.Halted), More: clubpage.More(home.More),
		Backup: home.Backup, Keyless: r.Club.Role != r.Club.Holds,
	}
	props.Nights = w.NightsOf(home.Nights)
	props.Daily, props.Best = r.Club.HasDaily(), w.DailyWinners(r, home.Best)
	for _, a := range home.News {
		props.News = append(props.News, clubpage.Announcement(a))
	}
	if st := home.Standings; st != nil {
		props.Season = st.Season.Name
		for _, line := range st.Lines {
			props.Standings = append(props.Standings, resultpage.StandingRow{
				Line: line, Person: web.PersonOf(r.Player(), st.Players[line.Player]),
			})
		}
	}
	if r.Club.Role.May(role.Invite) {
		if err := w.atTheDoor(r, &props); err != nil {
			return clubpage.HomeProps{}, err
		}
	}
	for _, m := range home.Recent {
		props.Recent = append(props.Recent, w.Result(r, m))
	}
	for _, p := range home.Online {
		member := web.PersonOf(r.Player(), p)
		member.Online = true
		props.Members = append(props.Members, member)
	}
	return props, nil
}
