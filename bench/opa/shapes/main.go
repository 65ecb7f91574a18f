// Measures how long OPA in Go takes for the policy shapes of the benchmark.
//
//	go run ./shapes FOLDER...
//
// Each FOLDER holds shapes.rego, data.json and input.json. Prints one JSON line for each shape: ns and bytes a decision.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
)

var shapes = []string{"globs", "equals", "head", "indexed"}

func main() {
	for _, folder := range os.Args[1:] {
		for _, shape := range shapes {
			if err := measure(folder, shape); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(3)
			}
		}
	}
}

func measure(folder, shape string) error {
	ctx := context.Background()
	policy, err := os.ReadFile(filepath.Join(folder, "shapes.rego"))
	if err != nil {
		return err
	}
	var data map[string]any
	if err := read(filepath.Join(folder, "data.json"), &data); err != nil {
		return err
	}
	var asked any
	if err := read(filepath.Join(folder, "input.json"), &asked); err != nil {
		return err
	}
	input, err := ast.InterfaceToValue(asked)
	if err != nil {
		return err
	}
	query, err := rego.New(
		rego.Module("shapes.rego", string(policy)),
		rego.Store(inmem.NewFromObject(data)),
		rego.Query("data.shapes."+shape),
	).PrepareForEval(ctx)
	if err != nil {
		return err
	}
	if err := check(ctx, query, input); err != nil {
		return fmt.Errorf("%s: %w", shape, err)
	}
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if _, err := query.Eval(ctx, rego.EvalParsedInput(input)); err != nil {
				b.Fatal(err)
			}
		}
	})
	rules, _ := data["rules"].([]any)
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"engine": "opa-go", "shape": shape, "rules": len(rules),
		"ns": float64(result.T.Nanoseconds()) / float64(result.N), "bytes": result.AllocedBytesPerOp(),
	})
}

func check(ctx context.Context, query rego.PreparedEvalQuery, input ast.Value) error {
	results, err := query.Eval(ctx, rego.EvalParsedInput(input))
	if err != nil {
		return err
	}
	if len(results) != 1 {
		return fmt.Errorf("%d results, expected 1", len(results))
	}
	answer := results[0].Expressions[0].Value
	if found, ok := answer.([]any); answer != any(true) && (!ok || len(found) != 1) {
		return fmt.Errorf("one rule was expected, not %v", answer)
	}
	return nil
}

func read(file string, into any) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}
