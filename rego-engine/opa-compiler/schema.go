package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/types"
	"github.com/open-policy-agent/opa/v1/util"
)

// schema is the part of a JSON Schema that policies are checked against, with keywords of its own (x-...), which the
// schema's $comment explains. Everything else in it is passed over.
type schema struct {
	Type              string             `json:"type"`
	Enum              []any              `json:"enum"`
	Pattern           pattern            `json:"pattern"`
	Minimum           *json.Number       `json:"minimum"`
	Maximum           *json.Number       `json:"maximum"`
	MaxItems          *int               `json:"maxItems"`
	Items             *schema            `json:"items"`
	Properties        map[string]*schema `json:"properties"`
	PatternProperties map[string]*schema `json:"patternProperties"`
	PropertyNames     *schema            `json:"propertyNames"`
	Others            others             `json:"additionalProperties"`
	Kinds             []string           `json:"x-kinds"`
	Withheld          bool               `json:"x-withheld"`
	Unknown           string             `json:"x-unknown"`
	Omissible         bool               `json:"x-omissible"`
	Part              pattern            `json:"x-part"`
	Start             pattern            `json:"x-start"`
	Help              string             `json:"x-help"`
	namePatterns      map[string]*pattern
}

// lastSchema is the schema that was read last: one host sends the same each time.
var lastSchema struct {
	text   string
	schema *schema
}

func schemaOf(text []byte) (*schema, error) {
	if lastSchema.schema != nil && lastSchema.text == string(text) {
		return lastSchema.schema, nil
	}
	found := &schema{}
	if err := json.Unmarshal(text, found); err != nil {
		return nil, fmt.Errorf("schema: %w", err)
	}
	lastSchema.text, lastSchema.schema = string(text), found
	return found, nil
}

// others is what additionalProperties says: a schema, or nothing where no others are there.
type others struct{ schema *schema }

func (o *others) UnmarshalJSON(text []byte) error {
	if string(text) == "false" {
		return nil
	}
	o.schema = &schema{}
	return json.Unmarshal(text, o.schema)
}

// pattern is a regular expression that is compiled when it is first needed.
type pattern struct {
	text     string
	compiled *regexp.Regexp
}

func (p *pattern) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &p.text)
}

// matches answers true where there is no pattern.
func (p *pattern) matches(text string) bool {
	if p.text == "" {
		return true
	}
	if p.compiled == nil {
		p.compiled = regexp.MustCompile(p.text)
	}
	return p.compiled.MatchString(text)
}

// forOPA is the type that OPA's type checker takes it for. An object with other members is one of any.
func (s *schema) forOPA() types.Type {
	switch s.Type {
	case "boolean":
		return types.B
	case "string":
		return types.S
	case "integer", "number":
		return types.N
	case "array":
		if s.Items == nil {
			return types.NewArray(nil, types.A)
		}
		return types.NewArray(nil, s.Items.forOPA())
	case "object":
		if s.isOpen() || len(s.Properties) == 0 {
			return types.NewObject(nil, types.NewDynamicProperty(types.A, types.A))
		}
		var members []*types.StaticProperty
		for _, name := range util.KeysSorted(s.Properties) {
			members = append(members, types.NewStaticProperty(name, s.Properties[name].forOPA()))
		}
		return types.NewObject(members, nil)
	default:
		return types.A
	}
}

// isOpen says whether it is an object whose members are not all named: OPA's type checker takes any name in it.
func (s *schema) isOpen() bool {
	return s.Type == "object" && (s.Others.schema != nil || len(s.PatternProperties) > 0)
}

// step is one part of a reference: a constant, or nil for a part that is not known before a request.
type step = ast.Value

// member is the schema of what a step leads to. known is false where the schema says nothing of it; a known nil means
// that nothing is ever there.
func (s *schema) member(at step) (found *schema, known bool) {
	switch s.Type {
	case "object":
		return s.property(at)
	case "array":
		if _, text := at.(ast.String); text {
			return nil, true
		}
		return s.Items, s.Items != nil
	case "":
		return nil, false
	default:
		return nil, true
	}
}

func (s *schema) property(at step) (*schema, bool) {
	if at == nil {
		return s.Others.schema, s.isOpen() && s.Others.schema != nil
	}
	name, text := at.(ast.String)
	if !text {
		return nil, true
	}
	if found := s.Properties[string(name)]; found != nil {
		return found, true
	}
	if s.PropertyNames != nil && !s.PropertyNames.Pattern.matches(string(name)) {
		return nil, true
	}
	for _, expression := range util.KeysSorted(s.PatternProperties) {
		if s.names(expression).matches(string(name)) {
			return s.PatternProperties[expression], true
		}
	}
	return s.Others.schema, true
}

// names is a pattern of names, compiled once.
func (s *schema) names(expression string) *pattern {
	if s.namePatterns == nil {
		s.namePatterns = map[string]*pattern{}
	}
	if s.namePatterns[expression] == nil {
		s.namePatterns[expression] = &pattern{text: expression}
	}
	return s.namePatterns[expression]
}

// presenceOnly says whether all that can be seen of it is that it is there.
func (s *schema) presenceOnly() bool {
	return s.Type == "array" && s.MaxItems != nil && *s.MaxItems == 0
}

// misfit says why a constant is never equal to what the schema describes; empty where it may be.
func (s *schema) misfit(value ast.Value) string {
	switch v := value.(type) {
	case ast.Null:
		return s.ofType("", "null")
	case ast.Boolean:
		return s.ofType("boolean", "a boolean")
	case ast.Number:
		return s.misfitOfNumber(v)
	case ast.String:
		return s.misfitOfText(string(v))
	case *ast.Array:
		return s.misfitOfArray(v)
	case ast.Set:
		return s.ofType("", "a set")
	case ast.Object:
		return s.ofType("object", "an object")
	}
	return ""
}

func (s *schema) ofType(wanted, said string) string {
	if s.Type == "" || s.Type == wanted || (wanted == "number" && s.Type == "integer") {
		return ""
	}
	return "it is " + article(s.Type) + ", not " + said
}

func article(kind string) string {
	switch kind {
	case "object":
		return "an object"
	case "array":
		return "a list"
	case "integer":
		return "a number"
	}
	return "a " + kind
}

func (s *schema) misfitOfNumber(value ast.Number) string {
	if why := s.ofType("number", "a number"); why != "" || s.Type == "" {
		return why
	}
	number, _ := value.Float64()
	if s.Minimum != nil && number < float(*s.Minimum) || s.Maximum != nil && number > float(*s.Maximum) {
		return "it is out of range"
	}
	return s.misfitOfEnum(json.Number(value))
}

func float(number json.Number) float64 {
	value, _ := number.Float64()
	return value
}

func (s *schema) misfitOfText(text string) string {
	if why := s.ofType("string", "a string"); why != "" || s.Type == "" {
		return why
	}
	if !s.Pattern.matches(text) {
		return "it has another form"
	}
	return s.misfitOfEnum(text)
}

func (s *schema) misfitOfEnum(value any) string {
	if len(s.Enum) == 0 {
		return ""
	}
	for _, one := range s.Enum {
		if fmt.Sprint(one) == fmt.Sprint(value) {
			return ""
		}
	}
	return "it is one of " + strings.Join(s.words(), ", ")
}

func (s *schema) misfitOfArray(list *ast.Array) string {
	if why := s.ofType("array", "a list"); why != "" || s.Items == nil {
		return why
	}
	why := ""
	list.Foreach(func(term *ast.Term) {
		if why == "" && s.Items.misfit(term.Value) != "" {
			why = "its element " + cutAt(term.String(), maxDetailBytes) + " is never there"
		}
	})
	return why
}

// words are the constants that it can be, as Rego writes them.
func (s *schema) words() []string {
	words := make([]string, 0, len(s.Enum))
	for _, one := range s.Enum {
		if text, ok := one.(string); ok {
			words = append(words, quoted(text))
		} else {
			words = append(words, fmt.Sprint(one))
		}
	}
	return words
}

func quoted(text string) string {
	return ast.String(text).String()
}

// near is the one of the names that text is a slip of the pen from; empty where none is near.
func near(text string, names []string) string {
	best, least := "", max(1, utf8.RuneCountInString(text)/3)+1
	for _, name := range names {
		if far := distance(strings.ToLower(text), strings.ToLower(name), least); far < least {
			best, least = name, far
		}
	}
	return best
}

// maxNameRunes bounds the names that are compared; longer ones are near to nothing.
const maxNameRunes = 64

// distance is the number of runes to insert, delete, replace, or swap with the next, of one text to make the other, or
// at least bound.
func distance(a, b string, bound int) int {
	from, to := []rune(a), []rune(b)
	if len(from) > maxNameRunes || len(to) > maxNameRunes {
		return bound
	}
	before, last, now := make([]int, len(to)+1), make([]int, len(to)+1), make([]int, len(to)+1)
	for j := range last {
		last[j] = j
	}
	for i := range from {
		now[0] = i + 1
		for j := range to {
			cost := 1
			if from[i] == to[j] {
				cost = 0
			}
			now[j+1] = min(last[j+1]+1, now[j]+1, last[j]+cost)
			if i > 0 && j > 0 && from[i] == to[j-1] && from[i-1] == to[j] {
				now[j+1] = min(now[j+1], before[j-1]+1)
			}
		}
		before, last, now = last, now, before
	}
	return last[len(to)]
}

func shownNames(members map[string]*schema) []string {
	names := util.KeysSorted(members)
	return slices.DeleteFunc(names, func(name string) bool { return members[name].Withheld })
}
