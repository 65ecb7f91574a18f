// Command asking lets OPA itself answer one query about many inputs: what a fuzz target compares with.
//
//	go run ./asking QUERY FOLDER...
//
// Reads inputs from standard input, one JSON document after the other, and writes one line for each: the value of QUERY
// over the policies in the folders, null where it is undefined.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/open-policy-agent/opa/v1/rego"
)

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: asking QUERY FOLDER...")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(text string, folders []string) error {
	ctx := context.Background()
	query, err := rego.New(rego.Query(text), rego.Load(folders, nil), rego.StrictBuiltinErrors(true)).PrepareForEval(ctx)
	if err != nil {
		return err
	}
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	in.UseNumber()
	for {
		var input any
		if err := in.Decode(&input); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		answers, err := query.Eval(ctx, rego.EvalInput(input))
		if err != nil {
			return err
		}
		var answer any
		if len(answers) > 0 {
			answer = answers[0].Expressions[0].Value
		}
		if err := out.Encode(answer); err != nil {
			return err
		}
	}
}
