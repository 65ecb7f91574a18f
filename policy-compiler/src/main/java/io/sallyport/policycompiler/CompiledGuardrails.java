package io.sallyport.policycompiler;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/**
 * Guardrails that somebody else compiled, as a bundle holds them. Immutable.
 *
 * @param kind what {@code program} is
 * @param program the bytes, read-only, to be read through a duplicate
 * @param entrypoints the documents that it must answer; empty: whichever it does
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

    /** Lower-case hex SHA-256 of the program. */
    String digest() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
