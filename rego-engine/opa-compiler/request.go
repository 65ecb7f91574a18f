package main

import (
	"encoding/json"

	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/types"
)

const (
	// kindPlan asks for a plan of the entrypoints.
	kindPlan = ""
	// kindTests asks for a plan whose entrypoints are the tests in the files, with what they print kept.
	kindTests = "tests"
	// kindFormat asks for the files as OPA formats them.
	kindFormat = "format"
	// kindUpgrade asks for the files formatted so that they mean the same as Rego version 0 and 1.
	kindUpgrade = "upgrade"
	// kindDependencies asks what the entrypoints depend on.
	kindDependencies = "dependencies"
	// kindModule asks for a module of WebAssembly in place of the plan.
	kindModule = "module"
	// kindQuery asks for a plan of one query over the files, with what is printed kept.
	kindQuery = "query"
)

// request is one compilation: a closed world of Rego files and what is to be asked of it.
type request struct {
	// Kind says what is asked; nothing stands for kindPlan.
	Kind string `json:"kind,omitempty"`
	// Files maps a file's name, as positions show it, to its text.
	Files map[string]string `json:"files"`
	// V0 names the files that are written in Rego version 0; the others are in version 1.
	V0 []string `json:"v0,omitempty"`
	// Entrypoints are slash paths below data, for example "sallyport/decision"; each becomes a plan of that name.
	// The empty path is data itself.
	Entrypoints []string `json:"entrypoints"`
	// Query is what kindQuery asks, in place of entrypoints.
	Query *query `json:"query,omitempty"`
	// SkipMissing leaves entrypoints out that no rule and no package defines, instead of refusing them.
	SkipMissing bool `json:"skip_missing"`
	// Strict turns OPA's strict checks on (unused variables and imports, shadowed input, deprecated builtins).
	Strict bool `json:"strict"`
	// Without names builtins that are not there, beside those of impureBuiltins.
	Without []string `json:"without"`
	// Builtins maps the names of functions that the host has beside OPA's to what each takes and answers, as in OPA's
	// capabilities.
	Builtins map[string]*types.Function `json:"builtins,omitempty"`
	// Schemas maps slash paths below "schema" to JSON Schemas. "lists" describes data.lists in all packages, and
	// "lists/teams" data.lists.teams; annotations may name any.
	Schemas map[string]json.RawMessage `json:"schemas,omitempty"`
	// Checks are asked of a policy of an author; without them only OPA's own are.
	Checks *checks `json:"checks,omitempty"`
}

// answer holds a plan or errors, never both; files and refs say what was found on the way, as far as it went.
type answer struct {
	Plan *ir.Policy `json:"-"`
	// Entrypoints are those that the plan answers.
	Entrypoints []string `json:"entrypoints,omitempty"`
	Files       []file   `json:"files,omitempty"`
	// DataRefs is complete when there is a plan; beside errors it may lack some.
	DataRefs []dataRef `json:"data_refs,omitempty"`
	// Tests and Coverable answer kindTests, in no order.
	Tests     []test      `json:"tests,omitempty"`
	Coverable []coverable `json:"coverable,omitempty"`
	// Expressions answer kindQuery, in the order of the query.
	Expressions []expression `json:"expressions,omitempty"`
	// Formatted answers kindFormat and kindUpgrade: file name to text.
	Formatted map[string]string `json:"formatted,omitempty"`
	// Module answers kindModule.
	Module []byte `json:"module,omitempty"`
	// Base and Virtual answer kindDependencies: references as Rego writes them, sorted.
	Base    []string  `json:"base,omitempty"`
	Virtual []string  `json:"virtual,omitempty"`
	Errors  []problem `json:"errors,omitempty"`
	// ErrorsLeftOut counts the errors beyond maxErrors.
	ErrorsLeftOut int `json:"errors_left_out,omitempty"`
	// Findings answer Checks, beside a plan or errors; FindingsLeftOut counts those beyond maxFindings.
	Findings        []finding `json:"findings,omitempty"`
	FindingsLeftOut int       `json:"findings_left_out,omitempty"`
}

// file is what a module that parsed says about itself, before anything is resolved.
type file struct {
	Name string `json:"name"`
	// Package is the path below data: "package a.b" is ["a", "b"].
	Package []string `json:"package"`
	Row     int      `json:"row"`
	Col     int      `json:"col"`
	Rules   []rule   `json:"rules,omitempty"`
}

// rule is the head of one rule, once for each definition.
type rule struct {
	// Name is the first part of the head's reference, the name that the package exports.
	Name string `json:"name"`
	// Ref is the whole reference of the head, as written: "allow", "limits.rate", "routes[host]".
	Ref string `json:"ref"`
	// Kind is "set" (contains), "function" or "value".
	Kind string `json:"kind"`
	Row  int    `json:"row"`
	Col  int    `json:"col"`
	// Key is the constant that the key of a set's head, an object, holds as "rule"; none where it holds no such.
	Key string `json:"key,omitempty"`
	// Title and Description are those of the annotations of this rule (scope "rule").
	Title       string `json:"title,omitempty"`
	Description string `json:"description,omitempty"`
}

// dataRef is a place below data that the compiled modules read, replace or call; each path once in a package, at its
// first position.
type dataRef struct {
	// Path is the constant beginning of the reference, below data; what follows it may be anything.
	Path []string `json:"path"`
	position
}

// test is a rule that is run as a test.
type test struct {
	// Package is the path as a reference, "data.web_test"; Name what follows it.
	Package string `json:"package"`
	Name    string `json:"name"`
	// Entrypoint asks for its value; none where it is to be skipped.
	Entrypoint string `json:"entrypoint,omitempty"`
	// Cases says that its value holds a result for each of its cases.
	Cases bool `json:"cases,omitempty"`
	position
}

// coverable is a rule's head, or an expression in it, that tests may come to.
type coverable struct {
	// Rule numbers the rule that it stands in.
	Rule int `json:"rule"`
	// Head is of the head, which is covered when the rule makes a value.
	Head   bool `json:"head,omitempty"`
	EndRow int  `json:"end_row"`
	EndCol int  `json:"end_col"`
	position
}

// problem is one of OPA's errors.
type problem struct {
	// Code is OPA's: rego_parse_error, rego_compile_error, rego_type_error, ...; or one of the codes in errors.go.
	Code    string   `json:"code"`
	Message string   `json:"message"`
	Details []string `json:"details,omitempty"`
	// Help is what to write instead, where that is known.
	Help string `json:"help,omitempty"`
	position
}

// position counts rows and columns from 1; without a file it is of no place in the source.
type position struct {
	File string `json:"file,omitempty"`
	Row  int    `json:"row,omitempty"`
	Col  int    `json:"col,omitempty"`
}
