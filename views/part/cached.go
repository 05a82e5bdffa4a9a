package part

import (
	"context"
	"io"
	"strings"
	"sync"

	"github.com/a-h/templ"

	"carteado/views/i18n"
)

// maxCached bounds the bytes of all drawings that are kept of one kind.
const maxCached = 2 << 20

// A cache is the drawings of one kind, by what is drawn and the language.
type cache[K comparable] struct {
	mu    sync.RWMutex
	drawn map[cacheKey[K]]string
	bytes int
}

type cacheKey[K comparable] struct {
	lang string
	what K
}

// Cached returns a component that is drawn once for each value and language, and then only written: for what stands
// on every board, like cards. A drawing learns nothing but these two, so that it can be shown to everybody.
func Cached[K comparable](draw func(K) templ.Component) func(K) templ.Component {
	k := new(cache[K])
	return func(what K) templ.Component {
		return templ.ComponentFunc(func(ctx context.Context, w io.Writer) error {
			as := cacheKey[K]{i18n.Lang(ctx), what}
			k.mu.RLock()
			html, is := k.drawn[as]
			k.mu.RUnlock()
			if !is {
				var b strings.Builder
				if err := draw(what).Render(i18n.With(context.Background(), as.lang), &b); err != nil {
					return err
				}
				html = b.String()
				k.keep(as, html)
			}
			_, err := io.WriteString(w, html)
			return err
		})
	}
}

func (k *cache[K]) keep(as cacheKey[K], html string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.bytes += len(html); k.bytes > maxCached || k.drawn == nil {
		k.drawn, k.bytes = map[cacheKey[K]]string{}, len(html)
	}
	k.drawn[as] = html
}
