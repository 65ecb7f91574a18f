package io.sallyport.leasebridge.arcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.leasebridge.arcp.JobChange.Ended;
import io.sallyport.leasebridge.arcp.JobChange.Granted;
import io.sallyport.leasebridge.arcp.JobChange.Spent;
import io.sallyport.leasebridge.arcp.Output.Changed;
import io.sallyport.leasebridge.arcp.Output.Failed;
import io.sallyport.leasebridge.arcp.Output.Noted;
import io.sallyport.leasebridge.arcp.Output.Send;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArcpSubscriberTest {
    private final AtomicInteger count = new AtomicInteger();
    private final ArcpSubscriber subscriber =
            new ArcpSubscriber("t0ken", () -> "id" + count.incrementAndGet(), List.of());

    @Test
    void aNewConnectionSaysHelloAndAsksForNoCredentials() {
        assertThat(sent(subscriber.opened()))
                .singleElement()
                .satisfies(hello -> assertThat(hello)
                        .contains("\"session.hello\"", "\"token\":\"t0ken\"", "\"list_jobs\"")
                        .doesNotContain("provisioned_credentials"));
    }

    @Test
    void aRuntimeWithoutSubscriptionIsOfNoUse() {
        subscriber.opened();
        assertThat(subscriber.received(
                        message("session.welcome", null, 0, "{\"capabilities\":{\"features\":[\"list_jobs\"]}}")))
                .singleElement()
                .isInstanceOf(Failed.class);
    }

    @Test
    void aJobThatRunsIsSubscribedToAndItsLeaseTold() {
        welcomed();
        assertThat(sent(listed("job_1")))
                .singleElement()
                .satisfies(subscribe -> assertThat(subscribe).contains("\"job.subscribe\"", "\"history\":true"));
        assertThat(changes(subscribed(
                        "job_1", "running", "\"lease_constraints\":{\"expires_at\":\"2030-01-01T00:00:00Z\"},")))
                .containsExactly(new Granted(
                        "job_1",
                        "echo@1",
                        "job_0",
                        "{\"net.fetch\":[\"https://h/**\"]}",
                        "{\"expires_at\":\"2030-01-01T00:00:00Z\"}",
                        null));
    }

    @Test
    void whatIsListedAgainIsSubscribedToOnce() {
        welcomed();
        listed("job_1");
        subscribed("job_1", "running", "");
        assertThat(sent(subscriber.poll()))
                .singleElement()
                .satisfies(list -> assertThat(list).contains("list_jobs"));
        assertThat(jobsPage("[" + job("job_1", "running") + "]", null)).isEmpty();
    }

    @Test
    void aJobThatEndsLosesItsLease() {
        welcomed();
        for (String end : List.of("job.result", "job.error", "job.cancelled")) {
            listed("job_1");
            subscribed("job_1", "running", "");
            assertThat(changes(subscriber.received(message(end, "job_1", 0, "{\"final_status\":\"success\"}"))))
                    .singleElement()
                    .isInstanceOf(Ended.class);
            subscriber.poll();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"success", "cancelled", "timed_out", "a-word-that-nobody-knows", ""})
    void aJobThatDoesNotRunHasNoLease(String status) {
        welcomed();
        assertThat(jobsPage("[" + job("job_1", status) + "]", null)).isEmpty();
        subscriber.poll();
        listed("job_2");
        assertThat(changes(subscribed("job_2", status, ""))).singleElement().isInstanceOf(Ended.class);
    }

    @Test
    void aJobThatIsNotListedAnyMoreHasVanished() {
        welcomed();
        listed("job_1");
        subscribed("job_1", "running", "");
        subscriber.poll();
        assertThat(changes(jobsPage("[]", null))).containsExactly(new Ended("job_1", "vanished"));
    }

    @Test
    void aListIsReadToItsLastPageBeforeAnythingVanishes() {
        welcomed();
        listed("job_1");
        subscribed("job_1", "running", "");
        subscriber.poll();
        List<Output> first = jobsPage("[" + job("job_2", "running") + "]", "p2");
        assertThat(changes(first)).isEmpty();
        assertThat(sent(first)).last().asString().contains("\"cursor\":\"p2\"");
        assertThat(changes(jobsPage("[" + job("job_1", "running") + "]", null))).isEmpty();
    }

    @Test
    void anAnswerToAnotherQuestionIsPassedOver() {
        welcomed();
        String stale = message("session.jobs", null, 0, "{\"request_id\":\"other\",\"jobs\":[]}");
        listed("job_1");
        subscribed("job_1", "running", "");
        subscriber.poll();
        assertThat(subscriber.received(stale)).isEmpty();
    }

    @Test
    void spendingIsToldAfterTheLeaseAndAddsUpExactly() {
        welcomed();
        listed("job_1");
        assertThat(metric("job_1", 1, "cost.a", "0.1", "USD")).isEmpty();
        assertThat(changes(subscribed("job_1", "running", "")))
                .last()
                .isEqualTo(new Spent("job_1", "USD", new BigDecimal("0.1")));
        assertThat(changes(metric("job_1", 2, "cost.a", "0.2", "USD")))
                .containsExactly(new Spent("job_1", "USD", new BigDecimal("0.3")));
    }

    @Test
    void whatDoesNotSpendIsNotTold() {
        welcomed();
        listed("job_1");
        subscribed("job_1", "running", "");
        assertThat(metric("job_1", 1, "cost.budget.remaining", "5", "USD")).isEmpty();
        assertThat(metric("job_1", 2, "tokens", "5", "USD"))
                .as("the first of a job is noted")
                .singleElement()
                .isInstanceOf(Output.Noted.class);
        assertThat(metric("job_1", 3, "cost.a", "-1", "USD")).isEmpty();
        assertThat(metric("job_1", 4, "cost.a", "\"1\"", "USD")).isEmpty();
        assertThat(metric("job_9", 5, "cost.a", "1", "USD")).isEmpty();
    }

    @Test
    void anEventThatComesTwiceCountsOnce() {
        welcomed();
        listed("job_1");
        subscribed("job_1", "running", "");
        metric("job_1", 1, "cost.a", "1", "USD");
        assertThat(metric("job_1", 1, "cost.a", "1", "USD")).isEmpty();
    }

    @Test
    void afterAGapTheHistoryIsAskedForAndNothingCountsTwice() {
        welcomed();
        listed("job_1");
        subscribed("job_1", "running", "");
        metric("job_1", 1, "cost.a", "1", "USD");
        List<Output> gap = metric("job_1", 3, "cost.a", "1", "USD");
        assertThat(sent(gap))
                .singleElement()
                .satisfies(again -> assertThat(again).contains("job.subscribe"));
        assertThat(metric("job_1", 1, "cost.a", "1", "USD")).isEmpty();
        assertThat(metric("job_1", 2, "cost.a", "1", "USD")).isEmpty();
        assertThat(changes(metric("job_1", 3, "cost.a", "1", "USD")))
                .containsExactly(new Spent("job_1", "USD", new BigDecimal("3")));
    }

    @Test
    void aNewConnectionHearsAllAgainAndCountsNothingTwice() {
        welcomed();
        listed("job_1");
        subscribed("job_1", "running", "");
        metric("job_1", 1, "cost.a", "2", "USD");
        welcomed();
        assertThat(sent(listed("job_1"))).hasSize(1);
        assertThat(metric("job_1", 1, "cost.a", "2", "USD")).isEmpty();
        assertThat(changes(subscribed("job_1", "running", "")))
                .contains(new Spent("job_1", "USD", new BigDecimal("2")));
    }

    @Test
    void credentialsAreNotEvenRead() {
        welcomed();
        listed("job_1");
        List<Output> outputs = subscribed("job_1", "running", "\"credentials\":[{\"value\":\"s3cret\"}],");
        assertThat(outputs).first().isInstanceOf(Noted.class);
        assertThat(outputs.toString()).doesNotContain("s3cret");
    }

    @Test
    void whatIsLeftOfABudgetIsReadAsADecimal() {
        welcomed();
        listed("job_1");
        assertThat(changes(subscribed("job_1", "running", "\"budget\":{\"USD\":0.10,\"odd\":\"x\"},")))
                .first()
                .satisfies(change ->
                        assertThat(((Granted) change).remaining()).isEqualTo(Map.of("USD", new BigDecimal("0.10"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "{\"arcp\":\"1.0\",\"type\":\"session.welcome\"}",
                "{\"arcp\":\"1.1\",\"type\":\"a\",\"type\":\"b\"}",
                "{\"arcp\":\"1.1\",\"type\":\"job.event\",\"payload\":[]}",
                "{\"arcp\":\"1.1\",\"type\":\"job.event\",\"payload\":{\"v\":1e99999999999}}"
            })
    void aMessageThatCannotBeReadEndsTheConnection(String text) {
        welcomed();
        assertThat(subscriber.received(text)).singleElement().isInstanceOf(Failed.class);
    }

    @Test
    void anErrorOfTheSessionIsToldOnOneLine() {
        subscriber.opened();
        assertThat(subscriber.received(message("session.error", null, 0, "{\"code\":\"X\",\"message\":\"a\\nb\"}")))
                .containsExactly(new Failed("the runtime refused: X: a b"));
    }

    @Test
    void aLeaseFromEarlierEndsWithAJobThatIsNotThereAnyMore() {
        var later = new ArcpSubscriber("t", () -> "id1", List.of("job_1"));
        later.opened();
        later.received(
                message("session.welcome", null, 0, "{\"capabilities\":{\"features\":[\"list_jobs\",\"subscribe\"]}}"));
        assertThat(changes(later.received(message("session.jobs", null, 0, "{\"request_id\":\"id1\",\"jobs\":[]}"))))
                .containsExactly(new Ended("job_1", "vanished"));
    }

    @Test
    void aPingIsAnswered() {
        welcomed();
        assertThat(sent(subscriber.received(message("session.ping", null, 0, "{\"nonce\":\"n1\",\"sent_at\":\"x\"}"))))
                .singleElement()
                .satisfies(pong -> assertThat(pong).contains("session.pong", "\"ping_nonce\":\"n1\""));
    }

    private void welcomed() {
        subscriber.opened();
        assertThat(sent(subscriber.received(message(
                        "session.welcome",
                        null,
                        0,
                        "{\"capabilities\":{\"features\":[\"list_jobs\",\"subscribe\"]}}"))))
                .hasSize(1);
    }

    private List<Output> listed(String job) {
        return jobsPage("[" + job(job, "running") + "]", null);
    }

    /** The answer to the last question. */
    private List<Output> jobsPage(String jobs, @Nullable String next) {
        String cursor = next == null ? "" : ",\"next_cursor\":\"" + next + "\"";
        return subscriber.received(message(
                "session.jobs", null, 0, "{\"request_id\":\"id" + count.get() + "\",\"jobs\":" + jobs + cursor + "}"));
    }

    private static String job(String id, String status) {
        return "{\"job_id\":\"" + id + "\",\"status\":\"" + status + "\"}";
    }

    private List<Output> subscribed(String job, String status, String more) {
        return subscriber.received(
                message(
                        "job.subscribed",
                        job,
                        0,
                        "{" + more + "\"job_id\":\"" + job
                                + "\",\"current_status\":\"" + status
                                + "\",\"agent\":\"echo@1\",\"parent_job_id\":\"job_0\",\"lease\":{\"net.fetch\":[\"https://h/**\"]}}"));
    }

    private List<Output> metric(String job, int seq, String name, String value, String unit) {
        return subscriber.received(message(
                "job.event",
                job,
                seq,
                "{\"kind\":\"metric\",\"ts\":\"x\",\"body\":{\"name\":\"" + name + "\",\"value\":" + value
                        + ",\"unit\":\"" + unit + "\"}}"));
    }

    private static String message(String type, @Nullable String job, int seq, String payload) {
        return "{\"arcp\":\"1.1\",\"id\":\"x\",\"type\":\"" + type + "\",\"new_field\":1"
                + (job == null ? "" : ",\"job_id\":\"" + job + "\"")
                + (seq == 0 ? "" : ",\"event_seq\":" + seq)
                + ",\"payload\":" + payload + "}";
    }

    private static List<String> sent(List<Output> outputs) {
        List<String> sent = new ArrayList<>();
        outputs.forEach(output -> {
            if (output instanceof Send(String message)) {
                sent.add(message);
            }
        });
        return sent;
    }

    private static List<JobChange> changes(List<Output> outputs) {
        List<JobChange> changes = new ArrayList<>();
        outputs.forEach(output -> {
            if (output instanceof Changed(JobChange change)) {
                changes.add(change);
            }
        });
        return changes;
    }
}
