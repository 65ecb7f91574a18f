package io.sallyport.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** With {@code -Dreference.write=true} the page and the schema are written instead of compared. */
final class ConfigReferenceTest {
    private static final Path PAGE = Path.of("../docs/configuration.md");
    private static final Path SCHEMA = Path.of("../docs/schemas/configuration.schema.json");

    /** What precedes the list of keys is written by hand. */
    private static final String GENERATED = "\n## Keys\n";

    @Test
    void thePageOfTheConfigurationIsThatOfItsKeys() throws IOException {
        String page = Files.readString(PAGE);
        int end = page.indexOf(GENERATED);
        hold(PAGE, page.substring(0, end < 0 ? page.length() : end) + ConfigReference.page());
    }

    @Test
    void theSchemaOfTheConfigurationIsThatOfItsKeys() throws IOException {
        hold(SCHEMA, ConfigReference.schema());
    }

    private static void hold(Path file, String made) throws IOException {
        if (Boolean.getBoolean("reference.write")) {
            Files.writeString(file, made);
        }
        assertThat(Files.readString(file)).isEqualTo(made);
    }

    /**
     * What a section expects is what is declared in it, so no key is read that the page leaves out, or the other way.
     */
    @Test
    void everyKeyThatIsReadIsDeclaredAndEveryDeclaredKeyIsRead() {
        ConfigReference.known().forEach((section, keys) -> {
            keys.remove("*");
            keys.addAll(byName(section));
            if (!section.contains("*") && !keys.isEmpty()) {
                assertThatThrownBy(() -> ConfigFile.parse(
                                Path.of("/etc/gateway.yaml"), unknownIn(section), null, Path.of("/var/lib/sallyport")))
                        .hasMessageContaining("unknown key (expected one of: " + String.join(", ", keys) + ")");
            }
        });
    }

    /** Sections whose keys are names of the operator's own, and the names that are known there. */
    private static Set<String> byName(String section) {
        return switch (section) {
            case "guard.rates" ->
                Set.of("net.fetch", "fs.read", "fs.write", "tool.call", "model.use", "agent.delegate");
            default -> Set.of();
        };
    }

    private static String unknownIn(String section) {
        String needed = switch (section) {
            case "arcp" -> ", url: 'wss://a/b', token_file: t";
            case "guardrails_key" -> ", file: f, algorithm: ES256";
            case "api_servers.files" -> ", directory: d";
            default -> "";
        };
        String inner = "{nosuch: 1" + needed + "}";
        if (section.isEmpty()) {
            return "nosuch: 1";
        }
        String[] parts = section.split("\\.", -1);
        String text = inner;
        for (int i = parts.length - 1; i > 0; i--) {
            text = "{" + parts[i] + ": " + text + "}";
        }
        return parts[0] + ": " + text;
    }
}
