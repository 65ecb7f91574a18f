// Command differential evaluates batches of policies with OPA itself: what the engine's differential tests compare with.
// It reads one JSON document and writes one: of each batch its plan, its module of WebAssembly, and every answer.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/open-policy-agent/opa/internal/planner"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/util"
)

// batch is some modules that are compiled together and asked together.
type batch struct {
	// Modules are texts by name; one whose name ends in ".v0" is of version 0.
	Modules map[string]string `json:"modules"`
	// Entrypoints are paths of documents, as "package/rule", by the module that they stand in.
	Entrypoints map[string][]string `json:"entrypoints"`
	// Inputs are what each entrypoint is asked with; null stands for no input.
	Inputs []json.RawMessage `json:"inputs"`
	// Data are the base documents.
	Data map[string]any `json:"data"`
	// Wasm says whether a module of WebAssembly is wanted.
	Wasm bool `json:"wasm"`
}

type verdicts struct {
	// Rejected are the modules that do not compile, which then are left out, and why.
	Rejected map[string]string `json:"rejected"`
	Plan     any               `json:"plan"`
	Wasm     []byte            `json:"wasm,omitempty"`
	// Answers are by entrypoint, one for each input.
	Answers map[string][]answer `json:"answers"`
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "declarations" {
		finish(json.NewEncoder(os.Stdout).Encode(declarations()))
		return
	}
	var batches []batch
	in := json.NewDecoder(os.Stdin)
	in.UseNumber()
	finish(in.Decode(&batches))
	all := make([]*verdicts, 0, len(batches))
	for i := range batches {
		v, err := run(&batches[i])
		finish(err)
		all = append(all, v)
	}
	finish(json.NewEncoder(os.Stdout).Encode(all))
}

func finish(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// declarations are the types of OPA's builtins by name, and whether their answers are the same each time.
func declarations() map[string]any {
	all := map[string]any{}
	for _, b := range ast.CapabilitiesForThisVersion().Builtins {
		all[b.Name] = map[string]any{"decl": b.Decl, "nondeterministic": b.Nondeterministic}
	}
	return all
}

func run(b *batch) (*verdicts, error) {
	v := &verdicts{Rejected: map[string]string{}, Answers: map[string][]answer{}}
	modules := map[string]*ast.Module{}
	for _, name := range util.KeysSorted(b.Modules) {
		module, err := compiled(name, b.Modules[name])
		if err != nil {
			v.Rejected[name] = err.Error()
			continue
		}
		modules[name] = module
	}
	compiler := ast.NewCompiler()
	if compiler.Compile(modules); compiler.Failed() {
		return nil, compiler.Errors
	}
	questions, err := questionsOf(b, modules, compiler)
	if err != nil {
		return nil, err
	}
	if err := v.compile(b, compiler, questions); err != nil {
		return nil, err
	}
	return v, v.ask(b, compiler, questions)
}

// compiled says whether a module compiles by itself; parsed anew, since compiling changes it.
func compiled(name, text string) (*ast.Module, error) {
	alone, err := parsed(name, text)
	if err != nil {
		return nil, err
	}
	compiler := ast.NewCompiler()
	if compiler.Compile(map[string]*ast.Module{name: alone}); compiler.Failed() {
		return nil, compiler.Errors
	}
	return parsed(name, text)
}

func parsed(name, text string) (*ast.Module, error) {
	version := ast.RegoV1
	if strings.HasSuffix(name, ".v0") {
		version = ast.RegoV0
	}
	return ast.ParseModuleWithOpts(name, text, ast.ParserOptions{RegoVersion: version})
}

func questionsOf(b *batch, modules map[string]*ast.Module, compiler *ast.Compiler) ([]planner.QuerySet, error) {
	var questions []planner.QuerySet
	for _, name := range util.KeysSorted(modules) {
		for _, entrypoint := range b.Entrypoints[name] {
			queries := compiler.QueryCompiler()
			result := ast.Equality.Expr(ast.VarTerm("result"), ast.NewTerm(refOf(entrypoint)))
			body, err := queries.Compile(ast.NewBody(result))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", entrypoint, err)
			}
			questions = append(questions, planner.QuerySet{
				Name:          entrypoint,
				Queries:       []ast.Body{body},
				RewrittenVars: queries.RewrittenVars(),
			})
		}
	}
	return questions, nil
}
