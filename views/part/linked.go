package part

import (
	"net/url"
	"regexp"
	"strings"
)

// A span is a stretch of what somebody wrote; with an address it is a link.
type span struct{ text, url string }

// address finds what may be an address of the web.
var address = regexp.MustCompile(`https?://[^\s<>"]+`)

// spans cuts a line at the addresses of the web in it. Punctuation behind an
// address is none of it, and one that hides where it leads behind a name before
// an @ stays plain text.
func spans(line string) (list []span) {
	from := 0
	for _, at := range address.FindAllStringIndex(line, -1) {
		found := strings.TrimRight(line[at[0]:at[1]], `.,;:!?)]}'*_”’»`)
		u, err := url.Parse(found)
		if err != nil || u.Host == "" || u.User != nil {
			continue
		}
		if at[0] > from {
			list = append(list, span{text: line[from:at[0]]})
		}
		list = append(list, span{text: found, url: u.String()})
		from = at[0] + len(found)
	}
	if from < len(line) {
		list = append(list, span{text: line[from:]})
	}
	return list
}

// paragraphs are the texts between empty lines, each with its lines.
func paragraphs(text string) (list [][]string) {
	for p := range strings.SplitSeq(text, "\n\n") {
		if p != "" {
			list = append(list, strings.Split(p, "\n"))
		}
	}
	return list
}
