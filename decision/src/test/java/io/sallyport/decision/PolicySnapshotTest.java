package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.AllowedPatterns.Pattern;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Mode;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.answer.GuardrailsVersion;
import io.sallyport.model.message.RequestHeaders;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PolicySnapshotTest {
    private static final Decision GRANTED = new Decision.Allow(ReasonCode.GRANTED, "r", Mode.ENFORCE, Obligations.NONE);

    private final AtomicInteger judged = new AtomicInteger();

    private final class Counting implements Judge {
        private final boolean lasting;

        Counting(boolean lasting) {
            this.lasting = lasting;
        }

        @Override
        public Decision decide(CanonicalRequest request) {
            judged.incrementAndGet();
            return GRANTED;
        }

        @Override
        public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
            return new Judgement(decide(request), lasting, false, null);
        }
    }

    @Test
    void anEqualRequestIsJudgedOnce() {
        PolicySnapshot snapshot = snapshot(true, DecisionCache.BY_DEFAULT);
        assertThat(snapshot.decide(Requests.get("a.test", "/x"))).isSameAs(GRANTED);
        assertThat(snapshot.decide(Requests.get("a.test", "/x"))).isSameAs(GRANTED);
        assertThat(judged).hasValue(1);
    }

    @Test
    void requestsThatDifferInAnythingAreJudgedApart() {
        PolicySnapshot snapshot = snapshot(true, DecisionCache.BY_DEFAULT);
        snapshot.decide(Requests.connect("a.test"));
        snapshot.decide(Requests.get("a.test", "/"));
        snapshot.decide(Requests.get("a.test", "/x"));
        snapshot.decide(Requests.get("b.test", "/x"));
        snapshot.decide(Requests.get("a.test", "/x", CanonicalQuery.parse("")));
        snapshot.decide(Requests.get("a.test", "/x", CanonicalQuery.parse("a")));
        assertThat(judged).hasValue(6);
    }

    @Test
    void anAnswerOfTheMomentIsNotRemembered() {
        PolicySnapshot snapshot = snapshot(false, DecisionCache.BY_DEFAULT);
        snapshot.decide(Requests.get("a.test", "/x"));
        snapshot.decide(Requests.get("a.test", "/x"));
        assertThat(judged).hasValue(2);
    }

    @Test
    void aCacheOfNoBytesRemembersNothing() {
        PolicySnapshot snapshot = snapshot(true, DecisionCache.OFF);
        snapshot.decide(Requests.get("a.test", "/x"));
        snapshot.decide(Requests.get("a.test", "/x"));
        assertThat(judged).hasValue(2);
    }

    @Test
    void aWalkOverManyPathsStaysWithinItsBytes() {
        RememberedDecisions remembered = new RememberedDecisions(64 * 1024);
        for (int i = 0; i < 10_000; i++) {
            remembered.keep(Requests.get("a.test", "/walk/" + i), GRANTED, false);
        }
        assertThat(remembered.bytes()).isBetween(32L * 1024, 64L * 1024);
    }

    @Test
    void whatIsLargerThanTheCacheIsNeverKept() {
        RememberedDecisions remembered = new RememberedDecisions(2048);
        CanonicalRequest large = Requests.get("a.test", Requests.deep(2000));
        remembered.keep(large, GRANTED, false);
        assertThat(remembered.find(large)).isNull();
        assertThat(remembered.bytes()).isZero();
    }

    @Test
    void aLongQueryWeighsMoreThanItsText() {
        String query = "a=1&".repeat(250);
        CanonicalRequest request = Requests.get("a.test", "/", CanonicalQuery.parse(query));
        assertThat(DecisionWeight.of(request, GRANTED)).isGreaterThan(250 * 2 * 48);
    }

    @Test
    void namesTheHostsOwnPatternsFirstThenThoseAboveThenTheOthers() {
        var patterns = AllowedPatterns.of(List.of(
                new Pattern("", "https://**"),
                new Pattern("other.test", "https://other.test/**"),
                new Pattern("one.test", "https://*.one.test/**"),
                new Pattern("a.one.test", "https://a.one.test/b/**"),
                new Pattern("a.one.test", "https://a.one.test/c/**")));
        PolicySnapshot snapshot = new PolicySnapshot(
                Requests.FACTS,
                1,
                "0",
                GuardrailsVersion.NONE,
                null,
                patterns,
                new Counting(true),
                DecisionCache.BY_DEFAULT);
        assertThat(snapshot.nearest(Requests.connect("a.one.test"), 4))
                .containsExactly(
                        "https://a.one.test/b/**", "https://a.one.test/c/**", "https://*.one.test/**", "https://**");
        assertThat(snapshot.nearest(Requests.connect("a.one.test"), 1)).containsExactly("https://a.one.test/b/**");
        assertThat(snapshot.nearest(Requests.connect("unknown.example"), 2))
                .containsExactly("https://**", "https://other.test/**");
    }

    @Test
    void patternsWithoutPlaceAreNamedAsTheyWereWritten() {
        PolicySnapshot snapshot = new PolicySnapshot(
                Requests.FACTS, 1, "0", null, List.of("https://b.test/**", "https://a.test/**"), new Counting(true));
        assertThat(snapshot.nearest(Requests.connect("a.test"), 20))
                .containsExactly("https://b.test/**", "https://a.test/**");
        assertThat(snapshot.nearest(Requests.connect("a.test"), 0)).isEmpty();
    }

    private PolicySnapshot snapshot(boolean lasting, DecisionCache cache) {
        return new PolicySnapshot(
                Requests.FACTS,
                1,
                "0",
                GuardrailsVersion.NONE,
                null,
                AllowedPatterns.of(List.of()),
                new Counting(lasting),
                cache);
    }
}
