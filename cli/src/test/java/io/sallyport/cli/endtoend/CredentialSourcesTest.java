package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.EnvSandbox.ends;
import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Bytes;
import io.sallyport.testkit.Client;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where a running gateway gets its secrets from, and what becomes of requests while it gets none. */
class CredentialSourcesTest {
    private static final String POLICY = """
            version: 1
            network_policies:
              api:
                endpoints: [{host: api.test, port: 443, protocol: rest, access: full}]
                credentials: [one]
            """;

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void needsCurl() {
        require("curl");
    }

    private CredentialSandbox sandbox(String secret) throws Exception {
        String providers = """
                providers:
                  one:
                    secret: %s
                    endpoints: ["https://api.test"]
                    inject: {header: X-Api-Key}
                """.formatted(secret);
        var sandbox = CredentialSandbox.start(
                folder,
                request -> Answer.text(
                        200,
                        "key " + String.valueOf(request.header("X-Api-Key")).length()),
                Map.of("one.key", "first-secret-value"),
                providers,
                "api.test");
        sandbox.put("sb-1", POLICY);
        return sandbox;
    }

    private static String sent(CredentialSandbox sandbox) {
        int before = sandbox.origin().received().size();
        Client.Ended ended = sandbox.run("curl", "-sS", "https://api.test/x");
        return sandbox.origin().received().stream()
                .skip(before)
                .map(request -> String.valueOf(request.header("X-Api-Key")))
                .findFirst()
                .orElse(ended.out());
    }

    @Test
    void aChangedFileIsReadWithoutARestart() throws Exception {
        try (CredentialSandbox sandbox = sandbox("{file: one.key}")) {
            assertThat(sent(sandbox)).isEqualTo("first-secret-value");
            Files.writeString(folder.resolve("next.key"), "second-secret-value");
            Files.move(folder.resolve("next.key"), folder.resolve("one.key"), StandardCopyOption.ATOMIC_MOVE);
            String last = sent(sandbox);
            for (int i = 0; i < 600 && !last.equals("second-secret-value"); i++) {
                assertThat(last).isEqualTo("first-secret-value");
                last = sent(sandbox);
            }
            assertThat(last).isEqualTo("second-secret-value");
        }
    }

    @Test
    void aPlaceholderIsTheSameAfterARestart() throws Exception {
        String secret = "{file: one.key}\n    variables: [ONE]";
        try (CredentialSandbox sandbox = sandbox(secret)) {
            String placeholder = sandbox.variable("sb-1", "ONE");
            sandbox.rig().restart();
            sandbox.put("sb-1", POLICY, "--rotate");
            assertThat(sandbox.variable("sb-1", "ONE")).isEqualTo(placeholder);
            Client.Ended listed = CommandInProcess.run(
                    "provider",
                    "list",
                    "--admin",
                    sandbox.rig().adminUrl(),
                    "--token-file",
                    sandbox.rig().state().resolve("admin.token").toString());
            assertThat(listed.out())
                    .contains("one", "ready", "https://api.test", "sb-1")
                    .doesNotContain("first-secret");
            assertThat(placeholder).startsWith("SallyportPlaceholderId");
        }
    }

    @Test
    void aSecretOfAVaultOnThisMachineIsUsed() throws Exception {
        try (Origin vault = Origin.plain(CredentialSourcesTest::vault);
                CredentialSandbox sandbox = sandbox("""
                        {vault: {address: "http://%s", path: team/api, key: token, token: {file: one.key}}}""".formatted(vault.hostPort()))) {
            assertThat(sent(sandbox)).isEqualTo("value-out-of-the-vault");
        }
    }

    private static Answer vault(ReceivedRequest request) {
        boolean isAsked = request.path().equals("/v1/secret/data/team/api")
                && "first-secret-value".equals(request.header("X-Vault-Token"));
        String body =
                "{\"data\":{\"data\":{\"token\":\"value-out-of-the-vault\"},\"metadata\":{\"deletion_time\":\"\"}}}";
        return isAsked ? Answer.bytes("application/json", Bytes.of(body)) : Answer.text(403, "no");
    }

    @Test
    void aCommandPrintsTheSecret() throws Exception {
        try (CredentialSandbox sandbox = sandbox("{command: [printf, \"%s\", value-of-a-command]}")) {
            assertThat(sent(sandbox)).isEqualTo("value-of-a-command");
        }
    }

    @Test
    void withoutASecretARequestIsRefusedWithAReason() throws Exception {
        try (CredentialSandbox sandbox = sandbox("{command: [\"false\"]}")) {
            assertThat(sent(sandbox)).contains("credential_unavailable").contains("\"retryable\":true");
            Path config = folder.resolve("gateway.yaml");
            Client.Ended checked = CommandInProcess.run("provider", "check", "--config=" + config);
            assertThat(checked.exit()).isEqualTo(1);
            assertThat(checked.out()).contains("one").contains("not available");
        }
    }

    @Test
    void aSecretThatCouldNotBeHiddenIsNotUsed() throws Exception {
        Files.writeString(folder.resolve("short.key"), "short");
        try (CredentialSandbox sandbox = sandbox("{file: short.key}")) {
            assertThat(sent(sandbox)).contains("credential_unavailable");
            assertThat(ends(sandbox.run("curl", "-sS", "http://sallyport.internal/v1/denials"))
                            .out())
                    .contains("credential_unavailable");
        }
    }
}
