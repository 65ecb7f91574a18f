package io.sallyport.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.command.ExitCodes;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What commands that evaluate policies themselves say about targets that no gateway dials, or that the gateway with the
 * given configuration does not dial.
 */
class NeverDialledTest extends CommandLineTest {
    private static final String CONFIG = """
            egress:
              hosts: {printer.local: "10.9.0.7:9100"}
              allow_addresses: [10.1.0.0/16]
            """;

    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1/, address_refused",
        "http://[::1]:8080/, address_refused",
        "http://10.1.2.3/, address_refused",
        "http://169.254.169.254/latest, metadata_address",
        "http://localhost:3000/, local_name",
        "http://printer.local/, local_name",
        "http://metadata.google.internal/, local_name",
        "https://a.example.com:853/, port_refused"
    })
    void whatIsGrantedAndNeverDialledIsRefusedAsAGatewayRefusesIt(String url, String reason) {
        String pattern = url.substring(0, url.indexOf('/', 8)) + "/**";
        for (String command : new String[] {"eval", "explain"}) {
            out.getBuffer().setLength(0);
            assertThat(run("policy", command, "--allow", pattern, "--", url)).isEqualTo(ExitCodes.NO);
            assertThat(out.toString()).startsWith("deny " + reason + "\n  egress: ");
            out.getBuffer().setLength(0);
            assertThat(run("policy", command, "--json", "--allow", pattern, "--", url))
                    .isEqualTo(ExitCodes.NO);
            assertThat(out.toString())
                    .contains("\"allow\":false", "\"reason\":\"" + reason + "\"", "\"rule\":\"egress\"");
        }
        assertThat(out.toString()).contains("\"asked\":\"egress\",\"passes\":false,\"reason\":\"" + reason + "\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://10.1.2.3/", "http://printer.local/"})
    void whatTheConfigurationOpensIsAllowed(String url) throws IOException {
        String config = write("c.yaml", CONFIG).toString();
        for (String command : new String[] {"eval", "explain"}) {
            out.getBuffer().setLength(0);
            assertThat(run("policy", command, "--config", config, "--allow", url, "--", url))
                    .as(err.toString())
                    .isZero();
            assertThat(out.toString()).startsWith("allow granted").doesNotContain("egress");
        }
        assertThat(err.toString()).doesNotContain("NEVER_DIALLED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://10.2.2.3/", "http://scanner.local/", "http://169.254.169.254/"})
    void whatTheConfigurationLeavesClosedIsRefused(String url) throws IOException {
        String config = write("c.yaml", CONFIG).toString();
        assertThat(run("policy", "eval", "--config", config, "--allow", url, "--", url))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString()).doesNotContain("--config");
    }

    @ParameterizedTest
    @CsvSource({"http://printer.local/, egress.hosts", "http://10.1.2.3/, egress.allow_addresses"})
    void withoutAConfigurationTheHintNamesItAndWhatToSet(String url, String setting) {
        run("policy", "explain", "--allow", url, "--", url);
        assertThat(out.toString().lines().toList().get(2)).contains(setting).contains("--config");
    }

    @Test
    void ofWhatNobodyCanOpenThereIsNoHint() {
        run("policy", "explain", "--allow", "http://169.254.169.254/", "--", "http://169.254.169.254/");
        assertThat(out.toString()).doesNotContain("--config").doesNotContain("egress.");
    }

    @Test
    void addressesThatAPolicyNamesCountAsTheyDoInAGateway() throws IOException {
        String policy = write("net.yaml", """
                version: 1
                network_policies:
                  db:
                    endpoints:
                      - {host: 10.1.2.3, port: 443, access: read-only, protocol: rest}
                      - {host: 127.0.0.1, port: 443, access: read-only, protocol: rest}
                """).toString();
        assertThat(run("policy", "eval", "--policy", policy, "--", "https://10.1.2.3/"))
                .isZero();
        assertThat(run("policy", "eval", "--policy", policy, "--", "https://127.0.0.1/"))
                .isEqualTo(ExitCodes.NO);
        assertThat(err.toString())
                .contains("net.yaml:6:9: warning NEVER_DIALLED: \"rest 127.0.0.1:443 read-only\"")
                .doesNotContain("10.1.2.3");
    }

    @Test
    void noGrantIsOfferedForIt() {
        assertThat(run("policy", "explain", "--allow", "a.example.com", "--", "http://127.0.0.1/"))
                .isEqualTo(ExitCodes.NO);
        assertThat(out.toString())
                .startsWith("deny no_grant\n  egress: 127.0.0.1 is Loopback")
                .contains("\negress      refuses: address_refused")
                .doesNotContain("would help");
        out.getBuffer().setLength(0);
        String[] suggest = {"policy", "suggest", "--allow", "a.example.com", "--", "http://127.0.0.1/", ""};
        suggest[6] = "http://b.example.com/";
        assertThat(run(suggest)).isEqualTo(ExitCodes.NO);
        assertThat(out.toString())
                .startsWith("lease: net.fetch: \"http://b.example.com/\"\n  for 1 request\n")
                .contains("no grant helps: GET http://127.0.0.1:80/: address_refused\n  egress: 127.0.0.1 is Loopback");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://127.0.0.1/**",
                "https://[::1]/**",
                "http://169.254.169.254/**",
                "https://metadata.google.internal/**",
                "https://localhost/**",
                "https://*.local/**",
                "https://**.svc.cluster.local/**",
                "https://api-*.corp/**",
                "https://a.example.com:853/**"
            })
    void aLeaseThatNamesItIsWarnedOfAndTaken(String pattern) throws IOException {
        String lease = write("lease.json", "{\n  \"net.fetch\": [\"" + pattern + "\"]\n}")
                .toString();
        assertThat(run("lease", "check", lease)).isZero();
        assertThat(err.toString())
                .contains("lease.json:2:18: warning NEVER_DIALLED: \"" + pattern + "\" is never dialled: ");
        err.getBuffer().setLength(0);
        assertThat(run("policy", "check", "--lease", lease)).isZero();
        assertThat(err.toString()).contains("lease.json:2:18: warning NEVER_DIALLED: \"" + pattern + "\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "**",
                "https://*.com/**",
                "https://*.example.com/**",
                "https://*.home.example.com/**",
                "http://printer.local/**",
                "http://*.local/**",
                "http://10.1.7.7/**",
                "http://sallyport.internal/**"
            })
    void whatMayBeDialledIsNotWarnedOf(String pattern) throws IOException {
        String config = write("c.yaml", CONFIG).toString();
        String lease =
                write("lease.json", "{\"net.fetch\": [\"" + pattern + "\"]}").toString();
        assertThat(run("lease", "check", "--config", config, lease)).isZero();
        assertThat(run("policy", "check", "--config", config, "--lease", lease)).isZero();
        assertThat(err.toString()).doesNotContain("NEVER_DIALLED");
    }

    @Test
    void aHarnessIsWarnedOfWithItsPlaceButNotOfForges() throws IOException {
        String harness = write("fix.yaml", """
                agent: agents/fix.md
                role: fixer
                allowed_remote_resources:
                  - https://files.local/a/
                  - https://git.corp/team/
                """).toString();
        String config = write("c.yaml", """
                fetch:
                  forges:
                    git.corp: {kind: gitlab, api: "https://api.example.com/v4"}
                """).toString();
        assertThat(run("harness", "check", "--config", config, harness))
                .as(err.toString())
                .isZero();
        assertThat(err.toString())
                .contains("fix.yaml:4:5: warning NEVER_DIALLED: \"https://files.local/a/\"")
                .doesNotContain("git.corp");
        err.getBuffer().setLength(0);
        assertThat(run("policy", "check", "--config", config, "--harness", harness))
                .isZero();
        assertThat(err.toString()).contains("4:5: warning NEVER_DIALLED").doesNotContain("git.corp");
    }

    @Test
    void oneHostOfADocumentIsWarnedOfOnce() {
        assertThat(run("policy", "check", "--allow", "localhost")).isZero();
        assertThat(err.toString()).containsOnlyOnce("NEVER_DIALLED");
    }

    @Test
    void aConfigurationThatIsNoneIsUnusable() throws IOException {
        String config = write("c.yaml", "egress: {hosts: {localhost: 169.254.169.254}}\n")
                .toString();
        assertThat(run("policy", "eval", "--config", config, "--allow", "a.example.com", "--", "http://a.example.com/"))
                .isEqualTo(ExitCodes.UNUSABLE);
        assertThat(err.toString()).contains("egress.hosts");
    }
}
