// Command differential evaluates batches of policies with OPA itself: what the engine's differential tests compare with.
// It reads one JSON document and writes one: of each batch its plan, its module of WebAssembly, and every answer.
package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"runtime/debug"
	"strings"

	"github.com/open-policy-agent/opa/internal/planner"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/util"
)

// batch is some modules that are compiled together and asked together.
type batch struct {
	// Modules are texts by name; one whose name ends in ".v0" is of version 0. Those whose names are alike up to a slash
	// are compiled, or left out, together; those that are asked nothing stand beside all.
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
	// Plan is JSON, as text: the engine reads it as it reads a plan of its users.
	Plan string `json:"plan"`
	Wasm []byte `json:"wasm,omitempty"`
	// Answers are by entrypoint, one for each input.
	Answers map[string][]answer `json:"answers"`
}

func main() {
	if len(os.Args) == 2 && os.Args[1] == "declarations" {
		finish(json.NewEncoder(os.Stdout).Encode(declarations()))
		return
	}
	debug.SetGCPercent(400) // a process that soon ends
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
	for _, names := range together(b) {
		group, err := compiled(names, b.Modules)
		if err != nil {
			for _, name := range names {
				if _, isAsked := b.Entrypoints[name]; isAsked {
					v.Rejected[name] = err.Error()
				}
			}
			continue
		}
		maps.Copy(modules, group)
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

// together are the names of modules by what stands before a slash, each with those that stand beside all: a type that is
// known of them can be an error.
func together(b *batch) map[string][]string {
	var beside []string
	groups := map[string][]string{}
	for _, name := range util.KeysSorted(b.Modules) {
		group, _, _ := strings.Cut(name, "/")
		if _, isAsked := b.Entrypoints[name]; isAsked {
			groups[group] = append(groups[group], name)
		} else {
			beside = append(beside, name)
		}
	}
	for group, names := range groups {
		groups[group] = append(names, beside...)
	}
	return groups
}

// compiled says whether modules compile by themselves; parsed anew, since compiling changes them.
func compiled(names []string, texts map[string]string) (map[string]*ast.Module, error) {
	compiler := ast.NewCompiler()
	alone, err := parsed(names, texts)
	if err != nil {
		return nil, err
	}
	if compiler.Compile(alone); compiler.Failed() {
		return nil, compiler.Errors
	}
	return parsed(names, texts)
}

func parsed(names []string, texts map[string]string) (map[string]*ast.Module, error) {
	modules := map[string]*ast.Module{}
	for _, name := range names {
		version := ast.RegoV1
		if strings.HasSuffix(name, ".v0") {
			version = ast.RegoV0
		}
		module, err := ast.ParseModuleWithOpts(name, texts[name], ast.ParserOptions{RegoVersion: version})
		if err != nil {
			return nil, err
		}
		modules[name] = module
	}
	return modules, nil
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
