package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code redact} leaves of a request, as the target prints it. */
class RedactedRequestsTest {
    private static final String ECHO = "https://www.example.com/echo";

    @TempDir
    Path folder = Path.of("");

    @Test
    void namedFieldsDoNotReachTheTargetHoweverTheyAreWritten() throws Exception {
        require("curl");
        String rego = """
                obligations contains {"redact": ["Authorization", "X-Api-Key", "x_token"]} if {
                \tinput.net.host == "www.example.com"
                }""";
        try (var sandbox = GuardedSandbox.start(folder)) {
            assertThat(seen(sandbox, "--cacert", sandbox.trusted()))
                    .contains("secret-1", "secret-2", "secret-3", "secret-4", "kept");
            assertThat(sandbox.guard(rego).status()).isEqualTo(200);
            assertThat(seen(sandbox))
                    .contains("GET /echo", "Host: www.example.com")
                    .containsIgnoringCase("X-Other: kept")
                    .doesNotContainIgnoringCase(
                            "secret", "authorization", "x-api-key", "x_api_key", "x-token", "x_token");
        }
    }

    /** What the target says that it got, with each credential under a name of its own. */
    private static String seen(GuardedSandbox sandbox, String... more) {
        List<String> command = new ArrayList<>(List.of(
                "curl",
                "-s",
                "-H",
                "Authorization: Bearer secret-1",
                "-H",
                "X-API-KEY: secret-2",
                "-H",
                "X_Api_Key: secret-3",
                "-H",
                "X-Token: secret-4",
                "-H",
                "X-Other: kept",
                ECHO));
        command.addAll(List.of(more));
        return sandbox.run(command.toArray(String[]::new)).out();
    }

    @Test
    void whatCannotBeCarriedOutDoesNotComeIntoForce() throws Exception {
        try (var sandbox = GuardedSandbox.start(folder)) {
            for (String obligation : new String[] {
                "{\"redact\": [\"/user/password\"]}", "{\"redact\": [\"host\"]}", "{\"rate\": \"slow\"}"
            }) {
                AdminClient.Reply reply = sandbox.guard("obligations contains " + obligation);
                assertThat(reply.status()).as(reply.body().toString()).isEqualTo(422);
                assertThat(reply.body().toString()).containsAnyOf("UNKNOWN_OBLIGATION", "UNKNOWN_RATE");
            }
        }
    }
}
