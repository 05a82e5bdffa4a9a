package db_test

import (
	"testing"

	"carteado/db/accounts"
)

func TestPrefs(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	want := accounts.Prefs{Lang: "en", Theme: "dark", Deck: "4", Index: "big", Sort: "suit", Outside: true}
	must(t, c.SavePrefs(ctx, c.ana, want))
	account, err := c.AccountOf(ctx, c.ana)
	must(t, err)
	if account.Prefs != want {
		t.Errorf("got %+v, want %+v", account.Prefs, want)
	}
	must(t, c.SaveSort(ctx, c.ana, "", 0))
	want.Sort = ""
	if account, err = c.AccountOf(ctx, c.ana); err != nil || account.Prefs != want {
		t.Errorf("got %+v, %v, want %+v", account.Prefs, err, want)
	}
}
