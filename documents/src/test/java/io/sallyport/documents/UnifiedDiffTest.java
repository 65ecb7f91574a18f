package io.sallyport.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnifiedDiffTest {
    @Test
    void equalTextsDifferInNothing() {
        assertThat(UnifiedDiff.of("f", "a\nb\n", "a\nb\n")).isEmpty();
    }

    @Test
    void aChangeShowsItsLinesBetweenThoseAround() {
        assertThat(UnifiedDiff.of("f", "a\nb\nc\n", "a\nx\nc\n"))
                .isEqualTo("--- f\n+++ f\n@@ -1,3 +1,3 @@\n a\n-b\n+x\n c\n");
    }

    @Test
    void filesThatCameOrWentAreComparedWithNothing() {
        assertThat(UnifiedDiff.ofFiles(Map.of("b", "x\n"), Map.of("a", "y\n")))
                .containsSubsequence("+++ a", "+y", "--- b", "-x");
    }

    @Test
    void textsThatDifferInTooManyLinesAreReplacedWhole() {
        String old = numbers("a");
        String next = numbers("b");
        assertThat(UnifiedDiff.of("f", "same\n" + old, "same\n" + next).lines().filter(line -> line.startsWith("+b")))
                .hasSize(UnifiedDiff.MAX_LINES);
        assertThat(UnifiedDiff.of("f", old + "x\n" + old, old + "y\n" + old)).contains("-x\n+y\n");
    }

    private static String numbers(String name) {
        return IntStream.range(0, UnifiedDiff.MAX_LINES)
                .mapToObj(i -> name + i + "\n")
                .collect(Collectors.joining());
    }
}
