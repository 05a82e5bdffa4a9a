package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

func (p *person) shot(file string) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	b, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	os.WriteFile(file, b, 0o644)
}

// SHOTS="360x740:pt-BR:light" PAGES="a b c"
func TestZZShots(t *testing.T) {
	if os.Getenv("SHOTS") == "" {
		return
	}
	b := newBrowser(t)
	for _, look := range strings.Fields(os.Getenv("SHOTS")) {
		f := strings.Split(look, ":")
		var w, h int64
		fmt.Sscanf(f[0], "%dx%d", &w, &h)
		p := b.person(os.Getenv("BASE"), w, h, f[1])
		for _, page := range strings.Fields(os.Getenv("PAGES")) {
			p.visit("/" + page + "?lang=" + f[1] + "&theme=" + f[2])
			if os.Getenv("LOW") != "" {
				chromedp.Run(p.ctx, chromedp.Evaluate[bool](`(document.getElementById("lower")?.click(), true)`, chromedp.EvalAwaitPromise))
			}
			p.shot(fmt.Sprintf("/tmp/felt/shots/%s-%s-%s-%s.png", page, f[0], f[1], f[2]))
		}
	}
}

