package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	wasmcompiler "github.com/open-policy-agent/opa/internal/compiler/wasm"
	"github.com/open-policy-agent/opa/internal/planner"
	"github.com/open-policy-agent/opa/internal/wasm/encoding"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// maxTime of one answer; what takes longer is told as OPA's error of what was cancelled.
const maxTime = time.Second

// maxDigits is how long the engine lets a number be written.
const maxDigits = 1000

// answer is a value, or why there is none.
type answer struct {
	// Kind is "defined", "undefined", or OPA's code of an error.
	Kind    string `json:"kind"`
	Value   any    `json:"value"`
	Message string `json:"message,omitempty"`
	// Unindexed is what OPA says without its index of rules, where that is another.
	Unindexed *answer `json:"unindexed,omitempty"`
}

func (v *verdicts) compile(b *batch, compiler *ast.Compiler, questions []planner.QuerySet) error {
	builtins := map[string]*ast.Builtin{}
	for _, builtin := range ast.CapabilitiesForThisVersion().Builtins {
		builtins[builtin.Name] = builtin
	}
	modules := make([]*ast.Module, 0, len(compiler.Modules))
	for _, name := range slices.Sorted(maps.Keys(compiler.Modules)) {
		modules = append(modules, compiler.Modules[name])
	}
	policy, err := planner.New().WithQueries(questions).WithModules(modules).WithBuiltinDecls(builtins).Plan()
	if err != nil {
		return err
	}
	plan, err := json.Marshal(policy)
	if err != nil {
		return err
	}
	v.Plan = string(plan)
	if !b.Wasm {
		return nil
	}
	module, err := wasmcompiler.New().WithPolicy(policy).Compile()
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := encoding.WriteModule(&out, module); err != nil {
		return err
	}
	v.Wasm = out.Bytes()
	return nil
}

func (v *verdicts) ask(b *batch, compiler *ast.Compiler, questions []planner.QuerySet) error {
	inputs := make([]*ast.Term, len(b.Inputs))
	for i, text := range b.Inputs {
		if string(text) == "null" {
			continue
		}
		value, err := ast.ValueFromReader(bytes.NewReader(text))
		if err != nil {
			return err
		}
		inputs[i] = ast.NewTerm(value)
	}
	for _, question := range questions {
		answers := make([]answer, 0, len(inputs))
		for _, input := range inputs {
			answers = append(answers, ask(compiler, question.Queries[0], input, b.Data))
		}
		v.Answers[question.Name] = answers
	}
	return nil
}

// ask asks with OPA's index of rules, as OPA itself does, and without. The two differ where a rule looks into storage by a
// number: the index compares with the texts that stand there, and leaves the rule out.
func ask(compiler *ast.Compiler, body ast.Body, input *ast.Term, data map[string]any) answer {
	given := evaluate(compiler, body, input, data, true)
	unindexed := evaluate(compiler, body, input, data, false)
	if !reflect.DeepEqual(given, unindexed) {
		given.Unindexed = &unindexed
	}
	return given
}

// evaluate asks once; where OPA itself falls over, or the value is out of bounds, it says "panic".
func evaluate(compiler *ast.Compiler, body ast.Body, input *ast.Term, data map[string]any, indexing bool) (given answer) {
	defer func() {
		if r := recover(); r != nil {
			given = answer{Kind: "panic", Message: fmt.Sprint(r)}
		}
	}()
	ctx := context.Background()
	// As it stands in the store, data can be changed by "with input as data.a with input.b as c" (OPA 1.22.2).
	store := inmem.NewFromObjectWithOpts(data, inmem.OptRoundTripOnWrite(false), inmem.OptReturnASTValuesOnRead(true))
	txn, err := store.NewTransaction(ctx)
	if err != nil {
		return answer{Kind: "other", Message: err.Error()}
	}
	defer store.Abort(ctx, txn)
	cancel := topdown.NewCancel()
	timer := time.AfterFunc(maxTime, cancel.Cancel)
	defer timer.Stop()
	query := topdown.NewQuery(body).
		WithCompiler(compiler).
		WithStore(store).
		WithTransaction(txn).
		WithInput(input).
		WithIndexing(indexing).
		WithCancel(cancel).
		WithTime(time.Unix(0, 0)).
		WithStrictBuiltinErrors(true)
	results, err := query.Run(ctx)
	if err != nil {
		return failed(err)
	}
	if len(results) == 0 {
		return answer{Kind: "undefined"}
	}
	for name, term := range results[0] {
		if !strings.HasPrefix(string(name), ast.WildcardPrefix) {
			return answer{Kind: "defined", Value: tagged(term)}
		}
	}
	return answer{Kind: "other", Message: "no variable in the answer"}
}

func failed(err error) answer {
	var of *topdown.Error
	if errors.As(err, &of) {
		return answer{Kind: of.Code, Message: of.Message}
	}
	return answer{Kind: "other", Message: err.Error()}
}

// tagged is a value as JSON that tells sets and objects of any keys: {"set": [...]}, {"object": [[key, value], ...]}.
func tagged(term *ast.Term) any {
	switch value := term.Value.(type) {
	case ast.Null:
		return nil
	case ast.Boolean:
		return bool(value)
	case ast.Number:
		if len(value) > maxDigits || !json.Valid([]byte(value)) {
			panic("a number that the engine does not hold: " + string(value))
		}
		return json.RawMessage(value)
	case ast.String:
		return string(value)
	case *ast.Array:
		elements := make([]any, 0, value.Len())
		value.Foreach(func(element *ast.Term) { elements = append(elements, tagged(element)) })
		return elements
	case ast.Set:
		elements := make([]any, 0, value.Len())
		value.Sorted().Foreach(func(element *ast.Term) { elements = append(elements, tagged(element)) })
		return map[string]any{"set": elements}
	case ast.Object:
		pairs := make([]any, 0, value.Len())
		for _, key := range value.Keys() {
			pairs = append(pairs, []any{tagged(key), tagged(value.Get(key))})
		}
		return map[string]any{"object": pairs}
	}
	return "a value of no kind: " + term.String()
}

func refOf(path string) ast.Ref {
	ref := ast.DefaultRootRef.Copy()
	for part := range strings.SplitSeq(path, "/") {
		ref = append(ref, ast.StringTerm(part))
	}
	return ref
}
