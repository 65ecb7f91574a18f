package main

import (
	"encoding/json"
	"reflect"
	"strings"
	"unsafe"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/types"
)

const (
	// codeUnknownField: a place of the input where nothing ever is.
	codeUnknownField = "UNKNOWN_FIELD"
	// codeNeverEqual: a constant that a field of the input never is.
	codeNeverEqual = "NEVER_EQUAL"
	// codeWithheldHeader: what a header says, where only its presence is shown.
	codeWithheldHeader = "WITHHELD_HEADER"
	// codeUnreadableField: a field that some or all requests refuse to be read.
	codeUnreadableField = "UNREADABLE_FIELD"
	// codeOpensTunnels: a rule that comes to a request at every CONNECT.
	codeOpensTunnels = "OPENS_TUNNELS"
	// codeMissesTunnels: a rule that ends at a CONNECT before it comes to the request.
	codeMissesTunnels = "MISSES_TUNNELS"
	// codeMissingPasses: a condition that does not hold where what it reads is not there.
	codeMissingPasses = "MISSING_PASSES"
	// codeNeverTrue: conditions that exclude each other.
	codeNeverTrue = "NEVER_TRUE"
	// codeUnreadRule: a rule that nothing reads.
	codeUnreadRule = "UNREAD_RULE"
	// codeUnusedLocal: a variable that is declared and not used.
	codeUnusedLocal = "UNUSED_LOCAL"
	// codeMalformedDeny: a deny that is no object with rule and message.
	codeMalformedDeny = "MALFORMED_DENY"
	// codeUnknownMode: a deny that is neither enforced nor only reported.
	codeUnknownMode = "UNKNOWN_MODE"
	// codeUnknownObligation: an obligation that nobody can meet.
	codeUnknownObligation = "UNKNOWN_OBLIGATION"

	maxFindings = 100
)

// checks are what is asked about a policy beside its plan.
type checks struct {
	// Package is the author's, below data; the package of that name with "_test" holds tests.
	Package []string `json:"package"`
	// Schema describes the input, as a JSON Schema.
	Schema json.RawMessage `json:"schema"`
}

// finding is something that OPA takes and that has no effect, or another effect than it seems to have.
type finding struct {
	Code    string `json:"code"`
	Warning bool   `json:"warning,omitempty"`
	Message string `json:"message"`
	Help    string `json:"help,omitempty"`
	position
}

// checker checks one policy. Each check looks at each part of the source a bounded number of times.
type checker struct {
	root    []string
	schema  *schema
	ans     *answer
	reaches map[*ast.Rule]reach
	seen    map[finding]bool
	missed  map[*ast.Rule]bool // rules that were asked for conditions that a missing member does not meet
	// at is the expression that is looked at, and hints what to write in place of those that OPA refuses.
	at    *ast.Location
	hints map[position]string
	// left is what OPA's type checker tells, which an earlier error keeps from running.
	left         []finding
	typesChecked bool
	// named remembers what the rules come to that a reference names.
	named map[string]reach
}

func checkerOf(c *checks, ans *answer) (*checker, error) {
	if c == nil {
		return nil, nil
	}
	read, err := schemaOf(c.Schema)
	if err != nil {
		return nil, err
	}
	return &checker{
		root: c.Package, schema: read, ans: ans,
		reaches: map[*ast.Rule]reach{}, seen: map[finding]bool{}, missed: map[*ast.Rule]bool{}, hints: map[position]string{},
		named: map[string]reach{},
	}, nil
}

// into makes OPA check types against the schema, and has this looked at once all names are resolved.
func (c *checker) into(compiler *ast.Compiler) *ast.Compiler {
	if c == nil {
		return compiler
	}
	setInputType(compiler, c.schema.forOPA())
	return compiler.WithStageAfterID(ast.StageCheckTypes, ast.CompilerStageDefinition{
		Name:       "NoteTypes",
		MetricName: "compile_stage_note_types",
		Stage: func(*ast.Compiler) *ast.Error {
			c.typesChecked = true
			return nil
		},
	}).WithStageAfterID(ast.StageRewriteLocalVars, ast.CompilerStageDefinition{
		Name:       "CheckInput",
		MetricName: "compile_stage_check_input",
		Stage: func(compiler *ast.Compiler) *ast.Error {
			c.resolved(compiler)
			return nil
		},
	})
}

// compiled looks at the modules as they were written, and at what reads what.
func (c *checker) compiled(compiler *ast.Compiler, names []string, modules map[string]*ast.Module, entrypoints []string) {
	if c == nil {
		return
	}
	if !c.typesChecked {
		for _, f := range c.left {
			c.add(f)
		}
	}
	c.written(names, modules)
	if compiler.Graph != nil {
		c.unread(compiler, names, entrypoints)
	}
}

// setInputType does what WithSchemas does, without OPA's reader of JSON schemas: it is one of the functions that are too
// large for a method of the JVM, and run there it takes longer than the compilation of a small policy.
func setInputType(compiler *ast.Compiler, input types.Type) {
	field := reflect.ValueOf(compiler).Elem().FieldByName("inputType")
	*(*types.Type)(unsafe.Pointer(field.UnsafeAddr())) = input
}

func (c *checker) fail(code string, at *ast.Location, message, help string) {
	c.add(c.findingAt(code, at, message, help))
}

func (c *checker) warn(code string, at *ast.Location, message, help string) {
	f := c.findingAt(code, at, message, help)
	f.Warning = true
	c.add(f)
}

// leave keeps what OPA's type checker tells if it comes to run.
func (c *checker) leave(found ...finding) {
	if len(c.left) < maxFindings {
		c.left = append(c.left, found...)
	}
}

// findingAt stands at the expression where OPA made the term, which then has no place.
func (c *checker) findingAt(code string, at *ast.Location, message, help string) finding {
	if at == nil || at.File == "" {
		at = c.at
	}
	return finding{Code: code, Message: cut(message), Help: cut(help), position: positionOf(at)}
}

func (c *checker) add(f finding) {
	if c.seen[f] {
		return
	}
	if len(c.ans.Findings) == maxFindings {
		c.ans.FindingsLeftOut++
		return
	}
	c.seen[f] = true
	c.ans.Findings = append(c.ans.Findings, f)
}

// isTest says whether a module is of the author's tests, which may ask with any input.
func (c *checker) isTest(m *ast.Module) bool {
	path := stringsAfterData(m.Package.Path)
	last := len(c.root) - 1
	if len(path) <= last {
		return false
	}
	for i, part := range c.root[:last] {
		if path[i] != part {
			return false
		}
	}
	return path[last] == c.root[last]+"_test"
}

// help adds to OPA's errors what to write instead.
func (c *checker) help(errs ast.Errors, problems []problem) {
	if c == nil {
		return
	}
	for i, p := range problems {
		if i == len(errs) {
			return
		}
		switch detail := errs[i].Details.(type) {
		case *ast.RefErrInvalidDetail:
			problems[i].Help = c.helpForRef(detail)
		case *ast.RefErrUnsupportedDetail:
			problems[i].Help = c.helpForPart(detail)
		default:
			problems[i].Help = c.hints[p.position]
		}
	}
}

// helpForRef names the member that a reference means, or all those that are there.
func (c *checker) helpForRef(e *ast.RefErrInvalidDetail) string {
	before := cutAt(e.Ref[:e.Pos].String(), maxDetailBytes)
	var names []string
	for _, one := range e.OneOf {
		if name, ok := one.(ast.String); ok {
			names = append(names, string(name))
		}
	}
	name, isText := e.Ref[e.Pos].Value.(ast.String)
	switch meant := near(string(name), names); {
	case isText && meant != "":
		return "write " + cutAt(append(e.Ref[:e.Pos:e.Pos], ast.StringTerm(meant)).String(), maxDetailBytes)
	case len(names) > 0:
		return before + " has " + strings.Join(names, ", ")
	case isText && e.Want != nil && types.Compare(e.Want, types.N) == 0:
		return before + " is a list: write " + quoted(string(name)) + " in " + before
	}
	return ""
}

// helpForPart says what a text is that a reference looks into.
func (c *checker) helpForPart(e *ast.RefErrUnsupportedDetail) string {
	own := locals{}
	if p, ok := own.resolve(e.Ref[:e.Pos+1], 0); ok {
		if node, _ := c.schemaAt(p); node != nil {
			return join(p.String()+" is "+article(node.Type), node.Help)
		}
	}
	return ""
}
