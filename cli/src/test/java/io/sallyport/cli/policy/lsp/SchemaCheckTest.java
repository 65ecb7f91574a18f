package io.sallyport.cli.policy.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.documents.Diagnostic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SchemaCheckTest {
    private static List<Diagnostic> found(DocumentKind kind, String text) {
        return SchemaCheck.of(PublishedSchemas.of(kind), text);
    }

    @Test
    void filesThatAConfigurationNamesAreNotOpened() {
        String text = "guardrails: /nowhere/guardrails\nproviders: {a: {secret: {file: /nowhere/secret}}}\n";
        assertThat(Files.exists(Path.of("/nowhere"))).isFalse();
        assertThat(found(DocumentKind.CONFIGURATION, text))
                .noneMatch(each -> each.message().contains("nowhere"));
    }

    @Test
    void aKeyThatTheSchemaDoesNotKnowIsFoundAtItsPlace() {
        Diagnostic only = found(DocumentKind.CONFIGURATION, "state: s\nproxy:\n  lisen: []\n")
                .getFirst();
        assertThat(only.line()).isEqualTo(2);
        assertThat(only.message()).contains("lisen");
    }

    @Test
    void aTextThatIsNoYamlIsOneDiagnostic() {
        assertThat(found(DocumentKind.PROPERTIES, "a: [")).hasSize(1);
        assertThat(found(DocumentKind.CONFIGURATION, "")).isEmpty();
    }

    @Test
    void realFilesFit() throws IOException {
        Path examples = Path.of("../examples/policies");
        assertThat(found(DocumentKind.PROPERTIES, Files.readString(examples.resolve("properties.yaml"))))
                .isEmpty();
        assertThat(found(DocumentKind.CONFIGURATION, Files.readString(examples.resolve("gateway.yaml"))))
                .isEmpty();
    }

    @Test
    void aValueOfAnotherTypeIsFound() {
        assertThat(found(DocumentKind.PROPERTIES, "version: 1\nproperties: none\n"))
                .singleElement()
                .satisfies(each -> assertThat(each.line()).isEqualTo(2));
    }
}
