package io.sallyport.cli.policy.reach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** {@code docs/schemas/properties.schema.json} is made of what the reader checks. */
class PropertySchemaTest {
    private static final Path FILE = Path.of("../docs/schemas/properties.schema.json");

    /** With {@code -Dreference.write=true} the schema is written instead of compared. */
    @Test
    void thePublishedSchemaIsThatOfTheReader() throws IOException {
        String made = PropertyFile.SHAPE.schema().document("Properties of policies");
        if (Boolean.getBoolean("reference.write")) {
            Files.writeString(FILE, made);
        }
        assertThat(Files.readString(FILE)).isEqualTo(made);
    }
}
