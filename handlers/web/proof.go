package web

import (
	"errors"
	"net/http"
	"slices"
	"time"

	"carteado/db/accounts"
	"carteado/db/base"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

// proofAge is how long a password or passkey proves who sits at a browser.
const proofAge = 10 * time.Minute

// The fields of the page that asks for a proof.
var proofFields = []string{"proof", "passkey", "passkey_state"}

// Proved asks for the password or a passkey again where the last proof of the session is older than ten minutes,
// because anybody may sit at an open browser. The form that was posted goes along, and is acted upon once it is proved.
func (s *Site) Proved(guard Guard) Guard {
	return func(next Handler) Handler {
		return guard(func(r *Request) error { return s.prove(r, next) })
	}
}

// ProvedByKey does so where passkeys alone open the account; for others see Sure, by
// which the form itself asks for the password.
func (s *Site) ProvedByKey(guard Guard) Guard {
	return func(next Handler) Handler {
		return guard(func(r *Request) error {
			ways, err := s.Store.WaysOf(r.Ctx(), r.Player())
			if err != nil {
				return err
			}
			if ways.PasskeysOnly {
				return s.prove(r, next)
			}
			return next(r)
		})
	}
}

// Sure judges the password in a field of a form behind ProvedByKey: base.ErrWrongPassword. Where passkeys alone open
// the account it says nothing of its player, and is not asked for.
func (s *Site) Sure(r *Request, field string) error {
	ways, err := s.Store.WaysOf(r.Ctx(), r.Player())
	if err == nil && !ways.PasskeysOnly {
		_, err = s.Authenticate(r, r.Viewer.Player.Name, r.Field(field))
	}
	return err
}

func (s *Site) prove(r *Request, next Handler) error {
	if s.Now().Sub(r.Viewer.ProvedAt) < proofAge {
		return next(r)
	}
	by, fault, err := s.readProof(r)
	if err != nil {
		return err
	}
	if by == "" {
		return s.proofPage(r, fault)
	}
	token := NewToken()
	renewed, err := s.Store.ProveSession(r.Ctx(), r.Viewer.ID, by, base.HashToken(token))
	if err != nil {
		return err
	}
	if renewed {
		s.Cookies.Give(r, token)
	}
	r.Viewer.ProvedAt = s.Now()
	return next(r)
}

// readProof says what a form proves its sender by, or what is wrong with that; neither for a form without a proof.
func (s *Site) readProof(r *Request) (by, fault string, err error) {
	var throttled *base.ErrThrottled
	switch {
	case r.Field("passkey") != "":
		holder, err := s.ReadPasskey(r)
		switch {
		case errors.Is(err, ErrPasskey), err == nil && holder.ID != r.Player():
			return "", "passkey", nil
		case errors.Is(err, base.ErrGone):
			return "", "passkey_late", nil
		}
		return accounts.ByPasskey, "", err
	case r.Field("proof") != "":
		ways, err := s.Store.WaysOf(r.Ctx(), r.Player())
		if err != nil || ways.PasskeysOnly {
			return "", "passkey_only", err
		}
		_, err = s.Authenticate(r, r.Viewer.Player.Name, r.Field("proof"))
		switch {
		case errors.Is(err, base.ErrWrongPassword):
			return "", "wrong_current", nil
		case errors.As(err, &throttled):
			return "", "", err
		}
		return accounts.ByPassword, "", err
	}
	return "", "", nil
}

func (s *Site) proofPage(r *Request, fault string) error {
	ask, err := s.AskPasskey(r)
	if err != nil {
		return err
	}
	props := accountpage.ProofProps{Path: r.Request().URL.Path,
		Name: r.Viewer.Player.Name, Passkey: ask, Faults: part.Faults{"proof": fault}}
	for name, values := range r.Request().PostForm {
		if slices.Contains(proofFields, name) {
			continue
		}
		for _, value := range values {
			props.Fields = append(props.Fields, part.Choosable{Value: value, Label: name})
		}
	}
	return r.Show(http.StatusForbidden, accountpage.Proof(props))
}
