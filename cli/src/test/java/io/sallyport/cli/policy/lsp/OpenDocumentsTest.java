package io.sallyport.cli.policy.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenDocumentsTest {
    private static final Path FILE = Path.of("/a.rego");

    private final OpenDocuments documents = new OpenDocuments();

    @Test
    void aDocumentThatIsTooLongIsNotKept() {
        assertThat(documents.put("a", FILE, 1, "x")).isNotNull();
        assertThat(documents.put("a", FILE, 2, "x".repeat(OpenDocuments.MAX_LENGTH + 1)))
                .isNull();
        assertThat(documents.all()).isEmpty();
    }

    @Test
    void oneDocumentTooManyIsNotKeptAndTheOthersAre() {
        for (int i = 0; i < OpenDocuments.MAX_DOCUMENTS; i++) {
            documents.put("file:///" + i, FILE, 1, "");
        }
        assertThat(documents.put("file:///more", FILE, 1, "")).isNull();
        assertThat(documents.put("file:///0", FILE, 2, "new")).isNotNull();
        assertThat(documents.all()).hasSize(OpenDocuments.MAX_DOCUMENTS);
    }

    @Test
    void aTextThatWasReplacedIsNotTheNewest() {
        OpenDocument first = Objects.requireNonNull(documents.put("a", FILE, 1, "x"));
        assertThat(documents.areNewest(List.of(first))).isTrue();
        documents.put("a", FILE, 2, "y");
        assertThat(documents.areNewest(List.of(first))).isFalse();
        documents.close("a");
        assertThat(documents.areNewest(List.of(first))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"untitled:Untitled-1", "http://a/b.rego", "file:relative", "file://host/share", "::", "file:/%00"
            })
    void onlyFilesOfThisMachineHaveAPath(String uri) {
        assertThat(OpenDocuments.path(uri)).isNull();
    }
}
