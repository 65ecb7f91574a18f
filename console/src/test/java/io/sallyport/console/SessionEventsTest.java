package io.sallyport.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.web.EventSource;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SessionEventsTest {
    private boolean open = true;
    private int closed;
    private final Queue<String> given = new ArrayDeque<>(List.of("one", "two"));
    private final SessionEvents events = new SessionEvents(new Given(), () -> open);

    private final class Given implements EventSource {
        @Override
        public @Nullable String next() {
            return given.poll();
        }

        @Override
        public void close() {
            closed++;
        }
    }

    @Test
    void aStreamEndsWithItsSessionAndClosesItsSourceOnce() {
        assertThat(events.next()).isEqualTo("one");
        open = false;
        assertThat(events.next()).isEqualTo("event: logged-out\ndata: {}\n\n");
        assertThat(closed).isEqualTo(1);
        assertThat(events.next()).as("what came meanwhile is not shown").isNull();
        events.close();
        assertThat(closed).isEqualTo(1);
    }
}
