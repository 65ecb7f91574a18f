package io.sallyport.decision;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.regoengine.value.EntryObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Decisions are shared between queries where no Rego came to the query, and nowhere else, in whatever order they are
 * asked.
 */
class RememberedQueriesTest {
    private static final CanonicalRequest PLAIN = Requests.get("api.test", "/x");
    private static final CanonicalRequest CLOSED = query("key=1");
    private static final List<CanonicalRequest> REQUESTS =
            List.of(PLAIN, query(""), query("a=1"), query("a=%ff"), CLOSED, query("key=2&a"), query("x=key"));

    private final AtomicInteger judged = new AtomicInteger();

    private static CanonicalRequest query(String text) {
        return Requests.get("api.test", "/x", CanonicalQuery.parse(text));
    }

    private PolicySnapshot snapshot(RegoJudge judge) {
        Judge counting = new Judge() {
            @Override
            public Decision decide(CanonicalRequest request) {
                return judge.decide(request);
            }

            @Override
            public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
                judged.incrementAndGet();
                return judge.judge(request, headers, identity);
            }
        };
        return new PolicySnapshot(Requests.FACTS, 1, "0", null, List.of(), counting);
    }

    private static RegoJudge guardrail(String rule) {
        return RegoJudgeTest.judge(
                new Author(RegoJudgeTest.entrypoint(rule), null, null, EntryObject.EMPTY, EntryObject.EMPTY));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "by_query",
                "query_of_one_host",
                "query_under_with",
                "query_compared",
                "query_by_walk",
                "query_by_text",
                "query_by_scan",
                "query_passed_on",
                "by_whole"
            })
    void aQueryThatIsReadIsNeverAnsweredForAnother(String rule) {
        RegoJudge judge = guardrail(rule);
        assertThat(judge.decide(CLOSED).reason())
                .isEqualTo(rule.equals("by_whole") ? ReasonCode.GRANTED : ReasonCode.GUARDRAIL);
        for (int first = 0; first < REQUESTS.size(); first++) {
            PolicySnapshot snapshot = snapshot(judge);
            for (CanonicalRequest request : rotated(first)) {
                assertThat(snapshot.decide(request)).as("%s", request.query()).isEqualTo(judge.decide(request));
                assertThat(snapshot.decide(request)).as("%s", request.query()).isEqualTo(judge.decide(request));
            }
        }
        // what looks at the request as a whole comes to its headers too, and is judged each time
        assertThat(judged).hasValueGreaterThanOrEqualTo(REQUESTS.size() * REQUESTS.size());
    }

    private static List<CanonicalRequest> rotated(int first) {
        List<CanonicalRequest> all = new ArrayList<>(REQUESTS.subList(first, REQUESTS.size()));
        all.addAll(REQUESTS.subList(0, first));
        return all;
    }

    @ParameterizedTest
    @ValueSource(strings = {"one_host", "by_method"})
    void aQueryThatNobodyReadsIsNoPartOfTheKey(String rule) {
        PolicySnapshot snapshot = snapshot(guardrail(rule));
        REQUESTS.forEach(request -> assertThat(snapshot.decide(request).reason())
                .as("%s", request.query())
                .isEqualTo(ReasonCode.GRANTED));
        assertThat(judged).hasValue(1);
    }

    @Test
    void oneHostsQueriesAreReadAndTheOthersShared() {
        PolicySnapshot snapshot = snapshot(guardrail("query_of_one_host"));
        REQUESTS.forEach(snapshot::decide);
        assertThat(judged).hasValue(REQUESTS.size());
        for (String text : List.of("key=1", "a", "b=2")) {
            CanonicalRequest elsewhere = Requests.get("other.test", "/x", CanonicalQuery.parse(text));
            assertThat(snapshot.decide(elsewhere).reason()).isEqualTo(ReasonCode.GRANTED);
        }
        assertThat(judged).hasValue(REQUESTS.size() + 1);
    }

    @Test
    void everythingElseOfARequestStaysInTheKey() {
        PolicySnapshot snapshot = snapshot(guardrail("one_host"));
        snapshot.decide(query("a"));
        snapshot.decide(query("a").withMethod("POST"));
        snapshot.decide(Requests.get("api.test", "/y", CanonicalQuery.parse("a")));
        snapshot.decide(Requests.get("other.test", "/x", CanonicalQuery.parse("a")));
        snapshot.decide(Requests.connect("api.test"));
        assertThat(judged).hasValue(5);
    }
}
