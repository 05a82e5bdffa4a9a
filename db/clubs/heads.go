package clubs

import (
	"bytes"
	"cmp"
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"carteado/db/base"
	"carteado/db/keys"
	"carteado/db/pg"
)

// A BrokenChain is the first place of a chain of audit entries that is not as it was.
type BrokenChain struct {
	Club  int64 // 0: the entries of no club
	Place int
	Why   string // one of the constants below
}

// Why an entry is not as it was.
const (
	NotFollowing = "it does not follow from what stands before it"
	NotSigned    = "it is not the one that was signed"
	NotOurKey    = "its head has a signature by another key"
	NotValid     = "its head has a false signature"
	NotKept      = "it is not the one of which the head is kept outside of the database; if an older backup was " +
		"restored since, that is why, and --restored says so"
	NotPaper = "it is not the one whose head was given"
)

// A PaperHead is a head that somebody has noted: the club, the place and at least eight digits of the hash.
type PaperHead struct {
	Club   string // slug
	Place  int
	Digits string
}

// ParsePaperHead reads club:place:digits, as pages and letters show heads.
func ParsePaperHead(text string) (h PaperHead, err error) {
	words := strings.Split(strings.TrimSpace(text), ":")
	if len(words) == 3 {
		h = PaperHead{Club: words[0], Digits: strings.ToLower(words[2])}
		h.Place, err = strconv.Atoi(words[1])
	}
	if err != nil || len(h.Digits) < 8 || strings.Trim(h.Digits, "0123456789abcdef") != "" {
		return h, fmt.Errorf("%q is no head: expected club:place:digits of the hash, at least 8", text)
	}
	return h, nil
}

// verifyTime bounds the check of a whole log.
const verifyTime = time.Hour

// VerifyAudit looks for entries that were changed, put in or taken out: in the chain itself, against the heads that
// were signed, against those that are kept outside of the database, and against those that somebody has noted. It
// computes each hash itself, and believes no function of the database.
func (s *Clubs) VerifyAudit(ctx context.Context, noted ...PaperHead) (broken []BrokenChain, err error) {
	v := verification{}
	if v.own, err = s.Signer.Own(); err != nil {
		return nil, err
	}
	kept, err := s.Signer.Kept()
	if err != nil {
		return nil, err
	}
	err = s.ReadSnapshot(ctx, "verify audit", verifyTime, func(ctx context.Context, tx pgx.Tx) error {
		for _, chains := range []string{chainsSQL, formerChainsSQL} {
			if err := v.chains(ctx, tx, chains); err != nil {
				return err
			}
		}
		if err := v.cutOff(ctx, tx); err != nil {
			return err
		}
		for _, h := range kept {
			if gone, err := wasDeleted(ctx, tx, h.Club); err != nil || gone {
				if err != nil {
					return err
				}
				continue
			}
			if err := v.compare(ctx, tx, h.Club, h.Place, hex.EncodeToString(h.Hash), NotKept); err != nil {
				return err
			}
		}
		for _, h := range noted {
			var club int64
			if err := tx.QueryRow(ctx, `SELECT id FROM clubs WHERE slug = $1`, h.Club).Scan(&club); err != nil {
				return fmt.Errorf("club %q: %w", h.Club, err)
			}
			if err := v.compare(ctx, tx, club, h.Place, h.Digits, NotPaper); err != nil {
				return err
			}
		}
		return nil
	})
	slices.SortFunc(v.broken, func(a, b BrokenChain) int {
		return cmp.Or(cmp.Compare(a.Club, b.Club), cmp.Compare(a.Place, b.Place))
	})
	return v.broken, err
}

// A verification notes the first fault of each kind in each chain.
type verification struct {
	own    []ed25519.PublicKey
	broken []BrokenChain
}

func (v *verification) found(club int64, place int, why string) {
	if !slices.ContainsFunc(v.broken, func(b BrokenChain) bool { return b.Club == club && b.Why == why }) {
		v.broken = append(v.broken, BrokenChain{club, place, why})
	}
}

// chainsSQL selects every entry, with the head that was signed of it; of each chain the club, the number of the
// transfer by which it came from another house, and the club's number where it was written.
const chainsSQL = `
	SELECT coalesce(a.club_id, 0), 0, coalesce(a.club_id, 0), a.place, a.hash, concat_ws(E'\n', a.place,
		coalesce(a.club_id, 0), coalesce(a.player_id, 0), coalesce(a.about, 0), a.action, a.details::text,
		extract(epoch FROM a.at)::numeric),
		h.hash, h.at, h.key, h.signature
	FROM audit a LEFT JOIN audit_heads h ON coalesce(h.club_id, 0) = coalesce(a.club_id, 0) AND h.place = a.place
	WHERE a.place IS NOT NULL ORDER BY 1, a.place`

const formerChainsSQL = `
	SELECT t.club_id, t.id, t.number, a.place, a.hash, concat_ws(E'\n', a.place, t.number, coalesce(a.player, 0),
		coalesce(a.about, 0), a.action, a.details::text, extract(epoch FROM a.at)::numeric),
		h.hash, h.at, h.key, h.signature
	FROM transfers t JOIN former_audit a ON a.transfer_id = t.id
	LEFT JOIN former_heads h ON h.transfer_id = t.id AND h.place = a.place
	WHERE a.place IS NOT NULL ORDER BY t.id, a.place`

// chains looks at every entry of the chains that a query selects.
func (v *verification) chains(ctx context.Context, q pg.Querier, query string) error {
	rows, err := q.Query(ctx, query)
	if err != nil {
		return err
	}
	type chain struct{ club, transfer, number int64 }
	var (
		of, was     = chain{}, chain{club: -1}
		place, last int
		hash        []byte
		before      []byte
		text        string
		h           keys.Head
		at          *time.Time
	)
	_, err = pgx.ForEachRow(rows, []any{&of.club, &of.transfer, &of.number, &place, &hash, &text, &h.Hash, &at,
		(*[]byte)(&h.Key), &h.Signature}, func() error {
		if of != was {
			was, last, before = of, 0, nil
		}
		sum := sha256.Sum256(append(before, text...))
		if place != last+1 || !bytes.Equal(sum[:], hash) {
			v.found(of.club, place, NotFollowing)
		}
		if at != nil {
			h.Club, h.Place, h.At = of.number, place, *at
			v.head(h, of.club, of.transfer != 0, hash)
		}
		last, before = place, slices.Clone(hash)
		return nil
	})
	return err
}

// head looks at a signed head of an entry with a hash; that of another house is by a key of that house.
func (v *verification) head(h keys.Head, club int64, foreign bool, hash []byte) {
	switch {
	case !foreign && !slices.ContainsFunc(v.own, func(k ed25519.PublicKey) bool { return k.Equal(h.Key) }):
		v.found(club, h.Place, NotOurKey)
	case !h.Holds():
		v.found(club, h.Place, NotValid)
	case !bytes.Equal(h.Hash, hash):
		v.found(club, h.Place, NotSigned)
	}
}

// cutOff looks for heads whose entry has gone.
func (v *verification) cutOff(ctx context.Context, q pg.Querier) error {
	var club int64
	var place int
	rows, err := q.Query(ctx, `SELECT coalesce(h.club_id, 0), min(h.place) FROM audit_heads h
		WHERE NOT EXISTS (SELECT FROM audit a WHERE coalesce(a.club_id, 0) = coalesce(h.club_id, 0)
			AND a.place = h.place)
		GROUP BY 1`)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, []any{&club, &place}, func() error {
		v.found(club, place, NotSigned)
		return nil
	})
	return err
}

// AcceptRestore takes it that an older backup was restored: heads that are kept outside of the database, and whose
// entries are no longer in the log, are let go of, so that the log's next heads are kept again. Each is noted in its
// club's log, or in that of the house where the backup knows no such club, so that the club's owner reads what was
// lost. A user of the machine who can write the file of these heads could let go of them unseen, as ever; an owner of
// the database alone cannot.
func (s *Clubs) AcceptRestore(ctx context.Context) (gone []keys.Head, err error) {
	kept, err := s.Signer.Kept()
	if err != nil {
		return nil, err
	}
	err = s.InTx(ctx, "accept restore", func(ctx context.Context, tx *pg.Tx) error {
		gone = nil
		for _, h := range kept {
			stands, err := base.Stands(ctx, tx, h)
			if err != nil {
				return err
			}
			deleted, err := wasDeleted(ctx, tx, h.Club)
			if err != nil {
				return err
			}
			if stands || deleted {
				continue
			}
			var club int64
			if err := tx.QueryRow(ctx, `SELECT coalesce(max(id), 0) FROM clubs WHERE id = $1`, h.Club).
				Scan(&club); err != nil {
				return err
			}
			if err := base.Note(ctx, tx, club, 0, "backup_restored", base.Details{"number": h.Place,
				"name": fmt.Sprintf("%.8x", h.Hash)}); err != nil {
				return err
			}
			gone = append(gone, h)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return gone, s.Signer.Forget(gone)
}

// wasDeleted reports that a club is gone, and that the log of the house says so.
func wasDeleted(ctx context.Context, q pg.Querier, club int64) (gone bool, err error) {
	err = q.QueryRow(ctx, `SELECT NOT EXISTS (SELECT FROM clubs WHERE id = $1) AND EXISTS (SELECT FROM audit
		WHERE club_id IS NULL AND action = 'club_deleted' AND (details->>'club')::bigint = $1)`, club).Scan(&gone)
	return gone, err
}

// compare looks whether the hash of an entry begins with these digits.
func (v *verification) compare(ctx context.Context, q pg.Querier, club int64, place int, digits, why string) error {
	var hash []byte
	err := q.QueryRow(ctx, `SELECT hash FROM audit WHERE coalesce(club_id, 0) = $1 AND place = $2`, club, place).
		Scan(&hash)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return err
	}
	if !strings.HasPrefix(hex.EncodeToString(hash), digits) {
		v.found(club, place, why)
	}
	return nil
}

// HeadOf is the last signed head of a club's log, in the short form that letters bring; "" where none is signed yet.
func (s *Clubs) HeadOf(ctx context.Context, slug string) (head string, at time.Time, err error) {
	err = s.Read(ctx, "head", func(ctx context.Context, conn *pgxpool.Conn) error {
		var club int64
		if err := conn.QueryRow(ctx, `SELECT id FROM clubs WHERE slug = $1`, slug).Scan(&club); err != nil {
			return err
		}
		h, err := base.SelectHead(ctx, conn, club)
		if err == nil && h != nil {
			head, at = ShortHead(slug, h), h.At
		}
		return err
	})
	return head, at, err
}

// ShortHead is a head as somebody notes it on paper.
func ShortHead(slug string, h *keys.Head) string {
	return fmt.Sprintf("%s:%d:%.8x", slug, h.Place, h.Hash)
}
