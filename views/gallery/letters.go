package gallery

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"carteado/views/mail"
	accountpage "carteado/views/page/account"
	"carteado/views/part"
)

// A Letter is a mail of the gallery.
type Letter struct {
	Name  string
	Write func(context.Context) mail.Letter
}

// Letters are all mails that the club sends: one for each kind of notice, the digests,
// and those that somebody has asked for.
func Letters() []Letter {
	const site = "https://cartas.example"
	told := func(name string, notices []accountpage.Notice, turns []accountpage.Turn) Letter {
		return Letter{name, mail.Message{Site: site, Stop: "/unsubscribe/t", Notices: notices, Turns: turns,
			Head: "quinta:9:5f0c1d6ab84e92d7", Signed: now.Add(-time.Minute)}.Letter}
	}
	all, turns := notices().List, notices().Turns
	turns = append(turns, accountpage.Turn{Club: club, ClubName: clubs[0].Name, Table: 24, Game: rummy,
		Others: []part.Person{celia, davi}, Since: turns[0].Since})
	turn := func(t accountpage.Turn) accountpage.Notice {
		return accountpage.Notice{Kind: "turn", Slug: t.Club, Club: t.ClubName, Table: t.Table, Game: t.Game,
			At: t.Since}
	}
	for i := range turns {
		turns[i].Due = now.Add(time.Duration(5+20*i) * time.Hour)
	}
	due, half := turn(turns[0]), turn(turns[0])
	due.What, half.What = "due", "half"
	letters := []Letter{
		told("turn", []accountpage.Notice{turn(turns[0])}, turns),
		told("half", []accountpage.Notice{half}, turns),
		told("due", []accountpage.Notice{due}, turns),
		told("turns", []accountpage.Notice{turn(turns[0]), turn(turns[1])}, turns),
		told("digest", append([]accountpage.Notice{turn(turns[0])}, all...), turns),
	}
	for _, n := range all {
		n.Slug = club
		letters = append(letters, told(n.Kind, []accountpage.Notice{n}, turns[:1]))
	}
	return append(letters,
		Letter{"invitation", func(ctx context.Context) mail.Letter {
			l := mail.Invitation(ctx, bento.Name, clubs[0].Name, site+"/invitations/t", now.AddDate(0, 0, 7))
			l.Stop = site + "/unsubscribe/t"
			return l
		}},
		Letter{"confirm", func(ctx context.Context) mail.Letter {
			return mail.Question(ctx, ana.Name, clubs[0].Name, site+"/confirm/t")
		}},
		Letter{"password", func(ctx context.Context) mail.Letter {
			return mail.Password(ctx, ana.Name, clubs[0].Name, site+"/passwords/t")
		}},
	)
}

// sendLetter shows a letter as a mail program does, and as text with ?text=on.
func sendLetter(w http.ResponseWriter, r *http.Request, l Letter) {
	ctx := Page{Door: true}.Context(r.Context(), language(r), "", "", "")
	letter := l.Write(ctx)
	if r.URL.Query().Get("text") == "on" {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("Subject: " + letter.Subject + "\n\n" + letter.Plain(ctx)))
		return
	}
	var html bytes.Buffer
	if err := letter.HTML().Render(ctx, &html); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	// mails have style of their own
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'")
	_, _ = html.WriteTo(w)
}
