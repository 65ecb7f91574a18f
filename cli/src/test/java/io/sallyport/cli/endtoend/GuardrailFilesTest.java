package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.client.AdminClient;
import io.sallyport.gateway.serve.StartException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Guardrails of one package in several files, over lists of the security team, tested with a client's CONNECT. */
class GuardrailFilesTest {
    private static final String URL = "https://api.example.com:8443/";
    private static final String CLOSED_PORT = """
            package sallyport.guardrails

            deny contains {"rule": "closed-port", "message": "x"} if data.lists.closed_ports[input.net.port] == true
            """;
    private static final String NO_PASTE = """
            package sallyport.guardrails

            deny contains {"rule": "no-paste", "message": "x"} if {
                some s in data.lists.pastes
                s in input.net.suffixes
            }
            """;

    @TempDir
    Path folder = Path.of("");

    @Test
    void aDenyIsInForceWhateverRuleStandsInAnotherFile() throws IOException, StartException {
        require("curl");
        try (Rig rig = Rig.start(folder, Map.of("api.example.com", "127.0.0.1"))) {
            Map<String, String> variables = rig.grant(Rig.SB, URL + "**");
            assertThat(refusing(rig, variables, Map.of("ports.rego", CLOSED_PORT)))
                    .isEqualTo("guardrails:closed-port");
            assertThat(refusing(rig, variables, Map.of("ports.rego", CLOSED_PORT, "pastes.rego", NO_PASTE)))
                    .isEqualTo("guardrails:closed-port");
            assertThat(refusing(rig, variables, Map.of("z.rego", CLOSED_PORT, "a.rego", NO_PASTE)))
                    .isEqualTo("guardrails:closed-port");
        }
    }

    /** Returns the rule that refuses a CONNECT under these guardrails. */
    private static String refusing(Rig rig, Map<String, String> variables, Map<String, String> rego)
            throws IOException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        ObjectNode files = body.putObject("rego");
        rego.forEach(files::put);
        ObjectNode lists = body.putObject("data");
        lists.putObject("closed_ports").put("8443", true);
        lists.putArray("pastes").add("pastebin.com");
        AdminClient.Reply reply = rig.admin().send("PUT", "/v1/guardrails", body, Map.of());
        assertThat(reply.status()).as(reply.body().toString()).isEqualTo(200);
        assertThat(rig.curl(variables, URL)).as("%s", rego.keySet()).isEqualTo("000 403");
        JsonNode record = rig.lastRequest();
        assertThat(record.path("kind").asString()).isEqualTo("connect");
        return record.path("rule").asString();
    }
}
