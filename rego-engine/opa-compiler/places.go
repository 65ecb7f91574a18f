package main

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// maxAliases bounds how many variables one stands for in turn.
const maxAliases = 32

// place is where in the input a term points to.
type place struct {
	steps []step
}

func (p place) String() string {
	var text strings.Builder
	text.WriteString("input")
	for _, at := range p.steps {
		switch at := at.(type) {
		case nil:
			text.WriteString("[_]")
		case ast.String:
			if ast.IsVarCompatibleString(string(at)) {
				text.WriteString("." + string(at))
			} else {
				text.WriteString("[" + quoted(string(at)) + "]")
			}
		default:
			text.WriteString("[" + at.String() + "]")
		}
	}
	return cutAt(text.String(), maxDetailBytes)
}

// is says whether the place is at these names.
func (p place) is(names ...string) bool {
	return len(p.steps) == len(names) && p.within(names...)
}

// within says whether the place is at these names or below.
func (p place) within(names ...string) bool {
	if len(p.steps) < len(names) {
		return false
	}
	for i, name := range names {
		if text, ok := p.steps[i].(ast.String); !ok || string(text) != name {
			return false
		}
	}
	return true
}

// isGround says whether it is one place, whatever the request.
func (p place) isGround() bool {
	for _, at := range p.steps {
		if at == nil {
			return false
		}
	}
	return true
}

// locals are what the variables of one rule stand for. OPA has given each a name of its own by then.
type locals struct {
	refs     map[ast.Var]ast.Ref
	literals map[ast.Var]*ast.Term
	uses     map[ast.Var]int
}

func localsOf(rule *ast.Rule) *locals {
	l := &locals{map[ast.Var]ast.Ref{}, map[ast.Var]*ast.Term{}, map[ast.Var]int{}}
	ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.Expr:
			l.learn(x)
		case *ast.Term:
			if v, ok := x.Value.(ast.Var); ok {
				l.uses[v]++
			}
		}
		return false
	}).Walk(rule)
	return l
}

func (l *locals) learn(expr *ast.Expr) {
	if every, ok := expr.Terms.(*ast.Every); ok {
		l.alias(every.Value, ast.RefTerm(append(refOf(every.Domain), ast.VarTerm("_"))...))
		return
	}
	if isCallOf(expr, ast.Equality.Name) && len(expr.Operands()) == 2 {
		l.alias(expr.Operand(0), expr.Operand(1))
		l.alias(expr.Operand(1), expr.Operand(0))
	}
}

func (l *locals) alias(name, of *ast.Term) {
	v, ok := name.Value.(ast.Var)
	if !ok {
		return
	}
	switch value := of.Value.(type) {
	case ast.Ref:
		l.refs[v] = value
	case ast.String, ast.Number, ast.Boolean, *ast.Array, ast.Set:
		if of.IsGround() {
			l.literals[v] = of
		}
	case ast.Call:
		if ref := refOfGet(value); ref != nil {
			l.refs[v] = ref
		}
	}
}

// refOf is a term as a reference; a variable is one without further parts.
func refOf(term *ast.Term) ast.Ref {
	switch value := term.Value.(type) {
	case ast.Ref:
		return value.Copy()
	case ast.Var:
		return ast.Ref{term}
	}
	return ast.Ref{ast.VarTerm("_")}
}

// refOfGet is the reference that object.get(object, key, default) stands for, where the key is a constant.
func refOfGet(call ast.Call) ast.Ref {
	if len(call) < 4 || call[0].String() != ast.ObjectGet.Name {
		return nil
	}
	ref := refOf(call[1])
	switch key := call[2].Value.(type) {
	case ast.String:
		return append(ref, call[2])
	case *ast.Array:
		key.Foreach(func(part *ast.Term) { ref = append(ref, part) })
		return ref
	}
	return nil
}

// placeOf is where in the input the term points to, if it does.
func (l *locals) placeOf(term *ast.Term) (place, bool) {
	switch value := term.Value.(type) {
	case ast.Ref:
		return l.resolve(value, 0)
	case ast.Var:
		return l.resolve(ast.Ref{term}, 0)
	}
	return place{}, false
}

func (l *locals) resolve(ref ast.Ref, depth int) (place, bool) {
	var found place
	if !ref[0].Equal(ast.InputRootDocument) {
		head, ok := ref[0].Value.(ast.Var)
		if !ok || depth == maxAliases || l.refs[head] == nil {
			return place{}, false
		}
		if found, ok = l.resolve(l.refs[head], depth+1); !ok {
			return place{}, false
		}
	}
	for _, term := range ref[1:] {
		found.steps = append(found.steps, l.step(term))
	}
	return found, true
}

func (l *locals) step(term *ast.Term) step {
	if v, ok := term.Value.(ast.Var); ok && l.literals[v] != nil {
		return l.step(l.literals[v])
	}
	if ast.IsScalar(term.Value) {
		return term.Value
	}
	return nil
}

// literalOf is the constant that the term is, if it is one.
func (l *locals) literalOf(term *ast.Term) *ast.Term {
	if v, ok := term.Value.(ast.Var); ok {
		return l.literals[v]
	}
	switch term.Value.(type) {
	case ast.Null, ast.Boolean, ast.Number, ast.String, *ast.Array, ast.Set, ast.Object:
		return term
	}
	return nil
}

func isCallOf(expr *ast.Expr, name string) bool {
	return expr.IsCall() && expr.Operator().String() == name
}
