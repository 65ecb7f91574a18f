//go:build !wasip1

// Command opa-compiler is OPA's compiler as Sallyport embeds it: the code that runs inside the JVM, run natively.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/open-policy-agent/opa/v1/ir"
)

const usage = `usage:
  opa-compiler compile < REQUEST.json > ANSWER
  opa-compiler compile-lines < REQUESTS.jsonl > ANSWERS
  opa-compiler plan FOLDER ENTRYPOINTS PLAN.json
compile-lines answers one request a line, in order: the length of each answer in bytes on a line, then the answer. It
stops if a plan is not written as encoding/json writes it.
plan compiles the .rego files below FOLDER, less those that end in _test.rego, for the entrypoints in the file
ENTRYPOINTS (one a line, # begins a comment), and writes the plan.
exit codes: 0 done (an answer of compile may hold errors), 1 the policy has errors, 2 unusable arguments or input`

func main() {
	switch {
	case len(os.Args) == 2 && os.Args[1] == "compile":
		compileStandardInput()
	case len(os.Args) == 2 && os.Args[1] == "compile-lines":
		compileLines(bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout))
	case len(os.Args) == 5 && os.Args[1] == "plan":
		planFolder(os.Args[2], os.Args[3], os.Args[4])
	default:
		fail(usage)
	}
}

func compileStandardInput() {
	in, err := io.ReadAll(os.Stdin)
	check(err)
	_, err = os.Stdout.Write(compileJSON(in))
	check(err)
}

func compileLines(in *bufio.Reader, out *bufio.Writer) {
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			break
		}
		check(err)
		ans := answerTo(line)
		comparePlan(ans.Plan)
		answer := ans.bytes()
		_, err = fmt.Fprintf(out, "%d\n%s", len(answer), answer)
		check(err)
	}
	check(out.Flush())
}

// comparePlan stops the program if a plan is written otherwise than encoding/json writes it.
func comparePlan(plan *ir.Policy) {
	if plan == nil {
		return
	}
	plain, err := json.Marshal(plan)
	check(err)
	if !bytes.Equal(plain, planJSON(plan)) {
		fail("a plan is not written as encoding/json writes it")
	}
}

func planFolder(folder, entrypoints, out string) {
	files, err := readRego(folder)
	check(err)
	names, err := readEntrypoints(entrypoints)
	check(err)
	ans := compile(request{Files: files, Entrypoints: names, Strict: true})
	for _, e := range ans.Errors {
		fmt.Fprintf(os.Stderr, "%s:%d:%d: %s: %s\n", e.File, e.Row, e.Col, e.Code, e.Message)
	}
	if ans.Plan == nil {
		os.Exit(1)
	}
	check(os.WriteFile(out, planJSON(ans.Plan), 0o644))
}

func check(err error) {
	if err != nil {
		fail(err)
	}
}

func fail(why any) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(2)
}
