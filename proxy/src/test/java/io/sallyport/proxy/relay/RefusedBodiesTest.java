package io.sallyport.proxy.relay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Reported;
import io.sallyport.model.message.RequestBody;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.proxy.support.TestSandboxes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that are refused, and that a candidate would allow by their bodies: nobody waits for them. */
@SuppressWarnings("StringConcatToTextBlock") // lines on the wire end with CRLF
final class RefusedBodiesTest extends ForwardConversation {
    /** Refuses all; the candidate would allow what says so. */
    private static final class Refuses implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            return Decision.Deny.of(ReasonCode.NO_GRANT);
        }

        @Override
        public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
            RequestBody body = headers.body();
            Decision.Deny deny = Decision.Deny.of(ReasonCode.NO_GRANT);
            return new Judgement(
                    deny.reporting(body == null ? Reported.AWAITS_BODY : said(body)), body == null, true, null);
        }

        private static Reported said(RequestBody body) {
            return body.isWhole() && new String(body.bytes(), UTF_8).contains("please")
                    ? Reported.WOULD_ALLOW
                    : Reported.NONE;
        }
    }

    @BeforeEach
    void judge() {
        TestSandboxes.change(sandbox, null, new Refuses());
    }

    /** The record, and the line behind it. */
    private AuditEvent later() {
        talk.settle();
        assertThat(talk.records()).hasSize(2);
        assertThat(talk.records()).allMatch(record -> record.reason() == ReasonCode.NO_GRANT);
        AuditEvent first = talk.records().getFirst();
        AuditEvent later = talk.records().getLast();
        assertThat(first.facts().reported()).isEqualTo(Reported.NONE);
        assertThat(later).isInstanceOf(AuditEvent.EndEvent.class);
        assertThat(later.facts().auditId()).isEqualTo(first.facts().auditId());
        assertThat(talk.sandboxes.buffers().used()).isZero();
        return later;
    }

    private void assertUnread() {
        AuditEvent later = later();
        assertThat(later.facts().reported()).isEqualTo(new Reported(List.of(), true));
        assertThat(later.facts().detail()).isEqualTo("candidate: body_unread");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 10\r\n\r\nyes please",
                "Transfer-Encoding: chunked\r\n\r\n5\r\nyes p\r\n5\r\nlease\r\n0\r\n\r\n"
            })
    void whatTheCandidateWouldAllowIsRecordedBehindTheRefusal(String rest) {
        talk.clientSays("POST http://a.test/p HTTP/1.1\r\nHost: a.test\r\n" + AS + rest);
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403");
        AuditEvent later = later();
        assertThat(later.facts().reported()).isEqualTo(Reported.WOULD_ALLOW);
        assertThat(later.request().bytesIn()).isEqualTo(10);
        assertThat(later.facts().detail()).isNull();
        talk.clientSays(post("Content-Length: 2\r\n") + "no");
        assertThat(talk.clientHears()).as("the connection goes on").startsWith("HTTP/1.1 403");
        assertThat(talk.dialer.attempts()).isEmpty();
    }

    @Test
    void theRefusalWaitsForNothingOfTheBody() {
        talk.clientSays(post("Content-Length: 10\r\n") + "yes");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403");
        assertThat(talk.records()).hasSize(1);
        talk.clientSays(" please");
        assertThat(later().facts().reported()).isEqualTo(Reported.WOULD_ALLOW);
    }

    @Test
    void whatTheCandidateWouldRefuseTooIsSaidToHaveBeenAsked() {
        talk.clientSays(post("Content-Length: 2\r\n") + "no");
        assertThat(later().facts().reported()).isEqualTo(Reported.NONE);
    }

    @Test
    void aRequestWithoutBodyIsAskedAtOnce() {
        talk.clientSays(GET);
        assertThat(talk.records())
                .singleElement()
                .satisfies(record ->
                        assertThat(record.facts().reported().notAsked()).isFalse());
    }

    @Test
    void aClientThatWaitsForContinueSendsNoBody() {
        talk.clientSays(post("Content-Length: 10\r\nExpect: 100-continue\r\n"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403").contains("Connection: close");
        assertUnread();
    }

    @Test
    void aBodyThatIsNeverWholeIsNoGround() {
        talk.clientSays(post("Content-Length: 10\r\n") + "please");
        talk.clientEnds();
        assertUnread();
    }

    @Test
    void aBodyOfBrokenFramingIsNoGround() {
        talk.clientSays(post("Transfer-Encoding: chunked\r\n") + "6\r\nplease\r\nx\r\n");
        assertUnread();
    }

    @Test
    void aBodyBeyondWhatIsThrownAwayIsNoGround() {
        talk.clientSays(post("Content-Length: 999999999\r\n") + "please");
        assertUnread();
    }

    @Test
    void aLongBodyIsJudgedBesideTheEventLoopAndTheConnectionGoesOnMeanwhile() {
        List<Runnable> waiting = new ArrayList<>();
        talk.judging = waiting::add;
        talk.clientSays(post("Content-Length: 20006\r\n") + "x".repeat(20_000) + "please");
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403");
        talk.settle();
        assertThat(talk.records()).hasSize(1);
        talk.clientSays(post("Content-Length: 999999999\r\n"));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 403");
        waiting.removeFirst().run();
        talk.settle();
        assertThat(talk.records())
                .filteredOn(record -> record.facts().reported().wouldAllow())
                .hasSize(1);
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }
}
