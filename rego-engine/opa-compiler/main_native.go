//go:build !wasip1

// Command opa-compiler is OPA's compiler as Sallyport embeds it: the code that runs inside the JVM, run natively.
package main

import (
	"fmt"
	"io"
	"os"
)

const usage = `usage: opa-compiler compile < request.json > answer.json
exit codes: 0 answered (the answer may hold errors), 2 unusable arguments or input`

func main() {
	if len(os.Args) != 2 || os.Args[1] != "compile" {
		fail(usage)
	}
	in, err := io.ReadAll(os.Stdin)
	if err != nil {
		fail(err)
	}
	if _, err := os.Stdout.Write(compileJSON(in)); err != nil {
		fail(err)
	}
}

func fail(why any) {
	fmt.Fprintln(os.Stderr, why)
	os.Exit(2)
}
