package io.sallyport.proxy.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.embedded.EmbeddedChannel;
import io.sallyport.audit.AuditEvent;
import io.sallyport.decision.ActingIdentity;
import io.sallyport.decision.Judge;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.MessageReading;
import io.sallyport.model.Obligations;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.proxy.support.Conversation;
import io.sallyport.proxy.support.Frames;
import io.sallyport.proxy.support.TestSandboxes;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Refused operations of GraphQL over WebSocket: their client is told in its subprotocol, and the others go on. */
class GraphqlMessagesTest extends WebSocketConversation {
    private static final String NO = "{\"id\":\"7\",\"type\":\"%s\",\"payload\":{\"query\":\"mutation{deny}\"}}";

    private EmbeddedChannel speaking(String subprotocol) {
        TestSandboxes.change(sandbox, null, new Messages());
        talk.clientSays("GET http://a.test/live HTTP/1.1\r\nHost: a.test\r\n" + Conversation.as("sb-1")
                + "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY
                + "\r\nSec-WebSocket-Protocol: chat, graphql-transport-ws, graphql-ws\r\n\r\n");
        EmbeddedChannel target = talk.connect();
        talk.hear(target);
        talk.say(target, switching("Sec-WebSocket-Protocol: " + subprotocol));
        assertThat(talk.clientHears()).startsWith("HTTP/1.1 101 ");
        return target;
    }

    /** Denies what says so. */
    private static final class Messages implements Judge {
        @Override
        public Decision decide(CanonicalRequest request) {
            return TestSandboxes.allow(Obligations.NONE.reading(MessageReading.JUDGED));
        }

        @Override
        public Judgement judge(CanonicalRequest request, RequestHeaders headers, ActingIdentity identity) {
            WebSocketMessage message = headers.message();
            String text = message == null ? "" : String.valueOf(message.text());
            boolean denied = text.contains("deny");
            ReasonCode reason = text.contains("fault") ? ReasonCode.POLICY_ERROR : ReasonCode.GUARDRAIL;
            var rule = new Decision.DenyRule("guardrails:no", "no mutations here");
            Decision deny = new Decision.Deny(reason, "guardrails:no", List.of(rule));
            return new Judgement(denied ? deny : decide(request), message == null, true, null);
        }
    }

    @ParameterizedTest
    @CsvSource({"graphql-transport-ws, subscribe, [{, }]", "graphql-ws, start, {, }"})
    void theClientIsToldByIdAndTheWebSocketGoesOn(String subprotocol, String type, String opens, String closes) {
        EmbeddedChannel target = speaking(subprotocol);
        talk.clientSays(Frames.ofClient(Frames.TEXT, NO.formatted(type)));
        assertThat(talk.hear(target)).isEmpty();
        AuditEvent refused = talk.records().getLast();
        assertThat(talk.clientHears())
                .startsWith(String.valueOf((char) 0x81))
                .contains("{\"id\":\"7\",\"payload\":" + opens + "\"extensions\":{", "\"error\":\"denied\"")
                .contains("\"audit_id\":\"" + refused.auditId() + "\"")
                .contains("\"message\":\"sallyport: guardrail: ", "no mutations here")
                .endsWith("audit " + refused.auditId() + "\"" + closes + ",\"type\":\"error\"}");
        assertThat(refused.kind()).isEqualTo("http");
        assertThat(refused.reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(refused.facts().rule()).isEqualTo("guardrails:no");
        assertThat(refused.request().protocol()).isEqualTo("websocket");

        String next = Frames.ofClient(Frames.TEXT, NO.formatted(type).replace("deny", "read"));
        talk.clientSays(next);
        assertThat(talk.hear(target)).isEqualTo(next);
        talk.clientSays(Frames.ofClient(Frames.CLOSE, "\u0003\u00e8"));
        talk.say(target, Frames.ofServer(Frames.CLOSE, "\u0003\u00e8"));
        AuditEvent end = talk.records().getLast();
        assertThat(end.facts().rule()).as("of the handshake").isNotEqualTo("guardrails:no");
        assertThat(end.facts().detail()).startsWith("sent 1 messages");
    }

    @Test
    void ofARefusedOperationInFragmentsNoByteGoesOn() {
        EmbeddedChannel target = speaking("graphql-transport-ws");
        String text = NO.formatted("subscribe");
        talk.clientSays(Frames.ofClient(0x01, 9, text.substring(0, 9)));
        talk.clientSays(Frames.ofClient(0x80, text.length() - 9, text.substring(9)));
        assertThat(talk.hear(target)).isEmpty();
        assertThat(talk.clientHears()).contains("\"type\":\"error\"");
        assertThat(talk.sandboxes.buffers().used()).isZero();
    }

    @Test
    void aClientThatDoesNotReadWhatItIsToldIsNotRead() {
        EmbeddedChannel target = speaking("graphql-transport-ws");
        talk.client.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        talk.clientSays(Frames.ofClient(Frames.TEXT, NO.formatted("subscribe")));
        talk.clientSays(Frames.ofClient(Frames.TEXT, "more"));
        assertThat(talk.hear(target)).isEmpty();
        assertThat(talk.clientHears()).contains("\"type\":\"error\"");
        talk.client.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        talk.settle();
        assertThat(talk.hear(target)).isEqualTo(Frames.ofClient(Frames.TEXT, "more"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deny",
                "[{\"id\":\"7\",\"type\":\"subscribe\",\"payload\":\"deny\"}]",
                "{\"id\":7,\"type\":\"subscribe\",\"payload\":\"deny\"}",
                "{\"id\":\"7\",\"id\":\"8\",\"type\":\"subscribe\",\"payload\":\"deny\"}",
                "{\"id\":\"7\",\"ID\":\"8\",\"type\":\"subscribe\",\"payload\":\"deny\"}",
                "{\"id\":\"7\",\"type\":\"ping\",\"payload\":\"deny\"}",
                "{\"id\":\"7\",\"type\":\"subscribe\",\"payload\":\"deny by a fault\"}",
            })
    void whatIsNoOperationForCertainOrRefusedByAFaultEndsIt(String text) {
        EmbeddedChannel target = speaking("graphql-transport-ws");
        talk.clientSays(Frames.ofClient(Frames.TEXT, text));
        ended(
                target,
                text.contains("fault") ? ReasonCode.POLICY_ERROR : ReasonCode.GUARDRAIL,
                text.contains("fault") ? 1011 : 1008);
    }

    @Test
    void inAnotherSubprotocolARefusedOperationEndsIt() {
        EmbeddedChannel target = speaking("chat");
        talk.clientSays(Frames.ofClient(Frames.TEXT, NO.formatted("subscribe")));
        ended(target, ReasonCode.GUARDRAIL, 1008);
    }

    @Test
    void aRefusedMessageOfTheTargetEndsIt() {
        EmbeddedChannel target = speaking("graphql-transport-ws");
        talk.say(target, Frames.ofServer(Frames.TEXT, NO.formatted("subscribe")));
        ended(target, ReasonCode.GUARDRAIL, 1008);
    }
}
