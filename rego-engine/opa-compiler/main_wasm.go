//go:build wasip1

package main

import (
	"runtime/debug"
	"unsafe"
)

// The buffers that the host writes into and reads from; held here so that the collector leaves them alone.
var (
	input  []byte
	output []byte
)

// gcPercent trades memory, which limitMemory bounds, for time.
const gcPercent = 200

// main never runs: a reactor is initialised and then called.
func main() {}

func init() {
	debug.SetGCPercent(gcPercent)
}

// allocate makes room for a request and says where; the room lasts until the next call of compile.
//
//go:wasmexport allocate
func allocate(size int32) unsafe.Pointer {
	input = make([]byte, size)
	return unsafe.Pointer(unsafe.SliceData(input))
}

// compileRequest answers the request that stands in the allocated room: address of the answer in the upper, length in
// the lower half. The answer lasts until release.
//
//go:wasmexport compile
func compileRequest() uint64 {
	output = compileJSON(input)
	input = nil
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(output))))<<32 | uint64(len(output))
}

// release lets go of the answer.
//
//go:wasmexport release
func release() {
	output = nil
}

// limitMemory tells the collector how much there is, so that it works harder before the host refuses to give more.
//
//go:wasmexport limit_memory
func limitMemory(bytes int64) {
	debug.SetMemoryLimit(bytes)
}
