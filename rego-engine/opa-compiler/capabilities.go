package main

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/util"
)

// impureBuiltins do not exist for a policy: they reach the network or the process, or bring a second compiler.
// A policy that names one is refused at the place where it does.
var impureBuiltins = []string{
	"http.send",
	"net.lookup_ip_addr",
	"opa.runtime",
	"rego.parse_module",
}

// capabilitiesOf is what this version of OPA can do for that version of Rego, less the impure builtins and those that the
// request leaves out, with those that it brings, and with no host that may be asked for a schema.
func capabilitiesOf(req request, version ast.RegoVersion) *ast.Capabilities {
	capabilities := ast.CapabilitiesForThisVersion(ast.CapabilitiesRegoVersion(version))
	capabilities.Builtins = slices.DeleteFunc(capabilities.Builtins, func(b *ast.Builtin) bool {
		return slices.Contains(impureBuiltins, b.Name) || slices.Contains(req.Without, b.Name)
	})
	for _, name := range util.KeysSorted(req.Builtins) {
		capabilities.Builtins = append(capabilities.Builtins, &ast.Builtin{Name: name, Decl: req.Builtins[name]})
	}
	capabilities.AllowNet = []string{}
	return capabilities
}
