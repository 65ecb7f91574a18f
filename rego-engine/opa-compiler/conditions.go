package main

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/util"
)

// conditions are what the expressions of one body ask of the input together.
type conditions struct {
	inputCheck
	of    map[string]*condition
	empty bool
}

// condition is what one field must be: one of allowed, if any are named, and none of excluded.
type condition struct {
	allowed  map[string]bool
	excluded map[string]bool
}

func factsOf(c inputCheck) *conditions {
	return &conditions{inputCheck: c, of: map[string]*condition{}}
}

// learn takes what an expression asks for. It tells of the first that cannot hold with those before it.
func (c *conditions) learn(expr *ast.Expr) {
	if c.empty || len(expr.With) > 0 {
		return
	}
	if !expr.Negated {
		c.kinds(expr)
	}
	if terms, ok := expr.Terms.([]*ast.Term); ok && len(terms) == 3 {
		c.compared(expr, terms[0].String(), terms[1], terms[2])
	}
}

func (c *conditions) compared(expr *ast.Expr, name string, a, b *ast.Term) {
	switch name {
	case ast.Equality.Name, ast.Equal.Name:
		c.oneOf(expr, a, c.literalOf(b), expr.Negated)
		c.oneOf(expr, b, c.literalOf(a), expr.Negated)
	case ast.NotEqual.Name:
		if !expr.Negated {
			c.oneOf(expr, a, c.literalOf(b), true)
			c.oneOf(expr, b, c.literalOf(a), true)
		}
	case ast.Member.Name:
		if p, ok := c.groundPlace(a); ok && !expr.Negated {
			c.narrow(expr, p, valuesIn(c.literalOf(b)), false)
		}
	}
}

func (c *conditions) oneOf(expr *ast.Expr, field, literal *ast.Term, not bool) {
	if p, ok := c.groundPlace(field); ok && literal != nil && ast.IsScalar(literal.Value) {
		c.narrow(expr, p, map[string]bool{literal.String(): true}, not)
	}
}

func (c *conditions) groundPlace(term *ast.Term) (string, bool) {
	p, ok := c.placeOf(term)
	return p.String(), ok && p.isGround()
}

// valuesIn are the constants of a collection; nil where it is not known.
func valuesIn(collection *ast.Term) map[string]bool {
	if collection == nil {
		return nil
	}
	found := map[string]bool{}
	known := true
	each := func(term *ast.Term) {
		known = known && ast.IsScalar(term.Value)
		found[term.String()] = true
	}
	switch value := collection.Value.(type) {
	case *ast.Array:
		value.Foreach(each)
	case ast.Set:
		value.Foreach(each)
	default:
		return nil
	}
	if !known {
		return nil
	}
	return found
}

func (c *conditions) narrow(expr *ast.Expr, field string, values map[string]bool, not bool) {
	if values == nil || c.empty {
		return
	}
	known := c.of[field]
	if known == nil {
		known = &condition{excluded: map[string]bool{}}
		c.of[field] = known
	}
	known.take(values, not)
	if known.allowed != nil && len(known.allowed) == 0 {
		c.empty = true
		c.warn(codeNeverTrue, expr.Location,
			"this never holds beside the conditions before it: "+field+" would have to be two things at once",
			"write a rule for each, or "+field+" in {...}")
	}
}

func (k *condition) take(values map[string]bool, not bool) {
	if not {
		for value := range values {
			k.excluded[value] = true
			delete(k.allowed, value)
		}
		return
	}
	left := map[string]bool{}
	for value := range values {
		if (k.allowed == nil || k.allowed[value]) && !k.excluded[value] {
			left[value] = true
		}
	}
	k.allowed = left
}

// kinds takes that a field that an expression reads is there for some kinds of question only.
func (c *conditions) kinds(expr *ast.Expr) {
	walkDirect(expr, func(term *ast.Term) {
		p, ok := c.placeOf(term)
		if !ok || c.empty {
			return
		}
		kinds := c.kindsAt(p)
		if len(kinds) == 0 {
			return
		}
		known := c.of["input.kind"]
		if known == nil {
			known = &condition{excluded: map[string]bool{}}
			c.of["input.kind"] = known
		}
		before := util.KeysSorted(known.allowed)
		known.take(kinds, false)
		if len(known.allowed) == 0 {
			c.empty = true
			c.warn(codeNeverTrue, expr.Location, "this never holds beside the conditions before it: "+p.String()+
				" is there only where input.kind is "+orList(util.KeysSorted(kinds)), kindsHelp(before))
		}
	})
}

func kindsHelp(before []string) string {
	if len(before) == 0 {
		return "leave one of the conditions out"
	}
	return "before, input.kind is " + orList(before) + ": leave one of the conditions out"
}

func orList(words []string) string {
	text := ""
	for i, word := range words {
		switch {
		case i == 0:
		case i == len(words)-1:
			text += " or "
		default:
			text += ", "
		}
		text += word
	}
	return text
}

// kindsAt are the kinds of question that have the place; none where all have.
func (c *checker) kindsAt(p place) map[string]bool {
	node := c.schema
	var kinds []string
	for _, step := range p.steps {
		next, known := node.member(step)
		if !known || next == nil {
			break
		}
		if next.Kinds != nil && !next.Withheld {
			kinds = next.Kinds
		}
		node = next
	}
	found := map[string]bool{}
	for _, kind := range kinds {
		found[quoted(kind)] = true
	}
	return found
}

// walkDirect visits the references of an expression that must be there for it to hold: none in a comprehension, a
// negation, or a look-up with a default.
func walkDirect(expr *ast.Expr, visit func(*ast.Term)) {
	ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.ArrayComprehension, *ast.SetComprehension, *ast.ObjectComprehension, *ast.Every, *ast.Not, *ast.LogicalOr:
			return true
		case *ast.Expr:
			return x.Negated || isCallOf(x, ast.ObjectGet.Name)
		case ast.Call:
			return slices.Contains([]string{ast.ObjectGet.Name}, x[0].String())
		case *ast.Term:
			if _, ref := x.Value.(ast.Ref); ref {
				visit(x)
			}
		}
		return false
	}).Walk(expr)
}
