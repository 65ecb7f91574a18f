// Measures how long OPA in Go takes for decisions on a bundle that `sallyport policy build` wrote, beside the JMH
// figures of our own engine on the same bundle and the same inputs.
//
//	go run . BUNDLE.tar.gz INPUTS.json
//
// INPUTS.json is an array of input documents; they are asked in turn. Prints one JSON line: ns and bytes a decision.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: opa-bench BUNDLE.tar.gz INPUTS.json")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(3)
	}
}

func run(bundle, inputs string) error {
	asked, err := readInputs(inputs)
	if err != nil {
		return err
	}
	ctx := context.Background()
	query, err := rego.New(rego.LoadBundle(bundle), rego.Query("data.sallyport.decision")).PrepareForEval(ctx)
	if err != nil {
		return err
	}
	allowed := 0
	for _, input := range asked {
		ok, err := decide(ctx, query, input)
		if err != nil {
			return err
		}
		if ok {
			allowed++
		}
	}
	result := testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			if _, err := query.Eval(ctx, rego.EvalParsedInput(asked[i%len(asked)])); err != nil {
				b.Fatal(err)
			}
		}
	})
	return json.NewEncoder(os.Stdout).Encode(map[string]any{
		"engine": "opa-go", "inputs": len(asked), "allowed": allowed,
		"ns_per_decision": result.NsPerOp(), "bytes_per_decision": result.AllocedBytesPerOp(),
	})
}

func decide(ctx context.Context, query rego.PreparedEvalQuery, input ast.Value) (bool, error) {
	results, err := query.Eval(ctx, rego.EvalParsedInput(input))
	if err != nil {
		return false, err
	}
	if len(results) != 1 {
		return false, fmt.Errorf("%d results, expected 1", len(results))
	}
	document, ok := results[0].Expressions[0].Value.(map[string]any)
	if !ok {
		return false, fmt.Errorf("the decision is no object: %v", results[0].Expressions[0].Value)
	}
	return document["allow"] == true, nil
}

func readInputs(file string) ([]ast.Value, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var documents []any
	if err := json.Unmarshal(text, &documents); err != nil {
		return nil, err
	}
	values := make([]ast.Value, 0, len(documents))
	for _, document := range documents {
		value, err := ast.InterfaceToValue(document)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	if len(values) == 0 {
		return nil, fmt.Errorf("%s: no inputs", file)
	}
	return values, nil
}
