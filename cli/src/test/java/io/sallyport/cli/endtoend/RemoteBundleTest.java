package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Nginx;
import io.sallyport.testkit.Origin;
import io.sallyport.testkit.TestCa;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A gateway whose guardrails come from a bundle server, with bundles that the real {@code opa build} made. */
class RemoteBundleTest {
    private static final String URL = "http://yes.test/";
    private static final String SECRET = "a secret of the security team, forty bytes long";
    private static final String[] SIGNED = {"--signing-alg", "HS256", "--signing-key", SECRET};

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
    private BundleServer server;
    private OpaBundles opa;

    RemoteBundleTest() throws IOException {
        server = BundleServer.start();
        opa = new OpaBundles(folder, "");
    }

    @BeforeEach
    void prepare() throws Exception {
        require("curl");
        opa = OpaBundles.in(folder);
        Files.writeString(folder.resolve("team.key"), SECRET);
    }

    @AfterEach
    void close() {
        server.close();
        origin.close();
    }

    private Rig startWith(String configuration) throws Exception {
        return Rig.start(folder, Map.of("yes.test:80", origin.hostPort()), configuration);
    }

    private Rig start(String bundle) throws Exception {
        return startWith(configuration(bundle));
    }

    private String configuration(String bundle) {
        return """
                services: {central: {url: "%s"}}
                keys: {team: {file: "team.key", algorithm: HS256}}
                bundles: {team: {%s, polling: {min_delay_seconds: 1, max_delay_seconds: 1}, signing: {keyid: team}}}
                """.formatted(server.url(), bundle);
    }

    private static Map<String, String> denying(String method) {
        return Map.of("a.rego", """
                package sallyport.guardrails

                deny contains {"rule": "closed", "message": "closed"} if input.net.method == "%s"
                """.formatted(method));
    }

    private static JsonNode guardrails(Rig rig) throws IOException {
        return rig.admin().send("GET", "/v1/guardrails", null, Map.of()).body();
    }

    private static void awaitRevision(Rig rig, String revision) throws IOException {
        while (!guardrails(rig).path("revision").asString("").equals(revision)) {
            Thread.onSpinWait();
        }
    }

    private static JsonNode awaitFailure(Rig rig) throws IOException {
        JsonNode check = advisory(rig);
        while (!check.path("status").asString().equals("failing")) {
            check = advisory(rig);
        }
        return check;
    }

    private static JsonNode advisory(Rig rig) throws IOException {
        return rig.admin()
                .send("GET", "/healthz?verbose", null, Map.of())
                .body()
                .path("advisories")
                .path(0);
    }

    /** Returns the status of the check that readiness depends on. */
    private static String ready(Rig rig) throws IOException {
        JsonNode checks =
                rig.admin().send("GET", "/readyz", null, Map.of()).body().path("checks");
        for (JsonNode check : checks) {
            if (check.path("name").asString().equals("bundle:team")) {
                return check.path("status").asString();
            }
        }
        throw new AssertionError(checks + ": no check of the bundle");
    }

    @Test
    void aChangedBundleComesIntoForceForRequestsThatFollow() throws Exception {
        server.serve(opa.build("r-1", denying("GET"), SIGNED), "one");
        try (Rig rig = start("persist: false")) {
            Map<String, String> client = rig.grant(Rig.SB, URL + "**");
            assertThat(rig.curl(client, URL)).startsWith("403");
            assertThat(ready(rig)).isEqualTo("ok");
            while (server.unchanged() == 0) {
                Thread.onSpinWait();
            }

            server.serve(opa.build("r-2", denying("PUT"), SIGNED), "two");
            awaitRevision(rig, "r-2");
            assertThat(rig.curl(client, URL)).startsWith("200");
            assertThat(rig.records("policy"))
                    .extracting(record -> record.path("rule").asString())
                    .contains("source:bundle:team");
            assertThat(rig.admin()
                            .guardrailsHistory()
                            .body()
                            .path("history")
                            .path(0)
                            .toString())
                    .contains("\"role\":\"bundle\"", "\"name\":\"team\"", "\"revision\":\"r-2\"");
            String metrics = rig.metrics();
            assertThat(metrics).contains("sallyport_bundle_active 1.0", "sallyport_bundle_failing 0.0");
            Pattern.compile("`(sallyport_bundle_[a-z_]+)`")
                    .matcher(Files.readString(Path.of("../docs/bundles.md")))
                    .results()
                    .forEach(named -> assertThat(metrics).contains("\n" + named.group(1) + " "));
        }
    }

    @Test
    void aBundleThatIsNotSignedOrDoesNotLoadKeepsTheLastAndIsShown() throws Exception {
        server.serve(opa.build("r-1", denying("GET"), SIGNED), "one");
        try (Rig rig = start("persist: true")) {
            Map<String, String> client = rig.grant(Rig.SB, URL + "**");
            server.serve(opa.build("r-2", denying("PUT")), "two");
            assertThat(awaitFailure(rig).path("reason").asString()).contains("not signed");
            assertThat(rig.curl(client, URL)).startsWith("403");

            server.serve(opa.build("r-3", Map.of("a.rego", "package sallyport.sandbox\n\nx := 1\n"), SIGNED), "three");
            while (!advisory(rig).path("reason").asString().contains("does not load")) {
                Thread.onSpinWait();
            }
            assertThat(rig.curl(client, URL)).startsWith("403");
            assertThat(ready(rig)).isEqualTo("ok");
            assertThat(guardrails(rig).path("revision").asString()).isEqualTo("r-1");
            assertThat(rig.metrics()).contains("sallyport_bundle_failing 1.0");
            assertThat(rig.records("policy"))
                    .extracting(record -> record.path("detail").asString())
                    .anyMatch(detail -> detail.contains("not signed"));
        }
    }

    @Test
    void aStartWithoutTheServerUsesTheCopyOnDiskWithinItsAge() throws Exception {
        server.serve(opa.build("r-1", denying("PUT"), SIGNED), "one");
        try (Rig rig = start("persist: true")) {
            Map<String, String> client = rig.grant(Rig.SB, URL + "**");
            assertThat(rig.curl(client, URL)).startsWith("200");
            long epoch = guardrails(rig).path("epoch").asLong();
            server.close();
            rig.restart();
            client = rig.rebased(client);
            assertThat(rig.curl(client, URL)).startsWith("200");
            assertThat(rig.curl(client, "-X", "PUT", URL)).startsWith("403");
            assertThat(guardrails(rig).path("revision").asString()).isEqualTo("r-1");
            assertThat(guardrails(rig).path("epoch").asLong()).isEqualTo(epoch);
            assertThat(ready(rig)).isEqualTo("ok");
            assertThat(awaitFailure(rig).path("reason").asString()).contains("was not reached");
        }
    }

    @Test
    void withoutServerAndCopyEverythingIsRefusedAndTheGatewayIsNotReady() throws Exception {
        server.serve(opa.build("r-1", denying("PUT"), SIGNED), "one");
        try (Rig rig = start("persist: false")) {
            Map<String, String> client = rig.grant(Rig.SB, URL + "**");
            assertThat(rig.curl(client, URL)).startsWith("200");
            server.close();
            rig.restart();
            client = rig.rebased(client);
            assertThat(rig.curl(client, URL)).startsWith("403");
            assertThat(rig.lastRequest().path("rule").asString()).isEqualTo("guardrails:bundle-not-loaded");
            assertThat(ready(rig)).isEqualTo("failing");
        }
    }

    @Test
    void aLongPollBringsANewBundleAtOnceAndItsStatusIsReported() throws Exception {
        server.serve(opa.build("r-1", denying("GET")), "one");
        server.hold();
        try (Rig rig = startWith("""
                services: {central: {url: "%s"}}
                labels: {region: west}
                status: {}
                bundles:
                  team:
                    polling: {min_delay_seconds: 3600, max_delay_seconds: 3600, long_polling_timeout_seconds: 600}
                """.formatted(server.url()))) {
            Map<String, String> client = rig.grant(Rig.SB, URL + "**");
            assertThat(rig.curl(client, URL)).startsWith("403");
            while (!server.preferred().equals("modes=snapshot,delta;wait=600")) {
                Thread.onSpinWait();
            }
            server.serve(opa.build("r-2", denying("PUT")), "two");
            awaitRevision(rig, "r-2");
            assertThat(rig.curl(client, URL)).startsWith("200");

            JsonNode report = server.report();
            while (!report.path("bundles")
                    .path("team")
                    .path("active_revision")
                    .asString("")
                    .equals("r-2")) {
                report = server.report();
            }
            JsonNode status = report.path("bundles").path("team");
            assertThat(report.path("labels").path("region").asString()).isEqualTo("west");
            assertThat(status.path("name").asString()).isEqualTo("team");
            assertThat(status.path("type").asString()).isEqualTo("snapshot");
            assertThat(status.path("last_successful_activation").asString()).startsWith("20");
            assertThat(status.has("code")).isFalse();

            server.serve("no bundle".getBytes(StandardCharsets.UTF_8), "three");
            while (!report.path("bundles").path("team").has("code")) {
                report = server.report();
            }
            assertThat(report.path("bundles").path("team").toString())
                    .contains("\"code\":\"bundle_error\"", "not gzip", "\"active_revision\":\"r-2\"");
        }
    }

    @Test
    void nginxServesBundlesWithItsOwnEntityTags() throws Exception {
        TestCa ca = TestCa.create("bundles", InstantSource.system());
        Path trusted = Files.writeString(folder.resolve("ca.pem"), ca.pem());
        Path root = Files.createDirectory(folder.resolve("root"));
        Path own = Files.createDirectory(folder.resolve("nginx"));
        Files.write(root.resolve("team.tar.gz"), opa.build("r-1", denying("GET"), SIGNED));
        try (Nginx nginx = Nginx.start(require("nginx"), own, root, ca.leaf("bundles.test"));
                Rig rig = Rig.start(
                        folder,
                        Map.of("yes.test:80", origin.hostPort(), "bundles.test:443", nginx.hostPort()),
                        trusted,
                        """
                        services: {nginx: {url: "https://bundles.test/"}}
                        keys: {team: {file: "team.key", algorithm: HS256}}
                        bundles:
                          team:
                            resource: team.tar.gz
                            polling: {min_delay_seconds: 1, max_delay_seconds: 1}
                            signing: {keyid: team}
                        """)) {
            Map<String, String> client = rig.grant(Rig.SB, URL + "**");
            assertThat(rig.curl(client, URL)).startsWith("403");
            Files.write(folder.resolve("next"), opa.build("revision-2", denying("PUT"), SIGNED));
            Files.move(folder.resolve("next"), root.resolve("team.tar.gz"), StandardCopyOption.REPLACE_EXISTING);
            awaitRevision(rig, "revision-2");
            assertThat(rig.curl(client, URL)).startsWith("200");
        }
    }

    @Test
    void aBundleNamesTheBundleAndAnotherOneLater() throws Exception {
        TestCa ca = TestCa.create("bundles", InstantSource.system());
        Path trusted = Files.writeString(folder.resolve("ca.pem"), ca.pem());
        Path root = Files.createDirectory(folder.resolve("root"));
        Path own = Files.createDirectory(folder.resolve("nginx"));
        Files.write(root.resolve("one.tar.gz"), opa.build("r-1", denying("GET"), SIGNED));
        Files.write(root.resolve("two.tar.gz"), opa.build("r-2", denying("PUT"), SIGNED));
        name(root, "d-1", "one", "", SIGNED);
        try (Nginx nginx = Nginx.start(require("nginx"), own, root, ca.leaf("bundles.test"));
                Rig rig = Rig.start(
                        folder,
                        Map.of("yes.test:80", origin.hostPort(), "bundles.test:443", nginx.hostPort()),
                        trusted,
                        """
                        services: {nginx: {url: "https://bundles.test/"}}
                        keys: {team: {file: "team.key", algorithm: HS256}}
                        discovery:
                          resource: discovery.tar.gz
                          decision: example/discovery
                          persist: true
                          polling: {min_delay_seconds: 1, max_delay_seconds: 1}
                          signing: {keyid: team}
                        """)) {
            Map<String, String> client = rig.grant(Rig.SB, URL + "**");
            awaitRevision(rig, "r-1");
            assertThat(rig.curl(client, URL)).startsWith("403");

            name(root, "d-2", "two", "", SIGNED);
            awaitRevision(rig, "r-2");
            assertThat(rig.curl(client, URL)).startsWith("200");

            name(root, "d-3", "one", "\"service\": \"elsewhere\", ", SIGNED);
            awaitDiscoveryFailure(rig, "elsewhere (expected: one of services: nginx)");
            name(root, "d-4", "one", "");
            awaitDiscoveryFailure(rig, "not signed");
            assertThat(rig.curl(client, URL)).startsWith("200");
            assertThat(rig.metrics()).contains("sallyport_bundle_active 1.0");

            nginx.stop();
            rig.restart();
            client = rig.rebased(client);
            assertThat(rig.curl(client, URL)).startsWith("200");
            assertThat(rig.curl(client, "-X", "PUT", URL)).startsWith("403");
            assertThat(guardrails(rig).path("revision").asString()).isEqualTo("r-2");
        }
    }

    /** Writes the bundle that names a bundle. */
    private void name(Path root, String revision, String bundle, String more, String... signed) throws Exception {
        String named = """
                {"example": {"discovery": {"bundles": {"%1$s": {%2$s"resource": "%1$s.tar.gz", "persist": true,
                  "polling": {"min_delay_seconds": 1, "max_delay_seconds": 1}, "signing": {"keyid": "team"}}}}}}
                """.formatted(bundle, more);
        Files.write(folder.resolve("next"), opa.build(revision, Map.of("data.json", named), signed));
        Files.move(folder.resolve("next"), root.resolve("discovery.tar.gz"), StandardCopyOption.REPLACE_EXISTING);
    }

    private static void awaitDiscoveryFailure(Rig rig, String reason) throws IOException {
        String checks = "";
        while (!checks.contains(reason)) {
            checks = rig.admin()
                    .send("GET", "/healthz?verbose", null, Map.of())
                    .body()
                    .path("advisories")
                    .toString();
        }
        assertThat(checks).contains("bundle:discovery:download");
    }
}
