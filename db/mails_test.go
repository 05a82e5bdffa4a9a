package db_test

import (
	"crypto/sha256"
	"sync"
	"testing"
	"time"

	"carteado/db/base"
	"carteado/db/delivery"
)

// A burst of requests for a new password sends three letters in an hour, also when their links are used, and the name
// and the e-mail of a player count as one.
func TestForgottenPasswordsAreCounted(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	must(t, c.TakeAddress(ctx, c.bento, "bento@exemplo.org"))
	letters := func() int {
		return c.count(t, `SELECT count(*) FROM river_job WHERE kind = 'send_password'
			AND args->>'player' = $1::bigint::text`, c.bento)
	}
	var all sync.WaitGroup
	for n := range 12 {
		all.Go(func() {
			if err := c.ForgotPassword(ctx, []string{"Bento", "BENTO@exemplo.org"}[n%2]); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if n := letters(); n != 3 {
		t.Errorf("%d letters for a burst", n)
	}
	first, err := c.OwnPasswordLink(ctx, c.bento)
	must(t, err)
	second, err := c.OwnPasswordLink(ctx, c.bento)
	must(t, err)
	_, err = c.UsePasswordLink(ctx, base.HashToken(first.Token[:]), "a hash")
	must(t, err) // a later letter does not take it away
	_, err = c.UsePasswordLink(ctx, base.HashToken(second.Token[:]), "a hash")
	refused(t, err, base.ErrNotFound) // but its use takes the others away
	must(t, c.ForgotPassword(ctx, "Bento"))
	if n := letters(); n != 3 {
		t.Errorf("%d letters after a link was used", n)
	}
	must(t, c.exec(t, `UPDATE letters SET at = at - interval '61 minutes'`))
	must(t, c.ForgotPassword(ctx, "Bento"))
	if n := letters(); n != 4 {
		t.Errorf("%d letters after an hour", n)
	}
}

// The question whether an address is somebody's goes there once a day for all who ask, tried again by the same job,
// and never after somebody there has refused.
func TestQuestionsAreCounted(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	hash, other := sha256.Sum256([]byte("one")), sha256.Sum256([]byte("other"))
	may := func(job int64, hash [32]byte, want bool) {
		t.Helper()
		got, err := c.MayAsk(ctx, job, hash[:])
		must(t, err)
		if got != want {
			t.Errorf("job %d may ask: %v", job, got)
		}
	}
	may(1, hash, true)
	may(1, hash, true)
	may(2, hash, false)
	may(2, other, true)
	must(t, c.exec(t, `UPDATE letters SET at = at - interval '25 hours'`))
	may(3, hash, true)
	must(t, c.RefuseMail(ctx, hash[:]))
	must(t, c.exec(t, `UPDATE letters SET at = at - interval '25 hours'`))
	may(4, hash, false)
}

// An address is given up after three answers in days that say that nobody is there, and after no number of others; each
// refusal makes the next letter wait longer, and one that arrives begins anew.
func TestAddressIsGivenUpAfterDays(t *testing.T) {
	t.Parallel()
	c, ctx := found(t), t.Context()
	hash := sha256.Sum256([]byte("one"))
	refuse := func(nobody bool) delivery.Refusal {
		t.Helper()
		r, err := c.LetterRefused(ctx, hash[:], "550 5.1.1", nobody)
		must(t, err)
		return r
	}
	later := func(hours int) {
		t.Helper()
		must(t, c.exec(t, `UPDATE refusals SET since = since - $1::int * interval '1 hour',
			counted_at = counted_at - $1::int * interval '1 hour',
				last_at = last_at - $1::int * interval '1 hour'`, hours))
	}
	var waits []time.Duration
	for range 20 { // all within an hour, or by a blocklist for days
		waits = append(waits, refuse(true).Wait)
	}
	if waits[0] != 15*time.Minute || waits[1] != 30*time.Minute || waits[19] != 6*time.Hour {
		t.Errorf("the next letter waits %v", waits)
	}
	later(100)
	for range 5 {
		if refuse(false).GivenUp {
			t.Fatal("given up by answers that say something else")
		}
		later(24)
	}
	must(t, c.LetterTaken(ctx, hash[:]))
	for _, want := range []bool{false, false, false, true} {
		if got := refuse(true); got.GivenUp != want {
			t.Errorf("given up is %v, want %v", got.GivenUp, want)
		}
		later(20)
	}
	must(t, c.TakeAddress(ctx, c.bento, "bento@exemplo.org"))
	must(t, c.LoseAddress(ctx, c.bento, "bento@exemplo.org", "550 5.1.1"))
	calling, err := c.DeliverySettings(ctx, c.bento)
	must(t, err)
	if calling.Address != "" || calling.Lost == nil || calling.Lost.Address != "bento@exemplo.org" ||
		calling.Lost.Answer != "550 5.1.1" {
		t.Errorf("after that: %+v", calling)
	}
	house, err := c.House(ctx)
	must(t, err)
	if house.Mail.Refused != 1 || house.Mail.Lost != 1 || house.Mail.Answer != "550 5.1.1" {
		t.Errorf("the house says %+v", house.Mail)
	}
	notices, err := c.Notices(ctx, c.bento)
	must(t, err)
	if len(notices) != 1 || notices[0].Kind != delivery.NoticeAddress {
		t.Errorf("the player reads %+v", notices)
	}
}
