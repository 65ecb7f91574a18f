package main

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"

	"github.com/open-policy-agent/opa/v1/ir"
)

// planJSON is the JSON of a plan, byte for byte as encoding/json makes it. That compacts a block once for each block
// around it, since blocks are json.Marshalers, and so takes a third of the time of a whole compilation. compile-lines
// compares the two.
func planJSON(plan *ir.Policy) []byte {
	if plan == nil {
		return nil
	}
	e := encoders{}
	return e.of(reflect.TypeOf(plan))(nil, reflect.ValueOf(plan))
}

type appendJSON func(to []byte, v reflect.Value) []byte

type encoders map[reflect.Type]appendJSON

var (
	blockType     = reflect.TypeFor[*ir.Block]()
	operandType   = reflect.TypeFor[ir.Operand]()
	marshalerType = reflect.TypeFor[json.Marshaler]()
)

func (e encoders) of(t reflect.Type) appendJSON {
	if made := e[t]; made != nil {
		return made
	}
	// what a type contains of itself finds this one
	var made appendJSON
	e[t] = func(to []byte, v reflect.Value) []byte { return made(to, v) }
	made = e.make(t)
	e[t] = made
	return made
}

func (e encoders) make(t reflect.Type) appendJSON {
	switch {
	case t == blockType:
		return e.block
	case t == operandType:
		return operand
	case t.Implements(marshalerType), reflect.PointerTo(t).Implements(marshalerType):
		return plain
	}
	switch t.Kind() {
	case reflect.Pointer:
		return orNull(e.pointer(t))
	case reflect.Slice:
		return orNull(e.slice(t))
	case reflect.Struct:
		return e.structure(t)
	case reflect.String:
		return func(to []byte, v reflect.Value) []byte { return appendString(to, v.String()) }
	case reflect.Int, reflect.Int32, reflect.Int64:
		return func(to []byte, v reflect.Value) []byte { return strconv.AppendInt(to, v.Int(), 10) }
	}
	return plain
}

// plain leaves the value to encoding/json, which takes all that a plan may hold.
func plain(to []byte, v reflect.Value) []byte {
	if v.CanAddr() {
		v = v.Addr()
	}
	text, err := json.Marshal(v.Interface())
	if err != nil {
		panic(err)
	}
	return append(to, text...)
}

func orNull(element appendJSON) appendJSON {
	return func(to []byte, v reflect.Value) []byte {
		if v.IsNil() {
			return append(to, "null"...)
		}
		return element(to, v)
	}
}

func (e encoders) pointer(t reflect.Type) appendJSON {
	element := e.of(t.Elem())
	return func(to []byte, v reflect.Value) []byte { return element(to, v.Elem()) }
}

func (e encoders) slice(t reflect.Type) appendJSON {
	element := e.of(t.Elem())
	return func(to []byte, v reflect.Value) []byte {
		to = append(to, '[')
		for i := range v.Len() {
			if i > 0 {
				to = append(to, ',')
			}
			to = element(to, v.Index(i))
		}
		return append(to, ']')
	}
}

func (e encoders) block(to []byte, v reflect.Value) []byte {
	block := v.Interface().(*ir.Block)
	if block == nil {
		return append(to, "null"...)
	}
	to = append(to, `{"stmts":[`...)
	for i, stmt := range block.Stmts {
		if i > 0 {
			to = append(to, ',')
		}
		v := reflect.ValueOf(stmt)
		to = append(to, `{"type":"`...)
		to = append(to, v.Type().Elem().Name()...)
		to = append(to, `","stmt":`...)
		to = e.of(v.Type())(to, v)
		to = append(to, '}')
	}
	return append(to, "]}"...)
}

func operand(to []byte, v reflect.Value) []byte {
	switch value := v.Field(0).Interface().(type) {
	case ir.Local:
		to = append(to, `{"type":"local","value":`...)
		to = strconv.AppendInt(to, int64(value), 10)
	case ir.StringIndex:
		to = append(to, `{"type":"string_index","value":`...)
		to = strconv.AppendInt(to, int64(value), 10)
	case ir.Bool:
		to = append(to, `{"type":"bool","value":`...)
		to = strconv.AppendBool(to, bool(value))
	default:
		return plain(to, v)
	}
	return append(to, '}')
}

type member struct {
	name      string
	index     []int
	omitEmpty bool
	value     appendJSON
}

func (e encoders) structure(t reflect.Type) appendJSON {
	members := e.members(t)
	return func(to []byte, v reflect.Value) []byte {
		before := byte('{')
		for _, m := range members {
			value := v.FieldByIndex(m.index)
			if m.omitEmpty && isEmpty(value) {
				continue
			}
			to = append(append(to, before), m.name...)
			to = m.value(to, value)
			before = ','
		}
		if before == '{' {
			to = append(to, before)
		}
		return append(to, '}')
	}
}

// members lists what encoding/json writes of a structure; what is embedded has no names in common with what is around it.
func (e encoders) members(t reflect.Type) []member {
	var found []member
	for _, field := range reflect.VisibleFields(t) {
		tag, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Anonymous || !field.IsExported() || tag == "-" {
			continue
		}
		if tag == "" {
			tag = field.Name
		}
		found = append(found, member{`"` + tag + `":`, field.Index, options == "omitempty", e.of(field.Type)})
	}
	return found
}

func isEmpty(v reflect.Value) bool {
	return v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}

// appendString quotes what needs no escape by itself.
func appendString(to []byte, s string) []byte {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7f || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			text, _ := json.Marshal(s)
			return append(to, text...)
		}
	}
	return append(append(append(to, '"'), s...), '"')
}
