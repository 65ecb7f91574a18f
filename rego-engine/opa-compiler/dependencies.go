package main

import (
	"slices"

	"github.com/open-policy-agent/opa/internal/planner"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/dependencies"
)

// dependencies answers what the queries depend on, by OPA's own analysis: base documents, which come from outside, and
// virtual ones, which are rules.
func (a *answer) dependencies(compiler *ast.Compiler, queries []planner.QuerySet) {
	for _, query := range queries {
		base, err := dependencies.Base(compiler, query.Queries[0])
		if err == nil {
			a.Base = append(a.Base, textsOf(base)...)
			base, err = dependencies.Virtual(compiler, query.Queries[0])
		}
		if err != nil {
			a.refuse(codeInternal, err)
			return
		}
		a.Virtual = append(a.Virtual, textsOf(base)...)
	}
	slices.Sort(a.Base)
	slices.Sort(a.Virtual)
	a.Base = slices.Compact(a.Base)
	a.Virtual = slices.Compact(a.Virtual)
}

func textsOf(refs []ast.Ref) []string {
	texts := make([]string, 0, len(refs))
	for _, ref := range refs {
		texts = append(texts, cut(ref.String()))
	}
	return texts
}
