package io.sallyport.testkit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** What an origin does about a request. */
public sealed interface Answer {
    /** A whole answer with its length. */
    record Whole(int status, Map<String, String> headers, Bytes body) implements Answer {
        public Whole {
            headers = Map.copyOf(headers);
        }
    }

    /** A body of {@code bytes} zero bytes, written no faster than it is read. */
    record Sized(long bytes) implements Answer {}

    /** A chunked body, one chunk each. */
    record Chunked(List<String> chunks) implements Answer {
        public Chunked {
            chunks = List.copyOf(chunks);
        }
    }

    /** A chunked body that goes on as long as somebody reads it. */
    record Endless() implements Answer {}

    /** A head and the first {@code sent} bytes of a chunked body, then silence with the connection open. */
    record Stalled(String sent) implements Answer {}

    /** Promises {@code declared} bytes, sends {@code sent} and closes. */
    record Cut(long declared, String sent) implements Answer {}

    /** These bytes in place of an HTTP answer, right or wrong; then the connection is closed, or not. */
    record Raw(String bytes, boolean close) implements Answer {}

    /** Nothing at all; the connection stays open. */
    record Silence() implements Answer {}

    /** The connection is closed without a byte. */
    record Close() implements Answer {}

    /** Worked out on a thread of its own, where it may block. */
    record Later(Callable<Answer> work) implements Answer {}

    static Answer text(int status, String body) {
        return new Whole(status, Map.of("content-type", "text/plain; charset=utf-8"), Bytes.of(body));
    }

    static Answer bytes(String type, Bytes body) {
        return new Whole(200, Map.of("content-type", type), body);
    }

    static Answer redirect(String location) {
        return new Whole(302, Map.of("location", location), Bytes.of(""));
    }

    /** The request told back: its line, its headers, an empty line, its body. */
    static Answer echo(Received request) {
        StringBuilder text = new StringBuilder(request.method() + " " + request.target() + "\n");
        request.headers().forEach(header -> text.append(header.getKey() + ": " + header.getValue() + "\n"));
        return text(200, text + "\n" + request.body().text());
    }
}
