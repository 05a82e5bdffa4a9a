package release

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strings"
)

// Notes say what a version brings, from the titles of the commits since the tag before it, by their place. A first
// version has no tag before it.
func Notes(ctx context.Context, version string) (string, error) {
	commits := []string{"log", "--no-merges", "--format=%s", "HEAD"}
	since := "the beginning"
	before, err := exec.CommandContext(ctx, "git", "describe", "--tags", "--abbrev=0", "HEAD^").Output()
	if err == nil {
		since = strings.TrimSpace(string(before))
		commits[len(commits)-1] = since + "..HEAD"
	}
	titles, err := output(ctx, "git", commits...)
	if err != nil {
		return "", err
	}
	return ByPlace(version, since, strings.Split(titles, "\n")), nil
}

// ByPlace orders titles, the newest first, by the place that they begin with, as in "engine/rummy: what is new".
func ByPlace(version, since string, titles []string) string {
	places := map[string][]string{}
	for _, title := range titles {
		place, what, named := strings.Cut(title, ": ")
		if !named {
			place, what = "elsewhere", title
		}
		first, _, _ := strings.Cut(place, ",") // a commit of several places stands at the first
		places[first] = append(places[first], what)
	}
	var names []string
	for name := range places {
		names = append(names, name)
	}
	slices.Sort(names)
	var b strings.Builder
	fmt.Fprintf(&b, "# Carteado %s\n\n%d changes since %s.\n", version, len(titles), since)
	for _, name := range names {
		fmt.Fprintf(&b, "\n## %s\n\n", name)
		for _, what := range places[name] {
			fmt.Fprintf(&b, "* %s\n", what)
		}
	}
	return b.String()
}
