package io.sallyport.regoengine.compiler;

import java.time.Duration;

/**
 * The limits of one compilation.
 *
 * @param timeout time in the compiler, excluding the queue ({@code policy.compile_timeout})
 * @param maxSourceBytes of all names and texts together, in UTF-8
 * @param maxFiles files in one request
 * @param ahead whether the request goes to the front of the queue, and is queued even if the queue is full for others
 */
public record CompileBudget(Duration timeout, int maxSourceBytes, int maxFiles, boolean ahead) {
    private static final int KIB = 1024;

    public CompileBudget {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout: " + timeout + " (expected: > 0)");
        }
    }

    /** Returns the limits for the Rego of a sandbox: 10 s, 256 KiB, 64 files. */
    public static CompileBudget ofSandbox() {
        return new CompileBudget(Duration.ofSeconds(10), 256 * KIB, 64, false);
    }

    /**
     * Returns the limits for Rego that applies to all sandboxes: 60 s, 1 MiB, 256 files, ahead of anything from a
     * sandbox.
     */
    public static CompileBudget ofGuardrails() {
        return new CompileBudget(Duration.ofSeconds(60), 1024 * KIB, 256, true);
    }

    public CompileBudget withTimeout(Duration other) {
        return new CompileBudget(other, maxSourceBytes, maxFiles, ahead);
    }
}
