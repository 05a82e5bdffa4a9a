package table

import (
	"net/http"

	"carteado/handlers/web"
	"carteado/views/link"
	tablepage "carteado/views/page/table"
)

// showDoor shows a table for those invited to a member who has its link. It
// writes nothing: the page has a button.
func (w *Wing) showDoor(r *web.Request, key string) error {
	door, err := w.Store.DoorOf(r.Ctx(), r.Club.ID, r.Table(), r.Player(), key)
	if err != nil {
		return err
	}
	return r.Show(http.StatusOK, tablepage.TableDoor(tablepage.TableDoorProps{
		Table: door.Table, Game: door.Game, Host: door.HostName, Key: key,
	}))
}

// EnterTable lets a member who has a table's link see it from now on.
func (w *Wing) EnterTable(r *web.Request) error {
	return r.Done(w.Store.EnterByKey(r.Ctx(), r.Club.ID, r.Table(), r.Player(), r.Field("key")),
		link.Table(r.Club.Slug, r.Table()))
}
