package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/internal/planner"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/test/cases"
)

// plan adds to a case what its query means: as a plan, and as a rule.
func plan(c cases.TestCase, version ast.RegoVersion) (*line, error) {
	capabilities := ast.CapabilitiesForThisVersion(
		ast.CapabilitiesRegoVersion(version), ast.CapabilitiesExperimentalKeywords(c.ExperimentalKeywords))
	options := ast.ParserOptions{RegoVersion: version, Capabilities: capabilities}
	query, err := ast.ParseBodyWithOpts(c.Query, options)
	if err != nil {
		return nil, err
	}
	modules := make(map[string]string, len(c.Modules))
	for i, module := range c.Modules {
		modules[fmt.Sprintf("test-%d.rego", i)] = module
	}
	compiler, err := ast.CompileModulesWithOpt(modules, ast.CompileOpts{ParserOptions: options})
	if err != nil {
		return nil, err
	}
	source := rule(c.Query, query)
	planned, err := planOf(compiler, capabilities, query)
	if err != nil {
		return nil, err
	}
	whole := &line{TestCase: c, Plan: planned, Source: source}
	if c.InputTerm != nil {
		whole.InputPlan, err = inputPlan(*c.InputTerm, capabilities)
	}
	return whole, err
}

func planOf(compiler *ast.Compiler, capabilities *ast.Capabilities, query ast.Body) (*ir.Policy, error) {
	queries := compiler.QueryCompiler()
	body, err := queries.Compile(query)
	if err != nil {
		return nil, err
	}
	modules := make([]*ast.Module, 0, len(compiler.Modules))
	for _, name := range slices.Sorted(maps.Keys(compiler.Modules)) {
		modules = append(modules, compiler.Modules[name])
	}
	builtins := make(map[string]*ast.Builtin, len(capabilities.Builtins))
	for _, b := range capabilities.Builtins {
		builtins[b.Name] = b
	}
	set := planner.QuerySet{Name: "case", Queries: []ast.Body{body}, RewrittenVars: queries.RewrittenVars()}
	return planner.New().WithQueries([]planner.QuerySet{set}).WithModules(modules).WithBuiltinDecls(builtins).Plan()
}

func inputPlan(term string, capabilities *ast.Capabilities) (*ir.Policy, error) {
	query, err := ast.ParseBody("input_term = " + term)
	if err != nil {
		return nil, err
	}
	return planOf(ast.NewCompiler(), capabilities, query)
}

// rule is the module that asks query: one answer for each way in which it holds, the values of its variables.
func rule(text string, query ast.Body) string {
	var pairs []string
	vars := query.Vars(ast.VarVisitorParams{SkipRefCallHead: true, SkipClosures: true}).Diff(ast.ReservedVars)
	for _, v := range vars.Sorted() {
		if !v.IsGenerated() && !v.IsWildcard() {
			pairs = append(pairs, fmt.Sprintf("%q: %s", v, v))
		}
	}
	return fmt.Sprintf("package conformance\n\nanswers contains {%s} if {\n%s\n}\n", strings.Join(pairs, ", "), text)
}
