package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The network policies of {@code examples/policies}, as their comments say to use them. */
class PolicyExamplesTest extends CommandLineTest {
    private static final Path HUB_AND_MODEL = Path.of("../examples/policies/hub-and-model.yaml");

    @ParameterizedTest
    @CsvSource({
        "0, GET, https://hub.example.com:8443/jobs",
        "0, POST, https://hub.example.com:8443/jobs/7/result",
        "0, POST, https://api.anthropic.com/v1/messages",
        "1, GET, https://hub.example.com/jobs",
        "1, CONNECT, https://api.anthropic.com:8443",
        "1, DELETE, https://api.anthropic.com/v1/messages",
        "1, GET, https://api.anthropic.com/v1/files",
        "1, GET, https://example.com/",
        "1, CONNECT, tcp://hub.example.com:8443",
    })
    void theHubAndTheModelAreOpenAndEverythingElseIsClosed(int exit, String method, String url) {
        assertThat(run("policy", "eval", "--policy=" + HUB_AND_MODEL, method, url))
                .isEqualTo(exit);
    }

    @Test
    void theProviderInTheCommentIsTheOneThatThePolicyNames() throws Exception {
        String config = Files.readString(HUB_AND_MODEL)
                .lines()
                .filter(line -> line.startsWith("#   ") && !line.contains("./sallyport"))
                .map(line -> line.substring(4) + "\n")
                .reduce("", String::concat);
        assertThat(config).contains("providers:");
        String configured = "--config=" + write("gateway.yaml", config);
        String policy = "--policy=" + HUB_AND_MODEL;
        assertThat(run("policy", "eval", configured, policy, "POST", "https://api.anthropic.com/v1/messages"))
                .isZero();
    }
}
