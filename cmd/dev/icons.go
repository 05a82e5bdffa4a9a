package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/chromedp"
)

// icons are the program's icons as pictures, for devices that take no drawings: iPhones among them.
var icons = []struct {
	name, drawing string
	size          int // pixels
}{
	{"icon-192.png", "icon.svg", 192},
	{"icon-512.png", "icon.svg", 512},
	{"icon-maskable-512.png", "icon-maskable.svg", 512},
	{"apple-touch-icon.png", "icon-maskable.svg", 180}, // the device rounds its corners
}

// drawIcon makes a picture of a drawing, as a data URL.
const drawIcon = `(async () => {
	const image = new Image(%[2]d, %[2]d), canvas = document.createElement("canvas");
	image.src = "data:image/svg+xml;base64,%[1]s";
	await image.decode();
	canvas.width = canvas.height = %[2]d;
	canvas.getContext("2d").drawImage(image, 0, 0, %[2]d, %[2]d);
	return canvas.toDataURL("image/png");
})()`

// generateIcons draws the icons of static by a browser.
func generateIcons(ctx context.Context, path string) error {
	const timeout = time.Minute
	ctx, stop := context.WithTimeout(ctx, timeout)
	defer stop()
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.NoFirstRun, chromedp.Headless, chromedp.WSURLReadTimeout(timeout),
	}
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, quit := chromedp.NewExecAllocator(ctx, options...)
	defer quit()
	browser, closes := chromedp.NewContext(allocator)
	defer closes()
	for _, icon := range icons {
		drawing, err := os.ReadFile(filepath.Join("static", icon.drawing))
		if err != nil {
			return err
		}
		script := fmt.Sprintf(drawIcon, base64.StdEncoding.EncodeToString(drawing), icon.size)
		url, err := chromedp.Run(browser, chromedp.Evaluate[string](script, chromedp.EvalAwaitPromise))
		if err != nil {
			return fmt.Errorf("%s: %w", icon.name, err)
		}
		encoded, is := strings.CutPrefix(url, "data:image/png;base64,")
		if !is {
			return errors.New(icon.name + ": the browser draws no PNG")
		}
		picture, err := base64.StdEncoding.DecodeString(encoded)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join("static", icon.name), picture, 0o644); err != nil {
			return err
		}
	}
	return nil
}
