package db_test

import (
	"testing"

	"carteado/db/accounts"
	"carteado/db/base"
)

// An answer to a challenge is good once, for whatever; and no account is left without a way in.
func TestPasskeys(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	ana := accounts.Session{Player: accounts.Player{ID: c.ana}}
	add := func(id string) error {
		return c.AddPasskey(ctx, ana, "Key "+id, []byte(id), []byte(`{}`), base.HashToken([]byte("to add "+id)))
	}
	must(t, add("1"))
	refused(t, add("1"), base.ErrGone)
	refused(t, c.AddPasskey(ctx, ana, "Again", []byte("1"), []byte(`{}`), base.TokenHash{1}), base.ErrTaken)
	refused(t, c.AddPasskey(ctx, accounts.Session{Player: ana.Player, LinkBy: c.bento}, "Thief's", []byte("2"), []byte(`{}`),
		base.TokenHash{2}), base.ErrHidden)
	refused(t, c.SaveRecoveryCodes(ctx, accounts.Session{Player: ana.Player, LinkBy: c.bento}, nil), base.ErrHidden)
	holder, key, err := c.PasskeyHolder(ctx, []byte("1"))
	must(t, err)
	if holder.ID != c.ana || holder.Password == "" {
		t.Errorf("the key opens %+v", holder)
	}
	once := base.HashToken([]byte("once"))
	must(t, c.UsePasskey(ctx, key.ID, []byte(`{"n":1}`), once))
	refused(t, c.UsePasskey(ctx, key.ID, []byte(`{"n":2}`), once), base.ErrGone)

	refused(t, c.SetPasskeysOnly(ctx, c.ana, true), base.ErrLastPasskey)
	must(t, add("2"))
	refused(t, c.SetPasskeysOnly(ctx, c.ana, true), base.ErrLastPasskey)
	must(t, c.SaveRecoveryCodes(ctx, ana, []base.TokenHash{{7}}))
	must(t, c.SetPasskeysOnly(ctx, c.ana, true))
	_, err = c.CreateSession(ctx, c.ana, "hash of Ana", base.TokenHash{8}, "", base.TokenHash{}, accounts.ByPassword)
	refused(t, err, base.ErrPasskeyOnly)
	_, err = c.CreateSession(ctx, c.ana, "hash of Ana", base.TokenHash{8}, "", base.TokenHash{}, accounts.ByPasskey)
	must(t, err)

	list, err := c.Passkeys(ctx, c.ana)
	must(t, err)
	refused(t, c.RemovePasskey(ctx, c.bento, list[0].ID), base.ErrNotFound)
	must(t, c.RemovePasskey(ctx, c.ana, list[0].ID))
	refused(t, c.RemovePasskey(ctx, c.ana, list[1].ID), base.ErrLastPasskey)
	_, err = c.RescuePasswordLink(ctx, "Ana")
	must(t, err)
	must(t, c.RemovePasskey(ctx, c.ana, list[1].ID))
	for i := range accounts.MaxPasskeys {
		must(t, add(string(rune('a'+i))))
	}
	refused(t, add("one more"), base.ErrFull)
}
