package main

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

const (
	// maxParserDepth bounds the recursion of OPA's parser, which takes eight to ten steps for one pair of brackets.
	// Its own bound of 100,000 is beyond what any stack here can hold.
	maxParserDepth = 4000
	// deepBrackets is a nesting of brackets that nobody writes by hand; it costs a look, not yet a refusal.
	deepBrackets = 100
)

// reading is how files are read: as version 1, but for those that are named.
type reading struct {
	v0 map[string]bool
	// capabilities of each version that some file is in.
	capabilities map[ast.RegoVersion]*ast.Capabilities
}

func readingOf(req request) reading {
	read := reading{v0: map[string]bool{}, capabilities: map[ast.RegoVersion]*ast.Capabilities{
		ast.RegoV1: capabilitiesOf(req, ast.RegoV1),
	}}
	for _, name := range req.V0 {
		read.v0[name] = true
	}
	if len(req.V0) > 0 {
		read.capabilities[ast.RegoV0] = capabilitiesOf(req, ast.RegoV0)
	}
	return read
}

func (r reading) options(name string) ast.ParserOptions {
	version := ast.RegoV1
	if r.v0[name] {
		version = ast.RegoV0
	}
	return ast.ParserOptions{
		Capabilities:      r.capabilities[version],
		ProcessAnnotation: true,
		RegoVersion:       version,
	}
}

// parseModule reads one file. Only OPA's statement parser has a bound of depth that can be set, and only its module
// parser makes modules, so text that looks deep is read twice.
func parseModule(name, text string, options ast.ParserOptions) (*ast.Module, error) {
	if bracketDepth(text) > deepBrackets {
		errs := parseBounded(name, text, options)
		if i := slices.IndexFunc(errs, tooDeep); i >= 0 {
			return nil, errs[i]
		}
	}
	return ast.ParseModuleWithOpts(name, text, options)
}

func parseBounded(name, text string, options ast.ParserOptions) ast.Errors {
	_, _, errs := ast.NewParser().
		WithFilename(name).
		WithReader(strings.NewReader(text)).
		WithCapabilities(options.Capabilities).
		WithRegoVersion(options.RegoVersion).
		WithMaxRecursionDepth(maxParserDepth).
		Parse()
	return errs
}

func tooDeep(e *ast.Error) bool {
	return e.Message == ast.ErrMaxParsingRecursionDepthExceeded.Error()
}

// bracketDepth is how deep brackets stand in each other, by a look that knows no strings or comments. Text that hides
// its depth from it gains nothing but an overflow, which the host answers by discarding this instance.
func bracketDepth(text string) int {
	depth, deepest := 0, 0
	for i := range len(text) {
		switch text[i] {
		case '(', '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ')', ']', '}':
			depth--
		}
	}
	return deepest
}
