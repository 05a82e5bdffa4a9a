// Package markup reads pages as a browser without JavaScript does: their elements, their words, and their forms as
// they are filled in when nobody has touched them.
package markup

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"
)

// Find returns the elements of a kind below a node that have an attribute, with a value; "" for any.
func Find(n *html.Node, kind, name, value string) (found []*html.Node) {
	for c := range n.Descendants() {
		if c.Type == html.ElementNode && (kind == "" || c.Data == kind) && (name == "" || Has(c, name)) &&
			(value == "" || Attr(c, name) == value) {
			found = append(found, c)
		}
	}
	return found
}

// Has reports that an element has an attribute.
func Has(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}

// Attr is the value of an element's attribute, "" for none.
func Attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// Text is what a page, or a part of one, says; "" for none.
func Text(n *html.Node) string {
	var b strings.Builder
	if n == nil {
		return ""
	}
	for c := range n.Descendants() {
		if c.Type == html.TextNode && c.Parent.Data != "script" && c.Parent.Data != "style" {
			b.WriteString(c.Data + " ")
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Filled are the values of a form that nobody has touched.
func Filled(form *html.Node) url.Values {
	values := url.Values{}
	for _, field := range Find(form, "", "name", "") {
		if Has(field, "disabled") {
			continue
		}
		name, kind := Attr(field, "name"), Attr(field, "type")
		switch field.Data {
		case "input":
			if (kind != "radio" && kind != "checkbox" || Has(field, "checked")) && kind != "submit" {
				values.Add(name, Attr(field, "value"))
			}
		case "select":
			for i, option := range Find(field, "option", "", "") {
				if i == 0 || Has(option, "selected") {
					values.Set(name, Attr(option, "value"))
				}
			}
		}
	}
	return values
}
