package io.sallyport.cli.endtoend;

import static io.sallyport.testkit.junit.RequireTool.require;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.SandboxDocuments;
import io.sallyport.testkit.Answer;
import io.sallyport.testkit.Origin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Labels of sandboxes and names of parameters, in the records of real requests. */
class LabelledRecordsTest {
    private static final String ASKED = "http://plain.test/a?page=2&token=s3cret-value&s3cret-flag&page=3";

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void needsCurl() {
        require("curl");
    }

    private Rig rig(Origin target, String more) throws Exception {
        return Rig.start(folder, Map.of("plain.test:80", target.hostPort()), more);
    }

    private static Origin origin() {
        return Origin.plain(_ -> Answer.text(200, "hello"));
    }

    private static Map<String, String> granted(Rig rig, Map<String, String> labels) throws IOException {
        SandboxDocuments documents = SandboxDocuments.builder()
                .lease("{\"net.fetch\": [\"http://plain.test/a\"]}")
                .run("run-1")
                .labels(labels)
                .build();
        return Rig.variables(rig.put(Rig.SB, documents));
    }

    private static String text(JsonNode record, String name) {
        return record.path(name).toString();
    }

    @Test
    void recordsBearTheLabelsThatTheConfigurationNamesAndNoOthers() throws Exception {
        try (Origin target = origin();
                Rig rig = rig(target, "audit: {labels: [team, job_id]}")) {
            Map<String, String> env = granted(rig, Map.of("team", "red", "owner", "s3cret-owner"));
            rig.curl(env, ASKED);
            assertThat(text(rig.lastRequest(), "labels")).isEqualTo("{\"team\":\"red\"}");
            rig.curl(env, "http://plain.test/refused");
            assertThat(text(rig.lastRequest(), "labels")).isEqualTo("{\"team\":\"red\"}");
            granted(rig, Map.of("team", "blue", "job_id", "7"));
            rig.curl(env, ASKED);
            assertThat(rig.lastRequest().path("labels").path("team").asString(""))
                    .isEqualTo("blue");
            assertThat(rig.lastRequest().path("labels").path("job_id").asString(""))
                    .isEqualTo("7");
            assertThat(text(rig.records("policy").getLast(), "labels")).contains("blue");
            rig.restart();
            rig.curl(rig.rebased(env), ASKED);
            assertThat(text(rig.lastRequest(), "labels")).contains("blue");
            assertThat(Files.readString(rig.state().resolve("audit.jsonl"))).doesNotContain("s3cret-owner");
        }
    }

    @Test
    void recordsHaveTheNamesOfParametersAndNeverTheirValues() throws Exception {
        try (Origin target = origin();
                Rig rig = rig(target, "audit: {query_names: true}")) {
            Map<String, String> env = granted(rig, Map.of());
            rig.curl(env, ASKED);
            assertThat(text(rig.lastRequest(), "query_names")).isEqualTo("[\"*\",\"page\",\"token\"]");
            rig.curl(env, ASKED.replace("/a?", "/refused?"));
            assertThat(text(rig.lastRequest(), "query_names")).isEqualTo("[\"*\",\"page\",\"token\"]");
            rig.curl(env, "http://plain.test/a");
            assertThat(rig.lastRequest().has("query_names")).isFalse();
            assertThat(Files.readString(rig.state().resolve("audit.jsonl"))).doesNotContain("s3cret");
        }
    }

    @Test
    void withoutTheSettingsRecordsSayNeither() throws Exception {
        try (Origin target = origin();
                Rig rig = rig(target, "")) {
            rig.curl(granted(rig, Map.of("team", "red")), ASKED);
            assertThat(rig.lastRequest().has("labels")).isFalse();
            assertThat(rig.lastRequest().has("query_names")).isFalse();
        }
    }
}
