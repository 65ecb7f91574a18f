package io.sallyport.cli.policy.lsp;

import io.sallyport.policycompiler.author.InputSchema;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** The schemas of {@code docs/schemas}, parsed once each. */
final class PublishedSchemas {
    private static final RegoValue INPUT = RegoJson.valueOf(InputSchema.text());
    private static final Map<DocumentKind, RegoValue> OF_KIND = new EnumMap<>(DocumentKind.class);

    static {
        for (DocumentKind kind : DocumentKind.values()) {
            OF_KIND.put(kind, RegoJson.valueOf(read(kind.schema() + ".schema.json")));
        }
    }

    private PublishedSchemas() {}

    /** Returns the schema of {@code input}. */
    static RegoValue input() {
        return INPUT;
    }

    static RegoValue of(DocumentKind kind) {
        return Objects.requireNonNull(OF_KIND.get(kind));
    }

    private static String read(String file) {
        try (InputStream in = PublishedSchemas.class.getResourceAsStream(file)) {
            return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
