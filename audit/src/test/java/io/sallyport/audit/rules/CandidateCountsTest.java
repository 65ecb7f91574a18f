package io.sallyport.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.Reported;
import java.util.List;
import org.junit.jupiter.api.Test;

class CandidateCountsTest {
    private static final Reported REFUSES =
            new Reported(List.of(new DenyRule(Reported.SANDBOX_CANDIDATE + "no_grant", "m")), false);

    private final CandidateCounts counts = new CandidateCounts();

    @Test
    void aSandboxThatInventsPathsFillsItsRowsAndNoMore() {
        counts.begin("sb-1", 1);
        for (int i = 0; i < 10_000; i++) {
            count("sb-1", true, REFUSES, "/" + i);
            count("sb-1", false, Reported.WOULD_ALLOW, "/" + i);
        }
        CandidateReport report = counts.report("sb-1").orElseThrow();
        assertThat(report.requests()).isEqualTo(20_000);
        for (var side : List.of(report.newlyAllowed(), report.newlyRefused())) {
            assertThat(side.requests()).isEqualTo(10_000);
            assertThat(side.rows()).hasSize(CandidateCounts.MAX_ROWS);
            assertThat(side.others()).isEqualTo(10_000 - CandidateCounts.MAX_ROWS);
        }
    }

    @Test
    void longPathsAreCut() {
        counts.begin("sb-1", 1);
        count("sb-1", true, REFUSES, "/" + "x".repeat(16_000));
        assertThat(counts.report("sb-1")
                        .orElseThrow()
                        .newlyRefused()
                        .rows()
                        .getFirst()
                        .path())
                .hasSize(CandidateCounts.MAX_PATH_CHARS + 3);
    }

    @Test
    void whatALimitRefusesIsNotNewlyRefused() {
        counts.begin("sb-1", 1);
        count("sb-1", false, REFUSES, "/");
        assertThat(counts.report("sb-1").orElseThrow().newlyRefused().requests())
                .isZero();
    }

    @Test
    void aSandboxWithoutCandidateCountsForNothing() {
        count("sb-1", true, REFUSES, "/");
        assertThat(counts.isCounting("sb-1")).isFalse();
        assertThat(counts.report("sb-1")).isEmpty();
        counts.begin("sb-1", 1);
        count("sb-1", true, REFUSES, "/");
        counts.begin("sb-1", 2);
        assertThat(counts.report("sb-1").orElseThrow().requests())
                .as("another candidate")
                .isZero();
        counts.end("sb-1");
        assertThat(counts.report("sb-1")).isEmpty();
    }

    @Test
    void whatIsSaidBehindARecordIsNoOtherRequest() {
        counts.begin("sb-1", 1);
        count("sb-1", false, Reported.NONE, "/a");
        counts.countLater(
                "sb-1", new CandidateCounts.Asked("id", 1, false, Reported.WOULD_ALLOW, "a.test", "POST", "/a", null));
        counts.countLater(
                "sb-2", new CandidateCounts.Asked("id", 1, false, Reported.WOULD_ALLOW, null, null, null, null));
        CandidateReport report = counts.report("sb-1").orElseThrow();
        assertThat(report.requests()).isOne();
        assertThat(report.newlyAllowed().requests()).isOne();
        assertThat(counts.report("sb-2")).isEmpty();
    }

    private void count(String sandbox, boolean passed, Reported said, String path) {
        counts.count(
                sandbox, new CandidateCounts.Asked("id", 1, passed, said, "a.test", "GET", path, "lease:net.fetch[0]"));
    }
}
