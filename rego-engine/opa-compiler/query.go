package main

import (
	"fmt"

	"github.com/open-policy-agent/opa/internal/planner"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/types"
)

const (
	// queryName is the entrypoint of a query, and its file in positions.
	queryName = "query"
	// capturePrefix begins the variables that hold values of expressions; no variable that is written begins so.
	capturePrefix = "^term"
)

// query is what is to be evaluated over the files, as `opa eval` takes it.
type query struct {
	// Text is one or more expressions.
	Text string `json:"text"`
	// Package is where its names are resolved, such as "repl"; none for the top.
	Package string `json:"package,omitempty"`
}

// expression is one of a query, as it was written.
type expression struct {
	Text string `json:"text"`
	// Variable holds its value in each answer; without one, the value is true.
	Variable string `json:"variable,omitempty"`
	position
}

// queryOf compiles the query of a request; its answers hold the variables of the query and the values of expressions.
func (a *answer) queryOf(compiler *ast.Compiler, req request) []planner.QuerySet {
	asked := req.Query
	if asked == nil {
		a.refuse(codeEntrypoint, fmt.Errorf("no query"))
		return nil
	}
	body, context, err := asked.parse(compiler)
	if err != nil {
		a.refuse(codeEntrypoint, err)
		return nil
	}
	captured := capture{compiler: compiler, variables: map[*ast.Expr]ast.Var{}}
	queries := compiler.QueryCompiler().
		WithContext(context).
		WithEnablePrintStatements(true).
		WithStageAfterID(ast.StageResolveRefs, ast.QueryCompilerStageDefinition{
			Name: "CaptureValues", MetricName: "capture_values", Stage: captured.rewrite,
		})
	compiled, err := queries.Compile(body)
	if err != nil {
		a.refuse(codeEntrypoint, err)
		return nil
	}
	a.Expressions = captured.expressions(compiled)
	a.Entrypoints = []string{queryName}
	return []planner.QuerySet{{
		Name:          queryName,
		Queries:       []ast.Body{compiled},
		RewrittenVars: queries.RewrittenVars(),
	}}
}

func (q query) parse(compiler *ast.Compiler) (ast.Body, *ast.QueryContext, error) {
	context := ast.NewQueryContext()
	if q.Package != "" {
		in, err := ast.ParsePackage("package " + q.Package)
		if err != nil {
			return nil, nil, err
		}
		context = context.WithPackage(in)
	}
	statements, _, err := ast.ParseStatementsWithOpts(queryName, q.Text, ast.ParserOptions{
		Capabilities: compiler.Capabilities(),
		RegoVersion:  ast.RegoV1,
	})
	if err != nil {
		return nil, nil, err
	}
	var body ast.Body
	for _, statement := range statements {
		switch statement := statement.(type) {
		case ast.Body:
			for _, expr := range statement {
				body.Append(expr)
			}
		case *ast.Comment:
		default:
			return nil, nil, fmt.Errorf("%s: no expression: %s", queryName, cut(fmt.Sprint(statement)))
		}
	}
	return body, context, nil
}

// capture gives each expression that has a value a variable for it, as OPA's package rego does.
type capture struct {
	compiler  *ast.Compiler
	variables map[*ast.Expr]ast.Var
}

func (c *capture) rewrite(_ ast.QueryCompiler, body ast.Body) (ast.Body, error) {
	// Where there may be several answers, those in which an expression is false are none.
	holds := len(body) > 1 || iterates(body)
	for _, expr := range body {
		if expr.Negated || expr.IsAssignment() || expr.IsEquality() {
			continue
		}
		value := c.variable(expr)
		if value == nil || !holds {
			continue
		}
		same := expr.Copy()
		same.Terms = value
		same.Generated = true
		same.With = nil
		body.Append(same)
	}
	return body, nil
}

// variable makes expr set a new variable to its value; nil where it has none.
func (c *capture) variable(expr *ast.Expr) *ast.Term {
	value := ast.VarTerm(fmt.Sprintf("%s%d", capturePrefix, len(c.variables)+1))
	switch terms := expr.Terms.(type) {
	case *ast.Term:
		expr.Terms = ast.Equality.Expr(terms, value).Terms
	case []*ast.Term:
		is := c.compiler.TypeEnv.GetByValue(terms[0].Value)
		if types.Void(is) || types.Arity(is) != len(terms)-1 {
			return nil
		}
		expr.Terms = append(terms, value)
	default:
		return nil
	}
	c.variables[expr] = value.Value.(ast.Var)
	return value
}

// expressions lists those of the query that were written.
func (c *capture) expressions(compiled ast.Body) []expression {
	var found []expression
	for _, expr := range compiled {
		if expr.Generated || expr.Location == nil {
			continue
		}
		found = append(found, expression{
			Text:     string(expr.Location.Text),
			Variable: string(c.variables[expr]),
			position: positionOf(expr.Location),
		})
	}
	return found
}

// iterates says whether x may have several answers: a reference with a variable in it, or a relation.
func iterates(x any) bool {
	found := false
	ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.Term:
			return found || ast.IsComprehension(x.Value)
		case ast.Ref:
			found = found || isIterating(x)
		}
		return found
	}).Walk(x)
	return found
}

func isIterating(ref ast.Ref) bool {
	if builtin := ast.BuiltinMap[ref.String()]; builtin != nil && builtin.Relation {
		return true
	}
	for _, term := range ref[1:] {
		if _, ok := term.Value.(ast.Var); ok {
			return true
		}
	}
	return false
}
