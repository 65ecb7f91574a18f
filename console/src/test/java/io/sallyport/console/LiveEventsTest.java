package io.sallyport.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.web.EventSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiveEventsTest {
    private static final String ALLOWED = "data: {\"verdict\":\"allow\"}\n\n";
    private static final String DENIED = "data: {\"verdict\":\"deny\"}\n\n";

    private long now;
    private final Queue<String> records = new ArrayDeque<>();
    private final LiveEvents events = new LiveEvents(new Records(), () -> now);

    private final class Records implements EventSource {
        @Override
        public @Nullable String next() {
            return records.poll();
        }

        @Override
        public void close() {
            throw new AssertionError("nobody closes it");
        }
    }

    @Test
    void whatIsBeyondTheRateIsCountedAndTold() {
        for (int i = 0; i < LiveEvents.MAX_PER_SECOND + 30; i++) {
            records.add(i % 3 == 0 ? DENIED : ALLOWED);
        }
        for (int i = 0; i < LiveEvents.MAX_PER_SECOND; i++) {
            assertThat(events.next()).isEqualTo(i % 3 == 0 ? DENIED : ALLOWED);
        }
        assertThat(events.next()).isEqualTo("event: skipped\ndata: {\"allowed\":20,\"refused\":10}\n\n");
        assertThat(events.next()).isNull();
    }

    @Test
    void theNextSecondShowsRowsAgain() {
        for (int i = 0; i < LiveEvents.MAX_PER_SECOND; i++) {
            records.add(ALLOWED);
            assertThat(events.next()).isEqualTo(ALLOWED);
        }
        records.add(DENIED);
        assertThat(events.next()).startsWith("event: skipped");
        now += Duration.ofSeconds(1).toNanos();
        records.add(DENIED);
        assertThat(events.next()).isEqualTo(DENIED);
    }
}
