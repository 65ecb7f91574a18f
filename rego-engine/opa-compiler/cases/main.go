// Command cases writes OPA's own evaluation cases, which its module carries, with what our engine needs to run them:
// the IR plan of each, and the case as Rego source alone. One JSON object a line, compressed by gzip.
package main

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"strings"

	"github.com/open-policy-agent/opa/internal/yaml"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/test/cases"
	"github.com/open-policy-agent/opa/v1/test/cases/testdata"
	"github.com/open-policy-agent/opa/v1/types"
)

// line is one case. Fields of OPA's TestCase keep their names.
type line struct {
	cases.TestCase
	// Name is the note, told from earlier ones that are the same by a number; of a case of version 0, "v0: " stands before it.
	Name string `json:"name"`
	// V0 says that the modules are of Rego version 0.
	V0 bool `json:"v0,omitempty"`
	// Category is the folder that the case stands in.
	Category string `json:"category"`
	// Plan answers the case's query, as a set of objects of variables to values.
	Plan any `json:"plan"`
	// InputPlan yields the input as "input", where it is a term that JSON cannot hold.
	InputPlan any `json:"input_plan,omitempty"`
	// Source is a module whose rule data.conformance.answers is the query.
	Source string `json:"source"`
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: cases FILE.jsonl.gz")
		os.Exit(2)
	}
	registerSleep()
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// registerSleep declares a builtin that only OPA's tests have.
func registerSleep() {
	ast.RegisterBuiltin(&ast.Builtin{
		Name: "test.sleep",
		Decl: types.NewFunction(types.Args(types.S), types.NewNull()),
	})
}

func write(name string) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	zip := gzip.NewWriter(file)
	if err := writeLines(json.NewEncoder(zip)); err != nil {
		return err
	}
	if err := zip.Close(); err != nil {
		return err
	}
	return file.Close()
}

// writeLines writes the cases of version 1, which the module embeds, and those of version 0, which lie beside them.
func writeLines(out *json.Encoder) error {
	if err := writeVersion(out, ast.RegoV1, testdata.V1); err != nil {
		return err
	}
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/open-policy-agent/opa").Output()
	if err != nil {
		return err
	}
	return writeVersion(out, ast.RegoV0, os.DirFS(path.Join(strings.TrimSpace(string(dir)), "v1/test/cases/testdata/v0")))
}

func writeVersion(out *json.Encoder, version ast.RegoVersion, files fs.FS) error {
	seen := map[string]int{}
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		set, err := read(files, name)
		if err != nil {
			return err
		}
		for _, c := range set.Cases {
			whole, err := plan(c, version)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", name, c.Note, err)
			}
			whole.Category = path.Base(path.Dir(name))
			seen[c.Note]++
			whole.Name = nameOf(c.Note, seen[c.Note], version)
			whole.V0 = version == ast.RegoV0
			if err := out.Encode(whole); err != nil {
				return err
			}
		}
		return nil
	})
}

func nameOf(note string, occurrence int, version ast.RegoVersion) string {
	if version == ast.RegoV0 {
		note = "v0: " + note
	}
	if occurrence > 1 {
		note = fmt.Sprintf("%s #%d", note, occurrence)
	}
	return note
}

// read keeps numbers as they are written.
func read(files fs.FS, name string) (cases.Set, error) {
	var set cases.Set
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return set, err
	}
	numbers := yaml.JSONOpt(func(d *json.Decoder) *json.Decoder {
		d.UseNumber()
		return d
	})
	if err := yaml.Unmarshal(text, &set, numbers); err != nil {
		return set, fmt.Errorf("%s: %w", name, err)
	}
	return set, nil
}
