package io.sallyport.audit;

import static io.sallyport.audit.LogFixture.QUICK;
import static io.sallyport.audit.LogFixture.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditSettings.OnFailure;
import io.sallyport.audit.segment.LineSink;
import io.sallyport.testkit.junit.RequireTool;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class FailingSinkTest {
    private static final String NO_SPACE = "No space left on device";
    private static final AuditSettings GIVING_UP = LogFixture.closingWithin(Duration.ofMillis(50));

    /** Returns once the writer has tried {@code more} times after this call. */
    private static void awaitAttempts(TrialSink sink, int more) {
        int goal = sink.attempts.get() + more;
        while (sink.attempts.get() < goal) {
            Thread.onSpinWait();
        }
    }

    private static void awaitFailing(JsonLinesLog log) {
        while (log.counters().failure() == null) {
            Thread.onSpinWait();
        }
    }

    @Test
    void refusesKeepsAndWritesLater() throws Exception {
        try (var fixture = new LogFixture(QUICK)) {
            fixture.sink.failure = NO_SPACE;
            CompletableFuture<Boolean> caught = fixture.append(Records.allowed("caught"));
            awaitFailing(fixture.log);
            assertThat(fixture.log.isAccepting()).isFalse();
            assertThat(fixture.append(Records.allowed("after")))
                    .as("nobody waits for a sink that is known to fail")
                    .isCompletedWithValue(false);
            assertThat(caught).as("its time is not over").isNotDone();
            fixture.sink.failure = null;
            assertThat(await(caught)).isTrue();
            assertThat(await(fixture.append(Records.allowed("last")))).isTrue();
            assertThat(fixture.log.isAccepting()).isTrue();
            assertThat(fixture.sink.text())
                    .contains("\"audit_id\":\"caught\"", "\"audit_id\":\"after\"", "\"audit_id\":\"last\"")
                    .contains("\"kind\":\"lifecycle\"")
                    .contains("the audit log can be written again, after: No space left on device");
        }
    }

    @Test
    void waitersAreToldFalseAfterTheBound() throws Exception {
        try (var fixture = new LogFixture(QUICK)) {
            fixture.sink.failure = NO_SPACE;
            CompletableFuture<Boolean> told = fixture.append(Records.allowed("1"));
            awaitFailing(fixture.log);
            awaitAttempts(fixture.sink, 2);
            assertThat(told).isNotDone();
            fixture.nanos.addAndGet(QUICK.tellWaitersAfter().toNanos() + 1);
            assertThat(await(told)).isFalse();
            fixture.sink.failure = null;
            assertThat(await(fixture.append(Records.allowed("2")))).isIn(true, false);
        }
    }

    @Test
    void bySettingTrafficGoesOnAndLossIsCounted() throws Exception {
        AuditSettings goOn = new AuditSettings(
                3,
                1 << 20,
                OnFailure.CONTINUE,
                QUICK.sync(),
                QUICK.retryEvery(),
                QUICK.tellWaitersAfter(),
                QUICK.closeWithin(),
                QUICK.folding(),
                QUICK.segments());
        try (var fixture = new LogFixture(goOn)) {
            fixture.sink.failure = NO_SPACE;
            for (int i = 0; i < 10; i++) {
                assertThat(await(fixture.append(Records.allowed("r" + i)))).isTrue();
            }
            awaitFailing(fixture.log);
            assertThat(fixture.log.isAccepting()).isTrue();
            assertThat(fixture.log.counters().lost()).isEqualTo(7);
            assertThat(fixture.log.counters().failure()).isEqualTo("No space left on device");
            fixture.sink.failure = null;
            while (fixture.log.counters().queuedRecords() > 0) {
                Thread.onSpinWait();
            }
            await(fixture.append(Records.allowed("next")));
            assertThat(fixture.sink.text())
                    .contains("\"audit_id\":\"r2\"")
                    .doesNotContain("\"audit_id\":\"r3\"")
                    .contains("\"detail\":\"records were lost for want of room\",\"count\":7");
        }
    }

    @Test
    void aLineThatWasCutIsCompletedNotRepeated() throws Exception {
        try (var fixture = new LogFixture(QUICK)) {
            fixture.sink.takes.set(25);
            fixture.sink.failure = NO_SPACE;
            CompletableFuture<Boolean> told = fixture.append(Records.allowed("1"));
            awaitFailing(fixture.log);
            assertThat(fixture.sink.text()).hasSize(25);
            fixture.sink.failure = null;
            assertThat(await(told)).isTrue();
            String text = fixture.sink.text(); // a line on the recovery may follow
            assertThat(text).startsWith("{\"v\":1,\"audit_id\":\"1\"").endsWith("}\n");
            assertThat(text.split("\"audit_id\":\"1\"", -1)).hasSize(2);
        }
    }

    @Test
    void closingOverASinkThatFailsTellsEveryWaiter() throws Exception {
        var fixture = new LogFixture(GIVING_UP);
        fixture.sink.failure = NO_SPACE;
        CompletableFuture<Boolean> first = fixture.append(Records.allowed("1"));
        awaitFailing(fixture.log);
        fixture.close();
        assertThat(await(first)).isFalse();
        assertThat(fixture.log.counters().lost()).isEqualTo(1);
        assertThat(fixture.log.counters().queuedRecords()).isZero();
    }

    @Test
    void aFullDiskIsAFailure() throws Exception {
        Path full = RequireTool.requireFile("/dev/full");
        var nanos = new AtomicLong();
        try (JsonLinesLog log =
                JsonLinesLog.into(() -> new ChannelSink(full), GIVING_UP, LogFixture.WALL, nanos::get)) {
            CompletableFuture<Boolean> told = LogFixture.append(log, Records.allowed("1"));
            awaitFailing(log);
            assertThat(log.isAccepting()).isFalse();
            assertThat(log.counters().failure()).isNotBlank();
            nanos.addAndGet(QUICK.tellWaitersAfter().toNanos() + 1);
            assertThat(await(told)).isFalse();
        }
    }

    /** Writes to a device, which a {@link FileSink} would refuse to open. */
    private static final class ChannelSink implements LineSink {
        private final FileChannel channel;

        private ChannelSink(Path device) throws IOException {
            channel = FileChannel.open(device, StandardOpenOption.WRITE);
        }

        @Override
        public void write(ByteBuffer bytes) throws IOException {
            channel.write(bytes);
        }

        @Override
        public void sync() {
            // a device has no disk
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
