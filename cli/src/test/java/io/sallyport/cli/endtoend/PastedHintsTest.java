package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.gateway.serve.StartException;
import io.sallyport.model.Phase;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxDocuments;
import io.sallyport.model.answer.RefusalHint;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

/** The hint of a refusal, pasted where it belongs. */
class PastedHintsTest {
    @TempDir
    Path folder = Path.of("");

    private static String hint(String answer) {
        return JsonMapper.shared()
                .readTree(answer.substring(answer.indexOf('{')))
                .path("hint")
                .asString();
    }

    @Test
    void theLineOfALeaseGrantsWhatWasRefused() throws IOException, StartException {
        require("curl");
        try (Origin origin = Origin.plain(_ -> Answer.text(200, "hello\n"));
                Rig rig = Rig.start(folder, Map.of("yes.test", origin.hostPort()))) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://no.test/**");
            String line = hint(rig.answer(variables, "http://yes.test/a"));
            rig.put(Rig.SB, Rig.raw("{" + line + "}", null, Map.of()));
            assertThat(rig.answer(variables, "http://yes.test/a")).isEqualTo("200 hello\n");
            assertThat(rig.answer(variables, "http://yes.test/b")).startsWith("403 ");
        }
    }

    @Test
    void theLineOfAQuestionGrantsIt() throws IOException, StartException {
        require("curl");
        try (Rig rig = Rig.start(folder, Map.of())) {
            var gates = SandboxDocuments.builder().lease("{}").phaseGates(Set.of());
            Map<String, String> variables = Rig.variables(rig.put(Rig.SB, gates.build()));
            String[] asked = {"--data", "{\"tool\": \"web.search\"}", "http://sallyport.internal/v1/check"};
            rig.admin().phase(Rig.SB, Phase.EXECUTION);
            String line = hint(rig.answer(variables, asked));
            rig.put(Rig.SB, gates.lease("{" + line + "}").build());
            rig.admin().phase(Rig.SB, Phase.EXECUTION);
            assertThat(rig.answer(variables, asked)).startsWith("200 ");
        }
    }

    @Test
    void theCommandOfASandboxWithoutALeaseExplains() throws IOException, StartException {
        require("curl");
        try (Rig rig = Rig.start(folder, Map.of("yes.test", "127.0.0.1:9"))) {
            var policy = SandboxDocuments.builder()
                    .policy("version: 1\nnetwork_policies: {a: {endpoints: [{host: no.test, port: 80}]}}\n");
            Map<String, String> variables = Rig.variables(rig.put(Rig.SB, policy.build()));
            String command = hint(rig.answer(variables, "http://yes.test/a"));
            assertThat(command).isEqualTo("sallyport policy why-not GET 'http://yes.test/a'");
            String pasted = "sallyport() { " + GatewayJvm.shell() + " \"$@\"; }; " + command;
            assertThat(rig.run(variables, "sh", "-c", pasted).out())
                    .startsWith("deny no_grant\nasked       GET http://yes.test:80/a\n");
        }
    }

    @Test
    void theCommandOfAPolicyThatChangedShowsWhatIsGranted() throws IOException, StartException {
        require("curl");
        try (Rig rig = Rig.start(folder, Map.of())) {
            Map<String, String> variables = rig.grant(Rig.SB, "http://no.test/**");
            String command = RefusalHint.of(ReasonCode.POLICY_CHANGED);
            assertThat(rig.run(variables, "sh", "-c", command).out()).contains("\"allowed\":[\"http://no.test/**\"]");
        }
    }
}
