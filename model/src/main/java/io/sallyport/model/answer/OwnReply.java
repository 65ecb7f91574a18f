package io.sallyport.model.answer;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * An answer of the gateway's own as it goes back over HTTP, whichever door the request came by; without what its framing
 * adds. Whoever made it has recorded it, and hands it to one reader.
 */
public sealed interface OwnReply {
    /** The content type of a JSON document. */
    String JSON = "application/json";

    /** A JSON document. */
    static Whole json(int status, String body) {
        return text(status, JSON, body);
    }

    /** Text in UTF-8. */
    static Whole text(int status, String contentType, String body) {
        var fields = new LinkedHashMap<String, String>();
        fields.put("Content-Type", contentType);
        return new Whole(status, fields, body);
    }

    /** 204: no body, and nothing said of one. */
    static Whole nothing() {
        return new Whole(204, new LinkedHashMap<>(), "");
    }

    int status();

    /** Header fields, each once. */
    SequencedMap<String, String> fields();

    /** All of it is there. Immutable. */
    record Whole(int status, SequencedMap<String, String> fields, String body) implements OwnReply {
        public Whole {
            fields = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(fields));
        }

        /** The same with a field more, or with another value of it. */
        public Whole with(String name, String value) {
            var more = new LinkedHashMap<>(fields);
            more.put(name, value);
            return new Whole(status, more, body);
        }
    }

    /**
     * It is made while it is sent.
     *
     * @param bytes how long it is, or -1 where that is not known before it ends
     */
    record Streamed(int status, SequencedMap<String, String> fields, long bytes, Content content) implements OwnReply {}

    /** What is sent. */
    @FunctionalInterface
    interface Content {
        /** Writes all of it; {@code out} stays open. May block: a thread of its own waits here for the client. */
        void writeTo(OutputStream out) throws IOException;
    }
}
