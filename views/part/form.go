package part

import (
	"cmp"
	"context"
	"strconv"
	"strings"

	"github.com/a-h/templ"

	"carteado/views/i18n"
)

// Faults are what is wrong with a form: keys below error, by field. The empty
// name stands for the form as a whole.
type Faults map[string]string

// At is the sentence for a field, empty when nothing is wrong with it.
func (f Faults) At(ctx context.Context, field string) string {
	if f[field] == "" {
		return ""
	}
	return i18n.T(ctx, "error."+f[field])
}

// An Input is a labelled field of a form.
type Input struct {
	Name, Label, Value string
	Type               string // text when empty
	Hint, Fault        string
	Autocomplete       string
	Max                int // characters, 0: the browser sets no limit
	Least, Most        int // of a number; no bounds where Most is 0
	Rows               int // of a text of several lines; 0 for one line
	Optional           bool
	Focus              bool // the field to start with, in a form without faults
}

// attributes of the field. The first of the faults of a form takes the focus, so
// that a long page shows it.
func (f Input) attributes() templ.Attributes {
	a := templ.Attributes{"required": !f.Optional, "autofocus": f.Focus || f.Fault != ""}
	switch {
	case f.Rows > 0:
		a["rows"] = strconv.Itoa(f.Rows)
	case f.Type == "password":
		a["type"], a["value"] = f.Type, ""
	default:
		a["type"], a["value"] = cmp.Or(f.Type, "text"), f.Value
	}
	if f.Autocomplete != "" {
		a["autocomplete"] = f.Autocomplete
	}
	if f.Autocomplete == "username" || f.Type == "email" {
		a["autocapitalize"] = "none"
		a["spellcheck"] = "false"
	}
	if f.Most > 0 {
		a["min"], a["max"] = strconv.Itoa(f.Least), strconv.Itoa(f.Most)
	}
	if f.Max > 0 {
		a["maxlength"] = strconv.Itoa(f.Max)
	}
	var described []string
	if f.Hint != "" {
		described = append(described, f.Name+"-hint")
	}
	if f.Fault != "" {
		a["aria-invalid"] = "true"
		described = append(described, f.Name+"-fault")
	}
	if len(described) > 0 {
		a["aria-describedby"] = strings.Join(described, " ")
	}
	return a
}

// A Choosable is one of the values that a form offers.
type Choosable struct{ Value, Label string }

// Grouped are some of the values, under a heading.
type Grouped struct {
	Heading string
	Choices []Choosable
}

// Faulty marks a field with what is wrong with it, and moves there.
func Faulty(name, fault string) templ.Attributes {
	if fault == "" {
		return nil
	}
	return templ.Attributes{"aria-invalid": "true", "aria-describedby": name + "-fault", "autofocus": true}
}
