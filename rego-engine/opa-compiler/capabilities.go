package main

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// impureBuiltins do not exist for a policy: they reach the network or the process, or bring a second compiler.
// A policy that names one is refused at the place where it does.
var impureBuiltins = []string{
	"http.send",
	"net.lookup_ip_addr",
	"opa.runtime",
	"rego.parse_module",
}

// capabilitiesWithout is what this version of OPA can do for that version of Rego, less the impure builtins and those of
// more, and with no host that may be asked for a schema.
func capabilitiesWithout(more []string, version ast.RegoVersion) *ast.Capabilities {
	capabilities := ast.CapabilitiesForThisVersion(ast.CapabilitiesRegoVersion(version))
	capabilities.Builtins = slices.DeleteFunc(capabilities.Builtins, func(b *ast.Builtin) bool {
		return slices.Contains(impureBuiltins, b.Name) || slices.Contains(more, b.Name)
	})
	capabilities.AllowNet = []string{}
	return capabilities
}
