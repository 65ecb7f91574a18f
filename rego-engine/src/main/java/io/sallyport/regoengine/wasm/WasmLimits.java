package io.sallyport.regoengine.wasm;

import java.time.Duration;

/**
 * The limits of a WebAssembly module, which has no fuel. Steps and memory of the builtins that it calls are limited by
 * {@link io.sallyport.regoengine.run.Limits}, as in the other engines.
 *
 * @param moduleBytes of {@code policy.wasm}
 * @param memoryBytes linear memory of one instance: data, input and everything that an evaluation creates
 * @param resultBytes of an answer, or of an operand of a builtin, as text
 * @param time of one evaluation; loading data may take fifty times as long
 * @param instances concurrent evaluations; one more fails
 */
public record WasmLimits(int moduleBytes, int memoryBytes, int resultBytes, Duration time, int instances) {
    /** A module of 8 MiB, 64 MiB of memory, an answer of 1 MiB, 100 ms, 16 concurrent evaluations. */
    public static final WasmLimits DEFAULT = new WasmLimits(8 << 20, 64 << 20, 1 << 20, Duration.ofMillis(100), 16);

    public WasmLimits {
        if (moduleBytes < 1 || memoryBytes < 1 || resultBytes < 1 || !time.isPositive() || instances < 1) {
            throw new IllegalArgumentException("limits of WebAssembly: each at least 1");
        }
    }
}
