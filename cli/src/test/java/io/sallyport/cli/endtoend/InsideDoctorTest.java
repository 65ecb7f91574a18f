package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code doctor --inside}, in a network of its own, where nothing leads out; what it finds: OutwardCheckTest. */
class InsideDoctorTest {
    @Test
    void theTableIsPrintedAndItsExitCodeIsThatOfTheCommand() throws Exception {
        List<String> words = new ArrayList<>(List.of(require("unshare").toString(), "-Urn"));
        words.addAll(GatewayJvm.command("doctor", "--inside", "--json", "--admin", "http://127.0.0.1:1/"));
        ProcessBuilder builder = new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("HTTPS_PROXY", "http://127.0.0.1:2");
        Process doctor = builder.start();
        String output = new String(doctor.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        JsonNode found = JsonMapper.shared().readTree(output);
        assertThat(doctor.waitFor()).as(output).isEqualTo(1);
        assertThat(found.path("open").asInt()).isPositive();
        assertThat(found.path("ways"))
                .anySatisfy(way -> assertThat(way.path("way").asString()).isEqualTo("a raw socket"))
                .filteredOn(way -> way.path("way").asString().contains("control API"))
                .singleElement()
                .satisfies(way -> assertThat(way.path("result").asString()).isEqualTo("closed"));
        assertThat(found.path("proxy").path("address").asString()).isEqualTo("127.0.0.1:2");
    }
}
