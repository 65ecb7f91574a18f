package io.sallyport.cli.run;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sallyport.configuration.Config;
import io.sallyport.configuration.ConfigFile;
import io.sallyport.configuration.key.ConfigException;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.ReceivedRequest;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTest {
    @TempDir
    Path folder = Path.of("");

    private final StringWriter err = new StringWriter();
    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));

    @AfterEach
    void closeOrigin() {
        origin.close();
    }

    @Test
    void theCommandGetsThroughAndItsExitCodeComesBack() throws Exception {
        require("curl");
        var ended = run("curl -sf -o " + folder.resolve("out") + " http://yes.test/ && exit 7");
        assertThat(ended).isEqualTo(new CommandRun.Ended.Exited(7));
        assertThat(folder.resolve("out")).hasContent("hello\n");
        assertThat(err.toString()).contains("no fence", "1 requests allowed, 0 refused");
    }

    @Test
    void aRefusalIsToldWithTheFlagThatWouldAdmitIt() throws Exception {
        require("curl");
        var ended = run("curl -s http://no.test:81/x >/dev/null; curl -s http://no.test:81/x >/dev/null; exit 0");
        assertThat(ended).isEqualTo(new CommandRun.Ended.Exited(0));
        assertThat(err.toString())
                .containsOnlyOnce("refused GET http://no.test:81/x: no_grant")
                .contains(
                        "admit it with: --allow 'http://no.test:81/x'\n  or, wider: --allow 'http://no.test:81/**'"
                                + " or --allow 'no.test:81'",
                        "0 requests allowed, 2 refused");
        assertThat(origin.received()).isEmpty();
    }

    @Test
    void aTunnelIsLookedIntoAndTheFilesForItsClientsGoWithTheRun() throws Exception {
        require("curl");
        TestCa ca = TestCa.create("origins of the test", InstantSource.system());
        Files.writeString(folder.resolve("origins.pem"), ca.pem());
        Path out = folder.resolve("out");
        try (Origin secure = Origin.tls(ca.leaf("yes.test"), _ -> Answer.text(200, "hello\n"))) {
            Path file = Files.writeString(folder.resolve("c.yaml"), """
                    proxy: {listen: ["127.0.0.1:0"]}
                    egress: {hosts: {"yes.test:443": "%s"}, trust: ["origins.pem"]}
                    """.formatted(secure.hostPort()));
            var ended = new CommandRun(ConfigFile.read(file, null, folder), false, FenceMode.OFF, new PrintWriter(err))
                    .of(
                            documents("{\"net.fetch\": [\"https://yes.test/open/**\"]}"),
                            List.of(
                                    "sh",
                                    "-c",
                                    "(echo $SSL_CERT_FILE; curl -s https://yes.test/open/x https://yes.test/closed) >"
                                            + out));
            assertThat(ended).isEqualTo(new CommandRun.Ended.Exited(0));
            assertThat(secure.received()).extracting(ReceivedRequest::path).containsExactly("/open/x");
        }
        assertThat(out).content().contains("hello\n", "no_grant");
        assertThat(Path.of(Files.readAllLines(out).getFirst()).getParent()).doesNotExist();
        assertThat(err.toString()).contains("refused GET https://yes.test:443/closed: no_grant");
    }

    /** Real clients without the CA, with an address, and with the wrong scheme; one that tries again is counted. */
    @Test
    void wrongSetupsOfClientsAreDiagnosedAtTheEndAndToldToTheSandbox() throws Exception {
        require("curl");
        require("python3");
        Path file = Files.writeString(folder.resolve("c.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                egress: {hosts: {"yes.test:443": "%s"}}
                """.formatted(origin.hostPort()));
        Path roots = Files.writeString(
                folder.resolve("roots.pem"),
                TestCa.create("another", InstantSource.system()).pem());
        Path denials = folder.resolve("denials");
        new CommandRun(ConfigFile.read(file, null, folder), false, FenceMode.OFF, new PrintWriter(err))
                .of(documents("{\"net.fetch\": [\"https://yes.test/open/**\"]}"), List.of("sh", "-c", """
                                curl -s --cacert %1$s https://yes.test/open/x
                                curl -s --cacert %1$s https://yes.test/open/x
                                curl -s http://sallyport.internal/v1/denials >%2$s
                                SSL_CERT_FILE=%1$s python3 -c 'import urllib.request as r
                                r.urlopen("https://yes.test/open/x")' 2>&1
                                curl -s http://192.0.2.7/x
                                curl -s http://yes.test:443/open/x
                                exit 0
                                """.formatted(
                                roots, denials)));
        assertThat(denials).content().contains("\"diagnosis\":\"ca_not_trusted\",\"count\":2", "so set CURL_CA_BUNDLE");
        assertThat(err.toString())
                .contains(
                        "sallyport: 2 x ca_not_trusted: the client does not trust the sandbox's CA",
                        "it is likely curl, so set CURL_CA_BUNDLE",
                        "sallyport: 1 x ca_not_trusted: the client does not trust the sandbox's CA"
                                + " (http://sallyport.internal/ca.pem): set SSL_CERT_FILE",
                        "sallyport: 1 x address_for_name: the client, likely curl, asks for an address",
                        "sallyport: 1 x http_to_tls_port: the client, likely curl, speaks plain HTTP");
    }

    /** A tunnel is permitted before its hello is read. */
    @Test
    void whatIsRefusedInsideATunnelIsToldAndIsNoRequestThatWasAllowed() throws Exception {
        require("curl");
        require("openssl");
        Path file = Files.writeString(folder.resolve("c.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                egress: {hosts: {"yes.test:443": "%s"}}
                """.formatted(origin.hostPort()));
        Path denials = folder.resolve("denials");
        new CommandRun(ConfigFile.read(file, null, folder), false, FenceMode.OFF, new PrintWriter(err))
                .of(
                        documents("{\"net.fetch\": [\"https://yes.test/**\"]}"),
                        List.of(
                                "sh",
                                "-c",
                                "openssl s_client -proxy ${https_proxy##*@} -connect yes.test:443 -servername no.test"
                                        + " </dev/null >/dev/null 2>&1; curl -s http://sallyport.internal/v1/denials >"
                                        + denials));
        assertThat(err.toString())
                .containsOnlyOnce("refused CONNECT https://yes.test:443: sni_mismatch")
                .contains("has to be the host of the CONNECT")
                .contains("1 requests allowed, 1 refused");
        assertThat(denials).content().contains("\"reason\":\"sni_mismatch\"");
        assertThat(origin.received()).isEmpty();
    }

    @Test
    void anEncodedSlashAndARefusedAddressAreToldWithTheSettingThatHelps() throws Exception {
        require("curl");
        run("""
                curl -s -o /dev/null "http://yes.test/@team%2fmod?secret=1"
                curl -s -o /dev/null --noproxy "" http://10.1.2.3/
                curl -s -o /dev/null --noproxy "" http://169.254.169.254/""", "http://yes.test/**", "http://*/**");
        assertThat(err.toString())
                .contains("the path /@team%2fmod holds an encoded slash", "proxy.decode_slash")
                .containsPattern("refused GET http://10.1.2.3:80/: address_refused .*\n.*egress.allow_addresses")
                .contains("refused GET http://169.254.169.254:80/: metadata_address")
                .containsOnlyOnce("egress.allow_addresses")
                .doesNotContain("secret");
    }

    @Test
    void noFlagIsOfferedForWhatIsNeverDialled() throws Exception {
        require("curl");
        run("""
                curl -s -o /dev/null --noproxy "" http://10.1.2.3/
                curl -s -o /dev/null --noproxy "" http://printer.local/""", "http://yes.test/**");
        assertThat(err.toString())
                .contains("http://10.1.2.3:80/: no_grant", "no flag admits it: 10.1.2.3 is Private-Use")
                .contains("http://printer.local:80/: no_grant", "no flag admits it: printer.local is a local name")
                .contains("under egress.allow_addresses in a file for --config")
                .doesNotContain("--allow");
    }

    /** Like Node 20; none of its requests reaches the proxy. */
    @Test
    void aNodeThatKnowsNoProxyVariablesIsToldOfWhereNothingCame() throws Exception {
        Path node = Files.writeString(folder.resolve("node"), "#!/bin/sh\necho v20.20.2\n");
        Files.setPosixFilePermissions(node, PosixFilePermissions.fromString("rwxr-xr-x"));
        new CommandRun(config(), false, FenceMode.OFF, new PrintWriter(err))
                .of(documents("{}"), List.of(node.toString(), "x.js"));
        assertThat(err.toString()).contains(node + " is v20.20.2", "past the proxy");
    }

    @Test
    void theRunsOwnUserNeedsNoCredentialsAndOthersDo() throws Exception {
        require("curl");
        require("setpriv");
        assumeTrue(System.getProperty("user.name").equals("root"), "only root can be another user");
        Path seen = folder.resolve("seen");
        String curl =
                "curl -s -o /dev/null -w '%{http_code} ' --proxy $(echo $http_proxy | sed 's|//.*@|//|') http://yes.test/";
        run("(" + curl + "; setpriv --reuid 65534 --clear-groups " + curl + ") > " + seen);
        assertThat(seen).hasContent("200 407 ");
    }

    @Test
    void recordsGoToTheFileThatTheConfigurationNames() throws Exception {
        require("curl");
        Path records = folder.resolve("records.jsonl");
        var ended = new CommandRun(
                        config("audit: {file: %s}\n".formatted(records)), false, FenceMode.OFF, new PrintWriter(err))
                .of(documents("{}"), List.of("sh", "-c", "curl -s http://no.test:81/x"));
        assertThat(ended).isEqualTo(new CommandRun.Ended.Exited(0));
        assertThat(Files.readAllLines(records))
                .filteredOn(line -> line.contains("\"kind\":\"http\""))
                .singleElement()
                .asString()
                .contains("\"sandbox\":\"run\"", "\"reason\":\"no_grant\"", "\"host\":\"no.test\"");
        assertThat(err.toString()).contains("refused GET http://no.test:81/x: no_grant");
    }

    @Test
    void aRunWhoseRecordsCannotBeWrittenDoesNotStart() {
        assertThatThrownBy(() -> new CommandRun(
                                config("audit: {file: %s}\n".formatted(folder)),
                                false,
                                FenceMode.OFF,
                                new PrintWriter(err))
                        .of(documents("{}"), List.of("true")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("audit.file");
    }

    @Test
    void documentsThatAreWrongStartNothing() throws Exception {
        Path trace = folder.resolve("trace");
        var ended = new CommandRun(config(), false, FenceMode.OFF, new PrintWriter(err))
                .of(documents("{\"net.fetsch\": []}"), List.of("touch", trace.toString()));
        assertThat(ended).isInstanceOf(CommandRun.Ended.Refused.class);
        assertThat(trace).doesNotExist();
    }

    @Test
    void aCommandThatIsNotThereIsSaid() {
        assertThatThrownBy(() -> new CommandRun(config(), false, FenceMode.OFF, new PrintWriter(err))
                        .of(documents("{}"), List.of("no-such-command-anywhere")))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("no-such-command-anywhere");
    }

    private CommandRun.Ended run(String script)
            throws IOException, StartException, InterruptedException, ConfigException {
        return run(script, "http://yes.test/**");
    }

    private CommandRun.Ended run(String script, String... patterns)
            throws IOException, StartException, InterruptedException, ConfigException {
        String lease = "{\"net.fetch\": [\"" + String.join("\", \"", patterns) + "\"]}";
        return new CommandRun(config(), false, FenceMode.OFF, new PrintWriter(err))
                .of(documents(lease), List.of("sh", "-c", script));
    }

    private Config config() throws IOException, ConfigException {
        return config("");
    }

    private Config config(String more) throws IOException, ConfigException {
        Path file =
                Files.writeString(folder.resolve("c.yaml"), """
                proxy: {listen: ["127.0.0.1:0"]}
                egress: {hosts: {"yes.test:80": "%s", "no.test:81": "%s"}}
                """.formatted(origin.hostPort(), origin.hostPort()) + more);
        return ConfigFile.read(file, null, folder);
    }

    private static SandboxDocuments documents(String lease) {
        return SandboxDocuments.builder().lease(lease).build();
    }
}
