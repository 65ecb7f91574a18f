package main

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// The kind of question that has the fewest fields: what only others have is withheld from it, and asked again in them.
const kindOfTunnels = "connect"

// reach is what an evaluation comes to at a CONNECT, in order.
type reach struct {
	// opens: it comes to a field of requests before any condition on where the request goes.
	opens bool
	// request: it comes to a field of requests at all.
	request bool
	// narrows: a condition on where the request goes, or on who asks, ends it for others.
	narrows bool
	// ends: a condition on the kind of question ends it at every CONNECT.
	ends bool
}

// then is this reach followed by another.
func (r reach) then(next reach) reach {
	if r.ends {
		return reach{opens: r.opens, request: r.request || next.request, narrows: r.narrows, ends: true}
	}
	return reach{
		opens:   r.opens || next.opens && !r.narrows,
		request: r.request || next.request,
		narrows: r.narrows || next.narrows,
		ends:    next.ends,
	}
}

// tunnelCheck follows one rule as it is evaluated at a CONNECT.
type tunnelCheck struct {
	inputCheck
	compiler *ast.Compiler
}

// tunnelsOf tells of a rule that opens every tunnel, and of one that none is opened for.
func (c *checker) tunnelsOf(compiler *ast.Compiler, rule *ast.Rule) {
	check := tunnelCheck{inputCheck{c, localsOf(rule)}, compiler}
	for r := rule; r != nil; r = r.Else {
		check.bodyOf(r)
	}
}

func (c tunnelCheck) bodyOf(rule *ast.Rule) {
	var before reach
	var end *ast.Expr
	for _, expr := range rule.Body {
		next := c.expr(expr)
		now := before.then(next)
		if now.opens && !before.opens && !isNegated(expr) { // a negation closes the host at a CONNECT
			c.warn(codeOpensTunnels, expr.Location,
				"this comes to a field of requests at every CONNECT, so that every tunnel is opened to look inside",
				"test the host before: input.net.host, or a domain in input.net.suffixes")
			return
		}
		if now.ends && !before.ends && !before.request {
			end = expr
		}
		if end != nil && expr != end && next.request {
			c.warn(codeMissesTunnels, end.Location,
				"this ends the rule at every CONNECT, so that no tunnel is opened for it: what passes in one unopened is not asked",
				"leave it out: the rule is undefined for what has no such field")
			return
		}
		before = now
	}
}

func isNegated(expr *ast.Expr) bool {
	_, not := expr.Terms.(*ast.Not)
	return not || expr.Negated
}

// expr is what an expression comes to. In one expression a condition on the host counts as the first.
func (c tunnelCheck) expr(expr *ast.Expr) reach {
	var own, rules reach
	ast.NewGenericVisitor(func(x any) bool {
		term, ok := x.(*ast.Term)
		if !ok {
			return false
		}
		ref, ok := term.Value.(ast.Ref)
		if !ok {
			return false
		}
		if p, ok := c.placeOf(term); ok {
			own = own.beside(c.reachAt(p))
		} else if ref[0].Equal(ast.DefaultRootDocument) {
			rules = rules.beside(c.rulesAt(ref))
		}
		return false
	}).Walk(expr)
	return reach{
		opens:   (own.request && !rules.narrows || rules.opens) && !own.narrows,
		request: own.request || rules.request,
		narrows: own.narrows || rules.narrows,
		ends:    rules.ends || !expr.Negated && c.endsAtConnect(expr),
	}
}

// beside is what two parts of one expression come to.
func (r reach) beside(next reach) reach {
	return reach{r.opens || next.opens, r.request || next.request, r.narrows || next.narrows, r.ends || next.ends}
}

func (c tunnelCheck) reachAt(p place) reach {
	if c.isOfRequests(p) {
		return reach{request: true}
	}
	whole := len(p.steps) == 0 || p.is("net") || p.is("version") || p.is("kind")
	return reach{narrows: !whole}
}

// isOfRequests says whether a CONNECT has the object that holds the field, and not the field.
func (c *checker) isOfRequests(p place) bool {
	node, in := c.schema, true
	for i, step := range p.steps {
		next, known := node.member(step)
		if !known || next == nil {
			return false
		}
		if next.Kinds != nil {
			was := in
			in = slices.Contains(next.Kinds, kindOfTunnels)
			if i > 0 && was && !in {
				return true
			}
		}
		node = next
	}
	return false
}

// endsAtConnect says whether the expression asks for another kind of question.
func (c tunnelCheck) endsAtConnect(expr *ast.Expr) bool {
	terms, ok := expr.Terms.([]*ast.Term)
	if !ok || len(terms) != 3 {
		return false
	}
	for i, field := range terms[1:] {
		p, ok := c.placeOf(field)
		literal := c.literalOf(terms[2-i])
		if !ok || !p.is("kind") || literal == nil {
			continue
		}
		isConnect := literal.Value.Compare(ast.String(kindOfTunnels)) == 0
		switch terms[0].String() {
		case ast.Equality.Name, ast.Equal.Name:
			return !isConnect
		case ast.NotEqual.Name:
			return isConnect
		case ast.Member.Name:
			values := valuesIn(literal)
			return values != nil && !values[quoted(kindOfTunnels)]
		}
	}
	return false
}

// rulesAt is what the rules come to that a reference reads or calls: each once, however often they are named.
func (c tunnelCheck) rulesAt(ref ast.Ref) reach {
	name := ref.GroundPrefix().String()
	found, ok := c.named[name]
	if ok {
		return found
	}
	for i, rule := range c.compiler.GetRules(ref.GroundPrefix()) {
		next := c.ruleReach(rule)
		if i == 0 {
			found = next
			continue
		}
		found.opens = found.opens || next.opens
		found.request = found.request || next.request
		found.narrows = found.narrows && next.narrows
		found.ends = found.ends && next.ends
	}
	c.named[name] = found
	return found
}

func (c tunnelCheck) ruleReach(rule *ast.Rule) reach {
	if known, ok := c.reaches[rule]; ok {
		return known
	}
	c.reaches[rule] = reach{} // a rule that calls itself is refused later
	inside := tunnelCheck{inputCheck{c.checker, localsOf(rule)}, c.compiler}
	var found reach
	for _, expr := range rule.Body {
		found = found.then(inside.expr(expr))
	}
	c.reaches[rule] = found
	return found
}
