package io.sallyport.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class AuditIdsTest {
    private static final InstantSource STILL = InstantSource.fixed(Instant.ofEpochMilli(Records.NOON));

    @Test
    void riseAsTextWhileTheClockStandsStill() {
        var ids = new AuditIds(STILL, 0);
        List<String> made = Stream.generate(ids::next).limit(5_000).toList();
        assertThat(made).isSorted().doesNotHaveDuplicates().allMatch(id -> id.matches("[0-9a-z]{13}"));
    }

    @Test
    void areUniqueOverThreads() {
        var ids = new AuditIds(STILL, 0);
        var made = new ConcurrentSkipListSet<String>();
        IntStream.range(0, 20_000).parallel().forEach(_ -> made.add(ids.next()));
        assertThat(made).hasSize(20_000);
    }

    @Test
    void goOnAboveTheLastOneThoughTheClockWasSetBack() {
        String before = new AuditIds(STILL, 0).next();
        InstantSource earlier = InstantSource.fixed(Instant.ofEpochMilli(Records.NOON - 86_400_000));
        assertThat(new AuditIds(earlier, AuditIds.value(before)).next()).isGreaterThan(before);
    }

    @Test
    void areReadBackAsTheirNumber() {
        String id = new AuditIds(STILL, 0).next();
        assertThat(AuditIds.text(AuditIds.value(id))).isEqualTo(id);
        assertThat(AuditIds.value("not an id")).isZero();
        assertThat(AuditIds.value("zzzzzzzzzzzzz")).as("more than 63 bits").isZero();
        assertThat(AuditIds.value(id + "0")).isZero();
    }
}
