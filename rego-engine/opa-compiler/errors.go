package main

import (
	"errors"
	"fmt"

	"github.com/open-policy-agent/opa/v1/ast"
)

const (
	// codeEntrypoint: an entrypoint that is no path, or that nothing defines.
	codeEntrypoint = "entrypoint_error"
	// codePlan: OPA's compiler took the policy, its planner did not.
	codePlan = "rego_plan_error"
	// codeInternal: OPA failed in a way that is a fault of its own.
	codeInternal = "internal_error"

	maxErrors       = 500
	maxDetailLines  = 20
	maxMessageBytes = 4096
	maxDetailBytes  = 256
)

// refuse puts err into the answer: each of OPA's errors by itself, anything else under code.
func (a *answer) refuse(code string, err error) {
	var list ast.Errors
	var one *ast.Error
	switch {
	case errors.As(err, &list):
		for _, e := range list {
			a.add(problemOf(e))
		}
	case errors.As(err, &one):
		a.add(problemOf(one))
	default:
		a.add(problem{Code: code, Message: cut(err.Error())})
	}
}

func (a *answer) add(p problem) {
	if len(a.Errors) == maxErrors {
		a.ErrorsLeftOut++
		return
	}
	a.Errors = append(a.Errors, p)
}

func problemOf(e *ast.Error) problem {
	p := problem{Code: e.Code, Message: cut(e.Message), position: positionOf(e.Location)}
	if e.Details == nil {
		return p
	}
	for i, line := range e.Details.Lines() {
		if i == maxDetailLines {
			break
		}
		p.Details = append(p.Details, cutAt(line, maxDetailBytes))
	}
	return p
}

func positionOf(l *ast.Location) position {
	if l == nil {
		return position{}
	}
	return position{File: l.File, Row: l.Row, Col: l.Col}
}

// cut bounds what a name of a policy's author can add to an answer.
func cut(message string) string {
	return cutAt(message, maxMessageBytes)
}

func cutAt(text string, maxBytes int) string {
	if len(text) <= maxBytes {
		return text
	}
	return fmt.Sprintf("%s... (%d bytes)", text[:maxBytes], len(text))
}
