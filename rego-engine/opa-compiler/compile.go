package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/internal/planner"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/util"
)

// maxPlanBytes bounds what an author makes others read; 1,000 rules of four expressions take about 5 MB.
const maxPlanBytes = 32 << 20

// compile turns a request into a plan or into all of OPA's errors. It never panics.
func compile(req request) (ans answer) {
	defer func() {
		if r := recover(); r != nil {
			ans = answer{Files: ans.Files}
			ans.refuse(codeInternal, fmt.Errorf("OPA's compiler failed: %v", r))
		}
	}()
	names := util.KeysSorted(req.Files)
	read := readingOf(req)
	if req.Kind == kindFormat || req.Kind == kindUpgrade {
		ans.format(names, req, read)
		return ans
	}
	modules := ans.parse(names, req.Files, read)
	if len(ans.Errors) > 0 {
		return ans
	}
	check, err := checkerOf(req.Checks, &ans)
	if err != nil {
		ans.refuse(codeInternal, err)
		return ans
	}
	capabilities := read.capabilities[ast.RegoV1]
	compiler, err := describedBy(req, check, check.into(compilerOf(req, capabilities)), modules)
	if err != nil {
		ans.refuse(codeInternal, err)
		return ans
	}
	compiler.Compile(modules)
	check.compiled(compiler, names, modules, req.Entrypoints)
	if compiler.Failed() {
		ans.refuse(codeInternal, compiler.Errors)
		check.help(compiler.Errors, ans.Errors)
		ans.DataRefs = dataRefsOf(names, compiler.Modules)
		return ans
	}
	queries := ans.queriesOf(compiler, names, req)
	if len(ans.Errors) > 0 {
		return ans
	}
	if req.Kind == kindDependencies {
		ans.dependencies(compiler, queries)
		return ans
	}
	plan, err := planOf(names, compiler, capabilities, queries)
	if err != nil {
		ans.refuse(codePlan, err)
		return ans
	}
	ans.DataRefs = dataRefsOf(names, compiler.Modules)
	if req.Kind == kindTests {
		ans.Coverable = coverableOf(names, modules)
	}
	ans.answerWith(plan, req.Kind)
	return ans
}

// answerWith hands the plan over, or the module where that was asked for.
func (a *answer) answerWith(plan *ir.Policy, kind string) {
	if kind != kindModule {
		a.Plan = plan
		return
	}
	module, err := moduleOf(plan)
	if err != nil {
		a.refuse(codePlan, err)
		return
	}
	a.Module = module
}

func compilerOf(req request, capabilities *ast.Capabilities) *ast.Compiler {
	compiler := ast.NewCompiler().
		WithCapabilities(capabilities).
		WithStrict(req.Strict).
		SetErrorLimit(0)
	switch req.Kind {
	case kindTests:
		return forTests(compiler)
	case kindQuery:
		return compiler.WithEnablePrintStatements(true)
	}
	return compiler
}

func (a *answer) queriesOf(compiler *ast.Compiler, names []string, req request) []planner.QuerySet {
	switch req.Kind {
	case kindTests:
		return a.testQueries(compiler, names)
	case kindQuery:
		return a.queryOf(compiler, req)
	}
	return a.queries(compiler, req)
}

func (a *answer) parse(names []string, texts map[string]string, read reading) map[string]*ast.Module {
	modules := make(map[string]*ast.Module, len(names))
	for _, name := range names {
		module, err := parseModule(name, texts[name], read.options(name))
		if err != nil {
			a.refuse(ast.ParseErr, err)
			continue
		}
		a.Files = append(a.Files, fileOf(name, module))
		modules[name] = module
	}
	return modules
}

// queries compiles "result = data.<entrypoint>" for each entrypoint that is defined.
func (a *answer) queries(compiler *ast.Compiler, req request) []planner.QuerySet {
	var queries []planner.QuerySet
	for _, entrypoint := range req.Entrypoints {
		ref, err := entrypointRef(entrypoint)
		if err != nil {
			a.refuse(codeEntrypoint, err)
			continue
		}
		if len(compiler.GetRules(ref)) == 0 {
			if !req.SkipMissing {
				a.refuse(codeEntrypoint, fmt.Errorf("entrypoint %q does not refer to a rule or package", entrypoint))
			}
			continue
		}
		queries = a.ask(queries, compiler, entrypoint, ref)
	}
	return queries
}

// ask adds the query for the value of ref, under the name of the entrypoint.
func (a *answer) ask(queries []planner.QuerySet, compiler *ast.Compiler, entrypoint string, ref ast.Ref) []planner.QuerySet {
	query := compiler.QueryCompiler()
	body, err := query.Compile(ast.NewBody(ast.Equality.Expr(ast.VarTerm("result"), ast.NewTerm(ref))))
	if err != nil {
		a.refuse(codeEntrypoint, err)
		return queries
	}
	a.Entrypoints = append(a.Entrypoints, entrypoint)
	return append(queries, planner.QuerySet{
		Name:          entrypoint,
		Queries:       []ast.Body{body},
		RewrittenVars: query.RewrittenVars(),
	})
}

// entrypointRef is what a path stands for; the empty one for data itself, as in OPA.
func entrypointRef(path string) (ast.Ref, error) {
	ref := ast.DefaultRootRef.Copy()
	if path == "" {
		return ref, nil
	}
	for part := range strings.SplitSeq(path, "/") {
		if part == "" {
			return nil, errors.New("entrypoint \"" + cut(path) + "\" is not a path of the form package/rule")
		}
		ref = append(ref, ast.StringTerm(part))
	}
	return ref, nil
}

func planOf(
	names []string, compiler *ast.Compiler, capabilities *ast.Capabilities, queries []planner.QuerySet,
) (*ir.Policy, error) {
	modules := make([]*ast.Module, 0, len(names))
	for _, name := range names {
		modules = append(modules, compiler.Modules[name])
	}
	builtins := make(map[string]*ast.Builtin, len(capabilities.Builtins))
	for _, b := range capabilities.Builtins {
		builtins[b.Name] = b
	}
	return planner.New().
		WithQueries(queries).
		WithModules(modules).
		WithBuiltinDecls(builtins).
		Plan()
}

// compileJSON is compile from bytes to bytes: the JSON of the answer on one line, then the JSON of the plan, if there is
// one. The plan stands by itself so that whoever reads the answer need not read through it.
func compileJSON(in []byte) []byte {
	ans := answerTo(in)
	return ans.bytes()
}

func answerTo(in []byte) answer {
	var req request
	if err := json.Unmarshal(in, &req); err != nil {
		var ans answer
		ans.refuse(codeInternal, fmt.Errorf("request: %w", err))
		return ans
	}
	return compile(req)
}

func (a *answer) bytes() []byte {
	out, err := a.marshal()
	if err != nil {
		ans := answer{}
		ans.refuse(codeInternal, fmt.Errorf("answer: %w", err))
		out, _ = ans.marshal()
	}
	return out
}

func (a *answer) marshal() ([]byte, error) {
	head, err := json.Marshal(a)
	if err != nil || a.Plan == nil {
		return append(head, '\n'), err
	}
	plan := planJSON(a.Plan)
	if len(plan) > maxPlanBytes {
		large := answer{Files: a.Files}
		large.refuse(codePlan, fmt.Errorf("the plan takes %d bytes (at most %d)", len(plan), maxPlanBytes))
		return large.marshal()
	}
	return slices.Concat(head, []byte{'\n'}, plan), nil
}
