package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Shape;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A schema in {@code docs/schemas}, made of what a reader checks. {@code -Dreference.write=true} writes it. */
public final class PublishedSchema {
    private PublishedSchema() {}

    /** Fails if the published schema is not that of {@code shape}. */
    public static void hold(String name, Shape shape, String title) throws IOException {
        Path file = Path.of("../docs/schemas", name + ".schema.json");
        String made = shape.schema().document(title);
        if (Boolean.getBoolean("reference.write")) {
            Files.writeString(file, made);
        }
        assertThat(Files.readString(file)).isEqualTo(made);
    }
}
