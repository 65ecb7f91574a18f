package io.sallyport.regoengine.wasm;

import java.time.Duration;

/**
 * What a module of WebAssembly may use, which knows no fuel. Steps and memory of the builtins that it asks of us are
 * bounded by {@link io.sallyport.regoengine.run.Limits}, as everywhere.
 *
 * @param moduleBytes of {@code policy.wasm}
 * @param memoryBytes linear memory of one instance: data, input and all that an evaluation makes
 * @param resultBytes of an answer, or of an operand of one of our builtins, as text
 * @param time of one evaluation; data are loaded in fifty times that
 * @param instances evaluations at once; one more fails
 */
public record WasmLimits(int moduleBytes, int memoryBytes, int resultBytes, Duration time, int instances) {
    /** 8 MiB of module, 64 MiB of memory, 1 MiB of answer, 100 ms, 16 at once. */
    public static final WasmLimits DEFAULT = new WasmLimits(8 << 20, 64 << 20, 1 << 20, Duration.ofMillis(100), 16);

    public WasmLimits {
        if (moduleBytes < 1 || memoryBytes < 1 || resultBytes < 1 || !time.isPositive() || instances < 1) {
            throw new IllegalArgumentException("limits of WebAssembly: each at least 1");
        }
    }
}
