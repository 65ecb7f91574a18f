package io.sallyport.cli.endtoend;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A guardrail lets only agents to production whose runner showed a signed token. */
class SignedAgentsTest {
    private static final String ISSUERS = """
            identity:
              issuers:
                ci: {issuer: "https://ci.test", audience: "sallyport", keys_file: "ci.pem", algorithms: ["RS256"]}
            """;
    private static final String GUARDRAIL = """
            package sallyport.guardrails

            deny contains {"rule": "signed", "message": "m"} if not input.identity.claims.ref == "refs/heads/main"
            """;

    @TempDir
    Path folder = Path.of("");

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static String token(KeyPair pair, String ref) throws Exception {
        long end = InstantSource.system().instant().getEpochSecond() + 3_600;
        String claims =
                "{\"iss\":\"https://ci.test\",\"aud\":\"sallyport\",\"exp\":%d,\"ref\":\"%s\"}".formatted(end, ref);
        String text = encoded("{\"alg\":\"RS256\"}".getBytes(UTF_8)) + "." + encoded(claims.getBytes(UTF_8));
        Signature engine = Signature.getInstance("SHA256withRSA");
        engine.initSign(pair.getPrivate());
        engine.update(text.getBytes(US_ASCII));
        return text + "." + encoded(engine.sign());
    }

    private static KeyPair pair() throws Exception {
        KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
        generator.initialize(2048);
        return generator.generateKeyPair();
    }

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
        KeyPair ci = pair();
        Files.writeString(
                folder.resolve("ci.pem"),
                "-----BEGIN PUBLIC KEY-----\n"
                        + Base64.getMimeEncoder().encodeToString(ci.getPublic().getEncoded())
                        + "\n-----END PUBLIC KEY-----\n");
        Rig rig = Rig.start(folder, Map.of(), ISSUERS);
        try {
            ObjectNode guardrails = JsonNodeFactory.instance.objectNode();
            guardrails.putObject("rego").put("g.rego", GUARDRAIL);
            assertThat(rig.admin()
                            .send("PUT", "/v1/guardrails", guardrails, Map.of())
                            .status())
                    .isEqualTo(200);

            assertThat(put(rig, token(ci, "refs/heads/main"))).isEqualTo(201);
            assertThat(mayReachProduction(rig)).isTrue();
            rig.restart();
            assertThat(mayReachProduction(rig)).as("after a restart").isTrue();

            assertThat(put(rig, token(pair(), "refs/heads/main"))).isEqualTo(422);
            assertThat(mayReachProduction(rig))
                    .as("a refused PUT changes nothing")
                    .isTrue();
            assertThat(put(rig, token(ci, "refs/heads/mine"))).isEqualTo(200);
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
