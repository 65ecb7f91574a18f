package io.sallyport.policycompiler.author;

import io.sallyport.regoengine.compiler.PolicyChecks;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The schema of {@code input}, {@code docs/schemas/decision-input.json}, against which Rego is checked. */
public final class InputSchema {
    private static final String TEXT = read();

    private InputSchema() {}

    /** Returns the JSON text. */
    public static String text() {
        return TEXT;
    }

    /** Returns the checks of an author whose package is {@code root}. */
    static PolicyChecks checksOf(List<String> root) {
        return new PolicyChecks(root, TEXT);
    }

    private static String read() {
        try (InputStream in =
                InputSchema.class.getResourceAsStream("/io/sallyport/policycompiler/decision-input.json")) {
            return new String(Objects.requireNonNull(in, "decision-input.json").readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
