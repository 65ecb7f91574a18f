package io.sallyport.cli.policy.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.lines.CaseFile;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ObjectNode;

/** Replays the recorded cases, line by line, through the batch in the dialect that they were recorded in. */
final class OpenShellCasesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String FURTHER = "further-cases.jsonl";
    private static final PolicyBatch BATCH = new PolicyBatch();

    @AfterAll
    static void close() {
        BATCH.close();
    }

    /** The names of the cases that get another verdict, or, of our own, one at another step. */
    private static Set<String> disagreeing(String resource) throws IOException {
        Set<String> names = new TreeSet<>();
        for (String line : CaseFile.lines(OpenShellCasesTest.class, resource)) {
            ObjectNode asked = (ObjectNode) JSON.readTree(line);
            if (!asked.has("dialect")) {
                asked.put("dialect", "openshell");
            }
            JsonNode answer = JSON.readTree(BATCH.lines().answer(asked.toString()));
            boolean elsewhere = resource.equals(FURTHER)
                    && asked.has("decided_at")
                    && !answer.path("decided_at").equals(asked.path("decided_at"));
            if (elsewhere || !answer.path("verdict").equals(asked.path("expect"))) {
                names.add(asked.path("name").asString());
            }
        }
        return names;
    }

    @Test
    void everyRecordedCaseHasItsVerdictButForThoseOfTheListOfGaps() throws IOException {
        assertThat(CaseFile.lines(getClass(), "openshell-sample.jsonl")).hasSize(155);
        Set<String> gaps = CaseFile.lines(getClass(), "openshell-gaps.txt").stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(disagreeing("openshell-sample.jsonl")).isEqualTo(gaps);
    }

    @Test
    void everyFurtherCaseHasItsVerdictAndItsStep() throws IOException {
        assertThat(disagreeing(FURTHER)).isEmpty();
    }
}
