package delivery

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"carteado/db/base"
	"carteado/db/pg"
	"carteado/engine/role"
)

// secretsOverlap is how long the secret before the newest signs, too, so that a receiver can change it at leisure.
const secretsOverlap = 24 * time.Hour

// sealedHook is what the database keeps of a webhook encrypted: the address, too, which often is all that is needed to
// write where it leads.
type sealedHook struct {
	Address string `json:"address"`
	Secret  string `json:"secret"`
	Before  string `json:"before,omitempty"`
}

func hookName(id int64) []byte { return strconv.AppendInt([]byte("webhook "), id, 10) }

func drawWebhookSecret() string {
	var secret [32]byte
	_, _ = rand.Read(secret[:]) // it does not fail
	return "whsec_" + base64.StdEncoding.EncodeToString(secret[:])
}

func (s *Deliveries) sealHook(ctx context.Context, tx *pg.Tx, id int64, h sealedHook) error {
	plain, err := json.Marshal(h)
	if err != nil {
		return err
	}
	sealed, err := s.Keys.SealAs(hookName(id), plain)
	if err == nil {
		tx.Do(ctx, `UPDATE webhooks SET sealed = $2 WHERE id = $1`, id, sealed)
	}
	return err
}

func (s *Deliveries) unsealHook(id int64, sealed []byte) (h sealedHook, err error) {
	plain, err := s.Keys.UnsealAs(hookName(id), sealed)
	if err != nil {
		return h, err
	}
	return h, json.Unmarshal(plain, &h)
}

// TurnWebhookSecret draws a webhook's secret anew. For a day the one before signs, too: that which the receiver has,
// also where the button was pressed twice.
func (s *Deliveries) TurnWebhookSecret(ctx context.Context, club, by, id int64) (secret base.Secret, err error) {
	err = s.InTxAs(ctx, "turn webhook", club, by, role.Settle, func(ctx context.Context, tx *pg.Tx) error {
		var sealed []byte
		var host string
		var fresh bool // it was turned within the day
		if err := tx.QueryRow(ctx, `SELECT sealed, host, coalesce(turned_at > now() - $3::interval, false)
			FROM webhooks WHERE club_id = $1 AND id = $2 FOR UPDATE`, club, id, secretsOverlap).
			Scan(&sealed, &host, &fresh); err != nil {
			return err
		}
		tx.Do(ctx, `UPDATE webhooks SET turned_at = now() WHERE id = $1`, id)
		hook, err := s.unsealHook(id, sealed)
		if err != nil {
			return err
		}
		if !fresh {
			hook.Before = hook.Secret
		}
		hook.Secret = drawWebhookSecret()
		secret = base.Secret(hook.Secret)
		if err := s.sealHook(ctx, tx, id, hook); err != nil {
			return err
		}
		return base.Note(ctx, tx, club, by, "webhook_turned", base.Details{"name": host})
	})
	return secret, err
}

// RotateWebhooks encrypts all webhooks by the newest key.
func (s *Deliveries) RotateWebhooks(ctx context.Context) error {
	return s.InTx(ctx, "rotate webhooks", func(ctx context.Context, tx *pg.Tx) error {
		rows, err := pg.Collect(ctx, tx, pgx.RowToStructByPos[struct {
			ID     int64
			Sealed []byte
		}], `SELECT id, sealed FROM webhooks ORDER BY id FOR UPDATE`)
		for _, r := range rows {
			hook, unread := s.unsealHook(r.ID, r.Sealed)
			if unread == nil {
				err = s.sealHook(ctx, tx, r.ID, hook)
			}
			if err != nil {
				return err
			}
		}
		return err
	})
}
