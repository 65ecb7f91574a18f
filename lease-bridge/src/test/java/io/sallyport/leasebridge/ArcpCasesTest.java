package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/**
 * Replays the sample cases. {@code known-gaps.txt} names, by line number, those that nothing answers yet; a gap that passes
 * fails until its line is deleted.
 */
final class ArcpCasesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static List<String> lines(String resource) throws IOException {
        try (InputStream in = ArcpCasesTest.class.getResourceAsStream(resource)) {
            assertThat(in).as(resource).isNotNull();
            return in == null
                    ? List.of()
                    : new String(in.readAllBytes(), StandardCharsets.UTF_8)
                            .lines()
                            .toList();
        }
    }

    @Test
    void everyCaseHasItsVerdictOrIsAKnownGap() throws IOException {
        List<String> cases = lines("arcp-sample.jsonl");
        assertThat(cases).hasSizeGreaterThan(200);
        List<String> wrong = new ArrayList<>();
        Set<Integer> gaps = new TreeSet<>();
        for (int i = 0; i < cases.size(); i++) {
            JsonNode line = JSON.readTree(cases.get(i));
            JsonNode answer = ArcpCases.answer(line.get("kind").stringValue(), line.get("input"));
            if (answer == null) {
                gaps.add(i + 1);
            } else if (!isExpected(line.get("expect"), answer)) {
                wrong.add("line " + (i + 1) + ": " + answer + " for " + cases.get(i));
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(gaps).isEqualTo(knownGaps());
    }

    private static boolean isExpected(JsonNode expected, JsonNode answer) {
        JsonNode wanted = expected.has("recommended") ? expected.get("recommended") : expected;
        return wanted.equals(answer);
    }

    private static Set<Integer> knownGaps() throws IOException {
        return lines("known-gaps.txt").stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> Integer.valueOf(line.split(" ", 2)[0]))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
