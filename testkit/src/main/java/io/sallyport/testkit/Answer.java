package io.sallyport.testkit;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** How an origin answers a request. */
public sealed interface Answer {
    /** A complete answer with its length. */
    record Whole(int status, Map<String, String> headers, Bytes body) implements Answer {
        public Whole {
            headers = Map.copyOf(headers);
        }
    }

    /** A body of {@code bytes} zero bytes, written no faster than the client reads. */
    record Sized(long bytes) implements Answer {}

    /** A chunked body, with one chunk per element. */
    record Chunked(List<String> chunks) implements Answer {
        public Chunked {
            chunks = List.copyOf(chunks);
        }
    }

    /** A chunked body that continues as long as the client reads. */
    record Endless() implements Answer {}

    /** A head and the first {@code sent} bytes of a chunked body, then nothing more on an open connection. */
    record Stalled(String sent) implements Answer {}

    /** Announces {@code declared} bytes, sends {@code sent} and closes. */
    record Cut(long declared, String sent) implements Answer {}

    /** Raw bytes in place of an HTTP answer, valid or not; then the connection is closed if {@code close}. */
    record Raw(String bytes, boolean close) implements Answer {}

    /** No answer; the connection stays open. */
    record Silence() implements Answer {}

    /** The connection is closed without an answer. */
    record Close() implements Answer {}

    /** An answer computed on a thread of its own, which may block. */
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

    /** Echoes the request: its line, its headers, an empty line, its body. */
    static Answer echo(ReceivedRequest request) {
        StringBuilder text = new StringBuilder(request.method() + " " + request.target() + "\n");
        request.headers().forEach(header -> text.append(header.getKey() + ": " + header.getValue() + "\n"));
        return text(200, text + "\n" + request.body().text());
    }
}
