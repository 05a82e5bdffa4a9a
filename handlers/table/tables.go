package table

import (
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"carteado/db"
	"carteado/db/base"
	"carteado/db/live"
	"carteado/engine"
	"carteado/engine/clock"
	"carteado/engine/role"
	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
)

// board is the table in the path, as the reader may see it.
func (w *Wing) board(r *web.Request) (live.Board, error) {
	return w.Store.Board(r.Ctx(), r.Club.ID, r.Table(), r.Player())
}

// ShowTable is the waiting room, the board or the result, whichever it is now.
func (w *Wing) ShowTable(r *web.Request) error {
	board, err := w.board(r)
	if key := r.QueryParam("key"); key != "" && errors.Is(err, base.ErrNotFound) {
		return w.showDoor(r, key)
	}
	unplayable := errors.Is(err, base.ErrOtherRules) || errors.Is(err, base.ErrKeyLost)
	if unplayable && board.Table.Status != live.TableClosed && r.Club.Role.May(role.Close) {
		return r.GoTo(link.Close(r.Club.Slug, board.Table.Number)) // the only actions there
	}
	if err != nil {
		return err
	}
	if board.Dealt && board.Table.Mine == engine.Spectator {
		came, err := w.Watch(r, board.Table.ID)
		if err == nil && came {
			board, err = w.board(r)
		}
		if err != nil {
			return err
		}
	}
	try := attempt{kept: r.QueryParam("kept") != ""}
	if kindOf(board) == tablepage.KindWaiting && board.Table.Status == live.TableOpen {
		if try.first, err = w.Store.FirstTime(r.Ctx(), r.Club.ID, r.Player(), board.Table.Game); err != nil {
			return err
		}
	}
	if board.Dealt && r.QueryParam("reported") != "" {
		try.fault = "reported"
	}
	if try.refresh = r.QueryParam("refresh") != "" && waitsForOthers(board); try.refresh {
		r.Response().Header().Set("Refresh", "5") // seconds: only browsers without a script come to this address
	}
	return w.tablePage(r, http.StatusOK, board, try)
}

// PollTable answers with what a table shows now, when that is not what the page
// shows.
func (w *Wing) PollTable(r *web.Request) error {
	shown, at, _ := strings.Cut(r.QueryParam("at"), ".")
	now, err := w.Store.See(r.Ctx(), r.Permit.Guest)
	if err != nil {
		return err
	}
	if now.At() == at {
		return w.Unchanged(r)
	}
	return w.show(r, now, tablepage.Kind(shown), nil)
}

// waitsForOthers reports that something will happen at a table which is not the
// reader's own doing.
func waitsForOthers(b live.Board) bool {
	switch {
	case b.Table.Status == live.TableClosed:
		return false
	case kindOf(b) == tablepage.KindWaiting:
		return true
	case b.View.Outcome != nil:
		return asksRematch(b)
	}
	return !b.View.MyTurn()
}

// asksRematch reports that the reader wants a rematch and others have not answered yet.
func asksRematch(b live.Board) bool {
	return b.View.Outcome != nil && b.Offer.Open() && slices.Contains(b.Offer.Yes, b.Table.Mine)
}

// change shows a table after something other than a move was done to it. When
// somebody was faster, it is shown with the reason.
func (w *Wing) change(r *web.Request, err error) error {
	f := web.FaultOf(err)
	var option *engine.ErrOption
	if errors.As(err, &option) || errors.Is(err, engine.ErrSeats) {
		f.Key = "start_seats"
	}
	switch f.Key {
	case "full", "stale", "seal", "word", "start_seats", "early", "gone", "secret", "silent", "words",
		"characters", "quota.phrases":
		return w.showFault(r, f.Status, f.Key)
	}
	if r.Field("refresh") != "" {
		return r.Done(err, link.Refreshing(r.Club.Slug, r.Table()))
	}
	return r.Done(err, link.Table(r.Club.Slug, r.Table()))
}

// showFault shows the table with the reason why something beside its moves was not done.
func (w *Wing) showFault(r *web.Request, status int, fault string) error {
	board, err := w.board(r)
	if err != nil {
		return err
	}
	return w.tablePage(r, status, board, attempt{fault: fault, words: r.Field("words"), word: r.Field("contribution")})
}

// tablesPerPage is the length of a full page of tables.
const tablesPerPage = 25

// ShowTables lists all of the tables that the home page begins to list.
func (w *Wing) ShowTables(r *web.Request) error {
	home, err := w.Store.HomeOf(r.Ctx(), r.Club, math.MaxInt)
	if err != nil {
		return err
	}
	props := tablepage.TablesProps{Games: w.GameInfos}
	if game, err := w.Game(r.QueryParam("game")); err == nil {
		props.Game = game.Key
	}
	props.Search, _ = web.CleanText(r.QueryParam("q"), web.MaxSearch)
	n, last := max(1, r.PageAsked()), 0
	for _, group := range []struct {
		title, verb string
		lines       []db.TableLine
	}{
		{"home.my_turn", "play", home.MyTurn}, {"home.invited", "join", home.Invited},
		{"home.waiting", "resume", home.Waiting},
		{"tables.open", "join", home.Open}, {"home.playing", "watch", home.Playing},
	} {
		var lines []db.TableLine
		for _, line := range group.lines {
			if !sought(line, props.Search, props.Game) {
				continue
			}
			if props.Paging.Found++; props.Paging.Found > (n-1)*tablesPerPage && props.Paging.Found <= n*tablesPerPage {
				lines, last = append(lines, line), props.Paging.Found
			}
		}
		if len(lines) > 0 {
			props.Groups = append(props.Groups, tablepage.TableGroup{Title: group.title, Verb: group.verb,
				List: w.TableLines(r, lines)})
		}
	}
	if last == 0 && n > 1 {
		return base.ErrNotFound
	}
	props.Paging = web.Paged(n, tablesPerPage, props.Paging.Found, func(n int) string {
		return link.AllTables(r.Club.Slug, props.Search, props.Game, n)
	})
	return r.Show(http.StatusOK, tablepage.Tables(props))
}

// sought reports that a table has a number, or somebody with a name at it, and is for
// a game; "" is any.
func sought(line db.TableLine, search, game string) bool {
	if game != "" && line.Game != game {
		return false
	}
	if search == "" || search == strconv.Itoa(line.Table) {
		return true
	}
	return slices.ContainsFunc(line.Seats, func(seat base.Seat) bool {
		return seat.Name != "" && base.NameHas(seat.Name, search)
	})
}

// deviceKey is the key by which browsers know the house, for a page of a table at which its
// reader is worth asking whether this device may call them: where a move may take days. "" for
// any other.
func (w *Wing) deviceKey(r *web.Request, b live.Board) (string, error) {
	if !b.Dealt || b.View.Seat == engine.Spectator || b.Table.Pace.Kind != clock.Slow {
		return "", nil
	}
	asks, err := w.Store.AsksDevice(r.Ctx(), r.Player())
	if err != nil || !asks {
		return "", err
	}
	house, err := w.Senders(r.Ctx())
	if err != nil {
		return "", err
	}
	return house.Push.Public(), nil
}
