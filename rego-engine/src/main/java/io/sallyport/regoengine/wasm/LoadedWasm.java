package io.sallyport.regoengine.wasm;

/** The result of loading a module. */
public sealed interface LoadedWasm {
    /** The program can be run. */
    record Ready(WasmProgram program) implements LoadedWasm {}

    /** The module cannot be run. */
    record Refused(String why) implements LoadedWasm {}
}
