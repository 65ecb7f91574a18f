package io.sallyport.decision.body;

import static io.sallyport.decision.body.Bodies.assertReads;
import static io.sallyport.decision.body.Bodies.assertUnreadable;
import static io.sallyport.decision.body.Bodies.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sallyport.model.Sha256;
import io.sallyport.model.message.ListedTool;
import io.sallyport.model.message.RequestBody;
import io.sallyport.regoengine.value.RegoJson;
import io.sallyport.regoengine.value.RegoObject;
import io.sallyport.regoengine.value.RegoString;
import io.sallyport.regoengine.value.RegoValue;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class RpcTest {
    private static BodyForm rpc(String members) {
        return json("{\"jsonrpc\":\"2.0\"," + members + "}").rpc(0);
    }

    @Test
    void aCallHasMethodParamsAndId() {
        assertReads(
                rpc("\"id\":7,\"method\":\"resources/read\",\"params\":{\"uri\":\"x:/y\"}"),
                "{\"method\":\"resources/read\",\"params\":{\"uri\":\"x:/y\"},\"id\":7}");
        assertReads(rpc("\"method\":\"a\",\"params\":[1]"), "{\"method\":\"a\",\"params\":[1]}");
        assertReads(rpc("\"method\":\"ping\",\"id\":null"), "{\"method\":\"ping\",\"id\":null}");
    }

    @Test
    void aCallOfAToolHasToolAndArguments() {
        assertReads(
                rpc(
                        "\"id\":\"a\",\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":{\"x\":1},\"_meta\":{}}"),
                "{\"method\":\"tools/call\",\"id\":\"a\",\"tool\":\"t\",\"arguments\":{\"x\":1},"
                        + "\"params\":{\"name\":\"t\",\"arguments\":{\"x\":1},\"_meta\":{}}}");
        assertReads(
                rpc("\"method\":\"tools/call\",\"params\":{\"name\":\"t\"}"),
                "{\"method\":\"tools/call\",\"params\":{\"name\":\"t\"},\"tool\":\"t\",\"arguments\":{}}");
    }

    @Test
    void aCallOfAToolThatItsSessionHasListedHasItsDigests() {
        Sha256 first = Sha256.of("1".getBytes(UTF_8));
        Sha256 last = Sha256.of("2".getBytes(UTF_8));
        String call = """
                {"jsonrpc": "2.0", "method": "tools/call", "digest": "mine", "params": {"name": "%s"}}""";
        assertThat(digests(call.formatted("t"), first, last))
                .containsExactly(RegoString.of(first.hex()), RegoString.of(last.hex()));
        assertThat(digests(call.formatted("u"), first, last)).containsExactly(null, null);
    }

    private static List<@Nullable RegoValue> digests(String call, Sha256 first, Sha256 last) {
        RequestBody body = RequestBody.of(call.getBytes(UTF_8), 1_000)
                .knowing(tool -> tool.equals("t") ? new ListedTool(first, last) : null);
        BodyForm read = RpcMessage.read(RegoJson.valueOf(call), body);
        RegoObject message = (RegoObject) ((BodyForm.Read) read).value();
        return Arrays.asList(message.get("first_digest"), message.get("digest"));
    }

    @Test
    void aToolCallWithoutReadableToolIsUnreadable() {
        assertUnreadable(rpc("\"method\":\"tools/call\""), "a call of a tool without name");
        assertUnreadable(rpc("\"method\":\"tools/call\",\"params\":{\"name\":1}"), "a call of a tool without name");
        assertUnreadable(rpc("\"method\":\"tools/call\",\"params\":[\"t\"]"), "params that cannot be read");
        assertUnreadable(
                rpc("\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"arguments\":[]}"),
                "arguments that are no object");
    }

    @Test
    void anotherCaseOfAMethodIsAnotherMethod() {
        assertReads(rpc("\"method\":\"Tools/Call\""), "{\"method\":\"Tools/Call\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Method", "METHOD", "Params", "param\u017f", "Id", "\u0131d", "Result", "ERROR"})
    void aMemberInAnotherCaseIsRefused(String name) {
        assertUnreadable(rpc("\"" + name + "\":\"b\""), "a member of JSON-RPC in another case");
        assertThat(rpc("\"method\":\"a\",\"" + name + "\":\"b\"")).isInstanceOf(BodyForm.Unreadable.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"method\":\"tools/call\",\"params\":{\"Name\":\"b\"}",
                "\"method\":\"tools/call\",\"params\":{\"name\":\"a\",\"ARGUMENTS\":{}}",
                "\"method\":\"prompts/get\",\"params\":{\"NAME\":\"a\"}",
                "\"method\":\"resources/read\",\"params\":{\"URI\":\"a\"}"
            })
    void aParameterOfMcpInAnotherCaseIsRefused(String members) {
        assertUnreadable(rpc(members), "a parameter of MCP in another case");
    }

    @Test
    void aResponseOfTheClientIsToldFromACall() {
        assertReads(rpc("\"id\":1,\"result\":{\"x\":1}"), "{\"response\":\"result\",\"id\":1}");
        assertReads(rpc("\"id\":1,\"error\":{\"code\":1}"), "{\"response\":\"error\",\"id\":1}");
        assertUnreadable(rpc("\"id\":1,\"result\":1,\"error\":2"), "neither a call nor a response");
        assertUnreadable(rpc("\"id\":1"), "neither a call nor a response");
        assertUnreadable(rpc("\"method\":\"a\",\"result\":null"), "a call that is also a response");
        assertUnreadable(rpc("\"method\":\"a\",\"error\":1"), "a call that is also a response");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "null",
                "1",
                "\"x\"",
                "{\"method\":\"a\"}",
                "{\"jsonrpc\":2.0,\"method\":\"a\"}",
                "{\"jsonrpc\":\"2\",\"method\":\"a\"}",
                "{\"jsonrpc\":\"2.0 \",\"method\":\"a\"}",
                "{\"JSONRPC\":\"2.0\",\"method\":\"a\"}",
                "[[]]",
                "[null]"
            })
    void otherJsonIsNoMessage(String body) {
        assertUnreadable(json(body).rpc(0), "no message of JSON-RPC 2.0");
    }

    @Test
    void whatIsWronglyTypedIsRefused() {
        assertUnreadable(rpc("\"method\":1"), "a method that is no string");
        assertUnreadable(rpc("\"method\":null"), "a method that is no string");
        assertUnreadable(rpc("\"method\":\"a\",\"params\":null"), "params that cannot be read");
        assertUnreadable(rpc("\"method\":\"a\",\"params\":\"b\""), "params that cannot be read");
        assertUnreadable(rpc("\"method\":\"a\",\"id\":{}"), "an id that is no string, number or null");
    }

    @Test
    void aBatchIsReadCallByCall() {
        BodyForms batch = json("[{\"jsonrpc\":\"2.0\",\"method\":\"a\"},{\"jsonrpc\":\"2.0\",\"method\":\"b\"},{}]");
        assertThat(batch.calls()).isEqualTo(3);
        assertReads(batch.rpc(1), "{\"method\":\"b\"}");
        assertUnreadable(batch.rpc(2), "no message of JSON-RPC 2.0");
    }

    @Test
    void anEmptyBatchAndOneOfTooManyAreUnreadable() {
        String call = "{\"jsonrpc\":\"2.0\",\"method\":\"a\"}";
        String many = "[" + (call + ",").repeat(100) + call + "]";
        for (String body : new String[] {"[]", many}) {
            assertThat(json(body).calls()).isEqualTo(1);
            assertUnreadable(json(body).rpc(0), "a batch of no calls, or of more than 100");
        }
        assertThat(json("[" + (call + ",").repeat(99) + call + "]").calls()).isEqualTo(100);
    }

    @Test
    void whatIsNoJsonHasOneCallThatIsUnreadable() {
        assertThat(json("[{}").calls()).isEqualTo(1);
        assertThat(json("[{}").rpc(0)).isInstanceOf(BodyForm.Unreadable.class);
        assertThat(json("").rpc(0)).isEqualTo(new BodyForm.Absent());
        assertUnreadable(Bodies.of("text/plain", "{}").rpc(0), "a Content-Type that is not JSON");
    }
}
