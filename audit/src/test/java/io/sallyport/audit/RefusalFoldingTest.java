package io.sallyport.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.model.answer.ClientFault;
import io.sallyport.model.answer.ClientTool;
import io.sallyport.model.answer.Diagnosis;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class RefusalFoldingTest {
    private static final long WINDOW = Duration.ofSeconds(10).toNanos();
    private static final int ALL = Integer.MAX_VALUE;

    private final RefusalFolding folding =
            new RefusalFolding(new FoldSettings(Duration.ofSeconds(10), 3, 10, 64 << 10, 4, 2));

    private int whole(int times, @Nullable String sandbox, String host, long now) {
        return (int) IntStream.range(0, times)
                .filter(i -> folding.isWhole(Records.refused("id-" + i, sandbox, host), now))
                .count();
    }

    private List<LogLine.Folded> collected(long now) {
        List<LogLine> lines = new ArrayList<>();
        folding.collect(now, false, lines, ALL);
        return lines.stream().map(LogLine.Folded.class::cast).toList();
    }

    @Test
    void writesTheFirstOnesAndCountsTheRest() {
        assertThat(whole(100, "sb-1", "evil.test", 0)).isEqualTo(3);
        assertThat(collected(WINDOW - 1)).as("the window runs").isEmpty();
        assertThat(collected(WINDOW)).singleElement().satisfies(folded -> {
            assertThat(folded.count()).isEqualTo(97);
            assertThat(folded.host()).isEqualTo("evil.test");
            assertThat(folded.first().auditId()).isEqualTo("id-3");
            assertThat(folded.first().rule()).isNull();
            assertThat(folded.lastId()).isEqualTo("id-99");
        });
        assertThat(whole(5, "sb-1", "evil.test", WINDOW)).as("a new window").isEqualTo(3);
    }

    @Test
    void refusedNamesAreCountedByName() {
        AuditEvent asked = AuditEvent.begin("id-n", Records.NOON)
                .sandbox("sb-1", null, 1)
                .name(RequestPart.name("evil.test", "A", null), ReasonCode.NO_GRANT);
        assertThat(Refusals.mayFold(asked)).isTrue();
        for (int i = 0; i < 5; i++) {
            assertThat(folding.isWhole(asked, 0)).isEqualTo(i < 3);
        }
        assertThat(collected(WINDOW)).singleElement().satisfies(folded -> {
            assertThat(folded.kind()).isEqualTo("dns");
            assertThat(folded.host()).isEqualTo("evil.test");
            assertThat(folded.count()).isEqualTo(2);
        });
    }

    @Test
    void aDiagnosisIsNotCountedAmongOtherRefusals() {
        whole(5, null, "a.test", 0);
        AuditEvent diagnosed = AuditEvent.begin("id-d", Records.NOON)
                .diagnosis(new Diagnosis(ClientFault.NO_CREDENTIALS, ClientTool.CURL))
                .request(RequestKind.HTTP, RequestPart.NONE, ReasonCode.NO_GRANT, 403);
        for (int i = 0; i < 3; i++) {
            assertThat(folding.isWhole(diagnosed, 0)).isTrue();
        }
        assertThat(folding.isWhole(diagnosed, 0)).isFalse();
        assertThat(collected(WINDOW)).anySatisfy(folded -> {
            assertThat(folded.count()).isEqualTo(1);
            assertThat(folded.first().diagnosis()).isEqualTo(diagnosed.facts().diagnosis());
        });
    }

    @Test
    void aSandboxThatChangesTheHostGetsNoFurther() {
        int written = 0;
        for (int i = 0; i < 1_000; i++) {
            written += whole(1, "sb-1", "h" + i + ".evil.test", 0);
        }
        assertThat(written).isEqualTo(7); // one for each host, three without
        List<LogLine.Folded> lines = collected(WINDOW);
        assertThat(lines).hasSizeLessThanOrEqualTo(5);
        assertThat(lines.stream().mapToLong(LogLine.Folded::count).sum()).isEqualTo(1_000 - 7);
    }

    @Test
    void longPathsUseUpTheShareSooner() {
        String path = "/" + "x".repeat(16_000);
        int written = 0;
        for (int i = 0; i < 10; i++) {
            AuditEvent record = Records.record("id", "sb-1", ReasonCode.NO_GRANT, "h" + i % 4, path, null);
            written += folding.isWhole(record, 0) ? 1 : 0;
        }
        assertThat(written).isEqualTo(2);
    }

    @Test
    void oneSandboxTakesNothingFromAnother() {
        whole(10_000, "sb-1", "evil.test", 0);
        whole(10_000, null, "evil.test", 0);
        assertThat(whole(3, "sb-2", "other.test", 0)).isEqualTo(3);
    }

    @Test
    void whoIsNobodySharesOneShare() {
        assertThat(whole(3, null, "a.test", 0) + whole(100, null, "a.test", 0)).isEqualTo(3);
        assertThat(folding.shares()).isEqualTo(1);
    }

    @Test
    void moreSandboxesThanSharesAreCountedWithNobody() {
        whole(1, "sb-1", "h", 0);
        whole(1, "sb-2", "h", 0);
        for (int i = 3; i < 100; i++) {
            whole(10, "sb-" + i, "h", 0);
        }
        assertThat(folding.shares()).isEqualTo(3);
    }

    @Test
    void idleSharesAreGivenUp() {
        whole(10, "sb-1", "h", 0);
        assertThat(collected(WINDOW)).hasSize(1);
        assertThat(collected(2 * WINDOW)).isEmpty();
        assertThat(folding.shares()).isZero();
        assertThat(whole(1, "sb-1", "h", 2 * WINDOW)).isEqualTo(1);
    }

    @Test
    void countsGrowInsteadOfMemoryWhileNobodyCollects() {
        for (int window = 0; window < 100; window++) {
            whole(10, "sb-1", "h", window * WINDOW);
        }
        assertThat(collected(100 * WINDOW))
                .singleElement()
                .satisfies(folded -> assertThat(folded.count()).isEqualTo(997));
    }

    @Test
    void nothingIsCountedTwiceOrForgottenOverThreads() throws InterruptedException {
        int threads = 4;
        int each = 20_000;
        List<Thread> floods = IntStream.range(0, threads)
                .mapToObj(t -> Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < each; i++) {
                        folding.count(Records.refused("id", "sb-" + t % 2, "h"), i);
                    }
                }))
                .toList();
        List<LogLine> lines = new ArrayList<>();
        while (floods.stream().anyMatch(Thread::isAlive)) {
            folding.collect(0, true, lines, ALL);
        }
        for (Thread flood : floods) {
            flood.join();
        }
        folding.collect(0, true, lines, ALL);
        long counted = lines.stream()
                .map(LogLine.Folded.class::cast)
                .mapToLong(LogLine.Folded::count)
                .sum();
        assertThat(counted).isEqualTo((long) threads * each);
    }

    @Test
    void onlyRefusalsThatCostNothingMayFold() {
        assertThat(Refusals.mayFold(Records.refused("1", "sb", "h"))).isTrue();
        assertThat(Refusals.mayFold(Records.allowed("1"))).isFalse();
        assertThat(Refusals.mayFold(Records.record("1", "sb", ReasonCode.CONNECT_FAILED, "h", "/", "192.0.2.1")))
                .as("dialled")
                .isFalse();
        assertThat(Refusals.mayFold(Records.record("1", "sb", ReasonCode.POLICY_CHANGED, "h", "/", "192.0.2.1")))
                .as("cut after it was allowed")
                .isFalse();
        assertThat(Refusals.mayFold(Records.record("1", "sb", ReasonCode.ADDRESS_REFUSED, "h", "/", "10.0.0.1")))
                .as("an address that was refused")
                .isTrue();
    }

    @Test
    void aRefusedFetchMayFoldUnlessItReachedTheCacheOrATarget() {
        assertThat(Refusals.mayFold(Records.refusedFetch("1", false))).isTrue();
        assertThat(Refusals.mayFold(Records.refusedFetch("1", true))).isFalse();
    }

    @Test
    void theEndOfATunnelAndAKnownCallerStandWhole() {
        var cut = AuditEvent.begin("1", Records.NOON).end(RequestPart.NONE, ReasonCode.LEASE_EXPIRED);
        assertThat(Refusals.mayFold(cut)).isFalse();
        assertThat(Refusals.mayFold(call("role:operator", ChangeKind.ADMIN))).isFalse();
        assertThat(Refusals.mayFold(call(null, ChangeKind.ADMIN))).isTrue();
        assertThat(Refusals.mayFold(call(null, ChangeKind.LIFECYCLE))).isFalse();
    }

    private static AuditEvent call(@Nullable String rule, ChangeKind kind) {
        return AuditEvent.begin("1", Records.NOON).rule(rule).change(kind, ReasonCode.NO_IDENTITY, 401);
    }
}
