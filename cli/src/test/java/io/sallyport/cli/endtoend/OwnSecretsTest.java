package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.control.store.Secrets;
import io.sallyport.testkit.Answer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running gateway lets none of its own secrets leave, and no placeholder is taken for one. */
class OwnSecretsTest {
    private static final String POLICY = """
            version: 1
            network_policies:
              api:
                endpoints: [{host: api.test, port: 443, protocol: rest, access: full}]
                credentials: [one]
            """;
    private static final String SETTINGS = """
            providers:
              one:
                secret: {file: one.key}
                endpoints: ["https://api.test"]
                variables: [ONE]
                placeholder: {before: "glpat-", length: 40}
            findings: {mode: enforce, bodies: true}
            """;

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void needsCurl() {
        require("curl");
    }

    private CredentialSandbox sandbox() throws Exception {
        var sandbox = CredentialSandbox.start(
                folder,
                request -> Answer.text(200, String.valueOf(request.header("X-Api-Key"))),
                Map.of("one.key", "first-secret-value"),
                SETTINGS,
                "api.test");
        sandbox.put("sb-1", POLICY);
        return sandbox;
    }

    private static String said(CredentialSandbox sandbox, String... options) {
        String[] command = new String[options.length + 3];
        command[0] = "curl";
        command[1] = "-sS";
        command[2] = "https://api.test/x";
        System.arraycopy(options, 0, command, 3, options.length);
        return sandbox.run(command).out();
    }

    @Test
    void theSecretOfAProviderIsRefusedInABodyAndRecordedByItsName() throws Exception {
        try (CredentialSandbox sandbox = sandbox()) {
            String encoded =
                    Base64.getEncoder().encodeToString("x first-secret-value".getBytes(StandardCharsets.UTF_8));
            assertThat(said(sandbox, "-d", "note=" + encoded))
                    .contains("secret_found")
                    .doesNotContain("providers.one");
            assertThat(sandbox.origin().received()).isEmpty();
            sandbox.hidesSecretsInFiles();
            assertThat(Files.readString(sandbox.rig().state().resolve("audit.jsonl")))
                    .contains("\"findings\":[\"secret:providers.one@body\"]");
        }
    }

    @Test
    void afterItHasChangedTheNewOneIsRefused() throws Exception {
        try (CredentialSandbox sandbox = sandbox()) {
            Files.writeString(folder.resolve("next.key"), "second-secret-value");
            Files.move(folder.resolve("next.key"), folder.resolve("one.key"), StandardCopyOption.ATOMIC_MOVE);
            String last = said(sandbox, "-d", "second-secret-value");
            for (int i = 0; i < 600 && !last.contains("secret_found"); i++) {
                last = said(sandbox, "-d", "second-secret-value");
            }
            assertThat(last).contains("secret_found");
        }
    }

    @Test
    void theOperatorsTokenIsRefusedInAQuery() throws Exception {
        try (CredentialSandbox sandbox = sandbox()) {
            String token = Files.readString(sandbox.rig().state().resolve("admin.token"))
                    .strip();
            assertThat(said(sandbox, "--get", "--data-urlencode", "t=" + token)).contains("secret_found");
            assertThat(sandbox.origin().received()).isEmpty();
        }
    }

    /** The gateway has hashes of them alone, so their form is what is known. */
    @Test
    void theTokenOfASandboxIsRefusedWhoeverSendsIt() throws Exception {
        try (CredentialSandbox sandbox = sandbox()) {
            sandbox.put("sb-2", POLICY);
            for (String id : List.of("sb-1", "sb-2")) {
                String token = token(sandbox, id);
                byte[] shown = (id + ":" + token).getBytes(StandardCharsets.UTF_8);
                String basic = Base64.getEncoder().encodeToString(shown);
                assertThat(said(sandbox, "-d", "note=" + token))
                        .contains("secret_found", "sallyport-token in the body");
                assertThat(said(sandbox, "-d", HexFormat.of().formatHex(shown))).contains("secret_found");
                assertThat(said(sandbox, "-H", "X-Note: " + basic)).contains("secret_found");
                assertThat(said(sandbox, "-d", sandbox.variable(id, "HTTPS_PROXY")))
                        .contains("secret_found");
            }
            assertThat(sandbox.origin().received()).isEmpty();
            assertThat(said(sandbox, "-d", "note=" + Secrets.PREFIX + "x".repeat(36)))
                    .doesNotContain("secret_found");
            assertThat(sandbox.origin().received()).hasSize(1);
            assertThat(Files.readString(sandbox.rig().state().resolve("audit.jsonl")))
                    .contains("\"findings\":[\"token:sallyport-token@body\"]")
                    .doesNotContain(Secrets.PREFIX);
        }
    }

    private static String token(CredentialSandbox sandbox, String id) {
        String user = URI.create(sandbox.variable(id, "HTTPS_PROXY")).getUserInfo();
        return user.substring(user.indexOf(':') + 1);
    }

    /** A rule sees the gateway's secrets in a question of the decision API as it does in a request. */
    @Test
    void aRuleThatIsAskedByTheDecisionApiSeesThem() throws Exception {
        Path rules = Files.writeString(folder.resolve("secrets.rego"), """
                package sallyport.sandbox

                deny contains {"rule": "no-secrets", "message": "not that"} if {
                    some found in input.net.findings
                    found.name == "providers.one"
                }
                """);
        try (CredentialSandbox sandbox = sandbox()) {
            sandbox.put("sb-1", POLICY, "--rego=" + rules);
            assertThat(asked(sandbox, "first-secret-value"))
                    .contains("\"guardrail\"")
                    .doesNotContain("first-secret");
            assertThat(asked(sandbox, "another-value")).doesNotContain("\"guardrail\"");
        }
    }

    private static String asked(CredentialSandbox sandbox, String value) {
        String question = "{\"net\": {\"url\": \"https://api.test/x?q=" + value + "\", \"method\": \"GET\"}}";
        return sandbox.run("curl", "-sS", "-d", question, "http://sallyport.internal/v1/check")
                .out();
    }

    @Test
    void aPlaceholderInTheShapeOfATokenIsFilled() throws Exception {
        try (CredentialSandbox sandbox = sandbox()) {
            String placeholder = sandbox.variable("sb-1", "ONE");
            assertThat(placeholder).startsWith("glpat-SallyportPlaceholderId");
            said(sandbox, "-H", "X-Api-Key: " + placeholder);
            assertThat(sandbox.origin().received().getFirst().header("X-Api-Key"))
                    .isEqualTo("first-secret-value");
        }
    }

    @Test
    void aRealTokenBesideItIsRefused() throws Exception {
        try (CredentialSandbox sandbox = sandbox()) {
            String placeholder = sandbox.variable("sb-1", "ONE");
            assertThat(said(sandbox, "-H", "X-Api-Key: " + placeholder, "-H", "X-Note: glpat-8sJd72kLmQp0ZxVbN4Ty"))
                    .contains("secret_found");
            assertThat(sandbox.origin().received()).isEmpty();
        }
    }
}
