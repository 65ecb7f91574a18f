package io.sallyport.policycompiler.author;

import io.sallyport.regoengine.compiler.CompileBudget;
import io.sallyport.regoengine.compiler.CompileRequest;
import java.time.Duration;
import java.util.Map;

/**
 * How the Rego of one kind of author is compiled.
 *
 * @param version the Rego version of the files
 * @param budget the limits of compilation
 * @param schemas JSON Schemas of its data, as {@link CompileRequest#schemas}
 */
public record Authoring(RegoVersion version, CompileBudget budget, Map<String, String> schemas) {
    public Authoring {
        schemas = Map.copyOf(schemas);
    }

    /** Returns a copy with another version. */
    public Authoring in(RegoVersion other) {
        return new Authoring(other, budget, schemas);
    }

    /** Returns a copy with another time limit. */
    public Authoring within(Duration timeout) {
        return new Authoring(version, budget.withTimeout(timeout), schemas);
    }

    /** Returns a copy whose data are described by {@code other}. */
    public Authoring describedBy(Map<String, String> other) {
        return new Authoring(version, budget, other);
    }

    /** Returns the defaults for the security team. */
    public static Authoring ofGuardrails() {
        return new Authoring(RegoVersion.V1, CompileBudget.ofGuardrails(), Map.of());
    }

    /** Returns the defaults for a sandbox's own Rego. */
    public static Authoring ofSandbox() {
        return new Authoring(RegoVersion.V1, CompileBudget.ofSandbox(), Map.of());
    }
}
