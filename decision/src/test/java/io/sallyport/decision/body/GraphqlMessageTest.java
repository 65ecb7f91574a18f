package io.sallyport.decision.body;

import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.message.WebSocketMessage;
import io.sallyport.regoengine.value.RegoJson;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What messages of GraphQL over WebSocket say: read as over HTTP, or refused. */
class GraphqlMessageTest {
    private static BodyForm sent(String text) {
        return GraphqlMessage.read(new WebSocketMessage(true, text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"subscribe", "start"})
    void anOperationIsReadAsOverHttp(String type) {
        String payload = "{\"query\":\"subscription S { ...f } fragment f on S { a: secrets { key } }\"}";
        BodyForm form = sent("{\"id\":\"1\",\"type\":\"%s\",\"payload\":%s}".formatted(type, payload));
        assertThat(form)
                .isInstanceOfSatisfying(
                        BodyForm.Read.class,
                        read -> assertThat(RegoJson.write(read.value()))
                                .isEqualTo("{\"fields\":[\"secrets\"],\"name\":\"S\",\"operation\":\"subscription\"}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"connection_init\",\"payload\":{\"token\":\"x\"}}",
                "{\"type\":\"connection_terminate\"}",
                "{\"type\":\"ping\"}",
                "{\"type\":\"pong\",\"payload\":null}",
                "{\"type\":\"complete\",\"id\":\"1\"}",
                "{\"type\":\"stop\",\"id\":\"1\"}",
            })
    void aMessageThatAsksForNothingIsNoOperation(String text) {
        assertThat(sent(text)).isInstanceOf(BodyForm.Absent.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello",
                "null",
                "[]",
                "{}",
                "[{\"id\":\"1\",\"type\":\"subscribe\",\"payload\":{\"query\":\"{a}\"}}]",
                "{\"type\":\"Subscribe\",\"id\":\"1\",\"payload\":{\"query\":\"{a}\"}}",
                "{\"type\":\"next\",\"id\":\"1\",\"payload\":{}}",
                "{\"type\":\"ping\",\"Type\":\"subscribe\",\"id\":\"1\",\"payload\":{\"query\":\"{a}\"}}",
                "{\"type\":\"ping\",\"type\":\"subscribe\",\"id\":\"1\",\"payload\":{\"query\":\"{a}\"}}",
                "{\"type\":\"subscribe\",\"payload\":{\"query\":\"{a}\"}}",
                "{\"type\":\"subscribe\",\"id\":1,\"payload\":{\"query\":\"{a}\"}}",
                "{\"type\":\"subscribe\",\"id\":\"1\"}",
                "{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":null}",
                "{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":\"{a}\"}",
                "{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":{\"query\":\"{\"}}",
                "{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":{\"query\":\"{a}\",\"Query\":\"{b}\"}}",
                "{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":[{\"query\":\"{a}\"}]}",
                "{\"type\":\"subscribe\",\"id\":\"1\",\"payload\":{\"query\":\"{a}\"},\"other\":1}",
                "\ufeff{\"type\":\"ping\"}",
                "{\"type\":\"ping\"} {}",
            })
    void whatIsNoMessageOrCouldBeReadInTwoWaysIsUnreadable(String text) {
        assertThat(sent(text)).isInstanceOf(BodyForm.Unreadable.class);
    }

    @Test
    void aBinaryMessageAndOneThatIsLongAreUnreadable() {
        assertThat(GraphqlMessage.read(new WebSocketMessage(true, null))).isInstanceOf(BodyForm.Unreadable.class);
        String padding = " ".repeat(65_536);
        assertThat(sent("{\"type\":\"ping\"}" + padding)).isInstanceOf(BodyForm.Unreadable.class);
    }

    @Test
    void whatIsReceivedIsNoOperation() {
        assertThat(GraphqlMessage.read(new WebSocketMessage(false, "hello"))).isInstanceOf(BodyForm.Absent.class);
        assertThat(GraphqlMessage.read(new WebSocketMessage(false, null))).isInstanceOf(BodyForm.Absent.class);
    }
}
