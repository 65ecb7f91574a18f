package io.sallyport.regoengine.builtin.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.google.re2j.Pattern;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the linear matcher accepts, it matches as RE2/J does. Replays the corpus in every build; {@code JAZZER_FUZZ=1}
 * searches for more.
 */
final class LinearPatternFuzzTest {
    @FuzzTest(maxDuration = "30s")
    void matchesWhatRe2Matches(byte[] bytes) {
        String[] parts = new String(bytes, StandardCharsets.UTF_8).split("\u0001", 2);
        String text = parts.length == 2 ? parts[1] : "";
        compare(parts[0], LinearReader.ofRegex(parts[0]), text);
        LinearPattern glob = LinearReader.ofGlob(parts[0], "/");
        if (glob != null) {
            compare("^(?:" + GlobTranslation.expression(parts[0], "/") + ")$", glob, text);
        }
    }

    private static void compare(String source, @Nullable LinearPattern pattern, String text) {
        if (pattern != null) {
            assertThat(pattern.matches(text))
                    .as("%s on %s", source, text)
                    .isEqualTo(Pattern.compile(source).matcher(text).find());
        }
    }
}
