package io.sallyport.policycompiler;

import io.sallyport.regoengine.compiler.CompileBudget;
import java.time.Duration;

/**
 * How the Rego of one kind of author is taken.
 *
 * @param version what files are written in
 * @param budget what compiling them may cost
 */
public record Authoring(RegoVersion version, CompileBudget budget) {
    /** The same for another version. */
    public Authoring in(RegoVersion other) {
        return new Authoring(other, budget);
    }

    /** The same with another time that compiling may take. */
    public Authoring within(Duration timeout) {
        return new Authoring(version, budget.withTimeout(timeout));
    }

    /** The security team's, as it ships. */
    public static Authoring ofGuardrails() {
        return new Authoring(RegoVersion.V1, CompileBudget.ofGuardrails());
    }

    /** A sandbox's own, as it ships. */
    public static Authoring ofSandbox() {
        return new Authoring(RegoVersion.V1, CompileBudget.ofSandbox());
    }
}
