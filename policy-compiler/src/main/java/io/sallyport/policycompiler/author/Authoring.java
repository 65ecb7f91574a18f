package io.sallyport.policycompiler.author;

import io.sallyport.regoengine.compiler.CompileBudget;
import java.time.Duration;

/**
 * How the Rego of one kind of author is compiled.
 *
 * @param version the Rego version of the files
 * @param budget the limits of compilation
 */
public record Authoring(RegoVersion version, CompileBudget budget) {
    /** Returns a copy with another version. */
    public Authoring in(RegoVersion other) {
        return new Authoring(other, budget);
    }

    /** Returns a copy with another time limit. */
    public Authoring within(Duration timeout) {
        return new Authoring(version, budget.withTimeout(timeout));
    }

    /** Returns the defaults for the security team. */
    public static Authoring ofGuardrails() {
        return new Authoring(RegoVersion.V1, CompileBudget.ofGuardrails());
    }

    /** Returns the defaults for a sandbox's own Rego. */
    public static Authoring ofSandbox() {
        return new Authoring(RegoVersion.V1, CompileBudget.ofSandbox());
    }
}
