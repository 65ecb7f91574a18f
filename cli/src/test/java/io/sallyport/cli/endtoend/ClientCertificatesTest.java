package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.model.Sha256;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that asks for certificates, and says whose it was shown, behind a gateway that has one. */
class ClientCertificatesTest {
    private static final TestCa CLIENTS = TestCa.create("clients", InstantSource.system());
    private static final TestCa.Leaf FIRST = CLIENTS.clientLeaf("first.test");
    private static final TestCa.Leaf SECOND = CLIENTS.clientLeaf("second.test");

    /** The first end in its chain: that of its issuer may come a second before its own. */
    private static final Instant END_OF_SECOND = Stream.of(CLIENTS.certificate(), SECOND.certificate())
            .map(each -> each.getNotAfter().toInstant())
            .min(Comparator.naturalOrder())
            .orElseThrow();

    private static final String PROVIDERS = """
            providers:
              client:
                secret:
                  client_certificate:
                    certificate: {file: tls.crt}
                    key: {file: tls.key}
                endpoints: ["https://api.test/v1/**", "https://api.test/away"]
            """;

    private static final String POLICY = """
            version: 1
            network_policies:
              api:
                endpoints:
                  - {host: api.test, port: 443, protocol: rest, access: full}
                credentials: [client]
              others:
                endpoints:
                  - {host: other.test, port: 443, protocol: rest, access: full}
                  - {host: opaque.test, port: 443, tls: skip}
            """;

    private static final String[] NAMES = {"api.test", "other.test", "opaque.test"};

    @TempDir
    private Path folder;

    private CredentialSandbox start(Origin origin) throws Exception {
        CredentialSandbox sandboxes = CredentialSandbox.startBefore(
                folder,
                origin.hostPort(),
                Map.of("line-of-key", FIRST.keyPem().lines().toList().get(1)),
                written(PROVIDERS),
                NAMES);
        sandboxes.put("sb-1", POLICY);
        sandboxes.put("sb-2", POLICY.replaceAll(" *credentials:.*\n", ""));
        return sandboxes;
    }

    private String written(String providers) throws IOException {
        give(FIRST.chainPem(), FIRST.keyPem());
        return providers;
    }

    private void give(String chain, String key) throws IOException {
        Files.writeString(folder.resolve("tls.crt"), chain);
        Files.writeString(folder.resolve("tls.key"), key);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http/1.1", "h2"})
    void aCertificateIsShownWhereItIsGrantedAndNowhereElse(String protocol) throws Exception {
        require("curl");
        try (Origin origin = CertifiedOrigin.start(CredentialSandbox.leaf(NAMES), CLIENTS, protocol);
                CredentialSandbox sandboxes = start(origin)) {
            for (int round = 0; round < 2; round++) {
                assertThat(seen(sandboxes, "sb-1", "https://api.test/v1/x")).isEqualTo("client=first.test\n");
                assertThat(seen(sandboxes, "sb-1", "https://api.test/v2/x"))
                        .as("a path that it is not bound to, right after")
                        .isEqualTo("client=nobody\n");
                assertThat(seen(sandboxes, "sb-2", "https://api.test/v1/x"))
                        .as("a sandbox without the grant")
                        .isEqualTo("client=nobody\n");
                assertThat(seen(sandboxes, "sb-1", "https://other.test/v1/x"))
                        .as("the same server by another name")
                        .isEqualTo("client=nobody\n");
            }
            assertThat(seen(sandboxes, "sb-1", "-L", "https://api.test/away"))
                    .as("where a redirect leads")
                    .isEqualTo("client=nobody\n");
            assertThat(seen(sandboxes, "sb-1", "-k", "https://opaque.test/v1/x"))
                    .as("in a tunnel that is not opened")
                    .isEqualTo("client=nobody\n");
            if (protocol.equals("http/1.1")) { // fetches speak no other
                areShownInFetches(sandboxes);
            }
            String own = seen(sandboxes, "sb-1", "-i", "-H", "Authorization: Bearer own", "https://api.test/v1/x");
            assertThat(own).contains("foreign_credential");
            isReplaced(sandboxes);
            assertThat(sandboxes.rig().records("http"))
                    .filteredOn(record -> record.path("credentials").toString().equals("[\"client\"]"))
                    .isNotEmpty()
                    .allMatch(record -> record.path("host").asString().equals("api.test"));
            sandboxes.hidesSecretsInFiles();
        }
    }

    /** What one sandbox has fetched with it, and is kept, another does not get without. */
    private static void areShownInFetches(CredentialSandbox sandboxes) throws IOException {
        for (String when : List.of("from its target", "from the cache")) {
            assertThat(fetched(sandboxes, "sb-1", "https://api.test/v1/f", "first.test"))
                    .as(when)
                    .isEqualTo("client=first.test\n");
        }
        assertThat(fetched(sandboxes, "sb-2", "https://api.test/v1/f", "first.test"))
                .as("a sandbox without the grant")
                .contains("error")
                .doesNotContain("client=");
        assertThat(fetched(sandboxes, "sb-1", "https://api.test/v2/f", "nobody"))
                .as("a path that it is not bound to")
                .isEqualTo("client=nobody\n");
        assertThat(sandboxes.rig().records("fetch"))
                .filteredOn(record -> record.path("status").asInt() == 200)
                .extracting(record -> record.path("credentials").toString())
                .containsExactly("[\"client\"]", "[\"client\"]", "");
    }

    private static String fetched(CredentialSandbox sandboxes, String sandbox, String url, String client) {
        Sha256 pin = Sha256.of(("client=" + client + "\n").getBytes(StandardCharsets.UTF_8));
        String asked = "{\"type\": \"file\", \"url\": \"" + url + "#sha256=" + pin.hex() + "\"}";
        String command = "curl -sS -H \"Authorization: Bearer $FULLSEND_FETCH_TOKEN\""
                + " -H 'Accept: application/octet-stream' --data \"$0\" \"$FULLSEND_FETCH_URL\"";
        Client.Ended ended = sandboxes.runAs(sandbox, Map.of(), "sh", "-c", command, asked);
        assertThat(ended.err()).isEmpty();
        return ended.out();
    }

    private static final String BACKENDS = """
            inference:
              backends:
                shown: {api: openai, url: "https://api.test", certificate: client, models: {shown: m}}
                plain: {api: openai, url: "https://api.test", models: {plain: m}}
                other: {api: openai, url: "https://other.test", certificate: client, models: {other: m}}
                key: {api: openai, url: "https://api.test", provider: client, models: {key: m}}
            """;

    /** The same server is asked with and without it, on connections of their own. */
    @Test
    void aBackendOfModelsIsShownTheCertificateThatItIsToSee() throws Exception {
        require("curl");
        try (Origin origin = CertifiedOrigin.start(CredentialSandbox.leaf(NAMES), CLIENTS, "http/1.1");
                CredentialSandbox sandboxes = CredentialSandbox.startBefore(
                        folder,
                        origin.hostPort(),
                        Map.of("line-of-key", FIRST.keyPem().lines().toList().get(1)),
                        written(PROVIDERS + BACKENDS),
                        NAMES)) {
            sandboxes.putLease("sb-1", "{\"model.use\": [\"*\"]}");
            for (int round = 0; round < 2; round++) {
                assertThat(model(sandboxes, "shown")).isEqualTo("client=first.test\n");
                assertThat(model(sandboxes, "plain")).isEqualTo("client=nobody\n");
            }
            assertThat(model(sandboxes, "other")).contains("error").doesNotContain("client=");
            assertThat(model(sandboxes, "key")).contains("error").doesNotContain("client=");
            assertThat(sandboxes.rig().records("model"))
                    .filteredOn(record -> record.path("status").asInt() == 200)
                    .extracting(record -> record.path("credentials").toString())
                    .contains("[\"client\"]");
            sandboxes.hidesSecretsInFiles();
        }
    }

    private static String model(CredentialSandbox sandboxes, String model) {
        return seen(
                sandboxes,
                "sb-1",
                "-d",
                "{\"model\": \"" + model + "\", \"messages\": [{\"role\": \"user\", \"content\": \"hi\"}]}",
                "-H",
                "Content-Type: application/json",
                "http://inference.sallyport.internal/v1/chat/completions");
    }

    /** A pair that does not fit changes nothing; the next is shown within seconds, without a restart. */
    private void isReplaced(CredentialSandbox sandboxes) throws IOException {
        give(SECOND.chainPem(), FIRST.keyPem());
        Client.Ended wrong = check();
        assertThat(wrong.exit()).isEqualTo(1);
        assertThat(wrong.out()).contains("the key is not that of the certificate");
        assertThat(seen(sandboxes, "sb-1", "https://api.test/v1/x")).isEqualTo("client=first.test\n");
        give(SECOND.chainPem(), SECOND.keyPem());
        assertThat(check().out()).contains("client               ready, ends " + END_OF_SECOND);
        String seen = "";
        while (!seen.equals("client=second.test\n")) {
            seen = seen(sandboxes, "sb-1", "https://api.test/v1/x");
            assertThat(seen).isIn("client=first.test\n", "client=second.test\n");
        }
        for (int round = 0; round < 3; round++) {
            assertThat(seen(sandboxes, "sb-1", "https://api.test/v1/x")).isEqualTo("client=second.test\n");
        }
        assertThat(list(sandboxes).out()).contains("  ends       " + END_OF_SECOND);
    }

    private Client.Ended check() throws IOException {
        Path config = Files.writeString(folder.resolve("check.yaml"), PROVIDERS);
        return CommandInProcess.run("provider", "check", "--config", config.toString());
    }

    private static Client.Ended list(CredentialSandbox sandboxes) {
        return CommandInProcess.run(
                "provider",
                "list",
                "--admin",
                sandboxes.rig().adminUrl(),
                "--token-file",
                sandboxes.rig().state().resolve("admin.token").toString());
    }

    private static String seen(CredentialSandbox sandboxes, String sandbox, String... arguments) {
        var command = new ArrayList<>(List.of("curl", "-sS", "--max-time", "20"));
        command.addAll(List.of(arguments));
        Client.Ended ended = sandboxes.runAs(sandbox, Map.of(), command.toArray(String[]::new));
        assertThat(ended.err()).isEmpty();
        return ended.out();
    }
}
