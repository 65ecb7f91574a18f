package io.sallyport.regoengine.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.regoengine.run.Limits;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Every run ends, and names the limit that it reached. */
@ParameterizedClass
@EnumSource(names = {"NEVER", "AT_LOAD"})
class BoundsTest {
    private final Program program;

    BoundsTest(ToBytecode when) {
        program = Plans.load("access", when);
        assertThat(program.isCompiled()).isEqualTo(when == ToBytecode.AT_LOAD);
    }

    private static String listOf(int count) {
        return IntStream.range(0, count)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(",", "{\"list\":[", "]}"));
    }

    @Test
    void stopsAComprehensionOverAHundredThousandElements() {
        assertThat(Plans.ask(program, "access/squares", listOf(100_000), "{}", Limits.DEFAULT))
                .startsWith("LIMIT limit of steps reached: 100000 steps (setting policy.max_steps)");
    }

    @Test
    void stopsWhenMemoryIsUsedUp() {
        Limits little = new Limits(10_000_000, 10_000, Limits.MAX_DEPTH, false);
        assertThat(Plans.ask(program, "access/squares", listOf(1_000), "{}", little))
                .startsWith("LIMIT limit of memory reached: 10000 bytes (setting policy.max_memory)");
    }

    @Test
    void stopsWhenBlocksNestTooDeep() {
        Limits shallow = new Limits(1000, 1000, 2, false);
        assertThat(Plans.ask(program, "access/squares", listOf(1), "{}", shallow))
                .startsWith("LIMIT limit of depth reached: 2 blocks and calls (setting policy.max_depth)");
    }
}
