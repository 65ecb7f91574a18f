package io.sallyport.auditexport.sink;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.audit.AuditSettings;
import io.sallyport.audit.JsonLinesLog;
import io.sallyport.audit.RequestPart;
import io.sallyport.audit.segment.LogPosition;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AuditSinkTest {
    private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    private static final Pattern NUMBER = Pattern.compile("\"seq\":([0-9]+)");
    private static final SinkSettings SETTINGS = new SinkSettings(
            "trial",
            8,
            1 << 20,
            Duration.ZERO,
            Duration.ofHours(1),
            1 << 30,
            Duration.ofMillis(1),
            Duration.ofMillis(4));

    @TempDir
    private Path folder = Path.of("");

    private JsonLinesLog log;
    private Instant now = NOON;

    @BeforeEach
    void open() throws IOException {
        log = JsonLinesLog.open(file(), AuditSettings.DEFAULTS, InstantSource.fixed(NOON), System::nanoTime);
    }

    @AfterEach
    void close() {
        log.close();
    }

    private Path file() {
        return folder.resolve("audit.jsonl");
    }

    private void write(int records) throws InterruptedException {
        var written = new CountDownLatch(records);
        for (int i = 0; i < records; i++) {
            log.append(
                    AuditEvent.begin(log.nextId(), NOON.toEpochMilli())
                            .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.GRANTED, 200),
                    Runnable::run,
                    _ -> written.countDown());
        }
        assertThat(written.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private AuditSink sink(SinkSettings settings, RecordReceiver receiver) {
        var sink =
                new AuditSink(settings, file(), folder.resolve("trial.position"), receiver, () -> now, new Random(1));
        sink.start();
        return sink;
    }

    private static List<Long> numbers(List<String> lines) {
        return lines.stream()
                .flatMap(line -> NUMBER.matcher(line).results().map(found -> Long.parseLong(found.group(1))))
                .toList();
    }

    private static List<Long> to(int from, int last) {
        return LongStream.rangeClosed(from, last).boxed().toList();
    }

    @Test
    void aReceiverThatFailsGetsAllRecordsOnceItWorks() throws Exception {
        write(20);
        var attempts = new AtomicInteger();
        var receiver = new TrialReceiver(lines -> attempts.incrementAndGet() % 3 == 0
                ? new SinkDelivery.Delivered()
                : new SinkDelivery.Failed("status 500"));
        try (AuditSink sink = sink(SETTINGS, receiver)) {
            assertThat(numbers(receiver.await(20))).isEqualTo(to(1, 20));
            assertThat(sink.state().failures()).isEqualTo(6);
            assertThat(sink.state().dropped()).isZero();
        }
        assertThat(receiver.hasMore()).isFalse();
    }

    @Test
    void recordsComeAsTheyAreWritten() throws Exception {
        var receiver = new TrialReceiver(TrialReceiver.TAKES);
        try (AuditSink sink = sink(SETTINGS, receiver);
                var _ = log.watch(sink::written)) {
            for (int i = 1; i <= 5; i++) {
                write(1);
                assertThat(numbers(receiver.await(1))).containsExactly((long) i);
            }
        }
    }

    @Test
    void aStartGoesOnWhereTheLastEnded() throws Exception {
        write(5);
        var first = new TrialReceiver(TrialReceiver.TAKES);
        AuditSink sink = sink(SETTINGS, first);
        first.await(5);
        sink.close();
        write(3);
        var second = new TrialReceiver(TrialReceiver.TAKES);
        try (AuditSink _ = sink(SETTINGS, second)) {
            assertThat(numbers(second.await(3))).isEqualTo(to(6, 8));
        }
        assertThat(second.hasMore()).isFalse();
    }

    @Test
    void anEndDeliversWhatTheLogHolds() throws Exception {
        var receiver = new TrialReceiver(TrialReceiver.TAKES);
        AuditSink sink = sink(SETTINGS, receiver);
        write(20);
        sink.close();
        assertThat(numbers(receiver.await(20))).isEqualTo(to(1, 20));
    }

    @Test
    void anAnswerThatIsLostRepeatsTheBatch() throws Exception {
        write(3);
        var had = new CountDownLatch(1);
        var half = new TrialReceiver(lines -> {
            had.countDown();
            return new SinkDelivery.Failed("the answer was cut off");
        });
        AuditSink ended = sink(SETTINGS, half);
        assertThat(had.await(30, TimeUnit.SECONDS)).isTrue();
        ended.close();
        var receiver = new TrialReceiver(TrialReceiver.TAKES);
        try (AuditSink _ = sink(SETTINGS, receiver)) {
            assertThat(numbers(receiver.await(3))).isEqualTo(to(1, 3));
        }
    }

    @Test
    void oneUnacceptableRecordDoesNotHoldTheOthers() throws Exception {
        write(10);
        var receiver = new TrialReceiver(lines -> lines.stream().anyMatch(line -> line.contains("\"seq\":4,"))
                ? new SinkDelivery.Unacceptable("status 400")
                : new SinkDelivery.Delivered());
        try (AuditSink sink = sink(SETTINGS, receiver)) {
            assertThat(numbers(receiver.await(9))).containsExactly(1L, 2L, 3L, 5L, 6L, 7L, 8L, 9L, 10L);
            assertThat(sink.state().dropped()).isEqualTo(1);
        }
    }

    @Test
    void recordsThatAreTooOldAreSkippedAndCounted() throws Exception {
        write(5);
        now = NOON.plus(Duration.ofHours(2));
        var receiver = new TrialReceiver(TrialReceiver.TAKES);
        try (AuditSink sink = sink(SETTINGS, receiver)) {
            awaitDropped(sink, 5);
        }
        assertThat(receiver.hasMore()).isFalse();
    }

    @Test
    void whatIsOverTheBoundOfBytesIsSkippedOldestFirst() throws Exception {
        write(40);
        var receiver = new TrialReceiver(TrialReceiver.TAKES);
        long bound = Files.size(file()) / 4;
        var bounded = new SinkSettings(
                "trial",
                1,
                1 << 20,
                Duration.ZERO,
                Duration.ofHours(1),
                bound,
                Duration.ofMillis(1),
                Duration.ofMillis(4));
        try (AuditSink sink = sink(bounded, receiver)) {
            List<Long> numbers = numbers(receiver.await(10));
            assertThat(numbers.getFirst()).isBetween(28L, 31L);
            assertThat(sink.state().dropped()).isEqualTo(numbers.getFirst() - 1);
        }
    }

    @Test
    void aReceiverThatBlocksDelaysNoRecord() throws Exception {
        write(1);
        var blocked = new CountDownLatch(1);
        var asked = new CountDownLatch(1);
        var receiver = new TrialReceiver(lines -> {
            asked.countDown();
            try {
                blocked.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return new SinkDelivery.Delivered();
        });
        try (AuditSink sink = sink(SETTINGS, receiver);
                var _ = log.watch(sink::written)) {
            assertThat(asked.await(30, TimeUnit.SECONDS)).isTrue();
            write(100);
            blocked.countDown();
            assertThat(numbers(receiver.await(101))).isEqualTo(to(1, 101));
        }
    }

    @Test
    void aPositionThatIsDamagedBeginsAnew() throws Exception {
        write(2);
        Files.writeString(folder.resolve("trial.position"), "1 1 9999999999999999999999 2\n");
        var receiver = new TrialReceiver(TrialReceiver.TAKES);
        try (AuditSink _ = sink(SETTINGS, receiver)) {
            assertThat(numbers(receiver.await(2))).isEqualTo(to(1, 2));
        }
    }

    @Test
    void recordsThatWereRemovedBeforeTheyWereReadAreCounted() throws Exception {
        write(4);
        new SinkPosition(new LogPosition(1, 0), 7).write(folder.resolve("trial.position"));
        log.close();
        List<String> lines = Files.readAllLines(file());
        Files.writeString(file(), lines.getLast().replace("\"seq\":4", "\"seq\":10") + "\n");
        var receiver = new TrialReceiver(TrialReceiver.TAKES);
        try (AuditSink sink = sink(SETTINGS, receiver)) {
            receiver.await(1);
            assertThat(sink.state().dropped()).isEqualTo(2);
        }
    }

    private static void awaitDropped(AuditSink sink, long count) {
        while (sink.state().dropped() < count) {
            Thread.onSpinWait();
        }
    }
}
