package io.sallyport.regoengine.builtin.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** RE2/J is the oracle. */
class LinearPatternTest {
    private static final int PATTERNS = 60_000;
    private static final long SEED = 7;
    private static final List<String> PIECES = List.of(
            "a", "b", "/", ".", "\\.", "[^/]*", "[^.]*", "[^/]+", ".*", ".+", "[^/.]*", "ab", "\n", "\\n", "é", "😀",
            "*", "+", "?", "(", ")", "|", "^", "$", "\\$", "[^a", "]", "{2}", "[a]", "\\*", "-");
    private static final List<String> GLOB_PIECES = List.of(
            "a", "b", "/", ".", "*", "**", "?", "[ab]", "{a,b}", "\\*", "\n", "é", "😀", ",", "}", "]", "^", "$", "+",
            "(", "|");
    private static final List<String> TEXT_PIECES =
            List.of("a", "b", "/", ".", "ab", "\n", "é", "😀", "$", "*", "-", "n");

    private final Random random = new Random(SEED);

    private String some(List<String> pieces, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i >= 0; i--) {
            text.append(pieces.get(random.nextInt(pieces.size())));
        }
        return text.toString();
    }

    @Test
    void matchesWhatRe2Matches() {
        int linear = 0;
        int matched = 0;
        for (int i = 0; i < PATTERNS; i++) {
            String source = (random.nextInt(4) == 0 ? "(?s)^" : "^") + some(PIECES, 6) + "$";
            LinearPattern pattern = LinearReader.ofRegex(source);
            if (pattern == null) {
                continue;
            }
            linear++;
            matched += agreed(source, pattern);
        }
        assertThat(linear).isGreaterThan(PATTERNS / 20);
        assertThat(matched).isGreaterThan(linear / 10);
    }

    private int agreed(String source, LinearPattern pattern) {
        Pattern oracle = Pattern.compile(source);
        int matched = 0;
        for (int j = 0; j < 12; j++) {
            String text = some(TEXT_PIECES, 7);
            boolean expected = oracle.matcher(text).find();
            assertThat(pattern.matches(text))
                    .as("%s on %s (seed %d)", source, text, SEED)
                    .isEqualTo(expected);
            matched += expected ? 1 : 0;
        }
        return matched;
    }

    @Test
    void matchesWhatTheGlobMeans() {
        int linear = 0;
        for (int i = 0; i < PATTERNS; i++) {
            String glob = some(GLOB_PIECES, 6);
            String separators = List.of("", "/", ".", "/.").get(random.nextInt(4));
            LinearPattern pattern = LinearReader.ofGlob(glob, separators);
            if (pattern != null) {
                linear++;
                agreed("^(?:" + GlobTranslation.expression(glob, separators) + ")$", pattern);
            }
        }
        assertThat(linear).isGreaterThan(PATTERNS / 20);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "^a",
                "a$",
                "^a|b$",
                "^(a)$",
                "^a?$",
                "^[ab]*$",
                "^.$",
                "^\\d*$",
                "^[^/]*?$",
                "^[^\\/]*$",
                "^[^/]{2}$",
                "^.*.*$",
                "^a\\$",
                "^[^-/]*$"
            })
    void leavesOthersToRe2(String source) {
        assertThat(LinearReader.ofRegex(source)).isNull();
    }

    @Test
    void takesNothingThatRe2Refuses() {
        for (int i = 0; i < PATTERNS; i++) {
            String source = "^" + some(PIECES, 5) + "$";
            if (LinearReader.ofRegex(source) != null) {
                assertThat(isAccepted(source)).as(source).isTrue();
            }
        }
    }

    private static boolean isAccepted(String source) {
        try {
            Pattern.compile(source);
            return true;
        } catch (PatternSyntaxException e) {
            return false;
        }
    }
}
