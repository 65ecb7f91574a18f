package main

import (
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// compare looks at a field of the input beside a constant.
func (c inputCheck) compare(name string, field, other *ast.Term) {
	literal := c.literalOf(other)
	p, ok := c.placeOf(field)
	if literal == nil || !ok {
		return
	}
	node, static := c.schemaAt(p)
	if node == nil || node.presenceOnly() {
		return
	}
	if _, null := literal.Value.(ast.Null); null && name == ast.NotEqual.Name {
		return
	}
	isAlias := name == ast.Equality.Name && c.isOwn(field)
	if sees := static && name != ast.NotEqual.Name && !isAlias; sees && node.isOtherType(literal.Value) {
		c.hints[positionOf(c.at)] = node.instead(literal.Value, p)
		c.leave(c.never(literal, node, p)...)
		return // OPA's type checker says so
	}
	c.neverIs(literal, node, p)
}

// isOwn says whether the term is a variable, whose type OPA may not have.
func (c inputCheck) isOwn(term *ast.Term) bool {
	_, is := term.Value.(ast.Var)
	return is
}

func (s *schema) isOtherType(value ast.Value) bool {
	bare := schema{Type: s.Type}
	return bare.misfit(value) != ""
}

func (c inputCheck) neverIs(literal *ast.Term, node *schema, p place) {
	for _, f := range c.never(literal, node, p) {
		c.add(f)
	}
}

func (c inputCheck) never(literal *ast.Term, node *schema, p place) []finding {
	why := node.misfit(literal.Value)
	if why == "" {
		return nil
	}
	said := p.String() + " is never " + cutAt(literal.String(), maxDetailBytes) + ": " + why
	return []finding{c.findingAt(codeNeverEqual, literal.Location, said, node.instead(literal.Value, p))}
}

// instead is what to write in place of a constant that does not fit.
func (s *schema) instead(value ast.Value, p place) string {
	text, isText := value.(ast.String)
	switch {
	case s.Type == "array":
		return "write " + cutAt(value.String(), maxDetailBytes) + " in " + p.String()
	case isText && s.Type == "integer":
		if number, err := strconv.Atoi(string(text)); err == nil {
			return "write " + strconv.Itoa(number)
		}
	case isText && s.Type == "string":
		return join(s.respelled(string(text)), s.Help)
	}
	if _, null := value.(ast.Null); null {
		return "write not " + p.String()
	}
	return s.Help
}

// respelled is the text in capitals or small letters, or the word that is near to it, where that fits.
func (s *schema) respelled(text string) string {
	for _, other := range []string{strings.ToUpper(text), strings.ToLower(text)} {
		if s.misfitOfText(other) == "" {
			return "write " + quoted(other)
		}
	}
	var words []string
	for _, one := range s.Enum {
		if word, ok := one.(string); ok {
			words = append(words, word)
		}
	}
	if word := near(text, words); word != "" {
		return "write " + quoted(word)
	}
	return ""
}

// memberOf looks at member in collection, where one of the two is a field of the input.
func (c inputCheck) memberOf(member, collection *ast.Term) {
	if p, ok := c.placeOf(member); ok {
		if all := c.literalOf(collection); all != nil {
			c.noneOf(all, p)
		}
		return
	}
	p, ok := c.placeOf(collection)
	if !ok {
		return
	}
	node, _ := c.schemaAt(p)
	if node == nil || node.presenceOnly() {
		return
	}
	literal := c.literalOf(member)
	switch node.Type {
	case "string", "integer":
		c.fail(codeNeverEqual, collection.Location,
			p.String()+" is "+article(node.Type)+": nothing is in it",
			"compare with ==, or ask contains("+p.String()+", ...)")
	case "array":
		if literal != nil && node.Items != nil {
			c.neverIs(literal, node.Items, place{append(p.steps[:len(p.steps):len(p.steps)], nil)})
		}
	}
}

// noneOf looks at each constant of a collection that a field is asked to be in.
func (c inputCheck) noneOf(all *ast.Term, p place) {
	node, _ := c.schemaAt(p)
	if node == nil {
		return
	}
	each := func(term *ast.Term) {
		if literal := c.literalOf(term); literal != nil {
			c.neverIs(literal, node, p)
		}
	}
	switch value := all.Value.(type) {
	case *ast.Array:
		value.Foreach(each)
	case ast.Set:
		value.Foreach(each)
	}
}

// partOf looks at the beginning, end or middle of a text that a constant is asked to be.
func (c inputCheck) partOf(name string, text, part *ast.Term) {
	p, ok := c.placeOf(text)
	literal := c.literalOf(part)
	if !ok || literal == nil {
		return
	}
	node, _ := c.schemaAt(p)
	said, isText := literal.Value.(ast.String)
	if node == nil || !isText || said == "" {
		return
	}
	if node.Part.matches(string(said)) && (name != ast.StartsWith.Name || node.Start.matches(string(said))) {
		return
	}
	c.fail(codeNeverEqual, literal.Location, name+"("+p.String()+", "+cut(literal.String())+") is never true",
		node.partInstead(string(said), name))
}

func (s *schema) partInstead(text, name string) string {
	for _, other := range []string{strings.ToUpper(text), strings.ToLower(text)} {
		if s.Part.matches(other) && (name != ast.StartsWith.Name || s.Start.matches(other)) {
			return join("write "+quoted(other), s.Help)
		}
	}
	return s.Help
}
