package io.sallyport.proxy.relay.listing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Looks in an event stream, which passes, for the event that says where messages are taken: by it a stream of HTTP with
 * SSE (MCP 2024-11-05) is known. Holds one line of bounded length. Confined to one stream.
 */
final class EndpointSearch {
    private static final int MAX_LINE = 2_048; // bytes; a longer one is read as far as that

    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private boolean begun;
    private boolean afterCr;
    private boolean named;
    private boolean between = true;
    private String data = "";
    private volatile @Nullable String endpoint; // read by those that judge lists

    /** Reads on; {@code piece} stays as it is. */
    void read(ByteBuf piece) {
        piece.forEachByte(value -> {
            take(value);
            return true;
        });
    }

    private void take(byte value) {
        boolean ofCrlf = afterCr && value == '\n';
        afterCr = value == '\r';
        if (value == '\n' || value == '\r') {
            if (!ofCrlf) {
                endLine();
            }
        } else {
            between = false;
            if (line.size() < MAX_LINE) {
                line.write(value);
            }
        }
    }

    private void endLine() {
        String text = line.toString(UTF_8);
        line.reset();
        field(begun || !text.startsWith("\ufeff") ? text : text.substring(1));
        begun = true;
    }

    private void field(String text) {
        if (text.isEmpty()) {
            endpoint = named ? data : endpoint;
            named = false;
            data = "";
            between = true;
        } else if (text.startsWith("event:")) {
            named = text.substring("event:".length()).strip().equals("endpoint");
        } else if (text.startsWith("data:")) {
            data = text.substring("data:".length()).strip();
        }
    }

    /** Returns whether no event has begun and not ended. */
    boolean isBetweenEvents() {
        return between;
    }

    /** Returns where messages are taken, as the server said it last; null if it has not. */
    @Nullable
    String endpoint() {
        return endpoint;
    }
}
