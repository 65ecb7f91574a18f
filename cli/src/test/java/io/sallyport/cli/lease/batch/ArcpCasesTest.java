package io.sallyport.cli.lease.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.cli.lines.CaseFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Replays the sample cases, line by line, through the batch. */
final class ArcpCasesTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final LeaseBatch BATCH = new LeaseBatch();

    @AfterAll
    static void close() {
        BATCH.close();
    }

    @Test
    void everyCaseHasItsVerdict() throws IOException {
        List<String> cases = CaseFile.lines(getClass(), "arcp-sample.jsonl");
        assertThat(cases).hasSizeGreaterThan(200);
        List<String> wrong = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            JsonNode line = JSON.readTree(cases.get(i));
            JsonNode answer = JSON.readTree(BATCH.lines().answer(cases.get(i))).get("verdict");
            if (!isExpected(line.get("expect"), answer)) {
                wrong.add("line " + (i + 1) + ": " + answer + " for " + cases.get(i));
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean isExpected(JsonNode expected, JsonNode answer) {
        JsonNode wanted = expected.has("recommended") ? expected.get("recommended") : expected;
        return wanted.equals(answer);
    }
}
