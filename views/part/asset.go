package part

// Asset is the address of a static file; its fingerprint lets browsers keep it
// for good.
func Asset(name string) string { return "/static/" + name }

func cardHref(sprite string) string { return Asset("cards.svg") + "#" + sprite }
func iconHref(name string) string   { return Asset("icons.svg") + "#" + name }
