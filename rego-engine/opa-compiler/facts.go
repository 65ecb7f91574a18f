package main

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// fileOf says what a parsed module declares.
func fileOf(name string, m *ast.Module) file {
	f := file{Name: name, Package: stringsAfterData(m.Package.Path)}
	if l := m.Package.Location; l != nil {
		f.Row, f.Col = l.Row, l.Col
	}
	for _, r := range m.Rules {
		f.Rules = append(f.Rules, ruleOf(r))
	}
	return f
}

func ruleOf(r *ast.Rule) rule {
	ref := r.Head.Ref()
	found := rule{Ref: cut(ref.String()), Kind: kindOf(r)}
	if name, ok := ref[0].Value.(ast.Var); ok {
		found.Name = string(name)
	}
	if r.Location != nil {
		found.Row, found.Col = r.Location.Row, r.Location.Col
	}
	found.Key = ruleKeyOf(r.Head)
	for _, said := range r.Annotations {
		if said.Scope == "rule" {
			found.Title, found.Description = cut(said.Title), cut(said.Description)
		}
	}
	return found
}

// ruleKeyOf is the name that a deny gives itself: of contains {"rule": "no-gist", ...}, "no-gist".
func ruleKeyOf(head *ast.Head) string {
	if head.RuleKind() != ast.MultiValue || head.Key == nil {
		return ""
	}
	if object, ok := head.Key.Value.(ast.Object); ok {
		if term := object.Get(ast.InternedTerm("rule")); term != nil {
			if name, ok := term.Value.(ast.String); ok {
				return cut(string(name))
			}
		}
	}
	return ""
}

func kindOf(r *ast.Rule) string {
	switch {
	case len(r.Head.Args) > 0:
		return "function"
	case r.Head.RuleKind() == ast.MultiValue:
		return "set"
	default:
		return "value"
	}
}

// dataRefsOf lists what the compiled modules reach below data. It looks at them after all names are resolved, so an
// import, an alias or a rule named without its package shows as the path it stands for.
func dataRefsOf(names []string, modules map[string]*ast.Module) []dataRef {
	var found []dataRef
	seen := map[string]bool{}
	for _, name := range names {
		var at *ast.Location
		within := modules[name].Package.Path.String()
		visit := func(x any) bool {
			if l := locationOf(x); l != nil {
				at = l
			}
			if ref, ok := x.(ast.Ref); ok && ref.HasPrefix(ast.DefaultRootRef) {
				path := stringsAfterData(ref)
				if key := strings.Join(append(path, within), "\x00"); !seen[key] {
					seen[key] = true
					found = append(found, dataRef{Path: path, position: positionOf(at)})
				}
			}
			return false
		}
		for _, r := range modules[name].Rules {
			ast.NewGenericVisitor(visit).Walk(r)
		}
	}
	return found
}

func locationOf(x any) *ast.Location {
	switch n := x.(type) {
	case *ast.Rule:
		return n.Location
	case *ast.Expr:
		return n.Location
	case *ast.Term:
		return n.Location
	case *ast.With:
		return n.Location
	}
	return nil
}

// stringsAfterData is the constant beginning of a reference, less its head.
func stringsAfterData(ref ast.Ref) []string {
	path := make([]string, 0, len(ref))
	for _, term := range ref[1:] {
		s, ok := term.Value.(ast.String)
		if !ok {
			break
		}
		path = append(path, string(s))
	}
	return path
}
