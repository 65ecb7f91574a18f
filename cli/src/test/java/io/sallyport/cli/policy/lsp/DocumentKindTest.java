package io.sallyport.cli.policy.lsp;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DocumentKindTest {
    @ParameterizedTest
    @CsvSource({
        "a.yaml,'version: 1\nnetwork_policies: {}',NETWORK_POLICY",
        "a.yml,'network_policies:\n  a: {',NETWORK_POLICY",
        "a.yaml,'agent: a.md\nrole: r',HARNESS",
        "a.yaml,'id: a\nendpoints: []',PROFILE",
        "a.yaml,'id: a\npermissions: {}',SKILL",
        "lease.json,'{',LEASE",
        "job.lease.json,'{}',LEASE",
        "sallyport.yaml,'',CONFIGURATION",
        "a.yaml,'# yaml-language-server: $schema=../schemas/skill.schema.json\nname: a',SKILL",
    })
    void aDocumentIsKnown(String file, String text, DocumentKind kind) {
        assertThat(DocumentKind.of(Path.of(file), text)).contains(kind);
    }

    @ParameterizedTest
    @CsvSource({
        "package.json,'{}'",
        "release.json,'{}'",
        "values.yaml,'image: a'",
        "a.yaml,'# yaml-language-server: $schema=https://example.com/other.schema.json\nagent: a\nrole: b'",
        "notes.txt,'network_policies: {}'",
    })
    void whatIsNoneIsLeftAlone(String file, String text) {
        assertThat(DocumentKind.of(Path.of(file), text)).isEmpty();
    }

    @Test
    void everyKindHasASchema() {
        for (DocumentKind kind : DocumentKind.values()) {
            assertThat(SchemaMembers.at(PublishedSchemas.of(kind), java.util.List.of())
                            .members())
                    .as(kind.schema())
                    .isNotEmpty();
        }
    }
}
