package io.sallyport.cli.endtoend;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A guardrail lets only agents to production whose runner showed a signed token. */
class SignedAgentsTest {
    private static final String GUARDRAIL = """
            package sallyport.guardrails

            deny contains {"rule": "signed", "message": "m"} if not input.identity.claims.ref == "refs/heads/main"
            """;

    @TempDir
    Path folder = Path.of("");

    private static int put(Rig rig, String token) throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.putObject("lease").putArray("net.fetch").add("https://**");
        if (!token.isEmpty()) {
            body.put("identity_token", token);
        }
        AdminClient.Reply reply = rig.admin().send("PUT", "/v1/sandboxes/sb-1", body, Map.of());
        assertThat(reply.body().toString()).doesNotContain("eyJ");
        return reply.status();
    }

    private static boolean mayReachProduction(Rig rig) throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("url", "https://prod.example.com/");
        AdminClient.Reply reply = rig.admin().send("POST", "/v1/sandboxes/sb-1/explain", body, Map.of());
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
        return reply.body().path("decision").path("allow").asBoolean();
    }

    @Test
    void onlySignedAgentsReachProduction() throws Exception {
        IdentityIssuerKeys ci = IdentityIssuerKeys.generate();
        ci.write(folder);
        Rig rig = Rig.start(folder, Map.of(), IdentityIssuerKeys.CONFIGURATION);
        try {
            ObjectNode guardrails = JsonNodeFactory.instance.objectNode();
            guardrails.putObject("rego").put("g.rego", GUARDRAIL);
            assertThat(rig.admin()
                            .send("PUT", "/v1/guardrails", guardrails, Map.of())
                            .status())
                    .isEqualTo(200);

            assertThat(put(rig, ci.token("refs/heads/main"))).isEqualTo(201);
            assertThat(mayReachProduction(rig)).isTrue();
            rig.restart();
            assertThat(mayReachProduction(rig)).as("after a restart").isTrue();

            assertThat(put(rig, IdentityIssuerKeys.generate().token("refs/heads/main")))
                    .isEqualTo(422);
            assertThat(mayReachProduction(rig))
                    .as("a refused PUT changes nothing")
                    .isTrue();
            assertThat(put(rig, ci.token("refs/heads/mine"))).isEqualTo(200);
            assertThat(mayReachProduction(rig)).isFalse();
            assertThat(put(rig, "")).isEqualTo(200);
            assertThat(mayReachProduction(rig)).isFalse();
            try (var files = Files.walk(rig.state())) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    assertThat(new String(Files.readAllBytes(file), US_ASCII)).doesNotContain("eyJhbGci");
                }
            }
        } finally {
            rig.stop();
        }
    }
}
