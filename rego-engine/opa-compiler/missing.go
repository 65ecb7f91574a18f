package main

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// missingCheck looks for conditions of a rule that do not hold where the member of the input that they read is not
// there. OPA evaluates the operands of a call before the call, outside of a negation: where one is undefined, the
// negation is, too. The one exception is a negated equation.
type missingCheck struct {
	inputCheck
	compiler *ast.Compiler
	asked    []place // those whose absence some rule of the author asks for
}

// absencesIn are the places that a rule of the author's package tests for absence.
func (c *checker) absencesIn(modules map[string]*ast.Module) []place {
	var found []place
	for _, module := range modules {
		if c.isTest(module) {
			continue
		}
		for _, rule := range module.Rules {
			own := localsOf(rule)
			ast.WalkExprs(rule, func(expr *ast.Expr) bool {
				if term, ok := expr.Terms.(*ast.Term); ok && expr.Negated {
					if p, ok := own.placeOf(term); ok {
						found = append(found, p)
					}
				}
				return false
			})
		}
	}
	return found
}

// missingOf tells of the conditions of a rule, and of those that it reads, that a request passes by leaving a member
// out.
func (c *checker) missingOf(compiler *ast.Compiler, rule *ast.Rule, asked []place) {
	missingCheck{inputCheck{c, nil}, compiler, asked}.rule(rule)
}

func (c missingCheck) rule(rule *ast.Rule) {
	if c.missed[rule] {
		return
	}
	c.missed[rule] = true
	for r := rule; r != nil; r = r.Else {
		inside := missingCheck{inputCheck{c.checker, localsOf(r)}, c.compiler, c.asked}
		inside.conditions(r.Body)
	}
}

func (c missingCheck) conditions(body ast.Body) {
	present := append(c.presentIn(body), c.asked...)
	for _, expr := range body {
		for _, term := range c.absentIn(expr) {
			p, ok := c.placeOf(term)
			if !ok || !c.canBeLeftOut(p) || isCovered(p, present) {
				continue
			}
			c.warn(codeMissingPasses, expr.Location,
				"this does not hold where "+p.String()+" is missing: a request without it passes the rule",
				"write a rule that has `not "+p.String()+"`, or test what is permitted in a rule of its own and negate that")
			break
		}
		if !expr.Negated {
			c.follow(expr)
		}
	}
}

// follow looks at the rules that have to hold for the expression to hold.
func (c missingCheck) follow(expr *ast.Expr) {
	walkDirect(expr, func(term *ast.Term) {
		ref := term.Value.(ast.Ref)
		if ref[0].Equal(ast.DefaultRootDocument) {
			for _, rule := range c.compiler.GetRules(ref.GroundPrefix()) {
				if c.isOfAuthor(rule) {
					c.rule(rule)
				}
			}
		}
	})
}

func (c *checker) isOfAuthor(rule *ast.Rule) bool {
	path := stringsAfterData(rule.Module.Package.Path)
	return len(path) >= len(c.root) && slices.Equal(path[:len(c.root)], c.root)
}

// absentIn are the references of an expression that is meant to hold for whatever is not named, and that does not hold
// where one of them is undefined.
func (c missingCheck) absentIn(expr *ast.Expr) []*ast.Term {
	if len(expr.With) > 0 {
		return nil
	}
	switch terms := expr.Terms.(type) {
	case *ast.Term:
		if ref, ok := terms.Value.(ast.Ref); ok && expr.Negated && !ref[0].Equal(ast.InputRootDocument) {
			return refsIn(ref[1:])
		}
	case []*ast.Term:
		name := terms[0].String()
		isEquation := name == ast.Equality.Name || name == ast.Equal.Name
		if expr.Negated && !isEquation || name == ast.NotEqual.Name && !expr.Negated && !c.asksWhetherSaid(terms[1:]) {
			return refsIn(terms[1:])
		}
	}
	return nil
}

// asksWhetherSaid says whether a field is compared with nothing, or with the empty text.
func (c missingCheck) asksWhetherSaid(operands []*ast.Term) bool {
	for _, operand := range operands {
		literal := c.literalOf(operand)
		if literal != nil && (literal.Equal(ast.NullTerm()) || literal.Equal(ast.StringTerm(""))) {
			return true
		}
	}
	return false
}

// refsIn are the references and variables among the operands, and among those of the calls in them.
func refsIn(operands []*ast.Term) []*ast.Term {
	var found []*ast.Term
	for _, operand := range operands {
		switch value := operand.Value.(type) {
		case ast.Ref, ast.Var:
			found = append(found, operand)
		case ast.Call:
			if value[0].String() != ast.ObjectGet.Name {
				found = append(found, refsIn(value[1:])...)
			}
		}
	}
	return found
}

// presentIn are the places that the other conditions of a body need: one that names a place is meant for requests that
// have it. That a place is given a name says nothing.
func (c missingCheck) presentIn(body ast.Body) []place {
	var found []place
	for _, expr := range body {
		if isCallOf(expr, ast.Equality.Name) && namesLocal(expr) || len(c.absentIn(expr)) > 0 {
			continue
		}
		walkDirect(expr, func(term *ast.Term) {
			if p, ok := c.placeOf(term); ok {
				found = append(found, p)
			}
		})
		if terms, ok := expr.Terms.([]*ast.Term); ok && !expr.Negated {
			for _, term := range refsIn(terms[1:]) {
				if p, ok := c.placeOf(term); ok {
					found = append(found, p)
				}
			}
		}
	}
	return found
}

// namesLocal says whether an equation gives a variable its value.
func namesLocal(expr *ast.Expr) bool {
	for _, operand := range expr.Operands() {
		if _, ok := operand.Value.(ast.Var); ok {
			return true
		}
	}
	return false
}

// isCovered says whether one of the places is the same, or a part of it.
func isCovered(p place, others []place) bool {
	for _, other := range others {
		covers := len(other.steps) >= len(p.steps)
		for i := 0; covers && i < len(p.steps); i++ {
			covers = other.steps[i] != nil && p.steps[i].Compare(other.steps[i]) == 0
		}
		if covers {
			return true
		}
	}
	return false
}

// canBeLeftOut says whether who sends a request, or who describes a sandbox, may leave the member out. What only some
// questions have is no such member: for the others the rule is not meant.
func (c *checker) canBeLeftOut(p place) bool {
	if !p.isGround() {
		return false // one of several is asked for
	}
	node := c.schema
	for _, at := range p.steps {
		name, _ := at.(ast.String)
		if node.Type == "array" {
			return false // another path, say, is another request
		}
		if node = node.Properties[string(name)]; node == nil || node.Omissible {
			return true
		}
	}
	return false
}
