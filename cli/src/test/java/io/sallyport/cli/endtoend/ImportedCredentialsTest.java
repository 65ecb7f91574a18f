package io.sallyport.cli.endtoend;

import static io.sallyport.cli.endtoend.EnvSandbox.ends;
import static io.sallyport.testkit.junit.RequireTool.require;
import static io.sallyport.testkit.junit.Unset.unset;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.ReceivedRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Documents of three other products, imported, before a server that demands their secrets. */
class ImportedCredentialsTest {
    private static final String FORGE = "forge-realTokenOfTheOperator0123456789";
    private static final String PAY = "pay-realKeyOfTheOperator0123456789";
    private static final String MODEL = "model-realKeyOfTheOperator0123456789";

    private static final String PROFILE = """
            id: forge
            display_name: Forge
            credentials:
              - {name: token, env_vars: [FORGE_TOKEN], required: true, auth_style: bearer, header_name: authorization}
            endpoints:
              - {host: forge.example.com, port: 443, path: /api/**, protocol: rest, access: read-only}
            """;
    private static final String SERVICES = """
            services:
              - {name: pay, host: pay.example.com/v1/*, auth: {type: api-key, key: PAY_KEY, header: X-Api-Key}}
            """;
    private static final String TRANSFORMS = """
            transforms:
              - {name: allowlist, config: {rules: [{host: "*.model.example.com", methods: [POST], paths: ["/v1/*"]}]}}
              - name: secrets
                config:
                  secrets:
                    - source: {type: file, path: secrets/model}
                      inject: {header: Authorization, formatter: "Bearer {{ .Value }}"}
                      rules: [{host: "*.model.example.com"}]
            """;

    @TempDir
    Path folder = Path.of("");

    private CredentialSandbox sandbox = unset();

    @BeforeEach
    void start() throws Exception {
        require("curl");
        var providers = new StringBuilder("providers:\n");
        var policy = new StringBuilder("version: 1\nnetwork_policies:\n");
        imported("openshell", PROFILE, providers, policy);
        imported("agent-vault", SERVICES, providers, policy);
        imported("iron-proxy", TRANSFORMS, providers, policy);
        String filledIn = providers
                .toString()
                .replace("{env: FORGE_TOKEN}", "{file: secrets/forge}")
                .replace("{env: PAY_KEY}", "{file: secrets/pay}");
        sandbox = CredentialSandbox.start(
                folder,
                ImportedCredentialsTest::answer,
                Map.of("secrets/forge", FORGE, "secrets/pay", PAY, "secrets/model", MODEL),
                filledIn,
                "forge.example.com",
                "pay.example.com",
                "model.example.com",
                "eu.model.example.com");
        sandbox.put("sb-1", policy.toString());
    }

    @AfterEach
    void stop() {
        sandbox.close();
    }

    private void imported(String dialect, String document, StringBuilder providers, StringBuilder policy)
            throws IOException {
        Path file = Files.writeString(folder.resolve(dialect + ".document"), document);
        Path granting = folder.resolve(dialect + ".policy");
        String printed = ends(CommandInProcess.run(
                        "provider", "import", "--from", dialect, "--policy", granting.toString(), file.toString()))
                .out();
        providers.append(printed.replace("providers:\n", ""));
        policy.append(Files.readString(granting).replace("version: 1\nnetwork_policies:\n", ""));
    }

    private static Answer answer(ReceivedRequest request) {
        String demanded = switch (Objects.requireNonNull(request.header("Host"))) {
            case "forge.example.com" -> "Bearer " + FORGE;
            case "pay.example.com" -> PAY;
            default -> "Bearer " + MODEL;
        };
        boolean shown =
                demanded.equals(request.header("Authorization")) || demanded.equals(request.header("X-Api-Key"));
        return Answer.text(shown ? 200 : 401, shown ? "welcome" : "who are you?");
    }

    @Test
    void thePlaceholderOfAProfileIsFilledInWhereItsEndpointsAre() {
        assertThat(curl("-H", "Authorization: Bearer " + placeholder(), "https://forge.example.com/api/user"))
                .isEqualTo("200");
        assertThat(curl("https://forge.example.com/api/user")).isEqualTo("401");
        assertThat(curl("https://forge.example.com/api")).isEqualTo("403");
        assertThat(curl("-X", "DELETE", "https://forge.example.com/api/user")).isEqualTo("403");
        assertThat(curl("-H", "X-Api-Key: " + placeholder(), "https://pay.example.com/v1/charges"))
                .isEqualTo("403");
    }

    @Test
    void theCredentialOfAServiceIsInjectedBelowItsPath() {
        assertThat(curl("https://pay.example.com/v1/charges")).isEqualTo("200");
        assertThat(curl("https://pay.example.com/v1")).isEqualTo("403");
        assertThat(curl("https://pay.example.com/v2/charges")).isEqualTo("403");
    }

    @Test
    void theSecretOfATransformIsInjectedWhereTheAllowlistLetsRequestsPass() {
        assertThat(curl("-d", "x", "https://model.example.com/v1/messages")).isEqualTo("200");
        assertThat(curl("-d", "x", "https://eu.model.example.com/v1")).isEqualTo("200");
        assertThat(curl("https://eu.model.example.com/v1/messages")).isEqualTo("403");
        assertThat(curl("-d", "x", "https://eu.model.example.com/admin")).isEqualTo("403");
    }

    private String placeholder() {
        return sandbox.variable("sb-1", "FORGE_TOKEN");
    }

    private String curl(String... arguments) {
        String[] command = new String[arguments.length + 5];
        System.arraycopy(new String[] {"curl", "-sS", "-o", "/dev/null", "-w%{http_code}"}, 0, command, 0, 5);
        System.arraycopy(arguments, 0, command, 5, arguments.length);
        return ends(sandbox.run(command)).out();
    }
}
