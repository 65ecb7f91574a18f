package io.sallyport.audit.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RuleCountsTest {
    private final RuleCounts counts = new RuleCounts(1);

    @Test
    void countsEachRuleWithItsTimesHostsAndSandboxes() {
        counts.count(20, rules("guardrails:a", "guardrails:b"), "x.test", "sb-1");
        counts.count(10, rules("guardrails:a"), "x.test", "sb-2");
        counts.count(30, rules("guardrails:a"), "y.test", "sb-1");
        assertThat(counts.rows(RuleEffect.WOULD_DENY))
                .containsExactly(
                        new RuleRow(
                                "guardrails:a",
                                3,
                                10,
                                30,
                                List.of(named("x.test", 2), named("y.test", 1)),
                                0,
                                List.of(named("sb-1", 2), named("sb-2", 1)),
                                0),
                        new RuleRow(
                                "guardrails:b",
                                1,
                                20,
                                20,
                                List.of(named("x.test", 1)),
                                0,
                                List.of(named("sb-1", 1)),
                                0));
    }

    @Test
    void namesMadeOfRequestsTakeBoundedRoom() {
        for (int i = 0; i < 10_000; i++) {
            counts.count(1, rules("guardrails:" + i), "h" + i, "sb-1");
        }
        assertThat(counts.rows(RuleEffect.WOULD_DENY)).hasSize(RuleCounts.MAX_RULES);
        assertThat(counts.others(RuleEffect.WOULD_DENY)).isEqualTo(10_000 - RuleCounts.MAX_RULES);
        for (int i = 0; i < 10_000; i++) {
            counts.count(1, rules("guardrails:0"), "h" + i, "sb-" + i);
        }
        RuleRow row = counts.rows(RuleEffect.WOULD_DENY).getFirst();
        assertThat(row.hosts()).hasSize(RuleCounts.MAX_NAMES);
        assertThat(row.otherHosts()).isEqualTo(10_001 - RuleCounts.MAX_NAMES);
        assertThat(row.sandboxes()).hasSize(RuleCounts.MAX_NAMES);
    }

    @Test
    void theHostsWithTheMostHitsAreShownWheneverTheyCome() {
        for (int i = 0; i < 1_000; i++) {
            counts.count(1, rules("guardrails:a"), "early-" + i, "sb-1");
        }
        for (int i = 0; i < 1_000; i++) {
            counts.count(1, rules("guardrails:a"), "late-" + i % 10, "sb-1");
            counts.count(1, rules("guardrails:a"), "noise-" + i, "sb-1");
        }
        RuleRow row = counts.rows(RuleEffect.WOULD_DENY).getFirst();
        assertThat(row.hosts()).hasSize(RuleCounts.MAX_NAMES);
        assertThat(row.hosts().subList(0, 10)).allSatisfy(late -> {
            assertThat(late.name()).startsWith("late-");
            assertThat(late.hits()).isBetween(100L - row.hits() / TopNames.MAX_COUNTS, 100L);
        });
        assertThat(row.hosts().stream().mapToLong(RuleRow.Named::hits).sum() + row.otherHosts())
                .isEqualTo(row.hits());
    }

    @Test
    void aFloodOfNamesHidesNoHostWithManyHits() {
        for (int i = 0; i < 10_000; i++) {
            counts.count(1, rules("guardrails:a"), i % 10 == 0 ? "often" : "h" + i, "sb-1");
        }
        assertThat(counts.rows(RuleEffect.WOULD_DENY).getFirst().hosts())
                .first()
                .isEqualTo(named("often", 1_000));
    }

    @Test
    void aSandboxsOwnRulesLeaveRoomForTheTeams() {
        for (int i = 0; i < 10_000; i++) {
            counts.count(1, rules("sandbox:" + i, "parent:p/guardrails:" + i), "h", "sb-1");
        }
        counts.count(1, rules("guardrails:a", "candidate:b"), "h", "sb-1");
        assertThat(counts.rows(RuleEffect.WOULD_DENY))
                .extracting(RuleRow::rule)
                .contains("guardrails:a", "candidate:b");
    }

    @Test
    void anotherCandidateStartsAnew() {
        counts.count(
                1, rules("guardrails:a", "candidate:b", "parent:p/candidate:b", "sandbox:candidate:b"), "h", "sb-1");
        counts.forgetCandidate();
        assertThat(counts.rows(RuleEffect.WOULD_DENY))
                .extracting(RuleRow::rule)
                .containsExactly("guardrails:a", "sandbox:candidate:b");
        for (int i = 0; i < RuleCounts.MAX_RULES + 7; i++) {
            counts.count(1, rules("candidate:" + i), "h", "sb-1");
        }
        assertThat(counts.others(RuleEffect.WOULD_DENY))
                .as("the room is free again")
                .isEqualTo(8);
    }

    @Test
    void countsWhatRulesAndGrantsDecided() {
        counts.count(5, ReasonCode.GRANTED, "lease:net.fetch[0]");
        counts.count(6, ReasonCode.GRANTED, "lease:net.fetch[0]");
        counts.count(7, ReasonCode.GUARDRAIL, "guardrails:a");
        counts.count(8, ReasonCode.BUDGET_EXHAUSTED, "lease:net.fetch[0]");
        counts.count(9, ReasonCode.NO_GRANT, null);
        assertThat(counts.rows(RuleEffect.ALLOW))
                .extracting(RuleRow::rule, RuleRow::hits, RuleRow::lastMillis)
                .containsExactly(tuple("lease:net.fetch[0]", 2L, 6L));
        assertThat(counts.hits(RuleEffect.DENY, "guardrails:a")).isEqualTo(1);
        assertThat(counts.hits(RuleEffect.DENY, "lease:net.fetch[0]")).isZero();
    }

    @Test
    void namesMadeOfRefusedRequestsTakeBoundedRoom() {
        for (int i = 0; i < 10_000; i++) {
            counts.count(1, ReasonCode.GUARDRAIL, "sandbox:" + i);
        }
        counts.count(1, ReasonCode.GUARDRAIL, "guardrails:a");
        assertThat(counts.rows(RuleEffect.DENY)).hasSize(RuleCounts.MAX_RULES + 1);
        assertThat(counts.others(RuleEffect.DENY)).isEqualTo(10_000 - RuleCounts.MAX_RULES);
    }

    @Test
    void countsWhatCouldNotBeAsked() {
        counts.count(1, new Reported(List.of(), true), "h", "sb-1");
        assertThat(counts.notAsked()).isEqualTo(1);
        assertThat(counts.rows(RuleEffect.WOULD_DENY)).isEmpty();
    }

    @Test
    void noHitIsLostBetweenThreads() throws Exception {
        List<Future<?>> work = new ArrayList<>();
        try (var threads = Executors.newFixedThreadPool(4)) {
            for (int t = 0; t < 4; t++) {
                work.add(threads.submit(() -> {
                    for (int i = 0; i < 5_000; i++) {
                        counts.count(i, rules("guardrails:" + i % 600), "h" + i % 30, "sb-1");
                    }
                }));
            }
            for (Future<?> one : work) {
                one.get();
            }
        }
        assertThat(counts.rows(RuleEffect.WOULD_DENY)).hasSize(RuleCounts.MAX_RULES);
        assertThat(counts.rows(RuleEffect.WOULD_DENY).stream()
                                .mapToLong(RuleRow::hits)
                                .sum()
                        + counts.others(RuleEffect.WOULD_DENY))
                .isEqualTo(20_000);
    }

    private static Reported rules(String... names) {
        return new Reported(
                Stream.of(names).map(name -> new DenyRule(name, "m")).toList(), false);
    }

    private static RuleRow.Named named(String name, long hits) {
        return new RuleRow.Named(name, hits);
    }
}
