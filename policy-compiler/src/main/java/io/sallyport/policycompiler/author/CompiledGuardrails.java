package io.sallyport.policycompiler.author;

import io.sallyport.model.Sha256;
import java.nio.ByteBuffer;
import java.util.Set;

/**
 * Guardrails that were compiled elsewhere, as contained in a bundle. Immutable.
 *
 * @param kind the form of {@code program}
 * @param program the bytes, read-only; read them through a duplicate
 * @param entrypoints the documents that it must provide; if empty, whichever it has
 */
public record CompiledGuardrails(Kind kind, ByteBuffer program, Set<String> entrypoints) {
    /** How a policy was compiled. */
    public enum Kind {
        /** OPA's plan, {@code plan.json}. */
        PLAN,
        /** {@code policy.wasm}. */
        WASM
    }

    public CompiledGuardrails {
        program = program.asReadOnlyBuffer();
        entrypoints = Set.copyOf(entrypoints);
    }

    byte[] bytes() {
        var bytes = new byte[program.remaining()];
        program.duplicate().get(bytes);
        return bytes;
    }

    /** Returns the lower-case hex SHA-256 of the program. */
    String digest() {
        return Sha256.of(bytes()).hex();
    }
}
