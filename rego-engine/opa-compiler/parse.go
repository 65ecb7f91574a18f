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

// parseModule reads one file. Only OPA's statement parser has a bound of depth that can be set, and only its module
// parser makes modules, so text that looks deep is read twice.
func parseModule(name, text string, capabilities *ast.Capabilities) (*ast.Module, error) {
	if bracketDepth(text) > deepBrackets {
		errs := parseBounded(name, text, capabilities)
		if i := slices.IndexFunc(errs, tooDeep); i >= 0 {
			return nil, errs[i]
		}
	}
	return ast.ParseModuleWithOpts(name, text, ast.ParserOptions{
		Capabilities:      capabilities,
		ProcessAnnotation: true,
		RegoVersion:       ast.RegoV1,
	})
}

func parseBounded(name, text string, capabilities *ast.Capabilities) ast.Errors {
	_, _, errs := ast.NewParser().
		WithFilename(name).
		WithReader(strings.NewReader(text)).
		WithCapabilities(capabilities).
		WithRegoVersion(ast.RegoV1).
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
