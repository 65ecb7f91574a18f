package io.sallyport.proxy.threats;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.RequestKind;
import io.sallyport.proxy.listener.ProxyLimits;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.HandDialer;
import io.sallyport.proxy.support.TestSandboxes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * One attack on a proxy of its own, without sockets, and its effects. Policy allows everything unless a test says
 * otherwise, so that a refusal does not come from policy.
 *
 * @param answer everything that the client received
 * @param records of the requests, without those of the surrounding tunnel
 * @param judged what policy was asked about
 * @param dialled what was dialled
 * @param sent what a target received
 * @param open whether the connection still serves
 */
record Attack(
        String answer,
        List<AuditEvent> records,
        List<CanonicalRequest> judged,
        List<String> dialled,
        String sent,
        boolean open) {
    static final String AS = Conversation.as("sb-1");
    static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    /** A tunnel, and a first request in it that is refused: from then on its bytes are heads, whatever they are. */
    private static final String INTO_A_TUNNEL =
            "CONNECT a.test:80 HTTP/1.1\r\nHost: a.test:80\r\n" + AS + "\r\nTRACE / HTTP/1.1\r\nHost: a.test\r\n\r\n";

    private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.1 \\d{3} ");
    private static final Obligations INSPECT = new Obligations(true, Set.of(), null, Set.of());

    /** Sends an attack directly to the proxy. */
    static Attack straight(String bytes) {
        return straight(bytes, _ -> true);
    }

    static Attack straight(String bytes, Predicate<CanonicalRequest> policy) {
        return run("", bytes, policy);
    }

    /** Sends an attack in an inspected tunnel to {@code a.test:80}. */
    static Attack inside(String bytes) {
        return inside(bytes, _ -> true);
    }

    static Attack inside(String bytes, Predicate<CanonicalRequest> policy) {
        return run(INTO_A_TUNNEL, bytes, policy);
    }

    /** Returns a request in absolute form to {@code http://a.test}, with further header lines. */
    static String request(String method, String pathAndQuery, String lines) {
        return method + " http://a.test" + pathAndQuery + " HTTP/1.1\r\nHost: a.test\r\n" + AS + lines + "\r\n";
    }

    /** Returns the same request in the form for a tunnel. */
    static String requestInside(String method, String pathAndQuery, String lines) {
        return method + " " + pathAndQuery + " HTTP/1.1\r\nHost: a.test\r\n" + lines + "\r\n";
    }

    static String connect(String target, String host) {
        return "CONNECT " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + AS + "\r\n";
    }

    private static Attack run(String tunnel, String bytes, Predicate<CanonicalRequest> policy) {
        List<CanonicalRequest> judged = new ArrayList<>();
        try (Conversation talk = new Conversation(ProxyLimits.DEFAULT, true)) {
            talk.sandboxes.add("sb-1", request -> {
                if (!tunnel.isEmpty() && request.kind() == RequestKind.CONNECT) {
                    return TestSandboxes.allow(INSPECT);
                }
                judged.add(request);
                return policy.test(request)
                        ? TestSandboxes.allow(Obligations.NONE)
                        : Decision.Deny.of(ReasonCode.NO_GRANT);
            });
            talk.clientSays(tunnel);
            talk.clientHears();
            talk.clientSays(bytes);
            StringBuilder sent = new StringBuilder();
            answerEach(talk, sent);
            return new Attack(
                    talk.clientHears(),
                    talk.records().stream()
                            .filter(record -> !record.kind().equals("end"))
                            .skip(tunnel.isEmpty() ? 0 : 2)
                            .toList(),
                    List.copyOf(judged),
                    talk.dialer.attempts().stream()
                            .map(attempt -> attempt.target)
                            .toList(),
                    sent.toString(),
                    talk.client.isActive());
        }
    }

    /** Lets every target answer each request that it receives. */
    private static void answerEach(Conversation talk, StringBuilder sent) {
        List<EmbeddedChannel> targets = new ArrayList<>();
        for (boolean more = true; more; ) {
            List<HandDialer.Attempt> attempts = talk.dialer.attempts();
            more = attempts.size() > targets.size();
            if (more) {
                targets.add(talk.connect());
            }
            for (EmbeddedChannel target : targets) {
                String asked = talk.hear(target);
                sent.append(asked);
                if (asked.endsWith("\r\n\r\n") && target.isActive()) {
                    talk.say(target, OK);
                    more = true;
                }
            }
        }
    }

    /** Asserts a refusal before policy was asked and before a dial, with one record and that reason. */
    Attack isRefused(ReasonCode reason) {
        assertThat(judged).isEmpty();
        return isDenied(reason);
    }

    /** Asserts a refusal, possibly by policy, without a dial and with one record. */
    Attack isDenied(ReasonCode reason) {
        assertThat(answer).contains("; details=\"" + reason.word() + "\"\r\n");
        assertThat(STATUS_LINE.matcher(answer).results().count())
                .as("answers in %s", answer)
                .isEqualTo(1);
        assertThat(records).extracting(AuditEvent::reason).containsExactly(reason);
        assertThat(dialled).isEmpty();
        assertThat(sent).isEmpty();
        return this;
    }

    /** Asserts that the request was forwarded, with one record that matches what was sent. */
    Attack isForwarded() {
        assertThat(answer).startsWith("HTTP/1.1 200 OK\r\n");
        assertThat(records).extracting(AuditEvent::reason).containsExactly(ReasonCode.GRANTED);
        assertThat(dialled).hasSize(1);
        return this;
    }

    Attack closes() {
        assertThat(answer).contains("Connection: close\r\n");
        assertThat(open).isFalse();
        return this;
    }

    Attack keeps() {
        assertThat(open).isTrue();
        return this;
    }
}
