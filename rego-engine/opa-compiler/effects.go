package main

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/util"
)

// The sets that are read from an author, and what a member of each may hold.
const (
	setOfDenies      = "deny"
	setOfObligations = "obligations"
)

var (
	answers     = []string{setOfDenies, setOfObligations}
	obligations = []string{"intercept", "rate", "redact"}
	modes       = []string{"enforce", "report"}
)

// isAnswer says whether the rule is one that is read from the author's package itself.
func (c *checker) isAnswer(m *ast.Module, r *ast.Rule) bool {
	return slices.Equal(stringsAfterData(m.Package.Path), c.root) && slices.Contains(answers, nameOf(r))
}

func nameOf(r *ast.Rule) string {
	if name, ok := r.Head.Ref()[0].Value.(ast.Var); ok {
		return string(name)
	}
	return r.Head.Name.String()
}

// written looks at the modules as their author wrote them.
func (c *checker) written(names []string, modules map[string]*ast.Module) {
	for _, name := range names {
		module := modules[name]
		for _, r := range module.Rules {
			c.unusedIn(r)
			if c.isAnswer(module, r) && r.Head.RuleKind() == ast.MultiValue {
				c.added(r)
			}
		}
	}
}

// unusedIn tells of variables that a rule declares and never names again.
func (c *checker) unusedIn(rule *ast.Rule) {
	declared := map[ast.Var]*ast.Term{}
	count := map[ast.Var]int{}
	ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.SomeDecl:
			for _, symbol := range x.Symbols {
				declare(declared, symbol)
			}
		case *ast.Expr:
			if isCallOf(x, ast.Assign.Name) && len(x.Operands()) == 2 {
				declare(declared, x.Operand(0))
			}
		case *ast.Term:
			if v, ok := x.Value.(ast.Var); ok {
				count[v]++
			}
		}
		return false
	}).Walk(rule)
	for _, v := range util.KeysSorted(declared) {
		if count[v] == 1 {
			c.warn(codeUnusedLocal, declared[v].Location, string(v)+" is never used", "leave it out, or write _ in its place")
		}
	}
}

// declare takes what a declaration names: some x, some k, v in xs, or x := ....
func declare(declared map[ast.Var]*ast.Term, term *ast.Term) {
	switch value := term.Value.(type) {
	case ast.Var:
		if !value.IsWildcard() && !value.IsGenerated() {
			declared[value] = term
		}
	case *ast.Array:
		value.Foreach(func(part *ast.Term) { declare(declared, part) })
	case ast.Call:
		for _, part := range value[1 : len(value)-1] { // some k, v in xs
			declare(declared, part)
		}
	}
}

// added looks at what a rule adds to one of the sets.
func (c *checker) added(rule *ast.Rule) {
	member := valueOf(rule, rule.Head.Key)
	if member == nil {
		return
	}
	object, isObject := member.Value.(ast.Object)
	if nameOf(rule) == setOfObligations {
		c.obligation(rule, member, object)
		return
	}
	if !isObject {
		if isOtherThanObject(member) {
			c.malformed(member.Location, rule, "it is no object")
		}
		return
	}
	c.deny(rule, object)
}

func (c *checker) malformed(at *ast.Location, rule *ast.Rule, why string) {
	if at == nil {
		at = rule.Location
	}
	c.warn(codeMalformedDeny, at, "this deny refuses without its name and words, as malformed: "+why,
		`write deny contains {"rule": "a-name", "message": "why"} if ...`)
}

func (c *checker) deny(rule *ast.Rule, object ast.Object) {
	for _, name := range []string{"rule", "message"} {
		term := object.Get(ast.InternedTerm(name))
		switch {
		case term == nil && name == "message" && len(rule.Annotations) > 0:
		case term == nil:
			c.malformed(rule.Head.Key.Location, rule, "it has no "+quoted(name))
		case isOtherThanText(term):
			c.malformed(term.Location, rule, quoted(name)+" is no string")
		}
	}
	if mode := object.Get(ast.InternedTerm("mode")); mode != nil {
		c.mode(mode)
	}
}

// mode refuses a deny of which it is known beforehand that it is neither enforced nor only reported.
func (c *checker) mode(term *ast.Term) {
	word, isText := term.Value.(ast.String)
	if isOtherThanText(term) || (isText && !slices.Contains(modes, string(word))) {
		c.fail(codeUnknownMode, term.Location, "a deny has no mode "+cutAt(term.String(), maxDetailBytes),
			`write "report" to record what it would refuse, or leave the mode out to refuse it`)
	}
}

func (c *checker) obligation(rule *ast.Rule, member *ast.Term, object ast.Object) {
	if object == nil {
		if isOtherThanObject(member) {
			c.fail(codeUnknownObligation, member.Location,
				"an obligation is an object: this one refuses every request that comes to it",
				`write obligations contains {"intercept": true} if ...`)
		}
		return
	}
	object.Foreach(func(key, _ *ast.Term) {
		name, ok := key.Value.(ast.String)
		if !ok || slices.Contains(obligations, string(name)) {
			return
		}
		help := "the obligations are " + strings.Join(obligations, ", ")
		if meant := near(string(name), obligations); meant != "" {
			help = "write " + quoted(meant)
		}
		c.fail(codeUnknownObligation, key.Location,
			"nobody can meet the obligation "+cutAt(key.String(), maxDetailBytes)+": every request that comes to it is refused", help)
	})
}

// valueOf is what a variable of the head is assigned in the body, or the term itself.
func valueOf(rule *ast.Rule, term *ast.Term) *ast.Term {
	name, ok := term.Value.(ast.Var)
	if !ok {
		return term
	}
	for _, expr := range rule.Body {
		if isCallOf(expr, ast.Assign.Name) && len(expr.Operands()) == 2 && expr.Operand(0).Value.Compare(name) == 0 {
			return expr.Operand(1)
		}
	}
	return nil
}

func isOtherThanObject(term *ast.Term) bool {
	switch value := term.Value.(type) {
	case ast.String, ast.Number, ast.Boolean, ast.Null, *ast.Array, ast.Set, *ast.ArrayComprehension, *ast.SetComprehension:
		return true
	case *ast.TemplateString:
		return true
	case ast.Call:
		return value[0].String() == ast.Sprintf.Name || value[0].String() == ast.Concat.Name
	}
	return false
}

func isOtherThanText(term *ast.Term) bool {
	switch term.Value.(type) {
	case ast.Number, ast.Boolean, ast.Null, *ast.Array, ast.Set, ast.Object:
		return true
	}
	return false
}

// unread tells of rules that neither the entrypoints nor a test come to, by OPA's own graph.
func (c *checker) unread(compiler *ast.Compiler, names []string, entrypoints []string) {
	read := map[*ast.Rule]bool{}
	var waiting []*ast.Rule
	for _, entrypoint := range entrypoints {
		if ref, err := entrypointRef(entrypoint); err == nil {
			waiting = append(waiting, compiler.GetRules(ref)...)
		}
	}
	for _, name := range names {
		for _, r := range compiler.Modules[name].Rules {
			if c.isTest(compiler.Modules[name]) || isTestName(nameOf(r)) {
				waiting = append(waiting, r)
			}
		}
	}
	for len(waiting) > 0 {
		rule := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		if read[rule] {
			continue
		}
		read[rule] = true
		for next := range compiler.Graph.Dependencies(rule) {
			waiting = append(waiting, next.(*ast.Rule))
		}
	}
	c.tellUnread(compiler, names, read)
}

func isTestName(name string) bool {
	return strings.HasPrefix(name, testPrefix) || strings.HasPrefix(name, skipPrefix)
}

func (c *checker) tellUnread(compiler *ast.Compiler, names []string, read map[*ast.Rule]bool) {
	told := map[string]bool{}
	for _, name := range names {
		module := compiler.Modules[name]
		for _, r := range module.Rules {
			ref := r.Ref().String()
			if read[r] || told[ref] || nameOf(r) == "allow" {
				continue
			}
			told[ref] = true
			c.warn(codeUnreadRule, r.Location, unreadMessage(r), c.unreadHelp(module, r))
		}
	}
}

func unreadMessage(r *ast.Rule) string {
	if len(r.Head.Args) > 0 {
		return "nothing calls the function " + cut(nameOf(r)) + ": it has no effect"
	}
	return "nothing reads the rule " + cut(nameOf(r)) + ": it has no effect"
}

func (c *checker) unreadHelp(module *ast.Module, r *ast.Rule) string {
	name := nameOf(r)
	if slices.Contains(answers, name) {
		return "write package " + strings.Join(c.root, ".") + ": only its deny and obligations are read"
	}
	if meant := near(name, answers); meant != "" && slices.Equal(stringsAfterData(module.Package.Path), c.root) {
		return "write " + meant + ": only deny and obligations are read"
	}
	return "read it in deny or obligations, or remove it"
}
