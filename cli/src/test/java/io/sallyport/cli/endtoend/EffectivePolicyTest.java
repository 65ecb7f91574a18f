package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.CommandInProcess;
import io.sallyport.client.AdminClient;
import io.sallyport.client.TrialClient;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Client;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code policy show --effective}, at a running gateway and of files. */
class EffectivePolicyTest {
    private static final String LEASE = """
            {
              "net.fetch": [
                "https://a.test/**",
                "https://b.test/v1/**"
              ],
              "cost.budget": ["USD:1.00"]
            }
            """;
    private static final String POLICY = """
            version: 1
            network_policies:
              api:
                endpoints:
                  - host: a.test
                    port: 443
                    protocol: rest
                    access: full
                    deny_rules:
                      - {method: DELETE, path: /**}
            """;
    private static final String OWN = """
            package sallyport.sandbox

            deny contains {"rule": "no-admin", "message": "m"} if input.net.host == "admin.test"
            """;
    private static final String TEAM = """
            package sallyport.guardrails

            deny contains {"rule": "no-paste", "message": "closed"} if input.net.host == "paste.test"

            deny contains {"rule": "trial", "message": "m", "mode": "report"} if input.net.host == "b.test"

            deny contains {"rule": name, "message": "m"} if {
            	some name in ["x", "y"]
            	input.net.host == name
            }
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void eachLineOfASandboxHasItsLayerAndPlace() throws Exception {
        try (Rig rig = Rig.startWithRoles(folder, Map.of(), "\"ray.token\": runner", "")) {
            assertThat(rig.admin().putGuardrails(Map.of("team.rego", TEAM)).status())
                    .isEqualTo(200);
            put(rig, SandboxDocuments.builder().lease(LEASE).build(), "sb-1");
            SandboxDocuments child = SandboxDocuments.builder()
                    .lease("{\"net.fetch\": [\"https://a.test/**\"]}")
                    .policy(POLICY)
                    .rego(Map.of("own.rego", OWN))
                    .parent(Rig.SB)
                    .build();
            put(rig, child, "sb-2");

            assertThat(show(rig, "admin", "sb-2"))
                    .startsWith("0 sb-2: loaded, generation 1, planning\n")
                    .contains("1.00 USD left\n")
                    .containsSubsequence(lines());
            String seen = show(rig, "ray", "sb-2");
            assertThat(seen).as("a runner reads no guardrails").doesNotContain("no-paste");
            assertThat(seen).contains("lease:net.fetch[0]");

            new TrialClient(rig.admin(), Rig.OTHER).beginReportMode(null);
            new TrialClient(rig.admin(), Rig.OTHER).put(Rig.raw("{}", null, Map.of()), null);
            rig.admin()
                    .send(
                            "POST",
                            "/v1/sandboxes/sb-1/metrics",
                            JsonMapper.shared()
                                    .readTree("{\"name\": \"cost.inference\", \"value\": 1, \"unit\": \"USD\"}"),
                            Map.of());
            assertThat(show(rig, "admin", "sb-2"))
                    .contains("in report mode until 2", "refused everything: budget_exhausted\n");
            assertThat(show(rig, "admin", "sb-9")).startsWith("1 ");
        }
    }

    private static String[] lines() {
        return new String[] {
            "organisation  ",
            "denies",
            "team.rego:3:",
            "guardrails:no-paste",
            "denies (reports)",
            "team.rego:5:",
            "guardrails:trial",
            "team.rego:7:",
            "guardrails:(computed)",
            "parent sb-1",
            "grants",
            "lease:3:6",
            "lease:net.fetch[0]",
            "https://a.test/**",
            "lease:4:6",
            "lease:net.fetch[1]",
            "https://b.test/v1/**",
            "sandbox",
            "lease:1:17",
            "lease:net.fetch[0]",
            "https://a.test/**",
            "policy:",
            "policy:api.endpoints[0]",
            "denies",
            "policy:api.endpoints[0].deny_rules[0]",
            "inline",
            "own.rego:3:",
            "sandbox:no-admin"
        };
    }

    @Test
    void filesAreShownWithoutAGateway() throws Exception {
        Path lease = Files.writeString(folder.resolve("lease.json"), LEASE);
        Path team = Files.writeString(folder.resolve("team.rego"), TEAM);
        Client.Ended table = CommandInProcess.run(
                "policy", "show", "--effective", "--lease", lease.toString(), "--guardrails", team.toString());
        assertThat(table.exit()).as(table.err()).isZero();
        assertThat(table.out())
                .containsSubsequence("team.rego:3:", "guardrails:no-paste", "lease:3:6", "https://a.test/**");
        Client.Ended json =
                CommandInProcess.run("policy", "show", "--effective", "--json", "--lease", lease.toString());
        JsonNode first = JsonMapper.shared().readTree(json.out()).path("lines").path(0);
        assertThat(first.path("layer").asString()).isEqualTo("sandbox");
        assertThat(first.path("line").asInt()).isEqualTo(3);
    }

    @Test
    void aSandboxAndFilesAreNotMixed() throws Exception {
        Path lease = Files.writeString(folder.resolve("lease.json"), LEASE);
        assertThat(CommandInProcess.run("policy", "show", "--effective", "sb-1", "--lease", lease.toString())
                        .exit())
                .isEqualTo(2);
        assertThat(CommandInProcess.run("policy", "show", "--lease", lease.toString())
                        .exit())
                .isEqualTo(2);
    }

    private static void put(Rig rig, SandboxDocuments documents, String id) throws Exception {
        AdminClient.Reply reply = rig.put(id.equals("sb-1") ? Rig.SB : Rig.OTHER, documents);
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
    }

    private static String show(Rig rig, String person, String id) {
        Client.Ended ended = CommandInProcess.run(
                "policy",
                "show",
                "--effective",
                id,
                "--admin",
                rig.adminUrl(),
                "--token-file",
                rig.state().resolve(person + ".token").toString());
        return ended.exit() + " " + ended.out() + ended.err();
    }
}
