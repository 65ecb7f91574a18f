package main

import (
	"bytes"
	"fmt"

	"github.com/open-policy-agent/opa/internal/compiler/wasm"
	"github.com/open-policy-agent/opa/internal/wasm/encoding"
	"github.com/open-policy-agent/opa/v1/ir"
)

// maxModuleBytes bounds what a module may take; OPA's own part of each takes about 0.3 MB.
const maxModuleBytes = 32 << 20

// moduleOf is the module of WebAssembly that OPA makes of a plan.
func moduleOf(plan *ir.Policy) ([]byte, error) {
	compiled, err := wasm.New().WithPolicy(plan).Compile()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := encoding.WriteModule(&out, compiled); err != nil {
		return nil, err
	}
	if out.Len() > maxModuleBytes {
		return nil, fmt.Errorf("the module takes %d bytes (at most %d)", out.Len(), maxModuleBytes)
	}
	return out.Bytes(), nil
}
