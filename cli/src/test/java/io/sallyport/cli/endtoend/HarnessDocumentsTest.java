package io.sallyport.cli.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.HarnessFiles;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.Sha256;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A harness in a PUT with its surroundings, and what the real listener then permits. */
class HarnessDocumentsTest {
    private static final String HEAD = "agent: agents/fix.md\nrole: fixer\n";
    private static final String PROFILE = """
            id: reader
            endpoints:
              - {host: a.test, port: 80, access: read-only, deny_rules: [{method: GET, path: /closed}]}
            """;

    @TempDir
    Path folder = Path.of("");

    private final Origin origin = Origin.plain(request -> Answer.text(200, "here"));

    @AfterEach
    void close() {
        origin.close();
    }

    private Rig rig(String more) throws IOException, StartException {
        return Rig.start(folder, Map.of("a.test:80", origin.hostPort()), more);
    }

    private static SandboxDocuments documents(@Nullable String harness, HarnessFiles enclosed) {
        return SandboxDocuments.builder().harness(harness).enclosed(enclosed).build();
    }

    private static JsonNode refused(AdminClient.Reply reply) {
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(422);
        return reply.body().path("diagnostics");
    }

    @Test
    void aProfileThatAHarnessAttachesIsInForceAndOutlivesARestart() throws IOException, StartException {
        try (Rig rig = rig("")) {
            var enclosed = new HarnessFiles(
                    Map.of("base.yaml", HEAD + "openshell: {profiles: [reader]}\n", "profiles/reader.yaml", PROFILE),
                    List.of(),
                    "github");
            String harness = "base: base.yaml\nforge: {github: {model: m}}\n";
            AdminClient.Reply reply = rig.put(Rig.SB, documents(harness, enclosed));
            assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
            Map<String, String> variables = Rig.variables(reply);
            assertPassed(rig, variables);
            rig.restart();
            assertPassed(rig, rig.rebased(variables));
        }
    }

    private static void assertPassed(Rig rig, Map<String, String> variables) throws IOException {
        assertThat(rig.curl(variables, "http://a.test/x")).startsWith("200");
        assertThat(rig.curl(variables, "http://a.test/closed")).startsWith("403");
        assertThat(rig.lastRequest().path("reason").asString()).isEqualTo("policy_deny");
        assertThat(rig.lastRequest().path("rule").asString())
                .isEqualTo("policy:_provider_reader.endpoints[0].deny_rules[0]");
        assertThat(rig.curl(variables, "-X", "POST", "http://a.test/x")).startsWith("403");
    }

    @Test
    void aHarnessOpensNothingOnTheMachineOfTheGateway() throws IOException, StartException {
        Path there = Files.writeString(folder.resolve("there.yaml"), HEAD + "slug: secret\n");
        String pin = "https://h.example/x.yaml#sha256=" + Sha256.hexOf(HEAD + "slug: secret\n");
        try (Rig rig = rig("")) {
            for (String named :
                    List.of(there.toString(), folder.resolve("nothing.yaml").toString(), "/etc/passwd", pin)) {
                for (String field : List.of("base: X", "policy: X", "openshell: {profiles: [X]}", "providers: [X]")) {
                    String harness = HEAD + field.replace("X", "\"" + named + "\"") + "\n";
                    JsonNode diagnostics = refused(rig.put(Rig.SB, documents(harness, HarnessFiles.NOTHING)));
                    assertThat(diagnostics.toString()).doesNotContain("secret").doesNotContain("root:");
                    String why = diagnostics.path(0).path("message").asString().replaceAll("\"[^\"]*\"", "");
                    assertThat(why).contains("nothing is opened for it");
                }
            }
        }
    }

    @Test
    void aVariableOfTheGatewayIsNotNamedUnlessTheOperatorListsIt() throws IOException, StartException {
        String harness = HEAD + "env: {sandbox: {A: \"${PATH}\", B: \"${NOT_SET_ANYWHERE}\"}}\n";
        try (Rig rig = rig("")) {
            JsonNode diagnostics = refused(rig.put(Rig.SB, documents(harness, HarnessFiles.NOTHING)));
            assertThat(diagnostics.path(0).path("code").asString()).isEqualTo("UNKNOWN_VARIABLE");
            assertThat(diagnostics
                            .path(0)
                            .path("message")
                            .asString()
                            .replace("\"A\"", "")
                            .replace("PATH", ""))
                    .isEqualTo(diagnostics
                            .path(1)
                            .path("message")
                            .asString()
                            .replace("\"B\"", "")
                            .replace("NOT_SET_ANYWHERE", ""));
        }
        try (Rig rig = rig("harness: {variables: [PATH, NOT_SET_ANYWHERE]}\n")) {
            assertThat(rig.put(Rig.SB, documents(harness, HarnessFiles.NOTHING)).status())
                    .isEqualTo(201);
        }
    }

    @Test
    void theOperatorLendsDocumentsAndProfilesAndHoldsTheListOfTheOrganisation() throws IOException, StartException {
        Files.createDirectories(folder.resolve("lent/profiles"));
        Files.writeString(folder.resolve("lent/base.yaml"), HEAD);
        Files.writeString(folder.resolve("lent/profiles/reader.yaml"), PROFILE);
        String more =
                "harness: {documents: \"%s\", profiles: \"%s\", allowed_remote_resources: [\"https://github.com/acme/\"]}\n"
                        .formatted(folder.resolve("lent"), folder.resolve("lent/profiles"));
        try (Rig rig = rig(more)) {
            var named = new HarnessFiles(Map.of(), List.of("reader"), null);
            AdminClient.Reply reply = rig.put(Rig.SB, documents("base: base.yaml\n", named));
            assertThat(reply.status()).as(reply.body().toString()).isEqualTo(201);
            assertPassed(rig, Rig.variables(reply));
            String wide = HEAD
                    + "skills: [s]\nallow_runtime_fetch: true\nallowed_remote_resources: [\"https://github.com/\"]\n";
            assertThat(refused(rig.put(Rig.SB, documents(wide, named)))
                            .path(0)
                            .path("code")
                            .asString())
                    .isEqualTo("NOT_IN_ORGANISATION");
            String unknown = HEAD + "openshell: {profiles: [readers]}\n";
            assertThat(refused(rig.put(Rig.SB, documents(unknown, named)))
                            .path(0)
                            .path("line")
                            .asInt())
                    .isEqualTo(3);
        }
    }
}
