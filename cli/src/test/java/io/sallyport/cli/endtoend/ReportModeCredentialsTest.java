package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.TrialClient;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.ReceivedRequest;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What passes only by report mode has no credential, whatever it asks for. */
class ReportModeCredentialsTest {
    private static final String SECRET = "sk-live-9c1b0RealForgeKey";
    private static final String PROVIDERS = """
            providers:
              placed:
                secret: {file: forge.key}
                endpoints: ["https://api.test/**"]
                variables: [FORGE_TOKEN]
              injected:
                secret: {file: forge.key}
                endpoints: ["https://api.test/**"]
                inject: {header: X-Api-Key}
            """;
    private static final String POLICY = """
            version: 1
            network_policies:
              api:
                endpoints:
                  - host: api.test
                    port: 443
                    protocol: rest
                    rules:
                      - allow: {method: GET, path: /granted/**}
                credentials: [placed, injected]
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void neitherAPlaceholderNorAnInjectionIsFilled() throws Exception {
        require("curl");
        try (var sandbox = CredentialSandbox.start(
                folder,
                ReportModeCredentialsTest::echo,
                Map.of("forge.key", SECRET),
                PROVIDERS,
                "api.test",
                "other.test")) {
            sandbox.put("sb-1", POLICY);
            assertThat(new TrialClient(sandbox.rig().admin(), Rig.SB)
                            .beginReportMode(null)
                            .status())
                    .isEqualTo(200);
            String placeholder = "Authorization: Bearer " + sandbox.variable("sb-1", "FORGE_TOKEN");

            assertThat(curl(sandbox, "https://api.test/granted/x", "-H", placeholder))
                    .isEqualTo("200 true true");
            assertThat(curl(sandbox, "https://api.test/other")).isEqualTo("200 false false");
            assertThat(sandbox.rig().lastRequest().path("would_deny").asBoolean())
                    .isTrue();
            assertThat(curl(sandbox, "https://api.test/other", "-H", placeholder))
                    .startsWith("403");
            assertThat(curl(sandbox, "https://other.test/x")).isEqualTo("200 false false");
            assertThat(curl(sandbox, "https://other.test/x", "-H", placeholder)).startsWith("403");
            assertThat(curl(sandbox, "https://api.test/granted/x", "-X", "POST", "-H", placeholder))
                    .startsWith("403");
        }
    }

    /** Says whether the secret came in each of the two headers. */
    private static Answer echo(ReceivedRequest request) {
        boolean placed = String.valueOf(request.header("Authorization")).contains(SECRET);
        boolean injected = String.valueOf(request.header("X-Api-Key")).contains(SECRET);
        return Answer.text(200, placed + " " + injected);
    }

    private static String curl(CredentialSandbox sandbox, String... more) {
        String said = sandbox.run(Stream.concat(
                                Stream.of("curl", "-s", "--max-time", "60", "-w", "\n%{http_code}"), Stream.of(more))
                        .toArray(String[]::new))
                .out();
        int line = said.lastIndexOf('\n');
        return said.substring(line + 1) + " " + said.substring(0, line);
    }
}
