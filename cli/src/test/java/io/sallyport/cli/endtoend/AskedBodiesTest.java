package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.Phase;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** A body that is asked about is judged as one that is sent: by an explanation, by the decision API, by the proxy. */
class AskedBodiesTest {
    private static final String URL = "http://yes.test/v1/chat";
    private static final String REGO = """
            package sallyport.sandbox

            deny contains {"rule": "small-models", "message": "only the small models"} if {
                input.net.method == "POST"
                not is_small
            }

            is_small if input.net.body.json.model == "small"
            """;

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            application/json | {"model": "small"}                   | granted
            application/json | {"model": "large"}                   | guardrail
            application/json | {"model": "small", "model": "large"} | unreadable
            text/plain       | {"model": "small"}                   | unreadable
            """)
    void allThreeGiveOneVerdict(String type, String body, String reason) throws IOException, StartException {
        require("curl");
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.start(folder, Map.of("yes.test:80", origin.hostPort()))) {
            Map<String, String> variables =
                    Rig.variables(rig.put(Rig.SB, Rig.lease(Map.of("bodies.rego", REGO), "http://yes.test/**")));
            rig.admin().phase(Rig.SB, Phase.EXECUTION);
            rig.curl(variables, "-H", "Content-Type: " + type, "--data", body, URL);
            String sent = rig.lastRequest().path("reason").asString();
            JsonNode explained =
                    rig.admin().explain(Rig.SB, "POST", URL, type, body).body();
            String net = JsonNodeFactory.instance
                    .objectNode()
                    .put("url", URL)
                    .put("method", "POST")
                    .put("content_type", type)
                    .put("body", body)
                    .toString();
            String ruled =
                    rig.answer(variables, "--data", "{\"net\":" + net + "}", "http://sallyport.internal/v1/check");
            assertThat(sent).isEqualTo(reason);
            assertThat(explained.at("/decision/reason").asString()).isEqualTo(reason);
            assertThat(ruled).contains("\"reason\":\"" + reason + "\"");
        }
    }

    @Test
    void aBodyNeedsItsTypeAndATunnelHasNone() throws IOException, StartException {
        try (Rig rig = Rig.start(folder, Map.of())) {
            rig.put(Rig.SB, Rig.lease("http://yes.test/**"));
            assertThat(rig.admin().explain(Rig.SB, "POST", URL, null, "x").status())
                    .isEqualTo(422);
            assertThat(rig.admin()
                            .explain(Rig.SB, "CONNECT", "https://yes.test", "text/plain", "x")
                            .status())
                    .isEqualTo(400);
        }
    }
}
