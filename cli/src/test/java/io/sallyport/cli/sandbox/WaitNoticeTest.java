package io.sallyport.cli.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sallyport.cli.command.ProgressLine;
import io.sallyport.client.AdminClient;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

final class WaitNoticeTest {
    private static final AdminClient.Reply ANSWER = new AdminClient.Reply(200, JsonNodeFactory.instance.objectNode());

    private final StringBuilder text = new StringBuilder();
    private final CountDownLatch shown = new CountDownLatch(1);
    private final AtomicLong clock = new AtomicLong();

    /** Signals when something was written. */
    private final Writer screen = new Writer() {
        @Override
        public void write(char[] buffer, int from, int length) {
            text.append(buffer, from, length);
            shown.countDown();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @Test
    void aPersonSeesThatALongAnswerIsWaitedFor() throws Exception {
        try (var progress = new ProgressLine(new PrintWriter(screen, true), true, clock::get)) {
            AdminClient.Reply reply = WaitNotice.wait(
                    () -> {
                        assertThat(shown.await(60, TimeUnit.SECONDS)).isTrue();
                        return ANSWER;
                    },
                    "the gateway",
                    progress,
                    () -> clock.getAndAdd(TimeUnit.SECONDS.toNanos(2)));
            assertThat(reply).isSameAs(ANSWER);
        }
        assertThat(text.toString()).startsWith("\rwaiting for the gateway: 2 s").endsWith("\r\033[K");
    }

    @Test
    void aGatewayThatIsNotReachedIsToldAsBefore() {
        try (var progress = new ProgressLine(new PrintWriter(screen, true), false, clock::get)) {
            assertThatThrownBy(() -> WaitNotice.wait(
                            () -> {
                                throw new IOException("refused");
                            },
                            "the gateway",
                            progress,
                            clock::get))
                    .isInstanceOf(IOException.class)
                    .hasMessage("refused");
        }
    }
}
