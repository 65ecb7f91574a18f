package io.sallyport.leasebridge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random patterns over random texts: the automaton, the RE2 expression and, for paths, a plain reading of the spec
 * agree.
 */
final class GlobAgreementTest {
    private static final int ROUNDS = 20_000;
    private static final List<PatternKind> KINDS = List.of(PatternKind.values());
    private static final List<String> PATTERN =
            List.of("a", "b", "/", "/", ".", "@", "*", "*", "**", "**", "?", "[a]", "a|b", "$", "\\", "{1}");
    private static final List<String> TEXT =
            List.of("a", "b", "/", "/", ".", "@", "aa", "?", "[a]", "|", "$", "\\", "{1}");

    private static String random(RandomGenerator random, List<String> pieces, int most) {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(most); n > 0; n--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        return text.toString();
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {3, 42_000, -9})
    void automatonAndExpressionAgree(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(seed);
        int covered = 0;
        for (int i = 0; i < ROUNDS; i++) {
            PatternKind kind = KINDS.get(random.nextInt(KINDS.size()));
            String pattern = random(random, PATTERN, 8);
            String text = random(random, TEXT, 7);
            Glob glob = Glob.of(pattern, kind);
            boolean matches = glob.matches(text, new ComparisonBudget());
            assertThat(com.google.re2j.Pattern.matches(glob.re2(), text))
                    .as("%s %s: %s", kind, pattern, text)
                    .isEqualTo(matches);
            covered += matches ? 1 : 0;
        }
        assertThat(covered).isGreaterThan(ROUNDS / 50);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {5, 77})
    void pathsAgreeWithAPlainReadingOfTheSpec(long seed) {
        RandomGenerator random = RandomGeneratorFactory.of("Xoshiro256PlusPlus").create(seed);
        int covered = 0;
        for (int i = 0; i < ROUNDS; i++) {
            String pattern = path(random, List.of("a", "b", "*", "**", "a*", "*b", "a*b", "ab"));
            String text = path(random, List.of("a", "b", "ab", "aab", "c"));
            boolean expected = covers(segments(pattern), segments(text));
            assertThat(Glob.of(pattern, PatternKind.PATH).matches(text, new ComparisonBudget()))
                    .as("%s: %s", pattern, text)
                    .isEqualTo(expected);
            covered += expected ? 1 : 0;
        }
        assertThat(covered).isGreaterThan(ROUNDS / 20);
    }

    private static String path(RandomGenerator random, List<String> segments) {
        StringBuilder path = new StringBuilder();
        for (int n = random.nextInt(5); n > 0; n--) {
            path.append('/').append(segments.get(random.nextInt(segments.size())));
        }
        return path.isEmpty() || random.nextInt(5) == 0 ? path + "/" : path.toString();
    }

    private static List<String> segments(String path) {
        return List.of(path.substring(1).split("/", -1));
    }

    /** Segment by segment, trying everything; only for short texts. */
    private static boolean covers(List<String> pattern, List<String> text) {
        if (pattern.isEmpty()) {
            return text.isEmpty();
        }
        List<String> rest = pattern.subList(1, pattern.size());
        if (pattern.getFirst().equals("**")) {
            for (int skip = 0; skip <= text.size(); skip++) {
                // only the last segment of a path can be empty, and only "**" at the end of a pattern matches it
                boolean fits = skip < text.size()
                        || rest.isEmpty()
                        || !(skip > 0 && text.getLast().isEmpty());
                if (fits && covers(rest, text.subList(skip, text.size()))) {
                    return true;
                }
            }
            return false;
        }
        return !text.isEmpty()
                && coversSegment(pattern.getFirst(), text.getFirst())
                && covers(rest, text.subList(1, text.size()));
    }

    private static boolean coversSegment(String pattern, String segment) {
        String regex = pattern.equals("*") ? "[^/]+" : pattern.replace("*", "[^/]*");
        return segment.matches(regex);
    }
}
