package io.sallyport.cli.provider;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.configuration.Config;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.documents.Diagnostic;
import io.sallyport.leasebridge.network.NetworkPolicyReader;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.GoldenFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderImportCommandTest {
    private static final String SECRET = "sk-live-0123456789";

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @ValueSource(strings = {"openshell", "agent-vault", "iron-proxy"})
    void printsWhatIsRecorded(String dialect) {
        GoldenFile golden = GoldenFile.of(Path.of("src/test/resources/golden/import-" + dialect + ".txt"));
        String said = golden.said(document -> said(dialect, new String(document, StandardCharsets.UTF_8)));
        assertThat(said).isEqualTo(golden.recorded());
    }

    private String said(String dialect, String document) {
        try {
            ImportedDocument imported = ImportedDocument.of(folder, dialect, document);
            assertThat(imported.ended().err() + imported.ended().out()).doesNotContain(SECRET, "sk live");
            String policy = Files.exists(imported.policy()) ? imported.policyText() : "";
            return imported.ended().err() + imported.ended().out() + policy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void theExampleOfTheGuideIsWhatIsPrinted() throws Exception {
        String guide = Files.readString(Path.of("../docs/provider-import.md"));
        ImportedDocument imported = ImportedDocument.of(folder, "agent-vault", block(guide, "document"))
                .isImported();
        assertThat(imported.providers()).isEqualTo(block(guide, "printed"));
    }

    private static String block(String guide, String name) {
        String begin = "<!-- " + name + " -->\n```yaml\n";
        int from = guide.indexOf(begin) + begin.length();
        return guide.substring(from, guide.indexOf("```", from));
    }

    @Test
    void theGatewayReadsWhatIsPrintedWithoutAFinding() throws Exception {
        String document = """
                services:
                  - {name: pay, host: api.pay.example, auth: {type: bearer, token: PAY_KEY}}
                  - {name: "on-off", host: api.no.example/yes/*, auth: {type: api-key, key: "Y", header: "y"}}
                """;
        ImportedDocument imported =
                ImportedDocument.of(folder, "agent-vault", document).isImported();
        Config config = ConfigFile.parse(folder.resolve("gateway.yaml"), imported.providers());
        assertThat(config.warnings()).isEmpty();
        assertThat(config.providers()).hasSize(2);
        assertThat(NetworkPolicyReader.read("policy", imported.policyText()).diagnostics())
                .noneMatch(Diagnostic::isError)
                .allMatch(each -> each.message().startsWith("no binaries"));
    }

    @Test
    void whatHasNoEquivalentIsLeftOutIfThatIsAskedFor() throws Exception {
        String document = """
                services:
                  - {name: pay, host: api.pay.example, auth: {type: bearer, token: PAY_KEY}}
                  - {name: wide, host: wide.example/v1*, auth: {type: bearer, token: WIDE_KEY}}
                """;
        ImportedDocument.of(folder, "agent-vault", document).isRefused("document.yaml:3:5: error NOT_EXACT");
        ImportedDocument imported = ImportedDocument.of(folder, "agent-vault", document, "--skip-unsupported")
                .isImported();
        assertThat(imported.ended().err()).contains("document.yaml:3:5: warning NOT_EXACT: left out: ");
        assertThat(imported.providers() + imported.policyText()).contains("pay").doesNotContain("wide");
    }

    /** The second secret has two providers, of which one alone would be wrong. */
    @Test
    void noRuleNamesWhatIsLeftOut() throws Exception {
        String document = """
                transforms:
                  - {name: allowlist, config: {domains: ["*.example.com"]}}
                  - name: secrets
                    config:
                      secrets:
                        - {source: {type: env, var: A}, inject: {header: X-Key}, rules: [{host: api.example.com}]}
                        - source: {type: env, var: B}
                          inject: {header: x-key}
                          rules: [{host: b.example.com, methods: [GET]}, {host: "*.example.com", methods: [POST]}]
                """;
        ImportedDocument imported = ImportedDocument.of(folder, "iron-proxy", document, "--skip-unsupported")
                .isImported();
        assertThat(imported.providers()).contains("  a:").doesNotContain("  b");
        assertThat(imported.policyText()).contains("credentials: [a]");
    }

    /** The winner of its requests is left out: they would have the credential of the loser. */
    @Test
    void aServiceIsNotWidenedByLeavingOutAnother() throws Exception {
        String document = """
                services:
                  - {name: bot, host: chat.example/api/*, auth: {type: bearer, token: BOT_TOKEN}}
                  - {name: apps, host: chat.example/api/apps.*, auth: {type: bearer, token: APPS_TOKEN}}
                """;
        ImportedDocument imported = ImportedDocument.of(folder, "agent-vault", document, "--skip-unsupported")
                .isImported();
        assertThat(imported.providers()).isEqualTo("providers: {}\n");
    }

    /** The endpoint that would be left out judges the calls of what stays. */
    @Test
    void anEndpointThatNarrowsAnotherIsNotLeftOut() throws Exception {
        String document = """
                id: tools
                display_name: Tools
                endpoints:
                  - {host: "**.tools.example", port: 443, protocol: rest, access: full}
                  - host: api.tools.example
                    port: 443
                    protocol: rest
                    access: full
                    allow_encoded_slash: true
                    deny_rules: [{method: DELETE, path: "**"}]
                """;
        ImportedDocument.of(folder, "openshell", document, "--skip-unsupported")
                .isRefused("document.yaml:9:26: error NOT_SAFE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"judge", "something_new"})
    void aTransformThatMayRefuseIsNeverLeftOut(String name) throws Exception {
        String document = "transforms: [{name: " + name + ", config: {}}]";
        ImportedDocument.of(folder, "iron-proxy", document, "--skip-unsupported")
                .isRefused("NOT_THERE_YET", name);
    }

    @Test
    void severalDocumentsAreOneSection() throws Exception {
        Path one = Files.writeString(folder.resolve("one.yaml"), profile("one", "ONE_TOKEN"));
        Path two = Files.writeString(folder.resolve("two.yaml"), profile("two", "TWO_TOKEN"));
        Path same = Files.writeString(folder.resolve("same.yaml"), profile("three", "ONE_TOKEN"));
        assertThat(run(one, two).out()).contains("  one:", "  two:");
        Client.Ended refused = run(one, same);
        assertThat(refused.exit()).isEqualTo(2);
        assertThat(refused.err()).contains("same.yaml:4:5: error CONTRADICTION", "ONE_TOKEN");
        assertThat(run(one, one).err()).contains("DUPLICATE_ENTRY");
    }

    private static Client.Ended run(Path... files) {
        return CommandInProcess.run("provider", "import", "--from=openshell", files[0].toString(), files[1].toString());
    }

    private static String profile(String id, String variable) {
        return """
                id: %s
                display_name: A
                credentials:
                  - {name: token, env_vars: [%s]}
                endpoints:
                  - {host: %s.example, port: 443, protocol: rest, access: full}
                """.formatted(id, variable, id);
    }

    @Test
    void jsonHasTheDocumentsAndTheDiagnostics() throws Exception {
        String document = "services: [{name: pay, host: api.pay.example, auth: {type: bearer, token: PAY_KEY}}]";
        ImportedDocument imported =
                ImportedDocument.of(folder, "agent-vault", document, "--json").isImported();
        assertThat(imported.ended().out())
                .startsWith("{\"status\":\"imported\",\"providers\":\"providers:\\n")
                .contains("\"policy\":\"version: 1\\n", "\"diagnostics\":[]");
    }

    @Test
    void hostileDocumentsAreRefusedBeforeTheyCost() throws Exception {
        String bomb = """
                a: &a [x, x, x, x, x, x, x, x, x, x]
                b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a, *a]
                c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b, *b]
                d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c, *c]
                e: [*d, *d, *d, *d, *d, *d, *d, *d, *d, *d, *d]
                """;
        ImportedDocument.of(folder, "iron-proxy", bomb).isRefused("TOO_LARGE");
        ImportedDocument.of(folder, "agent-vault", "services: [" + "x".repeat(1 << 20) + "]")
                .isRefused("TOO_LARGE");
        ImportedDocument.of(folder, "openshell", "id: a\nid: b\n").isRefused("DUPLICATE_MEMBER");
        ImportedDocument.of(folder, "openshell", "id: !!java.net.URL [a]\n").isRefused("NOT_YAML");
        ImportedDocument.of(folder, "openshell", "[".repeat(100)).isRefused("TOO_DEEP");
        ImportedDocument.of(folder, "agent-vault", "services: []\n---\nservices: []\n")
                .isRefused("NOT_YAML", "a second document");
        var many = new StringBuilder("services:\n");
        for (int i = 0; i < 257; i++) {
            many.append("  - {host: a%d.example, auth: {type: passthrough}}\n".formatted(i));
        }
        ImportedDocument.of(folder, "agent-vault", many.toString()).isRefused("TOO_MANY");
    }

    /** What a document says cannot end a line of the printed YAML. */
    @Test
    void textOfADocumentStaysText() throws Exception {
        String document = """
                services:
                  - name: api
                    host: api.example.com
                    auth:
                      type: custom
                      headers:
                        X-Api-Key: "{{ A_KEY }}"
                        X-Plan: "free\\nother: {secret: {env: HOME}}"
                """;
        ImportedDocument.of(folder, "agent-vault", document).isRefused("extra_headers");
        String quoted = document.replace("\\nother: {", "\\\", other: {");
        ImportedDocument imported =
                ImportedDocument.of(folder, "agent-vault", quoted).isImported();
        Config config = ConfigFile.parse(folder.resolve("gateway.yaml"), imported.providers());
        assertThat(config.providers()).hasSize(1);
    }

    @Test
    void aKindThatIsNotKnownIsRefused() {
        Client.Ended ended = CommandInProcess.run("provider", "import", "--from=vault", "a.yaml");
        assertThat(ended.exit()).isEqualTo(2);
        assertThat(ended.err()).contains("openshell, agent-vault, iron-proxy");
    }
}
