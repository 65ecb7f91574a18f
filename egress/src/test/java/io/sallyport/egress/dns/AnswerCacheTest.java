package io.sallyport.egress.dns;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.testkit.ManualClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class AnswerCacheTest {
    private static final Resolution ANSWER = new Resolution.Failed("none");

    private final ManualClock clock = new ManualClock(Instant.EPOCH);
    private final AnswerCache cache = new AnswerCache(3, Duration.ofSeconds(60), clock);

    @Test
    void holdsNoMoreNamesThanItMayAndKeepsTheOneThatIsUsed() {
        put("a", 60);
        for (int i = 0; i < 100; i++) {
            put("other-" + i, 60);
            assertThat(cache.get("a")).isEqualTo(ANSWER);
        }

        assertThat(cache.size()).isEqualTo(3);
    }

    @Test
    void forgetsAtTheMomentTheTtlEndsAlsoAcrossTheClocksOverflow() {
        put("a", 2);

        clock.advance(Duration.ofSeconds(2).minusNanos(1));
        assertThat(cache.get("a")).isEqualTo(ANSWER);
        clock.advance(Duration.ofNanos(1));
        assertThat(cache.get("a")).isNull();
        assertThat(cache.size()).isZero();
    }

    @Test
    void remembersNothingWithoutATtl() {
        put("a", 0);

        assertThat(cache.size()).isZero();
    }

    @Test
    void endsEveryTtlAtItsOwnLimit() {
        put("a", Long.MAX_VALUE);

        clock.advance(Duration.ofSeconds(60));
        assertThat(cache.get("a")).isNull();
    }

    private void put(String name, long ttl) {
        cache.put(name, new NameLookup.Result(ANSWER, ttl));
    }
}
