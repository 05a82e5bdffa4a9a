package compose

import (
	"context"
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

//go:embed standin
var standins embed.FS

// bases are the images that a Dockerfile and a compose file begin with, by name.
func bases(files ...string) (map[string]string, error) {
	found := map[string]string{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, image := range regexp.MustCompile(`(?m)^(?:FROM (?:--\S+ )?|\s+image: )([\w./-]+:\S+)`).
			FindAllStringSubmatch(string(content), -1) {
			name, _, _ := strings.Cut(image[1], ":")
			found[filepath.Base(name)] = image[1]
		}
	}
	return found, nil
}

// standIn makes images of this machine's and Debian's programs, and of the Caddy that is
// named, with the names of the bases, where no registry answers. It returns what it made.
func (e *engine) standIn(ctx context.Context, bases map[string]string) (string, error) {
	if _, err := e.run(ctx, "docker", "pull", "--quiet", bases["static-debian12"]); err == nil {
		return "images from their registries", nil
	}
	if _, err := e.run(ctx, "docker", "image", "inspect", "standin/bookworm"); err != nil {
		if err := e.bookworm(ctx); err != nil {
			return "", err
		}
	}
	dir := filepath.Join(e.own, "standin")
	if err := os.CopyFS(e.own, standins); err != nil {
		return "", err
	}
	for file, name := range map[string]string{
		"node": "node", "golang": "golang", "distroless": "static-debian12", "postgres": "postgres", "caddy": "caddy",
	} {
		if bases[name] == "" {
			return "", fmt.Errorf("no file names an image %s", name)
		}
		if _, err := e.run(ctx, "docker", "image", "inspect", bases[name]); err == nil {
			continue // kept from an earlier time
		}
		builder := shell{dir: dir, env: append(e.env, "DOCKER_BUILDKIT=0")} // it needs no image from a registry
		_, err := builder.script(
			ctx, fmt.Sprintf("image=%[2]s; mkdir %[1]s; mv %[1]s.* %[1]s; cd %[1]s; %[3]s; docker build --quiet "+
				"--tag %[2]s --file %[1]s.Dockerfile .",
				file, bases[name], ingredients[file]))
		if err != nil {
			return "", err
		}
	}
	return "stand-ins for the images: no registry answers", nil
}

// bookworm imports a minimal Debian that trusts what this machine trusts.
func (e *engine) bookworm(ctx context.Context) error {
	tar := filepath.Join(e.cache, "bookworm.tar")
	if _, err := os.Stat(tar); err != nil {
		fmt.Println("Making a Debian of packages …")
		_, err := shell{}.script(
			ctx, fmt.Sprintf("rm -rf %[1]s && debootstrap --variant=minbase --include=ca-certificates,tzdata "+
				"bookworm %[1]s && cp /etc/ssl/certs/ca-certificates.crt %[1]s/etc/ssl/certs/ && "+
				"tar -C %[1]s -cf %[2]s.part . && mv %[2]s.part %[2]s",
				filepath.Join(e.own, "bookworm"), tar))
		if err != nil {
			return err
		}
	}
	_, err := e.run(ctx, "docker", "import", "--change",
		"ENV SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt",
		tar, "standin/bookworm")
	return err
}

// ingredients are commands that bring what goes into a stand-in, beside Debian's, for the
// name of the image that it stands in for.
var ingredients = map[string]string{
	"node":       `cp -L "$(node -p process.execPath)" node; cp -a "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" npm`,
	"golang":     `cp -a "$(go env GOROOT)" go`,
	"distroless": ":",
	"postgres":   ":",
	"caddy":      `version="${image#*:}"; GOBIN="$PWD" CGO_ENABLED=0 go install github.com/caddyserver/caddy/v2/cmd/caddy@v"${version%-alpine}"`,
}
