package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/util"
)

const (
	// codeUnknownSchema: an annotation that describes what cannot be described.
	codeUnknownSchema = "UNKNOWN_SCHEMA"
	// describedRoot is the part of data that schemas describe.
	describedRoot = "lists"
	// schemaFile is the name of a module without rules, which no file can have.
	schemaFile = "^schemas"
	// inlineSchemas is the name below which schemas stand that are written in annotations.
	inlineSchemas = "^inline"
	// schemaModule describes data for the packages below its own.
	schemaModule = "# METADATA\n# scope: subpackages\n# schemas: [{data.lists: schema.lists}]\npackage schemas"
)

// described are the schemas of data: those of the request, and those that annotations hold.
type described struct {
	given  map[string]json.RawMessage
	set    *ast.SchemaSet
	check  *checker
	inline int
}

// describedBy makes OPA check types against the schemas.
func describedBy(req request, check *checker, compiler *ast.Compiler, modules map[string]*ast.Module) (*ast.Compiler, error) {
	d := &described{given: req.Schemas, set: ast.NewSchemaSet(), check: check}
	everywhere, err := d.read()
	if err != nil {
		return nil, err
	}
	if len(everywhere) > 0 {
		module := ast.MustParseModuleWithOpts(schemaModule, ast.ParserOptions{ProcessAnnotation: true})
		module.Package.Path = ast.Ref{ast.DefaultRootDocument}
		module.Annotations[0].Schemas = everywhere
		modules[schemaFile] = module
	}
	return compiler.WithSchemas(d.set).WithUseTypeCheckAnnotations(true).
		WithStageAfterID(ast.StageRewriteRegoMetadataCalls, ast.CompilerStageDefinition{
			Name:       "DescribeData",
			MetricName: "compile_stage_describe_data",
			Stage:      d.annotations,
		}), nil
}

// read reads the schemas that are given, and answers what those of lists describe in all packages.
func (d *described) read() ([]*ast.SchemaAnnotation, error) {
	var everywhere []*ast.SchemaAnnotation
	for _, path := range util.KeysSorted(d.given) {
		var schema any
		if err := util.UnmarshalJSON(d.given[path], &schema); err != nil {
			return nil, fmt.Errorf("schema %s: %w", cut(path), err)
		}
		parts := strings.Split(path, "/")
		named := refTo(ast.SchemaRootDocument, parts)
		d.set.Put(named, schema)
		if parts[0] == describedRoot {
			everywhere = append(everywhere, &ast.SchemaAnnotation{Path: refTo(ast.DefaultRootDocument, parts), Schema: named})
		}
	}
	return everywhere, nil
}

func refTo(root *ast.Term, parts []string) ast.Ref {
	ref := ast.Ref{root}
	for _, part := range parts {
		ref = append(ref, ast.StringTerm(part))
	}
	return ref
}

// annotations takes out what cannot be checked, and gives each schema that is written in an annotation a name: OPA reads
// one without a name again for each rule.
func (d *described) annotations(compiler *ast.Compiler) *ast.Error {
	for _, name := range util.KeysSorted(compiler.Modules) {
		for _, a := range compiler.Modules[name].Annotations {
			a.Schemas = slices.DeleteFunc(a.Schemas, func(s *ast.SchemaAnnotation) bool {
				return d.refused(a, s) || s.Definition == nil && len(d.given) == 0
			})
			for _, s := range a.Schemas {
				d.name(s)
			}
		}
	}
	return nil
}

func (d *described) name(s *ast.SchemaAnnotation) {
	if s.Definition != nil {
		s.Schema = refTo(ast.SchemaRootDocument, []string{inlineSchemas, fmt.Sprint(d.inline)})
		d.set.Put(s.Schema, *s.Definition)
		s.Definition = nil
		d.inline++
	}
}

// refused says whether an author describes something else than lists.
func (d *described) refused(a *ast.Annotations, s *ast.SchemaAnnotation) bool {
	if d.check == nil || s.Path.HasPrefix(refTo(ast.DefaultRootDocument, []string{describedRoot})) {
		return false
	}
	why := "only data.lists and what is below it can be described"
	if s.Path.HasPrefix(ast.InputRootRef) {
		why = "the gateway describes input itself"
	}
	d.check.fail(codeUnknownSchema, a.Location, "a schema of "+cutAt(s.Path.String(), maxDetailBytes)+": "+why, "leave it out")
	return true
}
