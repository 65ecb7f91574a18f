package io.sallyport.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.ChangeKind;
import io.sallyport.model.ReasonCode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is printed about servers that start, depending on what is heard and when. */
class ServerStartupTest {
    private static final long SECOND = 1_000_000_000;

    private final StringWriter text = new StringWriter();
    private final AtomicLong clock = new AtomicLong();

    @Test
    void aLineSaysThatAServerIsStartedAndOneHowLongItTook() throws Exception {
        ServerStartup startup = startup(false);
        hear(startup, "words", "starting");
        clock.set(SECOND / 2);
        hear(startup, "digests", "starting");
        clock.set(2 * SECOND);
        hear(startup, "words", "healthy");
        clock.set(12 * SECOND);
        hear(startup, "digests", "healthy");
        startup.follow(CompletableFuture.completedFuture("in force"));
        assertThat(text.toString().lines())
                .containsExactly(
                        "sallyport: API server words: starting",
                        "sallyport: API server digests: starting",
                        "sallyport: API server words: healthy after 2.00 s",
                        "sallyport: API server digests: healthy after 12 s");
    }

    /** What ends because of it is not reported, and neither is its exit status. */
    @Test
    void oneThatFailsIsToldOnce() throws Exception {
        ServerStartup startup = startup(false);
        hear(startup, "words", "starting");
        hear(startup, "digests", "starting");
        clock.set(30 * SECOND);
        hear(startup, "words", "failed: startup_timeout");
        hear(startup, "digests", "stopping");
        hear(startup, "words", "failed: startup_timeout, exit status 0");
        hear(startup, "digests", "stopped, exit status 0");
        startup.follow(CompletableFuture.completedFuture("refused"));
        assertThat(text.toString().lines())
                .last()
                .isEqualTo("sallyport: API server words: failed after 30 s: startup_timeout");
        assertThat(text.toString().lines()).hasSize(3);
    }

    @Test
    void oneThatNeverRanHasNoTime() throws Exception {
        ServerStartup startup = startup(false);
        hear(startup, "words", "failed: port_taken");
        startup.follow(CompletableFuture.completedFuture("refused"));
        assertThat(text).hasToString("sallyport: API server words: failed: port_taken\n");
    }

    @Test
    void onATerminalALineCountsTheTimeAndGoesWhenThereIsMoreToSay() throws Exception {
        ServerStartup startup = startup(true);
        hear(startup, "words", "starting");
        hear(startup, "digests", "starting");
        startup.follow(after(() -> clock.set(3 * SECOND), () -> hear(startup, "words", "healthy")));
        assertThat(text)
                .hasToString("\rwaiting for API server words and 1 more, 3.00 s\033[K\r"
                        + "\r\033[Ksallyport: API server words: healthy after 3.00 s\n");
    }

    /** Returns an answer that is available after all {@code turns}, each of which takes too long. */
    private static Future<String> after(Runnable... turns) {
        Deque<Runnable> left = new ArrayDeque<>(List.of(turns));
        return new CompletableFuture<>() {
            @Override
            public String get(long timeout, TimeUnit unit) throws TimeoutException {
                if (left.isEmpty()) {
                    return "in force";
                }
                left.remove().run();
                throw new TimeoutException();
            }
        };
    }

    private ServerStartup startup(boolean terminal) {
        return new ServerStartup(new PrintWriter(text, true), terminal, clock::get);
    }

    private static void hear(ServerStartup startup, String server, String state) {
        startup.hear(AuditEvent.begin("run-1", 0)
                .sandbox("run", null, -1)
                .rule("api_server:" + server)
                .detail(state)
                .change(ChangeKind.LIFECYCLE, ReasonCode.GRANTED, 0));
    }
}
