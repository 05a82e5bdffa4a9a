package web

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/views/part"
)

// ErrPasskey refuses what a browser says of a passkey: it is none of ours, or not for this challenge.
var ErrPasskey = errors.New("wrong passkey")

// A challenge is not kept: what we asked for goes along with the page, signed, and only an answer that was right takes
// a row, so that strangers fill no table and no answer is good twice.
const challengeUse = "passkey"

// newPasskeys returns who asks browsers for passkeys. It is nil where the club's address has no name, because browsers
// make no passkey for a number.
func newPasskeys(address *url.URL) (*webauthn.WebAuthn, error) {
	if _, err := netip.ParseAddr(address.Hostname()); err == nil {
		return nil, nil
	}
	limit := webauthn.TimeoutConfig{Enforce: true, Timeout: accounts.ChallengeLife, TimeoutUVD: accounts.ChallengeLife}
	w, err := webauthn.New(&webauthn.Config{
		RPID: address.Hostname(), RPDisplayName: "Carteado", RPOrigins: []string{address.Scheme + "://" + address.Host},
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: limit, Registration: limit},
	})
	if err != nil {
		return nil, fmt.Errorf("passkeys of %s: %w", address.Host, err)
	}
	return w, nil
}

// A keyHolder is a player as the library sees one.
type keyHolder struct {
	id   int64
	name string
	keys []webauthn.Credential
}

func (h keyHolder) WebAuthnID() []byte { return binary.BigEndian.AppendUint64(nil, uint64(h.id)) }

func (h keyHolder) WebAuthnName() string { return h.name }

func (h keyHolder) WebAuthnDisplayName() string { return h.name }

func (h keyHolder) WebAuthnCredentials() []webauthn.Credential { return h.keys }

// AskPasskey is what a page needs to ask for a passkey; the zero part.Passkey where there can be none.
func (s *Site) AskPasskey(r *Request) (ask part.Passkey, err error) {
	if s.Passkeys == nil {
		return ask, nil
	}
	options, session,
		err := s.Passkeys.BeginDiscoverableLogin(webauthn.WithUserVerification(protocol.VerificationRequired))
	if err != nil {
		return ask, fmt.Errorf("ask for a passkey: %w", err)
	}
	return s.asked(r, options.Response, session)
}

// AskNewPasskey is what a page needs to have a passkey made for its reader.
func (s *Site) AskNewPasskey(r *Request, has []accounts.Passkey) (ask part.Passkey, err error) {
	if s.Passkeys == nil {
		return ask, nil
	}
	holder := keyHolder{id: r.Player(), name: r.Viewer.Player.Name}
	for _, key := range has {
		var c webauthn.Credential
		if err := json.Unmarshal(key.Credential, &c); err != nil {
			return ask, fmt.Errorf("passkey %d: %w", key.ID, err)
		}
		holder.keys = append(holder.keys, c)
	}
	options, session, err := s.Passkeys.BeginRegistration(holder,
		webauthn.WithExclusions(webauthn.Credentials(holder.keys).CredentialDescriptors()))
	if err != nil {
		return ask, fmt.Errorf("ask for a new passkey: %w", err)
	}
	return s.asked(r, options.Response, session)
}

// asked writes down what a browser is asked for, and the signed note by which its answer is read.
func (s *Site) asked(r *Request, options any, session *webauthn.SessionData) (ask part.Passkey, err error) {
	senders, err := s.Senders(r.Ctx())
	if err != nil {
		return ask, err
	}
	text, err := json.Marshal(options)
	if err != nil {
		return ask, fmt.Errorf("write passkey options: %w", err)
	}
	note, err := json.Marshal(session)
	if err != nil {
		return ask, fmt.Errorf("write passkey challenge: %w", err)
	}
	return part.Passkey{Options: string(text), State: senders.Links.Token(challengeUse,
		s.Now().Add(accounts.ChallengeLife), string(note))}, nil
}

// challengeOf reads what the answer in a field of a form is an answer to: base.ErrGone where that was too long ago.
func (s *Site) challengeOf(r *Request, field string) (session webauthn.SessionData, once base.TokenHash, err error) {
	senders, err := s.Senders(r.Ctx())
	if err != nil {
		return session, once, err
	}
	note, ok := senders.Links.Read(challengeUse, r.Field(field+"_state"), s.Now())
	if s.Passkeys == nil || !ok || len(note) != 1 || json.Unmarshal([]byte(note[0]), &session) != nil {
		return session, once, base.ErrGone
	}
	return session, base.HashToken([]byte(session.Challenge)), nil
}

// ReadNewPasskey keeps the passkey that a form brings for its sender: ErrPasskey, and what AddPasskey refuses.
func (s *Site) ReadNewPasskey(r *Request, name string) error {
	session, once, err := s.challengeOf(r, "new_passkey")
	if err != nil {
		return err
	}
	answer, err := protocol.ParseCredentialCreationResponseBytes([]byte(r.Field("new_passkey")))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPasskey, err)
	}
	made, err := s.Passkeys.CreateCredential(keyHolder{id: r.Player()}, session, answer)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPasskey, err)
	}
	kept, err := json.Marshal(made)
	if err != nil {
		return fmt.Errorf("write passkey: %w", err)
	}
	return s.Store.AddPasskey(r.Ctx(), r.Viewer.Session, name, made.ID, kept, once)
}

// ReadPasskey returns the account whose passkey a form brings: ErrPasskey for one that is nobody's, or that was copied,
// base.ErrGone for an answer that comes too late or again.
func (s *Site) ReadPasskey(r *Request) (account accounts.Account, err error) {
	session, once, err := s.challengeOf(r, "passkey")
	if err != nil {
		return account, err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes([]byte(r.Field("passkey")))
	if err != nil {
		return account, fmt.Errorf("%w: %w", ErrPasskey, err)
	}
	var key accounts.Passkey
	find := func(id, handle []byte) (webauthn.User, error) {
		account, key, err = s.Store.PasskeyHolder(r.Ctx(), id)
		holder := keyHolder{id: account.ID, keys: make([]webauthn.Credential, 1)}
		if err == nil && !slices.Equal(handle, holder.WebAuthnID()) {
			err = ErrPasskey
		}
		if err == nil {
			err = json.Unmarshal(key.Credential, &holder.keys[0])
		}
		return holder, err
	}
	_, used, failed := s.Passkeys.ValidatePasskeyLogin(find, session, answer)
	switch {
	case err != nil && !errors.Is(err, base.ErrNotFound) && !errors.Is(err, ErrPasskey): // of the store
		return account, err
	case failed != nil || used.Authenticator.CloneWarning:
		s.logFailedSignIn(r, account.ID, "passkey")
		s.NoteEventOf(r, account.ID, accounts.EventRefused)
		return account, ErrPasskey
	}
	kept, err := json.Marshal(used)
	if err != nil {
		return account, fmt.Errorf("write passkey: %w", err)
	}
	return account, s.Store.UsePasskey(r.Ctx(), key.ID, kept, once)
}

// NoteEventOf keeps what happened to an account for its player to read. It fails nothing: what is told about is more
// than the telling. For player 0 it does the same work and keeps nothing, so that no time tells which names there are.
func (s *Site) NoteEventOf(r *Request, player int64, what accounts.EventKind) {
	if err := s.Store.NoteEvent(r.Ctx(), player, what, s.logged(r), userAgent(r)); err != nil {
		s.Logger.WarnContext(r.Ctx(), "account event lost", "error", err)
	}
}

// NoteEvent keeps what happened to the reader's account.
func (s *Site) NoteEvent(r *Request, what accounts.EventKind) { s.NoteEventOf(r, r.Player(), what) }
