package account

import (
	"cmp"
	"errors"
	"net/http"

	"carteado/db/accounts"
	"carteado/db/base"
	"carteado/handlers/web"
	"carteado/views/link"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

func (w *Wing) ShowSignIn(r *web.Request) error {
	done, err := w.SetupDone(r)
	switch {
	case err != nil:
		return err
	case !done:
		return r.GoTo(link.Setup)
	case r.Viewer != nil:
		return r.GoTo(link.Root)
	}
	return w.signInPage(r, http.StatusOK, accountpage.SignInProps{Next: web.LocalPath(r.QueryParam("next"))})
}

func (w *Wing) signInPage(r *web.Request, status int, form accountpage.SignInProps) (err error) {
	form.Help = w.Mails != nil
	if form.Passkey, err = w.AskPasskey(r); err != nil {
		return err
	}
	return r.Show(status, accountpage.SignIn(form))
}

// SignIn checks a name and a password. A wrong name and a wrong password get
// the same answer after the same work.
func (w *Wing) SignIn(r *web.Request) error {
	form := accountpage.SignInProps{User: r.Field("user"), Next: web.LocalPath(r.Field("next"))}
	found, err := w.Authenticate(r, form.User, r.Field("password"))
	var throttled *base.ErrThrottled
	switch {
	case errors.As(err, &throttled):
		form.Wait = throttled.RetryAfter
		form.Faults = part.Faults{"": "throttled"}
		r.RetryAfter(form.Wait)
		return w.signInPage(r, http.StatusTooManyRequests, form)
	case errors.Is(err, base.ErrWrongPassword):
		form.Faults = part.Faults{"": "wrong_password"}
		return w.signInPage(r, http.StatusUnprocessableEntity, form)
	case errors.Is(err, web.ErrCrowded):
		f := web.FaultOf(err)
		form.Faults = part.Faults{"": "crowded"}
		r.RetryAfter(f.After)
		return w.signInPage(r, f.Status, form)
	case err != nil:
		return err
	}
	switch err := w.StartSession(r, found.ID, found.Password, accounts.ByPassword); {
	case errors.Is(err, base.ErrWrongPassword): // it was changed just now
		form.Faults = part.Faults{"": "wrong_password"}
		return w.signInPage(r, http.StatusUnprocessableEntity, form)
	case errors.Is(err, base.ErrPasskeyOnly):
		form.Faults = part.Faults{"": "passkey_only"}
		return w.signInPage(r, http.StatusForbidden, form)
	case err != nil:
		return err
	}
	return r.GoTo(cmp.Or(form.Next, link.Root))
}

func (w *Wing) SignOut(r *web.Request) error {
	if r.Viewer != nil {
		if err := w.Store.EndSession(r.Ctx(), r.Player(), r.Viewer.ID); err != nil &&
			!errors.Is(err, base.ErrNotFound) {
			return err
		}
		w.Polls.Dismiss()
	}
	return w.leaveBrowser(r)
}

// leaveBrowser makes a browser forget its session and all that it kept of our
// pages. "cookies" is not asked for: it would end the sessions of other sites
// under the same domain, and our own goes by name.
func (w *Wing) leaveBrowser(r *web.Request) error {
	w.Cookies.Take(r)
	r.Response().Header().Set("Clear-Site-Data", `"cache", "storage"`)
	return r.GoTo(link.SignIn)
}

func (w *Wing) EndSession(r *web.Request) error {
	id := r.Number("id")
	if err := w.Store.EndSession(r.Ctx(), r.Player(), id); err != nil {
		return err
	}
	w.Polls.Dismiss()
	if id == r.Viewer.ID {
		return w.leaveBrowser(r)
	}
	return r.GoTo(link.Settings + "?saved=session")
}

func (w *Wing) EndOtherSessions(r *web.Request) error {
	err := w.Store.EndOtherSessions(r.Ctx(), r.Player(), r.Viewer.ID)
	w.Polls.Dismiss()
	return r.Done(err, link.Settings+"?saved=sessions")
}
