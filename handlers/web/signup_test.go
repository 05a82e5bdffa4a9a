package web

import "testing"

// Nobody is called like a bot or like somebody's role.
func TestReservedNames(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Ana (owner)", "Ana - dona", "Bento, anfitrião", "Ana [аdmin]", "Robô do clube", "Robô do clube 2", "club bot",
		"Você", "player 17", "jogador 3", "owner", "Carteado",
	} {
		if !reserved(name) {
			t.Errorf("%q is taken", name)
		}
	}
	for _, name := range []string{"Ana", "Dona Ana", "Ana Botelho", "Hosta", "Célia 2", "李", "Jo"} {
		if reserved(name) {
			t.Errorf("%q is refused", name)
		}
	}
}
