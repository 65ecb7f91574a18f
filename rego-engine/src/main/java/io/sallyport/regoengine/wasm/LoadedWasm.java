package io.sallyport.regoengine.wasm;

/** What came of loading a module. */
public sealed interface LoadedWasm {
    /** It can be run. */
    record Ready(WasmProgram program) implements LoadedWasm {}

    /** It cannot. */
    record Refused(String why) implements LoadedWasm {}
}
