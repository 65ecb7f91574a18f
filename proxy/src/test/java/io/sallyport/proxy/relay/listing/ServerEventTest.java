package io.sallyport.proxy.relay.listing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.sallyport.decision.listing.FilteredText;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Events of a stream: where they end, and how they are written anew. */
class ServerEventTest {
    private static List<String> split(String stream, int step) {
        ByteBuf held = Unpooled.buffer();
        var end = new EventEnd();
        List<String> events = new ArrayList<>();
        for (int at = 0; at < stream.length(); at += step) {
            held.writeBytes(
                    stream.substring(at, Math.min(stream.length(), at + step)).getBytes(UTF_8));
            for (int bytes = end.of(held); bytes > 0; bytes = end.of(held)) {
                events.add(held.readSlice(bytes).toString(UTF_8));
            }
        }
        events.add(held.toString(UTF_8));
        return events;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 100})
    void anEventEndsBehindItsBlankLineHoweverItComes(int step) {
        assertThat(split("data: a\ndata: b\n\ndata: c\n\nda", step))
                .containsExactly("data: a\ndata: b\n\n", "data: c\n\n", "da");
        assertThat(split("data: a\r\rdata: b\r\r", step)).containsExactly("data: a\r\r", "data: b\r\r", "");
        assertThat(split("data: a\r\n\r\ndata: b\n\r\n", step)).containsExactly("data: a\r\n\r", "\ndata: b\n\r", "\n");
        assertThat(split("data: a\r\ndata: b\r\n\n", step)).containsExactly("data: a\r\ndata: b\r\n\n", "");
    }

    private static String written(String event) {
        FilteredPart part = FilteredPart.ofEvent(event.getBytes(UTF_8), _ -> new FilteredText.Unchanged());
        return part instanceof FilteredPart.Shown(String text, int _) ? text : part.toString();
    }

    @Test
    void itIsWrittenWithItsFieldsAndData() {
        assertThat(written("id: 7\r\nevent: message\r\ndata:{\"a\":\r\ndata: 1}\r\nretry: 5\r\n\r"))
                .isEqualTo("id: 7\nevent: message\nretry: 5\ndata: {\"a\":\ndata: 1}\n\n");
        assertThat(written("\ufeffdata: {}\n\n")).isEqualTo("data: {}\n\n");
    }

    @Test
    void commentsAndUnknownFieldsAreLeftOut() {
        assertThat(written(": ping - \u2028data: {\"tools\":[]}\u2028\u2028\n\n"))
                .isEqualTo(":\n\n");
        assertThat(written("Data: x\n data: y\n\n")).isEqualTo(":\n\n");
        assertThat(written("\n")).isEqualTo(":\n\n");
    }

    @Test
    void whatIsNoMessagePasses() {
        assertThat(written("event: endpoint\ndata: /messages/?session_id=1\n\n"))
                .isEqualTo("event: endpoint\ndata: /messages/?session_id=1\n\n");
        assertThat(written("id: 3\ndata:\n\n")).isEqualTo("id: 3\ndata: \n\n");
    }

    @Test
    void endsOfLinesOfOtherReadersAreEscaped() {
        assertThat(written("data: {\"a\":\"x\u2028\u2028data: {}\u0085\u2029\"}\n\n"))
                .isEqualTo("data: {\"a\":\"x\\u2028\\u2028data: {}\\u0085\\u2029\"}\n\n");
    }

    @ParameterizedTest
    @CsvSource({"'id: 1\u2028data: {}\u2028\u2028\n\n'", "'event: endpoint\ndata: /m\u0085data: {}\u0085\u0085\n\n'"})
    void noneIsHiddenInAFieldThatCannotBeEscaped(String event) {
        assertThat(written(event)).startsWith("Refused");
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() {
        assertThat(FilteredPart.ofEvent(
                        new byte[] {'d', (byte) 0xc0, (byte) 0x80, '\n', '\n'}, _ -> new FilteredText.Unchanged()))
                .isInstanceOf(FilteredPart.Refused.class);
    }
}
