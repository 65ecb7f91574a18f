package main

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/util"
)

// resolved looks at what the rules read and compare, once names are resolved and before calls are taken apart.
func (c *checker) resolved(compiler *ast.Compiler) {
	absences := c.absencesIn(compiler.Modules)
	for _, name := range util.KeysSorted(compiler.Modules) {
		module := compiler.Modules[name]
		if c.isTest(module) {
			continue
		}
		for _, r := range module.Rules {
			c.inputOf(r)
			if c.isAnswer(module, r) {
				c.tunnelsOf(compiler, r)
				c.missingOf(compiler, r, absences)
			}
		}
	}
}

// inputCheck looks at one rule.
type inputCheck struct {
	*checker
	*locals
}

func (c *checker) inputOf(rule *ast.Rule) {
	check := inputCheck{c, localsOf(rule)}
	for r := rule; r != nil; r = r.Else {
		check.body(r.Body)
		check.operand(r.Head.Key)
		check.operand(r.Head.Value)
	}
}

func (c inputCheck) body(body ast.Body) {
	known := factsOf(c)
	for _, expr := range body {
		c.expr(expr)
		known.learn(expr)
	}
}

func (c inputCheck) expr(expr *ast.Expr) {
	c.at = expr.Location
	switch terms := expr.Terms.(type) {
	case *ast.Term:
		c.term(terms, true)
	case []*ast.Term:
		if !replacesInput(expr) {
			c.call(terms[0].String(), terms[1:])
		}
	case *ast.Every:
		c.operand(terms.Domain)
		c.body(terms.Body)
	case *ast.Not:
		c.body(terms.Body)
	case *ast.LogicalAnd:
		c.body(terms.Lhs)
		c.body(terms.Rhs)
	case *ast.LogicalOr:
		c.body(terms.Lhs)
		c.body(terms.Rhs)
	}
	for _, with := range expr.With {
		c.operand(with.Value)
	}
}

func replacesInput(expr *ast.Expr) bool {
	for _, with := range expr.With {
		if ref, ok := with.Target.Value.(ast.Ref); ok && ref[0].Equal(ast.InputRootDocument) {
			return true
		}
	}
	return false
}

func (c inputCheck) call(name string, args []*ast.Term) {
	if len(args) >= 2 {
		c.compared(name, args)
	}
	for i, arg := range args {
		c.term(arg, c.asksPresence(name, args, i))
	}
}

func (c inputCheck) compared(name string, args []*ast.Term) {
	switch name {
	case ast.Equality.Name, ast.Equal.Name, ast.NotEqual.Name:
		c.compare(name, args[0], args[1])
		c.compare(name, args[1], args[0])
	case ast.Member.Name:
		c.memberOf(args[0], args[1])
	case ast.StartsWith.Name, ast.EndsWith.Name, ast.Contains.Name:
		c.partOf(name, args[0], args[1])
	case ast.ObjectGet.Name:
		c.got(args)
	}
}

// asksPresence says whether the argument of a call stands there only to ask whether it is there.
func (c inputCheck) asksPresence(name string, args []*ast.Term, i int) bool {
	if len(args) != 2 {
		return false
	}
	other := args[1-i]
	switch name {
	case ast.Equality.Name:
		v, ok := other.Value.(ast.Var)
		return ok && c.uses[v] == 1
	case ast.NotEqual.Name:
		_, null := other.Value.(ast.Null)
		return null
	}
	return false
}

// operand looks at a term whose value is used.
func (c inputCheck) operand(term *ast.Term) {
	if term != nil {
		c.term(term, false)
	}
}

func (c inputCheck) term(term *ast.Term, presence bool) {
	switch value := term.Value.(type) {
	case ast.Ref:
		c.reads(term, value, presence)
	case ast.Call:
		c.call(value[0].String(), value[1:])
	case *ast.Array:
		value.Foreach(c.operand)
	case ast.Set:
		value.Foreach(c.operand)
	case ast.Object:
		value.Foreach(func(key, member *ast.Term) {
			c.operand(key)
			c.operand(member)
		})
	case *ast.ArrayComprehension:
		c.body(value.Body)
		c.operand(value.Term)
	case *ast.SetComprehension:
		c.body(value.Body)
		c.operand(value.Term)
	case *ast.ObjectComprehension:
		c.body(value.Body)
		c.operand(value.Key)
		c.operand(value.Value)
	case *ast.TemplateString:
		for _, part := range value.Parts {
			switch part := part.(type) {
			case *ast.Expr:
				c.expr(part)
			case *ast.Term:
				c.operand(part)
			}
		}
	}
}

func (c inputCheck) reads(term *ast.Term, ref ast.Ref, presence bool) {
	for _, part := range ref {
		if _, nested := part.Value.(ast.Ref); nested || !ast.IsScalar(part.Value) {
			c.operand(part)
		}
	}
	if p, ok := c.placeOf(term); ok {
		c.readsAt(term.Location, p, presence, false)
	}
}

// readsAt follows a place through the schema. OPA itself reports what is missing on the way, unless the way leads
// through an object of any members, or the place was not written as a reference.
func (c inputCheck) readsAt(at *ast.Location, p place, presence, unseenByOPA bool) {
	node := c.schema
	for i, step := range p.steps {
		unseenByOPA = unseenByOPA || node.isOpen()
		next, known := node.member(step)
		if !known {
			return
		}
		if next == nil {
			nothing := c.nothingAt(at, node, place{p.steps[:i]}, step)
			if unseenByOPA {
				c.add(nothing)
			} else {
				c.leave(nothing)
			}
			return
		}
		here := place{p.steps[:i+1]}
		if next.presenceOnly() && (!presence || i+1 < len(p.steps)) {
			c.withheld(at, here)
			return
		}
		c.readability(at, next, here)
		node = next
	}
}

func (c inputCheck) nothingAt(at *ast.Location, node *schema, p place, step step) finding {
	said, help := p.String()+" is "+article(node.Type)+": nothing is in it", node.Help
	if node.Type == "object" || node.Type == "array" {
		said, help = p.String()+" has no "+cut(step.String()), helpFor(node, p, step)
	}
	return c.findingAt(codeUnknownField, at, said, help)
}

func helpFor(node *schema, p place, step step) string {
	name, text := step.(ast.String)
	switch {
	case node.Type == "array" && text:
		return "it is a list: " + quoted(string(name)) + " in " + p.String()
	case !text:
		return ""
	case node.PropertyNames != nil:
		lower := ast.String(strings.ToLower(string(name)))
		return join(node.PropertyNames.Help, "write "+place{append(p.steps[:len(p.steps):len(p.steps)], lower)}.String())
	}
	return nearestMember(node, p, string(name))
}

// nearestMember names the member of an object that is meant, or all that it has.
func nearestMember(node *schema, p place, name string) string {
	names := shownNames(node.Properties)
	if found := near(name, names); found != "" {
		return "write " + place{append(p.steps[:len(p.steps):len(p.steps)], ast.String(found))}.String()
	}
	if len(names) == 0 {
		return ""
	}
	return p.String() + " has " + strings.Join(names, ", ")
}

func join(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, "; ")
}

func (c inputCheck) withheld(at *ast.Location, p place) {
	presence := p.String()
	c.fail(codeWithheldHeader, at, "what "+presence+" says is withheld: a rule sees only that it is there, as []",
		"ask for its presence: "+presence+", or not "+presence)
}

func (c inputCheck) readability(at *ast.Location, node *schema, p place) {
	if node.Withheld {
		c.warn(codeUnreadableField, at,
			p.String()+" is never shown: every request that comes to this rule is refused as unreadable",
			"read another field, or test the host first so that few requests come here")
	}
	if node.Unknown != "" {
		c.warn(codeUnreadableField, at,
			node.Unknown+" that comes to this rule is refused as unreadable: "+p.String()+" is not known of it",
			"test the host and the method first, so that few requests come here")
	}
}

// schemaAt is the schema at a place; static says whether OPA's type checker sees it.
func (c *checker) schemaAt(p place) (node *schema, static bool) {
	node, static = c.schema, true
	for _, step := range p.steps {
		static = static && !node.isOpen()
		next, known := node.member(step)
		if !known || next == nil {
			return nil, static
		}
		node = next
	}
	return node, static
}

// got looks at object.get: a key that is never there always answers the default.
func (c inputCheck) got(args []*ast.Term) {
	call := append(ast.Call{ast.RefTerm(ast.ObjectGet.Ref()...)}, args...)
	if ref := refOfGet(call); ref != nil {
		if p, ok := c.resolve(ref, 0); ok {
			c.readsAt(args[1].Location, p, true, true)
		}
	}
}
