package part

import (
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
	Optional           bool
	Focus              bool // the field to start with
}

func (f Input) attributes() templ.Attributes {
	a := templ.Attributes{"type": "text", "value": f.Value, "required": !f.Optional, "autofocus": f.Focus}
	if f.Type != "" {
		a["type"] = f.Type
	}
	if f.Type == "password" {
		a["value"] = ""
	}
	if f.Autocomplete != "" {
		a["autocomplete"] = f.Autocomplete
	}
	if f.Autocomplete == "username" || f.Type == "email" {
		a["autocapitalize"] = "none"
		a["spellcheck"] = "false"
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
