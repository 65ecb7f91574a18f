package main

import (
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
)

// format answers each file as `opa fmt` would write it. What does not parse is told as of any request; what parses is
// formatted beside it.
func (a *answer) format(names []string, req request, read reading) {
	a.Formatted = make(map[string]string, len(names))
	for name := range a.parse(names, req.Files, read) {
		options := read.options(name)
		wanted := options.RegoVersion
		if req.Kind == kindUpgrade {
			wanted = ast.RegoV0CompatV1
		}
		formatted, err := format.SourceWithOpts(
			name, []byte(req.Files[name]), format.Opts{RegoVersion: wanted, ParserOptions: &options})
		if err != nil {
			a.refuse(ast.ParseErr, err)
			continue
		}
		a.Formatted[name] = string(formatted)
	}
	a.Files = nil
}
