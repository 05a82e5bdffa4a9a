package gallery

import (
	"strings"
	"time"

	accountpage "carteado/views/page/account"
	"carteado/views/table/sample"
)

func settings() accountpage.SettingsProps {
	browser := func(system string) string { return "Mozilla/5.0 (" + system + ") Chrome/140.0 Safari/537.36" }
	return accountpage.SettingsProps{Rest: accountpage.RestForm{From: "22:30", Till: "08:00",
		Holidays: []accountpage.Holiday{{Begins: sample.Now, Ends: sample.Now.Add(72 * time.Hour)}}, Left: 10, Now: 7},
		Name: "Ana", Email: "ana@cartas.example", Lang: "pt-BR", Saved: "settings",
		Sessions: []accountpage.Session{
			{ID: 1, By: "passkey", Agent: browser("X11; Linux x86_64"), Since: now.Add(-3 * 24 * time.Hour),
				Seen: now, Current: true},
			{ID: 2, By: "password", Agent: browser("Android 15"), Since: now.Add(-20 * 24 * time.Hour),
				Seen: now.Add(-5 * time.Hour)},
			{ID: 3, By: "code", Agent: strings.Repeat("?", 12), Since: now.Add(-40 * 24 * time.Hour),
				Seen: now.Add(-9 * 24 * time.Hour)},
		},
	}
}

func safety() accountpage.SafetyProps {
	agent := "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36"
	return accountpage.SafetyProps{Possible: true, MayAdd: true, Codes: 8, MaxCodes: 10, MayBeOnly: true,
		Saved:   "added",
		Refused: accountpage.Event{What: "refused", At: now.Add(-time.Hour), Times: 4},
		Passkeys: []accountpage.Passkey{
			{ID: 1, Name: "Telefone da Ana", Created: now.Add(-50 * 24 * time.Hour), Used: now.Add(-5 * time.Hour)},
			{ID: 2, Name: "Chave azul, na gaveta", Created: now.Add(-48 * 24 * time.Hour)},
		},
		Events: []accountpage.Event{
			{What: "passkey", At: now, Times: 1, Network: "203.0.113.0/24",
				Agent: agent},
			{What: "refused", At: now.Add(-time.Hour), Times: 4,
				Network: "198.51.100.0/24"},
			{What: "export", At: now.Add(-26 * time.Hour), Times: 1, Agent: agent},
		},
	}
}
