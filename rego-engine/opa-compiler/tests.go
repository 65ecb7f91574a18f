package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/internal/planner"
	"github.com/open-policy-agent/opa/v1/ast"
)

const (
	testPrefix = "test_"
	skipPrefix = "todo_test_"
)

// forTests makes a compiler keep print, give tests of one name numbers, and let each case of a test announce itself, as
// `opa test` does.
func forTests(compiler *ast.Compiler) *ast.Compiler {
	return compiler.
		WithEnablePrintStatements(true).
		WithStageAfterID(ast.StageRewriteRuleHeadRefs, ast.CompilerStageDefinition{
			Name: "NumberTests", MetricName: "number_tests", Stage: numberTests,
		}).
		WithStageAfterID(ast.StageRewriteLocalVars, ast.CompilerStageDefinition{
			Name: "AnnounceCases", MetricName: "announce_cases", Stage: announceCases,
		})
}

// testQueries asks for every test, in the order of the files.
func (a *answer) testQueries(compiler *ast.Compiler, names []string) []planner.QuerySet {
	var queries []planner.QuerySet
	for _, name := range names {
		module := compiler.Modules[name]
		for _, r := range module.Rules {
			at := testName(r)
			if at < 0 {
				continue
			}
			ref := r.Head.Ref()[:at+1]
			found := test{
				Package:  module.Package.Path.String(),
				Name:     ref.String(),
				Cases:    r.Head.DocKind() == ast.PartialObjectDoc,
				position: positionOf(r.Loc()),
			}
			if !strings.HasPrefix(wordOf(ref[at]), skipPrefix) {
				found.Entrypoint = "test/" + strconv.Itoa(len(queries))
				queries = a.ask(queries, compiler, found.Entrypoint, module.Package.Path.Extend(ref))
			}
			a.Tests = append(a.Tests, found)
		}
	}
	return queries
}

// testName is the place of the word in a rule's reference that makes a test of it, or -1.
func testName(r *ast.Rule) int {
	return slices.IndexFunc(r.Head.Ref().GroundPrefix(), func(term *ast.Term) bool {
		word := wordOf(term)
		return strings.HasPrefix(word, testPrefix) || strings.HasPrefix(word, skipPrefix)
	})
}

func wordOf(term *ast.Term) string {
	switch v := term.Value.(type) {
	case ast.Var:
		return string(v)
	case ast.String:
		return string(v)
	}
	return ""
}

// numberTests gives the second test of a name the suffix #01, the third #02, so that each is run by itself.
func numberTests(compiler *ast.Compiler) *ast.Error {
	seen := map[string]int{}
	for _, name := range sortedNames(compiler.Modules) {
		module := compiler.Modules[name]
		for _, r := range module.Rules {
			at := testName(r)
			if at < 0 {
				continue
			}
			ref := r.Head.Ref().Copy()
			key := module.Package.Path.Extend(ref[:at+1]).String()
			if n := seen[key]; n > 0 {
				numbered := fmt.Sprintf("%s#%02d", wordOf(ref[at]), n)
				if at == 0 {
					ref[at] = ast.VarTerm(numbered)
				} else {
					ref[at] = ast.StringTerm(numbered)
				}
				r.Head.SetRef(ref)
			}
			seen[key]++
		}
	}
	return nil
}

func sortedNames(modules map[string]*ast.Module) []string {
	names := make([]string, 0, len(modules))
	for name := range modules {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// announceCases lets a test with cases call internal.test_case as soon as the case is known, so that a case that then
// fails, which leaves no trace in the test's value, is known to have been there.
func announceCases(compiler *ast.Compiler) *ast.Error {
	for _, module := range compiler.Modules {
		for _, r := range module.Rules {
			if at := testName(r); at >= 0 && len(r.Head.Ref()) > at+1 && !announces(r) {
				announce(r, r.Head.Ref()[at+1:])
			}
		}
	}
	return nil
}

func announces(r *ast.Rule) bool {
	found := false
	ast.WalkExprs(r.Body, func(e *ast.Expr) bool {
		found = found || e.IsCall() && e.Operator().Equal(ast.InternalTestCase.Ref())
		return found
	})
	return found
}

// announce puts the call behind the first expressions that mention the variables of the case. What the compiler added
// at the end of the body to compute the case moves with it.
func announce(r *ast.Rule, names ast.Ref) {
	var computed, rest ast.Body
	for _, e := range r.Body {
		if e.Generated && (e.IsEquality() || e.IsAssignment()) && slices.ContainsFunc(names, e.Operand(0).Equal) {
			computed = append(computed, e)
		} else {
			rest = append(rest, e)
		}
	}
	call := ast.InternalTestCase.Expr(ast.ArrayTerm(names...)).SetLocation(r.Loc())
	added := append(computed, call)
	at := 0
	for v := range varsOf(added) {
		if i := slices.IndexFunc(rest, func(e *ast.Expr) bool { return varsOf(ast.Body{e}).Contains(v) }); i >= at {
			at = i + 1
		}
	}
	r.Body = slices.Concat(rest[:at], added, rest[at:])
	for i, e := range r.Body {
		e.Index = i
	}
}

func varsOf(body ast.Body) ast.VarSet {
	vars := ast.NewVarSet()
	ast.WalkVars(body, func(v ast.Var) bool {
		vars.Add(v)
		return false
	})
	return vars
}

// coverableOf lists what tests may come to in the modules as they were written.
func coverableOf(names []string, modules map[string]*ast.Module) []coverable {
	var found []coverable
	rules := 0
	for _, name := range names {
		ast.WalkRules(modules[name], func(r *ast.Rule) bool {
			found = append(found, coverableAt(rules, true, r.Head.Location))
			of := rules
			rules++
			visitor := ast.NewGenericVisitor(func(x any) bool {
				switch x := x.(type) {
				case *ast.Rule:
					return x != r // an else is a rule by itself
				case *ast.Expr:
					if _, declares := x.Terms.(*ast.SomeDecl); !declares {
						found = append(found, coverableAt(of, false, x.Location))
					}
				}
				return false
			})
			visitor.Walk(r)
			return false
		})
	}
	return slices.DeleteFunc(found, func(c coverable) bool { return c.File == "" })
}

func coverableAt(rule int, head bool, l *ast.Location) coverable {
	if l == nil {
		return coverable{}
	}
	row, col := l.End()
	return coverable{Rule: rule, Head: head, EndRow: row, EndCol: col, position: positionOf(l)}
}
