package io.sallyport.leasebridge.suggest;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.LeaseReader;
import io.sallyport.model.CanonicalAction;
import io.sallyport.model.Question;
import io.sallyport.model.WrittenQuestion;
import io.sallyport.model.text.Parsed;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NameFoldingTest {
    @Test
    void twoTargetsSideBySideStayAsTheyAre() {
        assertThat(lines("tool.call web.a", "tool.call web.b", "tool.call web.b"))
                .containsExactly("tool.call \"web.a\"", "tool.call \"web.b\"");
    }

    @Test
    void threeBelowOneAreOneStar() {
        assertThat(lines("tool.call web.a", "tool.call web.b", "tool.call web.c"))
                .containsExactly("tool.call \"web.*\"");
        assertThat(lines("fs.read /ws/a", "fs.read /ws/b", "fs.read /ws/c")).containsExactly("fs.read \"/ws/*\"");
        assertThat(lines("agent.delegate pdf@1", "agent.delegate pdf@2", "agent.delegate pdf@1.2"))
                .containsExactly("agent.delegate \"pdf@*\"");
    }

    @Test
    void whatStandsBelowNothingIsNeverFolded() {
        assertThat(lines("tool.call a", "tool.call b", "tool.call c")).hasSize(3);
        assertThat(lines("fs.read /a", "fs.read /b", "fs.read /c")).hasSize(3);
    }

    @Test
    void readingAndWritingAreNotFoldedTogether() {
        assertThat(lines("fs.read /ws/a", "fs.read /ws/b", "fs.write /ws/c")).hasSize(3);
    }

    @Test
    void aStarInATargetIsNoWildcard() {
        assertThat(NameFolding.folded(NameFolding.exact(actions("tool.call a.*"))))
                .singleElement()
                .satisfies(line -> assertThat(line.ofLease()).isNull());
        assertThat(NameFolding.folded(NameFolding.exact(actions("tool.call a*.x", "tool.call a*.y", "tool.call a*.z"))))
                .extracting(LeastName::ofLease)
                .containsOnlyNulls();
    }

    /** Seeded: whatever is folded, a lease with the line covers each action that it is for. */
    @Test
    void aLineCoversWhatItIsFor() {
        long seed = 5;
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            List<CanonicalAction> actions = Stream.generate(() -> written(random))
                    .limit(1 + random.nextInt(12))
                    .map(NameFoldingTest::action)
                    .toList();
            for (LeastName line : NameFolding.folded(NameFolding.exact(actions))) {
                String json = "{\"" + line.capability() + "\": [" + line.ofLease() + "]}";
                var lease = (LeaseReader.Read) LeaseReader.read("lease", json, null, null);
                assertThat(line.questions())
                        .as("seed %d, round %d: %s", seed, round, line)
                        .allMatch(action -> lease.lease().covers(action.capability(), action.target()));
            }
        }
    }

    private static String written(Random random) {
        String name = List.of("a", "b", "c", "d e", "\"q\"").get(random.nextInt(5));
        return switch (random.nextInt(5)) {
            case 0 -> "tool.call " + List.of("", "web.", "mcp:x/", "a.b/").get(random.nextInt(4)) + name;
            case 1 -> "fs.read " + List.of("/", "/ws/", "/ws/x/").get(random.nextInt(3)) + name;
            case 2 -> "model.use " + List.of("", "tier/", "a/../b/").get(random.nextInt(3)) + name;
            case 3 -> "agent.delegate " + List.of("x@", "y.z@", "").get(random.nextInt(3)) + name;
            default -> "x-vendor.acme.q " + List.of("", "s/").get(random.nextInt(2)) + name;
        };
    }

    private static List<String> lines(String... written) {
        return NameFolding.folded(NameFolding.exact(actions(written))).stream()
                .map(line -> line.capability() + " " + Objects.requireNonNull(line.ofLease()))
                .toList();
    }

    private static List<CanonicalAction> actions(String... written) {
        return Stream.of(written).map(NameFoldingTest::action).toList();
    }

    private static CanonicalAction action(String written) {
        return (CanonicalAction) ((Parsed.Accepted<Question>) WrittenQuestion.parse(written)).value();
    }
}
