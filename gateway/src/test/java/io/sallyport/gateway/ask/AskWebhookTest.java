package io.sallyport.gateway.ask;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.auditexport.sink.RecordReceiver;
import io.sallyport.auditexport.sink.SinkDelivery;
import io.sallyport.decision.ask.AskAnswer;
import io.sallyport.decision.ask.AskLimits;
import io.sallyport.decision.ask.HeldRequest;
import io.sallyport.decision.ask.HeldRequests;
import io.sallyport.decision.ask.RequestApprovals;
import io.sallyport.model.CanonicalPath;
import io.sallyport.model.CanonicalQuery;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Decision.DenyRule;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.SandboxId;
import io.sallyport.model.Scheme;
import io.sallyport.model.host.CanonicalHost;
import io.sallyport.model.text.Parsed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class AskWebhookTest {
    private static final Instant NOW = Instant.parse("2026-11-27T12:00:00Z");
    private static final SinkDelivery FAILED = new SinkDelivery.Failed("the receiver answered with status 500");

    private final HeldRequests asks = new HeldRequests(new AskLimits(Duration.ofMinutes(1), 10, 10), () -> NOW);
    private final Receiver receiver = new Receiver();

    /** Answers as it is told, in order, and at last that it has what it was sent. */
    private static final class Receiver implements RecordReceiver {
        final BlockingQueue<SinkDelivery> answers = new LinkedBlockingQueue<>();
        final BlockingQueue<String> sent = new LinkedBlockingQueue<>();
        final CountDownLatch closed = new CountDownLatch(1);

        @Override
        public SinkDelivery send(List<byte[]> lines) {
            lines.forEach(line -> sent.add(new String(line, StandardCharsets.UTF_8)));
            SinkDelivery answer = answers.poll();
            return answer == null ? new SinkDelivery.Delivered() : answer;
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }

    private static HeldRequest request(String id) {
        var host = ((Parsed.Accepted<CanonicalHost>) CanonicalHost.parse("a.test")).value();
        var request = CanonicalRequest.http(
                Scheme.HTTPS, host, 443, "POST", CanonicalPath.ROOT, CanonicalQuery.parse("key=hidden"));
        var deny = new Decision.Deny(
                ReasonCode.GUARDRAIL, "guardrails:r", List.of(new DenyRule("guardrails:r", "why", null, true)));
        return new HeldRequest(id, new SandboxId("sb-1"), null, request, null, deny, NOW, NOW.plusSeconds(60));
    }

    private HeldRequests.Opening open(String id) {
        return asks.open(request(id), new RequestApprovals(() -> NOW), _ -> {});
    }

    private AskWebhook webhook() {
        return AskWebhook.start(asks, receiver, Duration.ofMillis(1));
    }

    @Test
    void whatBeginsToWaitIsToldWithoutItsQuery() throws InterruptedException {
        try (var _ = webhook()) {
            assertThat(open("1")).isInstanceOf(HeldRequests.Held.class);
            assertThat(receiver.sent.take())
                    .startsWith("{\"event\":\"opened\",\"id\":\"1\",\"sandbox\":\"sb-1\"")
                    .doesNotContain("hidden");
        }
    }

    @Test
    void whatTheReceiverDoesNotTakeIsSentAgain() throws InterruptedException {
        receiver.answers.addAll(List.of(FAILED, FAILED));
        try (var _ = webhook()) {
            open("1");
            assertThat(List.of(receiver.sent.take(), receiver.sent.take(), receiver.sent.take()))
                    .allMatch(line -> line.contains("\"id\":\"1\""));
        }
    }

    @Test
    void whatItRefusesForGoodIsNot() throws InterruptedException {
        receiver.answers.add(new SinkDelivery.Unacceptable("the receiver answered with status 400"));
        try (var _ = webhook()) {
            open("1");
            assertThat(receiver.sent.take()).contains("\"id\":\"1\"");
            asks.answer("1", new AskAnswer.Denied("ada", null));
            open("2");
            assertThat(receiver.sent.take()).contains("\"id\":\"2\"");
        }
    }

    @Test
    void whatWasAnsweredMeanwhileIsNotToldAnyMore() throws InterruptedException {
        var webhook = webhook();
        try (webhook) {
            webhook.opened(request("1"));
            assertThat(receiver.sent.take()).contains("\"id\":\"1\"");
            receiver.answers.add(FAILED);
            webhook.opened(request("2"));
            String second = receiver.sent.take();
            while (second.contains("\"id\":\"1\"")) { // it had been sent, and not been answered yet
                second = receiver.sent.take();
            }
            assertThat(second).contains("\"id\":\"2\"");
            webhook.ended(request("2"));
            webhook.opened(request("3"));
            String next = receiver.sent.take();
            while (next.contains("\"id\":\"2\"")) { // sent again before it ended
                next = receiver.sent.take();
            }
            assertThat(next).contains("\"id\":\"3\"");
        }
    }

    @Test
    void nobodyIsThereToAnswerOnceItIsClosed() throws InterruptedException {
        webhook().close();
        receiver.closed.await();
        assertThat(open("1")).isInstanceOf(HeldRequests.NotHeld.class);
    }
}
