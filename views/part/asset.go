package part

import "carteado/static"

// Asset is the address of a static file; its fingerprint lets browsers keep it
// for good. It is empty for a file the program does not hold.
func Asset(name string) string { return static.URL(name) }

func cardHref(sprite string) string { return Asset("cards.svg") + "#" + sprite }
func iconHref(name string) string   { return Asset("icons.svg") + "#" + name }
