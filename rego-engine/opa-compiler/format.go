package main

import (
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
)

// format answers each file as `opa fmt` would write it. What does not parse is told as of any request; what parses is
// formatted beside it.
func (a *answer) format(names []string, texts map[string]string, capabilities *ast.Capabilities) {
	a.Formatted = make(map[string]string, len(names))
	for name := range a.parse(names, texts, capabilities) {
		formatted, err := format.SourceWithOpts(name, []byte(texts[name]), format.Opts{RegoVersion: ast.RegoV1})
		if err != nil {
			a.refuse(ast.ParseErr, err)
			continue
		}
		a.Formatted[name] = string(formatted)
	}
	a.Files = nil
}
