package io.sallyport.policycompiler;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.decision.PolicySnapshot;
import io.sallyport.model.CanonicalRequest;
import io.sallyport.model.Decision;
import io.sallyport.model.MessageReading;
import io.sallyport.model.ReasonCode;
import io.sallyport.model.Scheme;
import io.sallyport.model.message.RequestHeaders;
import io.sallyport.model.message.WebSocketMessage;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Guardrails that read messages of a WebSocket: the handshake says so, and then they are asked of each. */
class WebSocketMessagesTest extends CompiledDocuments {
    private static final String LEASE =
            "{\"net.fetch\": [\"ws://live.test/**\", \"ws://other.test/**\", \"http://**\", \"https://**\"]}";
    private static final String SECRETS = """
            package sallyport.guardrails

            deny contains {"rule": "no-secrets", "message": "a secret"} if {
                input.net.host == "live.test"
                input.net.websocket.direction == "send"
                contains(input.net.websocket.text, "SECRET")
            }
            """;

    private static CanonicalRequest handshake(String host) {
        return get(host, "/feed").withScheme(Scheme.WS);
    }

    private static Decision decide(PolicySnapshot snapshot, boolean sent, String text) {
        return snapshot.decide(handshake("live.test"), new WebSocketMessage(sent, text).after(RequestHeaders.EMPTY));
    }

    private static boolean judgesMessages(Decision decision) {
        return decision instanceof Decision.Allow allow && allow.obligations().messages() == MessageReading.JUDGED;
    }

    @Test
    void theHandshakeSaysThatMessagesAreRead() {
        PolicySnapshot snapshot = snapshot(LEASE, Map.of("a.rego", SECRETS));
        for (String when : new String[] {"afresh", "remembered"}) {
            assertThat(judgesMessages(snapshot.decide(handshake("live.test"))))
                    .as(when)
                    .isTrue();
            assertThat(judgesMessages(snapshot.decide(handshake("other.test"))))
                    .as(when)
                    .isFalse();
            assertThat(judgesMessages(snapshot.decide(get("live.test", "/feed"))))
                    .as(when)
                    .isFalse();
        }
    }

    @Test
    void eachMessageIsJudgedByItself() {
        PolicySnapshot snapshot = snapshot(LEASE, Map.of("a.rego", SECRETS));
        assertThat(snapshot.decide(handshake("live.test"))).isInstanceOf(Decision.Allow.class);
        assertThat(decide(snapshot, true, "hello")).isInstanceOf(Decision.Allow.class);
        assertThat(decide(snapshot, true, "my SECRET").rule()).isEqualTo("guardrails:no-secrets");
        assertThat(decide(snapshot, false, "my SECRET")).isInstanceOf(Decision.Allow.class);
        assertThat(decide(snapshot, true, "hello")).isInstanceOf(Decision.Allow.class);
        assertThat(snapshot.decide(handshake("live.test"))).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void aBinaryMessageHasNoText() {
        PolicySnapshot snapshot = snapshot(LEASE, Map.of("a.rego", """
                package sallyport.guardrails

                deny contains {"rule": "text-only", "message": "binary"} if {
                    input.net.websocket.type == "binary"
                    not input.net.websocket.text
                }
                """));
        Decision binary =
                snapshot.decide(handshake("live.test"), new WebSocketMessage(true, null).after(RequestHeaders.EMPTY));
        assertThat(binary.reason()).isEqualTo(ReasonCode.GUARDRAIL);
        assertThat(decide(snapshot, true, "")).isInstanceOf(Decision.Allow.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "count(input.net) > 100",
                "some k, v in input.net; k == \"websocket\"; v.type == \"text\"",
                "walk(input, [[\"net\", \"websocket\", \"type\"], \"text\"])",
                "x := input.net; x.websocket.type == \"text\"",
            })
    void whoeverLooksAtAllReadsMessages(String condition) {
        PolicySnapshot snapshot = snapshot(
                LEASE,
                Map.of(
                        "a.rego",
                        "package sallyport.guardrails\n\ndeny contains {\"rule\": \"r\", \"message\": \"m\"} if {\n"
                                + condition.replace("; ", "\n") + "\n}\n"));
        assertThat(judgesMessages(snapshot.decide(handshake("live.test")))).isTrue();
        assertThat(decide(snapshot, true, "x").reason())
                .isEqualTo(condition.startsWith("count") ? ReasonCode.GRANTED : ReasonCode.GUARDRAIL);
    }

    @Test
    void aTunnelIsOpenedForWhatReadsMessages() {
        PolicySnapshot snapshot = snapshot(LEASE, Map.of("a.rego", SECRETS));
        assertThat(snapshot.decide(connect("live.test")))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().intercept()).isTrue());
    }

    @Test
    void aRuleInReportModeIsAskedOfMessagesAndOnlyReports() {
        PolicySnapshot snapshot =
                snapshot(LEASE, Map.of("a.rego", SECRETS.replace("\"message\"", "\"mode\": \"report\", \"message\"")));
        assertThat(snapshot.decide(handshake("live.test")))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().messages()).isEqualTo(MessageReading.REPORTED));
        assertThat(snapshot.decide(handshake("other.test")))
                .isInstanceOfSatisfying(
                        Decision.Allow.class,
                        allow -> assertThat(allow.obligations().messages()).isEqualTo(MessageReading.UNREAD));
        Decision secret = decide(snapshot, true, "my SECRET");
        assertThat(secret).isInstanceOf(Decision.Allow.class);
        assertThat(secret.reported().denies())
                .extracting(Decision.DenyRule::rule)
                .containsExactly("guardrails:no-secrets");
        assertThat(decide(snapshot, true, "hello").reported().wouldDeny()).isFalse();
    }

    @Test
    void anEnforcedRuleBesideOneInReportModeJudges() {
        String both = SECRETS.replace("\"message\"", "\"mode\": \"report\", \"message\"")
                + SECRETS.substring(SECRETS.indexOf("deny"))
                        .replace("SECRET", "KEY")
                        .replace("no-secrets", "no-keys");
        PolicySnapshot snapshot = snapshot(LEASE, Map.of("a.rego", both));
        assertThat(judgesMessages(snapshot.decide(handshake("live.test")))).isTrue();
        assertThat(decide(snapshot, true, "my SECRET").reported().wouldDeny()).isTrue();
        assertThat(decide(snapshot, true, "my KEY").rule()).isEqualTo("guardrails:no-keys");
    }

    @Test
    void aRuleThatReadsTheTimeMayComeToMessagesLater() {
        PolicySnapshot snapshot = snapshot(LEASE, Map.of("a.rego", """
                package sallyport.guardrails

                deny contains {"rule": "later", "message": "from 2100 on"} if {
                    time.now_ns() > 4102444800000000000
                    contains(input.net.websocket.text, "SECRET")
                }
                """));
        assertThat(judgesMessages(snapshot.decide(handshake("live.test")))).isTrue();
        assertThat(judgesMessages(snapshot.decide(get("live.test", "/feed")))).isFalse();
        assertThat(decide(snapshot, true, "SECRET")).isInstanceOf(Decision.Allow.class);
    }

    private static final String QUERIES = """
            package sallyport.guardrails

            deny contains {"rule": "no-mutations", "message": "no mutations"} if {
                input.net.host == "live.test"
                input.net.graphql.operation == "mutation"
            }
            """;

    private static String begins(String query) {
        return "{\"id\":\"1\",\"type\":\"subscribe\",\"payload\":{\"query\":\"" + query + "\"}}";
    }

    @Test
    void anOperationOfGraphqlIsJudgedAsOverHttp() {
        PolicySnapshot snapshot = snapshot(LEASE, Map.of("a.rego", QUERIES));
        assertThat(judgesMessages(snapshot.decide(handshake("live.test")))).isTrue();
        assertThat(judgesMessages(snapshot.decide(handshake("other.test")))).isFalse();
        assertThat(decide(snapshot, true, begins("subscription { news }"))).isInstanceOf(Decision.Allow.class);
        assertThat(decide(snapshot, true, begins("mutation { a: news }")).rule())
                .isEqualTo("guardrails:no-mutations");
        assertThat(decide(snapshot, true, "{\"type\":\"connection_init\"}")).isInstanceOf(Decision.Allow.class);
        assertThat(decide(snapshot, false, "anything")).isInstanceOf(Decision.Allow.class);
    }

    @Test
    void aMessageThatIsNoGraphqlIsRefusedWhereARuleReadsThat() {
        PolicySnapshot snapshot = snapshot(LEASE, Map.of("a.rego", QUERIES));
        Decision unreadable = decide(snapshot, true, "mutation { news }");
        assertThat(unreadable.reason()).isEqualTo(ReasonCode.UNREADABLE);
        assertThat(((Decision.Deny) unreadable).denies().getFirst().message()).startsWith("the message: ");
        Decision binary =
                snapshot.decide(handshake("live.test"), new WebSocketMessage(true, null).after(RequestHeaders.EMPTY));
        assertThat(binary.reason()).isEqualTo(ReasonCode.UNREADABLE);
    }
}
